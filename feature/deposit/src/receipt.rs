//! The receipt of a payment on a deposit, and what the receipt of a settlement says of it.

use axum::extract::State;
use axum::response::Response;
use document::{Barcode, DepositTerms, Language, Line, Receipt, ReceiptKind, Tender};
use kernel::id::{OrderId, StoreNo};
use kernel::{Money, Refusal};
use order::letterhead::{amount, letterhead, show, tender};
use order::{OrderParts, PaperPart};
use serde::Deserialize;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Path, Query};
use shell::{Failure, Outcome};
use utoipa::IntoParams;
use uuid::Uuid;

use crate::store::{self, Deposit, Entry, EntryType, StoredLine, StoredTender};
use crate::view::DepositKind;
use crate::{DepositState, NOT_FOUND};

/// In which language it is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct DepositReceiptQuery {
    /// A language tag; the client's language when it is not said.
    #[param(example = "fr")]
    language: Option<String>,
}

/// The receipt of a step of a deposit as PDF.
///
/// Of a payment: what was paid with what, what is held and still to be paid after it, the pieces, the
/// last day, and what becomes of the money when the client withdraws. Of a cancellation: what went back
/// to what, and what the shop keeps.
#[utoipa::path(
    get, path = "/deposit/{depositId}/payment/{entryId}/receipt", tag = "deposit",
    params(
        ("depositId" = uuid::Uuid, Path, description = "The deposit"),
        ("entryId" = uuid::Uuid, Path, description = "The payment"),
        DepositReceiptQuery,
    ),
    responses(
        (status = 200, description = "The receipt", body = String, content_type = "application/pdf"),
        (status = 404, description = "There is no such deposit, or no such payment on it"),
        (status = 422, description = "There are no receipts in the language"),
        (status = 500, description = "PDF printing error"),
    ),
)]
pub(crate) async fn get_deposit_receipt(
    State(state): State<DepositState>,
    actor: Actor,
    Path((deposit_id, entry_id)): Path<(Uuid, Uuid)>,
    Query(query): Query<DepositReceiptQuery>,
) -> Result<Response, Failure> {
    let wish = Wish {
        store_no: actor.store_no,
        deposit_id,
        entry_id,
        language: query.language,
    };
    show(state.shell.db.read(wish, compose).await?).await
}

struct Wish {
    store_no: StoreNo,
    deposit_id: Uuid,
    entry_id: Uuid,
    language: Option<String>,
}

fn compose<'a>(tx: &'a mut Tx, wish: &'a Wish) -> TxFuture<'a, Receipt> {
    Box::pin(async move {
        let deposit = store::find(tx, &wish.store_no, wish.deposit_id).await?;
        let deposit = deposit.ok_or_else(|| Refusal::new(&NOT_FOUND))?;
        let mut entries = store::list_entries(tx, wish.deposit_id).await?.into_iter();
        let entry = entries
            .find(|it| it.entry_id == wish.entry_id && is_on_paper(it.entry_type))
            .ok_or_else(|| Refusal::new(&NOT_FOUND))?;
        let customer = crm::find_customer(tx, deposit.customer_id).await?;
        let reads = customer
            .as_ref()
            .map(|customer| customer.language_code.as_str());
        let head = letterhead(tx, &wish.store_no, wish.language.as_deref(), reads).await?;
        let lines = store::list_lines(tx, wish.deposit_id).await?;
        let tenders = store::list_tenders(tx, wish.deposit_id).await?;
        let number = entry.receipt_no.clone();
        let cancellation = store::find_cancellation(tx, wish.deposit_id).await?;
        let cancellation = cancellation.filter(|_| entry.entry_type != EntryType::Pay);
        let (kind, minor) = match &cancellation {
            Some(cancellation) => (ReceiptKind::Refund, -cancellation.becomes.given_back),
            None => (ReceiptKind::Deposit, entry.amount),
        };
        let total = deposit.money(minor);
        let kept = cancellation
            .map(|it| it.becomes.kept)
            .filter(|kept| *kept != 0);
        Ok(Receipt {
            terminal_no: entry.terminal_no.clone(),
            salesperson: Some(deposit.salesperson_name.clone()),
            lines: lines.iter().map(|line| piece(line, &deposit)).collect(),
            tenders: tenders
                .into_iter()
                .filter(|tender| tender.entry_id == wish.entry_id)
                .map(|tender| paid_with(tender, &deposit))
                .collect(),
            deposit: Some(document::Deposit {
                kept: kept.map(|kept| amount(deposit.money(kept))),
                ..after(&deposit, &entry)
            }),
            gift_cards: gift_card::of_deposit_payment(tx, wish.entry_id).await?,
            barcode: Some(Barcode::Code128(deposit.document_no.clone())),
            ..head.receipt(kind, number, entry.booked_at, total)
        })
    })
}

/// What a client gets a paper of: money that came in, went back or was kept.
const fn is_on_paper(entry_type: EntryType) -> bool {
    matches!(
        entry_type,
        EntryType::Pay | EntryType::GiveBack | EntryType::Keep
    )
}

fn piece(line: &StoredLine, deposit: &Deposit) -> Line {
    let net = deposit.money(line.net);
    let each = Money::new(line.net / line.quantity.max(1), deposit.currency);
    Line {
        name: line.name.clone(),
        item_no: line.item_no.clone(),
        size: Some(line.size_code.clone()).filter(|size| !size.is_empty()),
        certificate_no: None,
        details: Vec::new(),
        made_to_order: None,
        quantity: line.quantity,
        unit_price: amount(each),
        net: amount(net),
        vat_letter: None,
        discounts: Vec::new(),
        warranty_until: None,
    }
}

fn paid_with(stored: StoredTender, deposit: &Deposit) -> Tender {
    let (tendered, change) = (deposit.money(stored.tendered), deposit.money(stored.change));
    Tender {
        card_brand: stored.brand,
        card_last_four: stored.last_four,
        approval_code: stored.approval_code,
        detail: stored.reference,
        ..tender(stored.name, tendered, change)
    }
}

/// What a payment's receipt says: how the deposit stood after it.
fn after(deposit: &Deposit, entry: &Entry) -> document::Deposit {
    document::Deposit {
        deposit_no: deposit.document_no.clone(),
        paid: Some(amount(deposit.money(entry.held))),
        remaining: Some(amount(deposit.money(entry.balance))),
        due_on: Some(deposit.expires_on).filter(|_| entry.entry_type == EntryType::Pay),
        kept: None,
        terms: Some(match deposit.kind {
            DepositKind::Refundable => DepositTerms::Refundable,
            DepositKind::Arrhes => DepositTerms::Arrhes,
            DepositKind::Acompte => DepositTerms::Acompte,
        }),
    }
}

/// Names the deposit on the receipt of the order that settles it.
pub struct DepositPart;

impl PaperPart for DepositPart {
    fn add<'a>(
        &'a self,
        tx: &'a mut Tx,
        order_id: OrderId,
        _language: Language,
        parts: &'a mut OrderParts,
    ) -> TxFuture<'a, ()> {
        Box::pin(async move {
            parts.deposit = of_order(tx, order_id).await?;
            Ok(())
        })
    }
}

async fn of_order(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<document::Deposit>> {
    let number = store::find_settled_by(tx, order_id).await?;
    Ok(number.map(|deposit_no| document::Deposit {
        deposit_no,
        paid: None,
        remaining: None,
        due_on: None,
        kept: None,
        terms: None,
    }))
}
