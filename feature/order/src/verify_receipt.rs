//! Whether a receipt is genuine, for anybody who holds it.

use std::net::{IpAddr, Ipv6Addr};

use axum::Extension;
use axum::extract::State;
use jiff::civil::Date;
use kernel::Money;
use kernel::id::OrderId;
use serde::Serialize;
use shell::db::{Tx, TxFuture};
use shell::http::origin::ClientAddress;
use shell::http::{Answer, Envelope, Path, Reply};
use utoipa::ToSchema;

use crate::rule::verification::{Code, Held};
use crate::{OrderState, RECEIPT_UNKNOWN, store};

/// What anybody may know of a receipt that they hold: nothing about a person.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReceiptCheckView {
    /// Its number.
    #[schema(example = "R-PAR01-000123")]
    receipt_no: String,
    /// The day of the sale.
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
    /// What was to be paid; none behind the code of a gift receipt.
    total: Option<Money>,
    /// Whether no real sale stands behind it: the shop is a demonstration.
    is_demonstration: bool,
}

/// Whether a receipt is genuine.
///
/// For anybody, without a session. The code stands on the receipt and cannot be guessed; what it is
/// compared with is the journal's signed entry of the sale. A code that belongs to no receipt of
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
    let found = state.shell.db.read(code.order_id, read_receipt).await?;
    let (hash, mut view) = found.ok_or(&RECEIPT_UNKNOWN)?;
    match code.held(&hash) {
        Some(Held::Receipt) => {}
        Some(Held::Gift) => view.total = None,
        None => return Err((&RECEIPT_UNKNOWN).into()),
    }
    Answer::of(&view)
}

fn read_receipt<'a>(
    tx: &'a mut Tx,
    order_id: &'a OrderId,
) -> TxFuture<'a, Option<(Vec<u8>, ReceiptCheckView)>> {
    Box::pin(async move {
        let Some(head) = store::find_head(tx, *order_id).await? else {
            return Ok(None);
        };
        let Some(place) = store::find_journal_place(tx, *order_id).await? else {
            return Ok(None);
        };
        let shop = store::get_shop(tx, &head.store_no).await?;
        let view = ReceiptCheckView {
            receipt_no: head.receipt_no,
            date: head.business_date,
            company_name: shop.company_name,
            store_name: shop.name,
            pieces: head.pieces,
            total: Some(head.total.plus(head.rounding)?),
            is_demonstration: shop.is_demonstration,
        };
        Ok(Some((place.hash, view)))
    })
}
