//! Reserve pieces for a line, or ask whether they are sold though stock has none (decision 0011).

use inventory::lease::{Reservation, know_size, reserve, try_reserve};
use kernel::Refusal;
use kernel::id::{ItemNo, LineId, SizeCode};
use shell::Outcome;
use shell::db::Tx;

use crate::store::{self, Basket};
use crate::{SINGLE_PIECE_NOT_IN_STOCK, STOCK_CONFIRM, Till};

/// Pieces of an item for a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces<'a> {
    /// The line.
    pub(crate) line_id: LineId,
    /// The item.
    pub(crate) item_no: &'a str,
    /// Its size.
    pub(crate) size_code: &'a str,
    /// How many more.
    pub(crate) quantity: i64,
}

impl<'a> Pieces<'a> {
    /// A single piece.
    pub(crate) const fn one(line_id: LineId, item_no: &'a str, size_code: &'a str) -> Self {
        Self {
            line_id,
            item_no,
            size_code,
            quantity: 1,
        }
    }
}

/// Reserves more pieces for a line of the basket; stock must have them.
///
/// # Errors
/// Who holds them, or how many there are.
pub(crate) async fn reserve_pieces(
    tx: &mut Tx,
    till: &Till,
    basket: &Basket,
    pieces: &Pieces<'_>,
) -> Outcome<()> {
    let (item_no, size_code) = piece(pieces);
    reserve(
        tx,
        &reservation(till, basket, pieces, (&item_no, &size_code)),
    )
    .await
}

/// What decides when stock has fewer pieces than are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// Whether each piece is a line of its own: it is sold once, whatever the store allows.
    pub(crate) is_single: bool,
    /// Whether staff said yes to selling below stock.
    pub(crate) sell_below_stock: bool,
}

/// As [`reserve_pieces`]. Where the store allows it, and no other basket holds a piece, staff are asked
/// whether to sell those that stock does not have; once they said yes, these are noted on the line.
///
/// # Errors
/// [`STOCK_CONFIRM`] is the question; [`SINGLE_PIECE_NOT_IN_STOCK`] for a piece that is counted by
/// itself.
pub(crate) async fn reserve_or_ask(
    tx: &mut Tx,
    till: &Till,
    basket: &Basket,
    pieces: &Pieces<'_>,
    terms: Terms,
) -> Outcome<()> {
    let (item_no, size_code) = piece(pieces);
    let wish = reservation(till, basket, pieces, (&item_no, &size_code));
    let Some(shortage) = try_reserve(tx, &wish).await? else {
        return Ok(());
    };
    let store = setting::get_store(tx, &till.store_no).await?;
    if !shortage.is_held && terms.is_single {
        let refusal = Refusal::new(&SINGLE_PIECE_NOT_IN_STOCK);
        return Err(refusal.with("itemNo", pieces.item_no).into());
    }
    if shortage.is_held || !store.allows_negative_inventory {
        return Err(shortage.refusal().into());
    }
    let available = shortage.available;
    let missing = pieces.quantity - available;
    if !terms.sell_below_stock {
        let item = catalog::store::get_item(tx, pieces.item_no).await?;
        return Err(Refusal::new(&STOCK_CONFIRM)
            .with("itemNo", pieces.item_no)
            .with("sizeCode", pieces.size_code)
            .with("itemName", item.name)
            .with("quantity", pieces.quantity)
            .with("available", available)
            .with("missing", missing)
            .into());
    }
    if available > 0 {
        let rest = Reservation {
            quantity: available,
            ..wish
        };
        reserve(tx, &rest).await?;
    }
    know_size(tx, &till.store_no, &item_no, &size_code).await?;
    store::add_below_stock(tx, pieces.line_id, missing).await
}

fn piece(pieces: &Pieces<'_>) -> (ItemNo, SizeCode) {
    (
        ItemNo::from(pieces.item_no),
        SizeCode::from(pieces.size_code),
    )
}

fn reservation<'a>(
    till: &'a Till,
    basket: &Basket,
    pieces: &Pieces<'_>,
    (item_no, size_code): (&'a ItemNo, &'a SizeCode),
) -> Reservation<'a> {
    Reservation {
        line_id: pieces.line_id,
        basket_id: basket.basket_id,
        store_no: &till.store_no,
        terminal_no: &till.terminal_no,
        item_no,
        size_code,
        staff_id: &till.staff_id,
        quantity: pieces.quantity,
        now: till.now,
    }
}
