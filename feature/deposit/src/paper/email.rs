//! The paper of a step by e-mail, to the client.

use std::sync::Arc;

use axum::extract::State;
use document::Language;
use jiff::Timestamp;
use kernel::Refusal;
use kernel::id::{StaffId, StoreNo};
use order::letterhead::{letterhead, pdf, signature};
use order::outbox::{self, MailedPaper, NewMail, PaperFuture, QueuedView};
use order::rule::letter::letter;
use order::{EMAIL_NOT_SET_UP, EMAIL_TOO_OFTEN};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Shell;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Wish, compose, found};
use crate::rule::letter::words;
use crate::{DepositState, NOT_FOUND, store};

/// What mails with papers of deposits are kept as.
const KIND: &str = "DEPOSIT";

/// Whom to send a paper to.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "ines.moreau@orange.fr", "language": "fr"}))]
pub(crate) struct EmailDepositRequest {
    /// The address; absent or blank: the client's own, which the till need not see.
    email: Option<String>,
    /// A language tag; the client's when it is not said. The store may demand another.
    language: Option<String>,
}

struct EmailCommand {
    store_no: StoreNo,
    staff_id: StaffId,
    deposit_id: Uuid,
    step_id: Uuid,
    mail_id: Uuid,
    recipient: Option<String>,
    language: Option<String>,
    now: Timestamp,
}

/// Send the paper of a step of a deposit by e-mail, as PDF.
///
/// Letter and paper are in the client's language, unless the store demands another. The mail is sent within
/// seconds, and again for about two hours when the mail server does not take it. Sending is no print.
#[utoipa::path(
    post, path = "/deposit/{depositId}/paper/{stepId}/email", tag = "deposit",
    request_body = EmailDepositRequest,
    params(
        ("depositId" = uuid::Uuid, Path, description = "The deposit"),
        ("stepId" = uuid::Uuid, Path, description = "The step"),
    ),
    responses(
        (status = 200, description = "The mail waits to be sent", body = Envelope<QueuedView>),
        (status = 404, description = "There is no such deposit, or no such step of it"),
        (status = 409, description = "E-mail is not set up"),
        (status = 422, description = "E-mail must be valid"),
        (status = 429, description = "This paper was sent too often"),
    ),
)]
pub(crate) async fn email_deposit_paper(
    State(state): State<DepositState>,
    actor: Actor,
    Path((deposit_id, step_id)): Path<(Uuid, Uuid)>,
    key: IdempotencyKey,
    Json(request): Json<EmailDepositRequest>,
) -> Reply {
    let recipient = outbox::typed_address(request.email.as_deref())?;
    if !state.has_mailer {
        return Err((&EMAIL_NOT_SET_UP).into());
    }
    let now = state.shell.clock.now();
    let sent = (deposit_id, step_id, &request);
    let intent = Intent::new(key, "deposit.email", &actor.terminal_no.0, &sent, now)?;
    let command = EmailCommand {
        store_no: actor.store_no,
        staff_id: actor.staff_id,
        deposit_id,
        step_id,
        mail_id: intent.key(),
        recipient,
        language: request.language,
        now,
    };
    once(&state.shell, intent, command, queue).await
}

fn queue<'a>(tx: &'a mut Tx, command: &'a EmailCommand) -> TxFuture<'a, QueuedView> {
    Box::pin(async move {
        let ids = (command.deposit_id, command.step_id);
        let (deposit, step) = found(tx, &command.store_no, ids.0, ids.1).await?;
        let customer = crm::find_customer(tx, deposit.customer_id).await?;
        let own = customer.as_ref().and_then(|it| it.email.as_deref());
        let recipient = outbox::recipient(command.recipient.as_deref(), own)?;
        let reads = customer.as_ref().map(|it| it.language_code.as_str());
        let asked = command.language.as_deref();
        let language = letterhead(tx, &command.store_no, asked, reads)
            .await?
            .language;
        let (shop, signature) = signature(tx, &command.store_no).await?;
        let letter = letter(&words(language), &step.paper_no, &shop, &signature);
        let mail = NewMail::of_paper(
            (command.mail_id, command.now),
            &command.staff_id,
            (KIND, step.step_id),
            recipient,
            (language, letter),
        );
        outbox::queue(tx, &mail, &EMAIL_TOO_OFTEN).await
    })
}

/// Papers of deposits, as the outbox lays them out.
pub struct MailedDepositPaper {
    /// Where clients reach this installation.
    pub public_url: Option<Arc<str>>,
}

impl MailedPaper for MailedDepositPaper {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn lay_out<'a>(
        &'a self,
        shell: &'a Shell,
        paper_id: Uuid,
        language: Language,
    ) -> PaperFuture<'a> {
        Box::pin(async move {
            let place = shell.db.read(paper_id, |tx, step_id| {
                Box::pin(store::find_place(tx, *step_id))
            });
            let (store_no, deposit_id) = place.await?.ok_or_else(|| Refusal::new(&NOT_FOUND))?;
            let wish = Wish {
                store_no,
                deposit_id,
                step_id: paper_id,
                language: Some(language.tag().to_owned()),
                print_no: None,
                public_url: self.public_url.clone(),
            };
            let receipt = shell.db.read(wish, compose).await?;
            let number = receipt.receipt_no.clone();
            Ok((number, pdf(receipt).await?))
        })
    }
}
