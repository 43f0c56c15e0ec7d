//! Make out the invoice of an order.

use std::sync::Arc;

use ::document::{Buyer, Language};
use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use journal::{Kind, Signer};
use kernel::id::OrderId;
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use sha2::{Digest as _, Sha256};
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::get_receipt::asked_language;
use crate::record::{Order, Shop, Viewer};
use crate::rule::invoice::{TypedBuyer, buyer, number};
use crate::store::{self, NewInvoice, StoredInvoice};
use crate::{BUYER_MISSING, INVOICE_ISSUED, INVOICE_NOT_DUE, OrderState, document, entry};

/// To whom the invoice is made out.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct InvoiceRequest {
    /// The buyer; null: the customer of the order, whose address the till need not see.
    buyer: Option<TypedBuyer>,
    /// A language tag; the store may demand another.
    #[schema(example = "fr")]
    language: Option<String>,
}

/// An invoice.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InvoiceView {
    /// Its number.
    #[schema(example = "F-PAR01-000417")]
    pub(crate) invoice_no: String,
    /// The day on which it was made out.
    #[schema(value_type = String, format = Date)]
    pub(crate) issued_on: Date,
    /// To whom.
    #[schema(example = "Atelier Marchetti SARL")]
    pub(crate) buyer_name: String,
    /// The language in which it is written.
    #[schema(example = "fr")]
    pub(crate) language: String,
}

impl From<&StoredInvoice> for InvoiceView {
    fn from(stored: &StoredInvoice) -> Self {
        Self {
            invoice_no: stored.invoice_no.clone(),
            issued_on: stored.issued_on,
            buyer_name: stored.buyer_name.clone(),
            language: stored.language_code.clone(),
        }
    }
}

/// What the journal keeps of an invoice: no word about its buyer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct InvoiceEntry<'a> {
    invoice_id: Uuid,
    invoice_no: &'a str,
    order_id: OrderId,
    receipt_no: &'a str,
    total: Money,
    /// SHA-256 of the paper as it is kept, in hexadecimal.
    content_hash: String,
    operator_id: &'a str,
}

/// Make out the invoice of an order.
///
/// An order has one invoice. Its number is the next of the store that sold, without gaps; what it
/// says is kept and never changes. A second request for the same buyer, or for none, answers the
/// invoice that there is; one for another buyer is refused.
#[utoipa::path(
    post, path = "/order/{orderId}/invoice", tag = "order", request_body = InvoiceRequest,
    params(
        ("orderId" = uuid::Uuid, Path, description = "The order"),
        ("Idempotency-Key" = uuid::Uuid, Header, description = "Names this invoice"),
    ),
    responses(
        (status = 200, description = "The invoice", body = Envelope<InvoiceView>),
        (status = 404, description = "Could not find any data in your search"),
        (status = 409, description = "It is made out to somebody else, or nothing was paid"),
        (status = 422, description = "The buyer has no whole address, or there are no invoices in the language"),
    ),
)]
pub(crate) async fn issue_invoice(
    State(state): State<OrderState>,
    actor: Actor,
    Path(order_id): Path<OrderId>,
    key: IdempotencyKey,
    Json(request): Json<InvoiceRequest>,
) -> Reply {
    let asked = asked_language(request.language.as_deref())?;
    let typed = request.buyer.as_ref().map(buyer).transpose()?;
    let now = state.shell.clock.now();
    let sent = (order_id, &request);
    let intent = Intent::new(key, "order.invoice", &actor.terminal_no.0, &sent, now)?;
    let command = InvoiceCommand {
        viewer: Viewer::from(&actor),
        order_id,
        invoice_id: intent.key(),
        typed,
        asked,
        signer: state.signer,
        now,
    };
    once(&state.shell, intent, command, issue).await
}

struct InvoiceCommand {
    viewer: Viewer,
    order_id: OrderId,
    invoice_id: Uuid,
    typed: Option<Buyer>,
    asked: Option<Language>,
    signer: Arc<Signer>,
    now: Timestamp,
}

fn issue<'a>(tx: &'a mut Tx, command: &'a InvoiceCommand) -> TxFuture<'a, InvoiceView> {
    Box::pin(async move {
        let order = store::get_order(tx, &command.viewer, command.order_id).await?;
        if let Some(stored) = store::find_invoice(tx, command.order_id).await? {
            return same(&stored, command.typed.as_ref());
        }
        if order.head.is_crm_gift() {
            return Err((&INVOICE_NOT_DUE).into());
        }
        let buyer = match &command.typed {
            Some(typed) => typed.clone(),
            None => customer(tx, &order).await?,
        };
        let shop = store::get_shop(tx, &order.head.store_no).await?;
        write(tx, command, &order, &shop, buyer).await
    })
}

/// The invoice that there is, unless another one is wanted.
fn same(stored: &StoredInvoice, wanted: Option<&Buyer>) -> Outcome<InvoiceView> {
    let kept: ::document::Invoice =
        serde_json::from_str(&stored.content).map_err(Failure::internal)?;
    if wanted.is_some_and(|wanted| *wanted != kept.buyer) {
        let refusal = Refusal::new(&INVOICE_ISSUED);
        return Err(refusal.with("invoiceNo", stored.invoice_no.clone()).into());
    }
    Ok(InvoiceView::from(stored))
}

async fn customer(tx: &mut Tx, order: &Order) -> Outcome<Buyer> {
    let buyer = match order.head.customer_id {
        Some(customer_id) => store::customer_as_buyer(tx, customer_id).await?,
        None => None,
    };
    buyer.ok_or_else(|| Refusal::new(&BUYER_MISSING).at("buyer").into())
}

/// Takes the next number and keeps the paper: all of it or nothing.
async fn write(
    tx: &mut Tx,
    command: &InvoiceCommand,
    order: &Order,
    shop: &Shop,
    buyer: Buyer,
) -> Outcome<InvoiceView> {
    let next = tx.next_number(&shop.store_no.0, "invoice").await?;
    let invoice_no = number(&shop.store_no.0, next);
    let language = document::language_of(order, shop, command.asked);
    let buyer_name = buyer.name.clone();
    let made_out = (invoice_no.clone(), buyer);
    let paper = document::invoice(order, shop, language, made_out, command.now)?;
    let content = serde_json::to_string(&paper).map_err(Failure::internal)?;
    let new = NewInvoice {
        invoice_id: command.invoice_id,
        order_id: command.order_id,
        store_no: &shop.store_no,
        number: next,
        invoice_no: &invoice_no,
        buyer_name: &buyer_name,
        language_code: language.tag(),
        content: &content,
        issued_on: paper.issued_on,
        issued_by: &command.viewer.staff_id,
        now: command.now,
    };
    store::insert_invoice(tx, &new).await?;
    let payload = journal::payload(&InvoiceEntry {
        invoice_id: command.invoice_id,
        invoice_no: &invoice_no,
        order_id: command.order_id,
        receipt_no: &order.head.receipt_no,
        total: order.head.total.plus(order.head.rounding)?,
        content_hash: hex(&Sha256::digest(content.as_bytes())),
        operator_id: command.viewer.staff_id.as_str(),
    })?;
    let here = store::get_shop(tx, &command.viewer.store_no).await?;
    let entry = entry::of_till(&command.viewer, &here, Kind::Invoice, payload, command.now);
    journal::append(tx, &command.signer, entry).await?;
    Ok(InvoiceView {
        invoice_no,
        issued_on: paper.issued_on,
        buyer_name,
        language: language.tag().to_owned(),
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
