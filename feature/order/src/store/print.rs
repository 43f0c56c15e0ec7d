//! Prints of receipts.

use jiff::Timestamp;
use kernel::id::{OrderId, StaffId};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

/// A print of a receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Print {
    pub print_id: Uuid,
    pub order_id: OrderId,
    /// 1 is the original.
    pub print_no: i64,
    pub target: String,
}

pub(crate) async fn find_print(tx: &mut Tx, print_id: Uuid) -> Outcome<Option<Print>> {
    let row = tx
        .query_opt(
            "SELECT print_id, order_id, print_no, target FROM receipt_print WHERE print_id = $1",
            params![print_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(Print {
        print_id: row.read()?,
        order_id: row.read()?,
        print_no: row.read()?,
        target: row.read()?,
    }))
}

/// How often the receipt of an order was printed.
pub(crate) async fn last_print_no(tx: &mut Tx, order_id: OrderId) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT COALESCE(MAX(print_no), 0) FROM receipt_print WHERE order_id = $1",
            params![order_id],
        )
        .await?;
    Ok(row.read()?)
}

pub(crate) async fn insert_print(
    tx: &mut Tx,
    print: &Print,
    printed_by: &StaffId,
    now: Timestamp,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO receipt_print (print_id, order_id, print_no, target, printed_by, printed_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![
            print.print_id,
            print.order_id,
            print.print_no,
            &print.target,
            printed_by,
            now
        ],
    )
    .await?;
    Ok(())
}

/// What was answered to the command of a print that has come to its end.
pub(crate) async fn find_delivery(tx: &mut Tx, print_id: Uuid) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT answer FROM idempotency WHERE idempotency_key = $1",
            params![print_id],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}
