//! Leases: a piece in a basket is reserved for everyone at once, until the basket ends.
//!
//! Stock is a guarded counter: what runs out is taken by one statement that looks and takes at the
//! same time, so that of a hundred tills after one piece exactly one gets it.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::Refusal;
use kernel::id::{BasketId, ItemNo, LineId, OrderId, SizeCode, StaffId, StoreNo, TerminalNo};
use shell::db::{Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::{QUANTITY_ABOVE_AVAILABLE, RESERVED_BY_OTHER, store};

/// Who reserves what.
#[derive(Clone, Debug)]
pub struct Reservation<'a> {
    /// The line of the basket.
    pub line_id: LineId,
    /// The basket.
    pub basket_id: BasketId,
    /// The store whose stock it is.
    pub store_no: &'a StoreNo,
    /// The till.
    pub terminal_no: &'a TerminalNo,
    /// The item.
    pub item_no: &'a ItemNo,
    /// Its size.
    pub size_code: &'a SizeCode,
    /// Who works the till.
    pub staff_id: &'a StaffId,
    /// How many pieces more.
    pub quantity: i64,
    /// When.
    pub now: Timestamp,
}

/// Fewer pieces are free than are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// How many are free.
    pub available: i64,
    /// Whether some of them lie in another basket.
    pub is_held: bool,
    /// Who holds them, and at which till, when none is free.
    pub holder: Option<(String, String)>,
}

impl Shortage {
    /// Why the pieces cannot be reserved: [`RESERVED_BY_OTHER`] when somebody else holds the last
    /// ones, else [`QUANTITY_ABOVE_AVAILABLE`].
    #[must_use]
    pub fn refusal(self) -> Refusal {
        match self.holder {
            Some((staff_name, terminal_name)) => Refusal::new(&RESERVED_BY_OTHER)
                .with("staffName", staff_name)
                .with("terminalName", terminal_name),
            None => Refusal::new(&QUANTITY_ABOVE_AVAILABLE).with("available", self.available),
        }
    }
}

/// Reserves more pieces for a line.
///
/// # Errors
/// [`RESERVED_BY_OTHER`] when a colleague holds the last ones, else [`QUANTITY_ABOVE_AVAILABLE`].
pub async fn reserve(tx: &mut Tx, wish: &Reservation<'_>) -> Outcome<()> {
    match try_reserve(tx, wish).await? {
        None => Ok(()),
        Some(shortage) => Err(shortage.refusal().into()),
    }
}

/// Reserves more pieces for a line, all of them or none; says what is missing.
///
/// # Errors
/// The database's failure.
pub async fn try_reserve(tx: &mut Tx, wish: &Reservation<'_>) -> Outcome<Option<Shortage>> {
    let taken = tx
        .execute(
            "UPDATE stock SET reserved = reserved + $4 WHERE store_no = $1 AND item_no = $2 \
             AND size_code = $3 AND on_hand - reserved >= $4",
            params![wish.store_no, wish.item_no, wish.size_code, wish.quantity],
        )
        .await?;
    if taken != 1 {
        return find_shortage(tx, wish).await.map(Some);
    }
    tx.execute_one(
        "INSERT INTO stock_lease (line_id, basket_id, store_no, terminal_no, item_no, size_code, \
         quantity, staff_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (line_id) DO UPDATE SET quantity = stock_lease.quantity + $7",
        params![
            wish.line_id,
            wish.basket_id,
            wish.store_no,
            wish.terminal_no,
            wish.item_no,
            wish.size_code,
            wish.quantity,
            wish.staff_id,
            wish.now
        ],
    )
    .await?;
    Ok(None)
}

/// Why a reservation fails: how many are free, and who holds the rest.
async fn find_shortage(tx: &mut Tx, wish: &Reservation<'_>) -> Outcome<Shortage> {
    let available = store::available(tx, wish.store_no, wish.item_no, wish.size_code)
        .await?
        .max(0);
    let holders = store::holders(tx, wish.store_no, wish.item_no, wish.size_code).await?;
    let other = holders
        .into_iter()
        .find(|holder| holder.basket_id != wish.basket_id);
    Ok(Shortage {
        available,
        is_held: other.is_some(),
        holder: other
            .filter(|_| available == 0)
            .map(|other| (other.staff_name, other.terminal_name)),
    })
}

/// A basket goes on at another till, with the pieces that it holds.
///
/// # Errors
/// The database's failure.
pub async fn move_to_till(
    tx: &mut Tx,
    basket_id: BasketId,
    terminal_no: &TerminalNo,
) -> Outcome<()> {
    tx.execute(
        "UPDATE stock_lease SET terminal_no = $2 WHERE basket_id = $1",
        params![basket_id, terminal_no],
    )
    .await?;
    Ok(())
}

/// Gives pieces of a line back; all of them when `quantity` is none. Gives back how many.
///
/// # Errors
/// The database's failure.
pub async fn release(tx: &mut Tx, line_id: LineId, quantity: Option<i64>) -> Outcome<i64> {
    let lease = tx
        .query_opt(
            "SELECT store_no, item_no, size_code, quantity FROM stock_lease WHERE line_id = $1",
            params![line_id],
        )
        .await?;
    let Some(mut lease) = lease else { return Ok(0) };
    let (store_no, item_no, size_code): (String, String, String) =
        (lease.read()?, lease.read()?, lease.read()?);
    let held: i64 = lease.read()?;
    let given_back = quantity.unwrap_or(held).min(held);
    if given_back == held {
        tx.execute_one(
            "DELETE FROM stock_lease WHERE line_id = $1",
            params![line_id],
        )
        .await?;
    } else {
        tx.execute_one(
            "UPDATE stock_lease SET quantity = quantity - $2 WHERE line_id = $1",
            params![line_id, given_back],
        )
        .await?;
    }
    tx.execute_one(
        "UPDATE stock SET reserved = reserved - $4 \
         WHERE store_no = $1 AND item_no = $2 AND size_code = $3 AND reserved >= $4",
        params![store_no, item_no, size_code, given_back],
    )
    .await?;
    Ok(given_back)
}

/// A sale of the pieces of a line.
#[derive(Clone, Debug)]
pub struct Sold<'a> {
    /// The line.
    pub line_id: LineId,
    /// The store whose stock it is.
    pub store_no: &'a StoreNo,
    /// The item.
    pub item_no: &'a ItemNo,
    /// Its size.
    pub size_code: &'a SizeCode,
    /// How many pieces.
    pub quantity: i64,
    /// How many of them staff agreed to sell though stock has none: nobody reserved these.
    pub below_stock: i64,
    /// The order.
    pub order_id: OrderId,
    /// The number on its receipt.
    pub receipt_no: &'a str,
    /// Who worked the till.
    pub staff_id: &'a StaffId,
    /// The date on which it is booked.
    pub business_date: Date,
    /// When.
    pub now: Timestamp,
}

/// Takes sold pieces from stock together with their reservation, and enters it in the ledger.
///
/// Pieces without a reservation may bring stock below zero: staff were asked, in a store that allows
/// it, before payment (decision 0011). Reserved pieces always leave, whatever was sold beside them.
///
/// # Errors
/// A fault when the line does not hold exactly the others: payment must not have started then.
pub async fn sell(tx: &mut Tx, sold: &Sold<'_>) -> Outcome<()> {
    let reserved = sold.quantity - sold.below_stock;
    if reserved > 0 {
        tx.execute_one(
            "DELETE FROM stock_lease WHERE line_id = $1 AND quantity = $2",
            params![sold.line_id, reserved],
        )
        .await?;
    }
    tx.execute_one(
        "UPDATE stock SET on_hand = on_hand - $4, reserved = reserved - $5 WHERE store_no = $1 \
         AND item_no = $2 AND size_code = $3 AND reserved >= $5",
        params![
            sold.store_no,
            sold.item_no,
            sold.size_code,
            sold.quantity,
            reserved
        ],
    )
    .await?;
    store::insert_ledger_entry(
        tx,
        &store::LedgerEntry {
            store_no: &sold.store_no.0,
            item_no: &sold.item_no.0,
            size_code: &sold.size_code.0,
            quantity: -sold.quantity,
            entry_type: "SALE",
            document_no: sold.receipt_no,
            document_id: Some(sold.order_id.0),
            staff_id: &sold.staff_id.0,
            business_date: sold.business_date,
            now: sold.now,
        },
    )
    .await
}

/// Makes sure that a size of an item has a figure in the stock of a store, which may be nothing.
///
/// # Errors
/// The database's failure.
pub async fn know_size(
    tx: &mut Tx,
    store_no: &StoreNo,
    item_no: &ItemNo,
    size_code: &SizeCode,
) -> Outcome<()> {
    tx.execute(
        "INSERT INTO stock (store_no, item_no, size_code, on_hand, reserved, quarantine, \
         in_transit_in) VALUES ($1, $2, $3, 0, 0, 0, 0) \
         ON CONFLICT (store_no, item_no, size_code) DO NOTHING",
        params![store_no, item_no, size_code],
    )
    .await?;
    Ok(())
}

/// Brings pieces into stock, and enters it in the ledger: how goods first arrive.
///
/// # Errors
/// The database's failure.
pub async fn receive(tx: &mut Tx, entry: &store::LedgerEntry<'_>) -> Outcome<()> {
    if entry.quantity < 0 {
        return Err(Failure::internal(
            "goods cannot arrive with a quantity below nothing",
        ));
    }
    tx.execute_one(
        "INSERT INTO stock (store_no, item_no, size_code, on_hand, reserved, quarantine, \
         in_transit_in) VALUES ($1, $2, $3, $4, 0, 0, 0) \
         ON CONFLICT (store_no, item_no, size_code) DO UPDATE SET on_hand = stock.on_hand + $4",
        params![
            entry.store_no,
            entry.item_no,
            entry.size_code,
            entry.quantity
        ],
    )
    .await?;
    store::insert_ledger_entry(tx, entry).await
}

/// A fresh id for an entry of the ledger.
pub(crate) fn entry_id() -> Uuid {
    Uuid::now_v7()
}
