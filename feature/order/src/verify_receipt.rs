//! Whether a receipt is genuine, for anybody who holds it.

use std::net::{IpAddr, Ipv6Addr};

use axum::Extension;
use axum::extract::State;
use jiff::civil::Date;
use kernel::Money;
use kernel::id::OrderId;
use serde::Serialize;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::origin::ClientAddress;
use shell::http::{Answer, Envelope, Path, Reply};
use utoipa::ToSchema;

use crate::checked::{AllCheckedPapers, CheckedPaper};
use crate::rule::verification::{Code, Held};
use crate::{OrderState, RECEIPT_UNKNOWN, store};

/// Which paper a code stands on.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum CheckedKind {
    /// The receipt of an order.
    Receipt,
    /// Its gift receipt.
    Gift,
    /// A paper of a deposit.
    Deposit,
}

/// What anybody may know of a receipt that they hold: nothing about a person.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReceiptCheckView {
    /// Which paper it is.
    paper: CheckedKind,
    /// Its number.
    #[schema(example = "R-PAR01-000123")]
    receipt_no: String,
    /// The day of the sale, or of the step of the deposit.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// The company.
    #[schema(example = "Vitrine SAS")]
    company_name: String,
    /// The store.
    #[schema(example = "Paris · Rue de Sèvres")]
    store_name: String,
    /// The number of pieces.
    #[schema(example = 2)]
    pieces: i64,
    /// What was to be paid, or what a paper of a deposit states: what came in, went back or was taken from it, or
    /// by how much its price changed. None behind the code of a gift receipt.
    total: Option<Money>,
    /// Whether no real sale stands behind it: the shop is a demonstration.
    is_demonstration: bool,
}

/// Whether a receipt is genuine.
///
/// For anybody, without a session. The code stands on the receipt, or on the paper of a deposit, and cannot be
/// guessed; what it is compared with is the journal's signed entry. A code that belongs to no receipt of
/// ours is answered with 404, whether its order exists or not.
#[utoipa::path(
    get, path = "/receipt/{code}", tag = "order",
    params(("code" = String, Path, description = "The code in the address that the receipt carries")),
    responses(
        (status = 200, description = "The receipt is genuine", body = Envelope<ReceiptCheckView>),
        (status = 404, description = "This address belongs to no receipt of ours"),
        (status = 429, description = "Too many receipts were checked from this address"),
    ),
)]
pub(crate) async fn verify_receipt(
    State(state): State<OrderState>,
    address: Option<Extension<ClientAddress>>,
    Path(text): Path<String>,
) -> Reply {
    // Requests that came over no socket are counted together.
    let unknown = IpAddr::V6(Ipv6Addr::UNSPECIFIED);
    let address = address.map_or(unknown, |Extension(ClientAddress(address))| address);
    state.visitors.admit(address, state.shell.clock.now())?;
    let code = Code::parse(&text).ok_or(&RECEIPT_UNKNOWN)?;
    let input = (code, state.checked.clone());
    let found = state.shell.db.read(input, find_genuine).await?;
    Answer::of(&found.ok_or(&RECEIPT_UNKNOWN)?)
}

/// What a code is of; none when it was made up.
fn find_genuine<'a>(
    tx: &'a mut Tx,
    (code, others): &'a (Code, AllCheckedPapers),
) -> TxFuture<'a, Option<ReceiptCheckView>> {
    Box::pin(async move {
        if let Some(paper) = find_order(tx, OrderId(code.paper_id)).await? {
            return tell(tx, *code, paper).await;
        }
        for papers in others.iter() {
            if let Some(paper) = papers.find(tx, code.paper_id).await? {
                return tell(tx, *code, paper).await;
            }
        }
        Ok(None)
    })
}

/// The receipt of an order; none of one that the journal does not state.
async fn find_order(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<CheckedPaper>> {
    let Some(head) = store::find_head(tx, order_id).await? else {
        return Ok(None);
    };
    let Some(place) = store::find_journal_place(tx, order_id).await? else {
        return Ok(None);
    };
    Ok(Some(CheckedPaper {
        held: Held::Receipt,
        entry_hash: place.hash,
        number: head.receipt_no,
        date: head.business_date,
        store_no: head.store_no,
        pieces: head.pieces,
        amount: head.total.plus(head.rounding)?,
    }))
}

/// What a code opens of a paper; nothing when its mark is not of that paper.
async fn tell(tx: &mut Tx, code: Code, paper: CheckedPaper) -> Outcome<Option<ReceiptCheckView>> {
    let kind = match (code.held(&paper.entry_hash), paper.held) {
        (Some(Held::Gift), Held::Receipt) => CheckedKind::Gift,
        (Some(Held::Receipt), Held::Receipt) => CheckedKind::Receipt,
        (Some(Held::Deposit), Held::Deposit) => CheckedKind::Deposit,
        _ => return Ok(None),
    };
    let shop = store::get_shop(tx, &paper.store_no).await?;
    Ok(Some(ReceiptCheckView {
        paper: kind,
        receipt_no: paper.number,
        date: paper.date,
        company_name: shop.company_name,
        store_name: shop.name,
        pieces: paper.pieces,
        total: (!matches!(kind, CheckedKind::Gift)).then_some(paper.amount),
        is_demonstration: shop.is_demonstration,
    }))
}
