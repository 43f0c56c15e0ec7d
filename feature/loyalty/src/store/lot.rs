//! Lots of credit.

use jiff::civil::Date;
use kernel::Currency;
use kernel::id::{CustomerId, OrderId, StoreNo};
use shell::Outcome;
use shell::db::{Row, Tx, params};
use uuid::Uuid;

use crate::rule::lot::{Ended, Lot, Part};

/// Whose credit, in which currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    /// The customer.
    pub customer_id: CustomerId,
    /// The currency.
    pub currency: Currency,
}

/// A lot that begins.
pub(crate) struct NewLot<'a> {
    pub lot_id: Uuid,
    pub owner: Owner,
    pub order_id: Option<OrderId>,
    pub store_no: &'a StoreNo,
    pub granted: i64,
    /// From when to when it is good.
    pub days: (Date, Date),
}

/// Makes a lot of which nothing is there yet: the entry that fills it follows.
pub(crate) async fn insert(tx: &mut Tx, new: &NewLot<'_>) -> Outcome<()> {
    let (usable_from, expires_on) = new.days;
    tx.execute_one(
        "INSERT INTO loyalty_lot (lot_id, customer_id, currency_code, order_id, store_no, granted, \
         remaining, state, usable_from, expires_on) \
         VALUES ($1, $2, $3, $4, $5, $6, 0, 'USED', $7, $8)",
        params![
            new.lot_id,
            new.owner.customer_id,
            new.owner.currency.code(),
            new.order_id,
            new.store_no,
            new.granted,
            usable_from,
            expires_on
        ],
    )
    .await?;
    Ok(())
}

fn lot(mut row: Row) -> Outcome<Lot> {
    Ok(Lot {
        lot_id: row.read()?,
        remaining: row.read()?,
        usable_from: row.read()?,
        expires_on: row.read()?,
    })
}

/// What is left of somebody's lots.
pub(crate) async fn list_open(tx: &mut Tx, owner: Owner) -> Outcome<Vec<Lot>> {
    let rows = tx
        .query(
            "SELECT lot_id, remaining, usable_from, expires_on FROM loyalty_lot \
             WHERE customer_id = $1 AND currency_code = $2 AND state = 'OPEN' \
             ORDER BY expires_on, lot_id",
            params![owner.customer_id, owner.currency.code()],
        )
        .await?;
    rows.into_iter().map(lot).collect()
}

/// Puts an amount into a lot, or takes it from there (below zero); answers whether it was there.
/// `ended` says how it ended, should nothing be left.
pub(crate) async fn shift(tx: &mut Tx, part: Part, ended: Ended) -> Outcome<bool> {
    let expired = if ended == Ended::Expired {
        -part.amount
    } else {
        0
    };
    let touched = tx
        .execute(
            "UPDATE loyalty_lot SET remaining = remaining + $2, expired = expired + $4, \
             state = CASE WHEN remaining + $2 > 0 THEN 'OPEN' ELSE $3 END \
             WHERE lot_id = $1 AND remaining + $2 >= 0 AND remaining + $2 <= granted",
            params![part.lot_id, part.amount, ended.name(), expired],
        )
        .await?;
    Ok(touched == 1)
}

/// A lot whose last day has passed.
pub(crate) struct Over {
    pub lot_id: Uuid,
    pub owner: Owner,
    pub store_no: StoreNo,
    pub remaining: i64,
}

/// Lots with something left whose last day is before a day.
pub(crate) async fn list_over(tx: &mut Tx, today: Date, limit: i64) -> Outcome<Vec<Over>> {
    let rows = tx
        .query(
            "SELECT lot_id, customer_id, currency_code, store_no, remaining FROM loyalty_lot \
             WHERE state = 'OPEN' AND expires_on < $1 ORDER BY expires_on, lot_id LIMIT $2",
            params![today, limit],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Over {
                lot_id: row.read()?,
                owner: Owner {
                    customer_id: row.read()?,
                    currency: row.read()?,
                },
                store_no: row.read()?,
                remaining: row.read()?,
            })
        })
        .collect()
}

/// The lot that a sale earned, as a return sees it.
pub(crate) struct EarnedLot {
    pub lot_id: Uuid,
    pub remaining: i64,
    /// What ended unspent, without what was forgiven already.
    pub expired: i64,
}

/// The lot that a sale earned.
pub(crate) async fn find_of_order(tx: &mut Tx, order_id: OrderId) -> Outcome<Option<EarnedLot>> {
    let row = tx
        .query_opt(
            "SELECT lot_id, remaining, expired - forgiven FROM loyalty_lot WHERE order_id = $1",
            params![order_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(EarnedLot {
        lot_id: row.read()?,
        remaining: row.read()?,
        expired: row.read()?,
    }))
}

/// Notes that a return asked for what had ended unspent.
pub(crate) async fn forgive(tx: &mut Tx, lot_id: Uuid, amount: i64) -> Outcome<()> {
    tx.execute_one(
        "UPDATE loyalty_lot SET forgiven = forgiven + $2 WHERE lot_id = $1",
        params![lot_id, amount],
    )
    .await?;
    Ok(())
}

/// The last day of a lot, and the store that granted it.
pub(crate) async fn end_of(tx: &mut Tx, lot_id: Uuid) -> Outcome<(Date, StoreNo)> {
    let mut row = tx
        .query_one(
            "SELECT expires_on, store_no FROM loyalty_lot WHERE lot_id = $1",
            params![lot_id],
        )
        .await?;
    Ok((row.read()?, row.read()?))
}
