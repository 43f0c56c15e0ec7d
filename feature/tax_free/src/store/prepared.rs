//! Travellers who are taken down before the payment.

use jiff::Timestamp;
use kernel::id::{BasketId, OrderId, StaffId, TerminalNo};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::rule::traveller::Traveller;

const COLUMNS: &str = "p.passport_no, p.issuing_country, p.family_name, p.given_name, p.born_on, \
     p.residence_country, p.residence_address, p.arrived_on, p.departs_on, p.flight_no";

/// A traveller, of columns in the order of all tables that hold one.
pub(super) fn read(row: &mut Row) -> Outcome<Traveller> {
    Ok(Traveller {
        passport_no: row.read()?,
        issuing_country: row.read()?,
        family_name: row.read()?,
        given_name: row.read()?,
        born_on: row.read()?,
        residence_country: row.read()?,
        residence_address: row.read()?,
        arrived_on: row.read()?,
        departs_on: row.read()?,
        flight_no: row.read()?,
    })
}

/// Keeps who travels with the goods of a basket, in place of who was taken down before.
pub(crate) async fn keep(
    tx: &mut Tx,
    basket_id: BasketId,
    traveller: &Traveller,
    (terminal_no, staff_id, now): (&TerminalNo, &StaffId, Timestamp),
) -> Outcome<()> {
    forget(tx, basket_id).await?;
    tx.execute_one(
        "INSERT INTO tax_free_prepared (basket_id, terminal_no, passport_no, issuing_country, \
         family_name, given_name, born_on, residence_country, residence_address, arrived_on, \
         departs_on, flight_no, prepared_by, prepared_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        params![
            basket_id,
            terminal_no,
            &traveller.passport_no,
            &traveller.issuing_country,
            &traveller.family_name,
            &traveller.given_name,
            traveller.born_on,
            &traveller.residence_country,
            &traveller.residence_address,
            traveller.arrived_on,
            traveller.departs_on,
            &traveller.flight_no,
            staff_id,
            now
        ],
    )
    .await?;
    Ok(())
}

/// Who is taken down for a basket.
pub(crate) async fn find(tx: &mut Tx, basket_id: BasketId) -> Outcome<Option<Traveller>> {
    let sql = format!("SELECT {COLUMNS} FROM tax_free_prepared p WHERE p.basket_id = $1");
    let row = tx.query_opt(&sql, params![basket_id]).await?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// Who was taken down at a till for the basket that became an order.
pub(crate) async fn find_of_order(
    tx: &mut Tx,
    order_id: OrderId,
    terminal_no: &TerminalNo,
) -> Outcome<Option<Traveller>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM sales_order o \
         JOIN tax_free_prepared p ON p.basket_id = o.basket_id \
         WHERE o.order_id = $1 AND p.terminal_no = $2"
    );
    let row = tx.query_opt(&sql, params![order_id, terminal_no]).await?;
    row.map(|mut row| read(&mut row)).transpose()
}

/// Takes away who is taken down for a basket.
pub(crate) async fn forget(tx: &mut Tx, basket_id: BasketId) -> Outcome<()> {
    tx.execute(
        "DELETE FROM tax_free_prepared WHERE basket_id = $1",
        params![basket_id],
    )
    .await?;
    Ok(())
}

/// Takes away who was taken down for an order: the form has it now.
pub(crate) async fn forget_of_order(tx: &mut Tx, order_id: OrderId) -> Outcome<()> {
    tx.execute(
        "DELETE FROM tax_free_prepared WHERE basket_id = \
         (SELECT basket_id FROM sales_order WHERE order_id = $1)",
        params![order_id],
    )
    .await?;
    Ok(())
}

/// Takes away who was taken down before a moment and never got a form.
pub(crate) async fn purge(tx: &mut Tx, before: Timestamp) -> Outcome<u64> {
    tx.execute(
        "DELETE FROM tax_free_prepared WHERE prepared_at < $1",
        params![before],
    )
    .await
    .map_err(Into::into)
}
