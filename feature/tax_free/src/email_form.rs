//! The form by e-mail, to the traveller.

use ::document::Language;
use axum::extract::State;
use jiff::Timestamp;
use kernel::id::{StaffId, StoreNo};
use order::letterhead::signature;
use order::outbox::{self, MailedPaper, NewMail, PaperFuture, QueuedView};
use order::rule::letter::letter;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Shell;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::get_document::asked_language;
use crate::rule::letter::{language_of, words};
use crate::{
    EMAIL_NOT_SET_UP, EMAIL_TOO_OFTEN, FORM_NOT_FOUND, NOT_ISSUED, TaxFreeState, document, store,
};

/// What mails with forms are kept as.
const KIND: &str = "TAX_FREE";

/// Whom to send a form to.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(
    as = TaxFreeEmailRequest,
    example = json!({"email": "mei.lin@mail.example", "language": "zh-Hans"})
)]
pub(crate) struct EmailRequest {
    /// The address; absent or blank: the one that the customer of the receipts gave.
    email: Option<String>,
    /// A language tag; the traveller's when it is not said.
    language: Option<String>,
}

struct EmailCommand {
    store_no: StoreNo,
    staff_id: StaffId,
    form_id: Uuid,
    mail_id: Uuid,
    recipient: Option<String>,
    asked: Option<Language>,
    now: Timestamp,
}

/// Send a form by e-mail to the traveller, as PDF.
///
/// Letter and form are in the traveller's language: the one asked for, else the customer's, else that
/// of the country of residence. The mail is sent within seconds, and again for about two hours when
/// the mail server does not take it; the form says what holds when it is sent.
#[utoipa::path(
    post, path = "/tax-free/form/{formId}/email", tag = "taxFree", request_body = EmailRequest,
    params(
        ("formId" = Uuid, Path, description = "The form"),
        ("Idempotency-Key" = uuid::Uuid, Header, description = "Names this mail"),
    ),
    responses(
        (status = 200, description = "The mail waits to be sent", body = Envelope<QueuedView>),
        (status = 404, description = "There is no such tax-free form"),
        (status = 409, description = "E-mail is not set up, or the operator has not issued the form"),
        (status = 422, description = "E-mail must be valid"),
        (status = 429, description = "This form was sent too often"),
    ),
)]
pub(crate) async fn email_tax_free_form(
    State(state): State<TaxFreeState>,
    actor: Actor,
    Path(form_id): Path<Uuid>,
    key: IdempotencyKey,
    Json(request): Json<EmailRequest>,
) -> Reply {
    let asked = asked_language(request.language.as_deref());
    let recipient = outbox::typed_address(request.email.as_deref())?;
    if !state.has_mailer {
        return Err((&EMAIL_NOT_SET_UP).into());
    }
    let now = state.shell.clock.now();
    let scope = format!("{} {form_id}", actor.terminal_no);
    let intent = Intent::new(key, "tax_free.email", &scope, &request, now)?;
    let command = EmailCommand {
        store_no: actor.store_no.clone(),
        staff_id: actor.staff_id.clone(),
        form_id,
        mail_id: intent.key(),
        recipient,
        asked,
        now,
    };
    once(&state.shell, intent, command, queue).await
}

fn queue<'a>(tx: &'a mut Tx, command: &'a EmailCommand) -> TxFuture<'a, QueuedView> {
    Box::pin(async move {
        let form = store::find_form(tx, command.form_id)
            .await?
            .filter(|form| form.store_no == command.store_no)
            .ok_or(&FORM_NOT_FOUND)?;
        let form_no = form.form_no.as_deref().ok_or(&NOT_ISSUED)?;
        let customer = store::customer_of(tx, form.form_id).await?;
        let own = customer.as_ref().and_then(|it| it.email.as_deref());
        let recipient = outbox::recipient(command.recipient.as_deref(), own)?;
        let traveller = store::traveller_of(tx, form.form_id).await?;
        let language = language_of(
            command.asked,
            customer.as_ref().map(|it| it.language_code.as_str()),
            traveller
                .as_ref()
                .map(|(it, _)| it.residence_country.as_str()),
        );
        let (shop, signature) = signature(tx, &form.store_no).await?;
        let letter = letter(&words(language), form_no, &shop, &signature);
        let mail = NewMail::of_paper(
            (command.mail_id, command.now),
            &command.staff_id,
            (KIND, form.form_id),
            recipient,
            (language, letter),
        );
        outbox::queue(tx, &mail, &EMAIL_TOO_OFTEN).await
    })
}

/// Forms, as the outbox lays them out.
pub struct MailedForm;

impl MailedPaper for MailedForm {
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
            let paper = shell.db.read((paper_id, language), read).await?;
            let form_no = paper.form_no.clone();
            Ok((form_no, document::pdf(paper).await?))
        })
    }
}

fn read<'a>(
    tx: &'a mut Tx,
    (form_id, language): &'a (Uuid, Language),
) -> TxFuture<'a, ::document::TaxFreeForm> {
    Box::pin(async move {
        let form = store::find_form(tx, *form_id).await?;
        let form = form.ok_or(&FORM_NOT_FOUND)?;
        document::paper(tx, &form, Some(*language)).await
    })
}
