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

/// Reserves more pieces for a line.
///
/// # Errors
/// [`RESERVED_BY_OTHER`] when a colleague holds the last ones, else [`QUANTITY_ABOVE_AVAILABLE`].
pub async fn reserve(tx: &mut Tx, wish: &Reservation<'_>) -> Outcome<()> {
    let taken = tx
        .execute(
            "UPDATE stock SET reserved = reserved + $4 WHERE store_no = $1 AND item_no = $2 \
             AND size_code = $3 AND on_hand - reserved >= $4",
            params![wish.store_no, wish.item_no, wish.size_code, wish.quantity],
        )
        .await?;
    if taken != 1 {
        return Err(refusal(tx, wish).await?.into());
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
    Ok(())
}

/// Why a reservation fails: how many are free, and who holds the rest.
async fn refusal(tx: &mut Tx, wish: &Reservation<'_>) -> Outcome<Refusal> {
    let available = store::available(tx, wish.store_no, wish.item_no, wish.size_code)
        .await?
        .max(0);
    if available == 0 {
        let holders = store::holders(tx, wish.store_no, wish.item_no, wish.size_code).await?;
        let other = holders
            .into_iter()
            .find(|holder| holder.terminal_no != *wish.terminal_no);
        if let Some(other) = other {
            return Ok(Refusal::new(&RESERVED_BY_OTHER)
                .with("staffName", other.staff_name)
                .with("terminalName", other.terminal_name));
        }
    }
    Ok(Refusal::new(&QUANTITY_ABOVE_AVAILABLE).with("available", available))
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

/// A sale of the pieces that a line had reserved.
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
/// # Errors
/// A fault when the line does not hold exactly these pieces: payment must not have started then.
pub async fn sell(tx: &mut Tx, sold: &Sold<'_>) -> Outcome<()> {
    tx.execute_one(
        "DELETE FROM stock_lease WHERE line_id = $1 AND quantity = $2",
        params![sold.line_id, sold.quantity],
    )
    .await?;
    tx.execute_one(
        "UPDATE stock SET on_hand = on_hand - $4, reserved = reserved - $4 WHERE store_no = $1 \
         AND item_no = $2 AND size_code = $3 AND on_hand >= $4 AND reserved >= $4",
        params![sold.store_no, sold.item_no, sold.size_code, sold.quantity],
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
