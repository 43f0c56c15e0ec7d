//! Send the receipt or the invoice of an order by e-mail.

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::OrderId;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::compose::Document;
use crate::get_receipt::asked_language;
use crate::outbox::{self, Carried, NewMail, QueuedView};
use crate::record::Viewer;
use crate::rule::letter;
use crate::{EMAIL_NOT_SET_UP, EMAIL_TOO_OFTEN, INVOICE_NOT_FOUND, OrderState, document, store};

/// A paper that goes out by mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MailedDocument {
    /// The receipt.
    #[default]
    Receipt,
    /// The invoice, once it was made out.
    Invoice,
}

impl From<MailedDocument> for Document {
    fn from(document: MailedDocument) -> Self {
        match document {
            MailedDocument::Receipt => Self::Receipt,
            MailedDocument::Invoice => Self::Invoice,
        }
    }
}

/// Whom to send to.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "ines.moreau@orange.fr", "language": "fr"}))]
pub(crate) struct EmailRequest {
    /// Which paper; the receipt when it is not said.
    #[serde(default)]
    document: MailedDocument,
    /// The address; absent or blank: the one that the order's customer gave, which the till need
    /// not see.
    email: Option<String>,
    /// A language tag; the store may demand another.
    language: Option<String>,
}

/// Send the receipt or the invoice of an order by e-mail, as PDF.
///
/// The letter and the receipt are in the client's language, unless the store demands another; an
/// invoice stays in the language in which it was made out, and its letter too.
/// The mail is sent within seconds, and again for about two hours when the mail server does not
/// take it. Sending is no print.
#[utoipa::path(
    post, path = "/order/{orderId}/email", tag = "order", request_body = EmailRequest,
    params(
        ("orderId" = uuid::Uuid, Path, description = "The order"),
        ("Idempotency-Key" = uuid::Uuid, Header, description = "Names this mail"),
    ),
    responses(
        (status = 200, description = "The mail waits to be sent", body = Envelope<QueuedView>),
        (status = 404, description = "Could not find any data in your search, or there is no invoice"),
        (status = 409, description = "E-mail is not set up"),
        (status = 422, description = "E-mail must be valid"),
        (status = 429, description = "This receipt was sent too often"),
    ),
)]
pub(crate) async fn email_receipt(
    State(state): State<OrderState>,
    actor: Actor,
    Path(order_id): Path<OrderId>,
    key: IdempotencyKey,
    Json(request): Json<EmailRequest>,
) -> Reply {
    let asked = asked_language(request.language.as_deref())?;
    let recipient = outbox::typed_address(request.email.as_deref())?;
    if state.mailer.is_none() {
        return Err((&EMAIL_NOT_SET_UP).into());
    }
    let now = state.shell.clock.now();
    let sent = (order_id, &request);
    let intent = Intent::new(key, "order.email", &actor.terminal_no.0, &sent, now)?;
    let command = EmailCommand {
        viewer: Viewer::from(&actor),
        order_id,
        document: request.document.into(),
        mail_id: intent.key(),
        recipient,
        asked,
        now,
    };
    once(&state.shell, intent, command, queue).await
}

struct EmailCommand {
    viewer: Viewer,
    order_id: OrderId,
    document: Document,
    mail_id: Uuid,
    recipient: Option<String>,
    asked: Option<::document::Language>,
    now: Timestamp,
}

fn queue<'a>(tx: &'a mut Tx, command: &'a EmailCommand) -> TxFuture<'a, QueuedView> {
    Box::pin(async move {
        let order = store::get_order(tx, &command.viewer, command.order_id).await?;
        let shop = store::get_shop(tx, &order.head.store_no).await?;
        let own = order.customer.as_ref().and_then(|it| it.email.as_deref());
        let recipient = outbox::recipient(command.recipient.as_deref(), own)?;
        let signature = document::signature(&shop);
        let (language, letter) = match command.document {
            Document::Invoice => {
                let invoice = order.invoice.as_ref().ok_or(&INVOICE_NOT_FOUND)?;
                let language = invoice.language_code.parse().map_err(Failure::internal)?;
                let letter = letter::invoice(language, &invoice.invoice_no, &shop.name, &signature);
                (language, letter)
            }
            Document::Receipt | Document::Gift => {
                let language = document::language_of(&order, &shop, command.asked);
                let receipt_no = &order.head.receipt_no;
                let letter = letter::receipt(language, receipt_no, &shop.name, &signature);
                (language, letter)
            }
        };
        let mail = NewMail {
            mail_id: command.mail_id,
            recipient,
            carried: Carried::Order(command.order_id, command.document),
            asked_by: &command.viewer.staff_id,
            language,
            letter,
            at: command.now,
        };
        outbox::queue(tx, &mail, &EMAIL_TOO_OFTEN).await
    })
}
