//! Baskets and lines of pieces that are kept.

use jiff::Timestamp;
use kernel::id::{BasketId, LineId};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use super::{Basket, LEASE};
use crate::Till;
use crate::kept::NewPayment;
use crate::rule::purpose::Purpose;

/// Says what the payment of a basket is for.
pub(crate) async fn set_purpose(
    tx: &mut Tx,
    basket_id: BasketId,
    purpose: Purpose,
    deposit_id: Option<Uuid>,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET purpose = $2, deposit_id = $3 WHERE basket_id = $1",
        params![basket_id, purpose.name(), deposit_id],
    )
    .await?;
    Ok(())
}

/// Begins a basket for what is not paid now of another one, with its customer, salesperson and kind. The
/// till goes on with it, so that the other one must not be at work any more.
pub(crate) async fn insert_rest_basket(
    tx: &mut Tx,
    basket: &Basket,
    rest_id: BasketId,
    now: Timestamp,
) -> Outcome<()> {
    let basket_no = tx.next_number(&basket.store_no.0, "basket").await?;
    tx.execute_one(
        "INSERT INTO basket (basket_id, store_no, terminal_no, basket_no, state, version, \
         salesperson_id, customer_id, note, opened_by, opened_at, lease_until, priced_on, kind) \
         SELECT $2, store_no, terminal_no, $3, 'OPEN', 0, salesperson_id, customer_id, note, \
         opened_by, $4, $5, priced_on, kind FROM basket WHERE basket_id = $1",
        params![basket.basket_id, rest_id, basket_no, now, now + LEASE],
    )
    .await?;
    copy_head(tx, basket.basket_id, rest_id).await
}

/// Writes a basket that is being paid from the start.
pub(crate) async fn insert_paying_basket(
    tx: &mut Tx,
    till: &Till,
    new: &NewPayment<'_>,
) -> Outcome<()> {
    let basket_no = tx.next_number(&till.store_no.0, "basket").await?;
    tx.execute_one(
        "INSERT INTO basket (basket_id, store_no, terminal_no, basket_no, state, version, \
         salesperson_id, customer_id, note, opened_by, opened_at, lease_until, due, cashier_id, \
         fixed, purpose, deposit_id) \
         VALUES ($1, $2, $3, $4, 'PAYING', 0, $5, $6, '', $7, $8, $9, $10, $7, $11, $12, $13)",
        params![
            new.basket_id,
            &till.store_no,
            &till.terminal_no,
            basket_no,
            new.salesperson_id,
            new.customer_id,
            &till.staff_id,
            till.now,
            till.now + LEASE,
            new.due.minor,
            new.fixed.map(str::to_owned),
            new.purpose.name(),
            new.deposit_id
        ],
    )
    .await?;
    Ok(())
}

/// Moves a line with everything that hangs on it behind the lines of another basket.
pub(crate) async fn move_line(
    tx: &mut Tx,
    from: BasketId,
    to: BasketId,
    line_id: LineId,
) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket_line SET basket_id = $3, position = \
         (SELECT COALESCE(MAX(position), 0) + 1 FROM basket_line WHERE basket_id = $3) \
         WHERE line_id = $1 AND basket_id = $2",
        params![line_id, from, to],
    )
    .await?;
    tx.execute(
        "UPDATE stock_lease SET basket_id = $2, \
         terminal_no = (SELECT terminal_no FROM basket WHERE basket_id = $2) WHERE line_id = $1",
        params![line_id, to],
    )
    .await?;
    for table in [
        "basket_salesperson",
        "manual_discount",
        "basket_certificate",
        "basket_line_customisation",
        "basket_line_gift_card",
    ] {
        let sql = format!("UPDATE {table} SET basket_id = $2 WHERE line_id = $1");
        tx.execute(&sql, params![line_id, to]).await?;
    }
    Ok(())
}

/// Copies note, flight and the salespeople of the whole basket.
pub(crate) async fn copy_head(tx: &mut Tx, from: BasketId, to: BasketId) -> Outcome<()> {
    tx.execute_one(
        "UPDATE basket SET note = (SELECT k.note FROM basket k WHERE k.basket_id = $1), \
         flight_no = (SELECT k.flight_no FROM basket k WHERE k.basket_id = $1) \
         WHERE basket_id = $2",
        params![from, to],
    )
    .await?;
    tx.execute(
        "INSERT INTO basket_salesperson (basket_id, line_id, staff_id, position, share) \
         SELECT $2, NULL, staff_id, position, share FROM basket_salesperson \
         WHERE basket_id = $1 AND line_id IS NULL",
        params![from, to],
    )
    .await?;
    Ok(())
}
