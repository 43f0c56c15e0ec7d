//! The goods of a basket as an order would have them: for features that judge them before they are paid.

use jiff::Timestamp;
use kernel::id::{BasketId, CustomerId, LineId, StoreNo, TerminalNo};
use kernel::{Money, Rate};
use shell::Outcome;
use shell::db::Tx;

use crate::load::load;
use crate::store;

/// What is in the basket at work at a till.
#[derive(Clone, Debug)]
pub struct Goods {
    /// The basket.
    pub basket_id: BasketId,
    /// Who buys, where it is said.
    pub customer_id: Option<CustomerId>,
    /// The flight; blank when none is entered.
    pub flight_no: String,
    /// The type that its order will have.
    pub order_type: &'static str,
    /// What is in it. A line without a price is left out.
    pub lines: Vec<GoodsLine>,
}

/// Pieces of a line that are priced alike.
#[derive(Clone, Debug)]
pub struct GoodsLine {
    /// The line.
    pub line_id: LineId,
    /// Its name.
    pub name: String,
    /// How many pieces.
    pub quantity: i64,
    /// What they cost now, with VAT.
    pub net: Money,
    /// The VAT in it.
    pub vat_rate: Rate,
    /// Whether it is sold without touching stock.
    pub is_no_stock: bool,
    /// Whether it is still to be made for the customer.
    pub is_customised: bool,
}

/// The goods of the basket at work at a till, at the prices of `now`; none without one whose goods
/// leave with the customer.
///
/// # Errors
/// The database's failure.
pub async fn goods_of(
    tx: &mut Tx,
    (store_no, terminal_no): (&StoreNo, &TerminalNo),
    now: Timestamp,
) -> Outcome<Option<Goods>> {
    let basket = store::find_basket(tx, terminal_no).await?;
    let Some(basket) = basket.filter(|basket| basket.purpose.sells()) else {
        return Ok(None);
    };
    let shop = setting::get_store(tx, store_no).await?;
    let loaded = load(tx, &shop, basket, now).await?;
    let of_line = |stored: &store::StoredLine| {
        let parts = loaded.priced.calculated.of_line(stored.line.line_id);
        parts
            .map(|part| GoodsLine {
                line_id: stored.line.line_id,
                name: stored.name.clone(),
                quantity: i64::from(part.quantity),
                net: part.net,
                vat_rate: part.rate,
                is_no_stock: stored.line.item.no_stock_posting,
                is_customised: stored.line.customisation.is_some(),
            })
            .collect::<Vec<_>>()
    };
    Ok(Some(Goods {
        basket_id: loaded.basket.basket_id,
        customer_id: loaded.basket.customer_id,
        flight_no: loaded.basket.flight_no.clone(),
        order_type: loaded.basket.kind.name(),
        lines: loaded.lines.iter().flat_map(of_line).collect(),
    }))
}
