//! What the proof compares: invoices and their copies, with what the journal states of them.

use journal::{Members, PAGE, Place};
use kernel::id::OrderId;
use sha2::{Digest, Sha256};
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

/// What is kept of an invoice; none when there is none with its number.
pub(crate) async fn invoice(tx: &mut Tx, invoice_no: &str) -> Outcome<Option<Members>> {
    let row = tx
        .query_opt(
            "SELECT i.order_id, o.receipt_no, i.content, i.issued_by FROM invoice i \
             JOIN sales_order o ON o.order_id = i.order_id WHERE i.invoice_no = $1",
            params![invoice_no],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let order_id: OrderId = row.read()?;
    let receipt_no = row.read()?;
    let content: String = row.read()?;
    let digest = Sha256::digest(content.as_bytes());
    let hash = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Some(vec![
        ("order", order_id.to_string()),
        ("receipt", receipt_no),
        ("content", hash),
        ("operator", row.read()?),
    ]))
}

/// Invoices behind one of them.
pub(crate) async fn list_invoices(tx: &mut Tx, after: &str) -> Outcome<Vec<Place>> {
    let rows = tx
        .query(
            "SELECT invoice_no FROM invoice WHERE invoice_no > $1 ORDER BY invoice_no LIMIT $2",
            params![after, PAGE],
        )
        .await?;
    let place = |invoice_no: String| (invoice_no.clone(), invoice_no);
    rows.into_iter()
        .map(|mut row| Ok(place(row.read()?)))
        .collect()
}

/// What is kept of another print of an invoice; none when there is no such print.
pub(crate) async fn copy(tx: &mut Tx, print_id: &str) -> Outcome<Option<Members>> {
    let print_id: Uuid = print_id.parse().unwrap_or_default();
    let row = tx
        .query_opt(
            "SELECT order_id, print_no, target, printed_by FROM document_print \
             WHERE print_id = $1 AND document = 'INVOICE'",
            params![print_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (order_id, print_no): (OrderId, i64) = (row.read()?, row.read()?);
    Ok(Some(vec![
        ("order", order_id.to_string()),
        ("print", print_no.to_string()),
        ("target", row.read()?),
        ("operator", row.read()?),
    ]))
}

/// Prints of invoices from the second on, behind one of them.
pub(crate) async fn list_copies(tx: &mut Tx, after: &str) -> Outcome<Vec<Place>> {
    let after: Uuid = after.parse().unwrap_or_default();
    let rows = tx
        .query(
            "SELECT print_id FROM document_print WHERE document = 'INVOICE' AND print_no > 1 \
             AND print_id > $1 ORDER BY print_id LIMIT $2",
            params![after, PAGE],
        )
        .await?;
    let place = |print_id: Uuid| (print_id.to_string(), print_id.to_string());
    rows.into_iter()
        .map(|mut row| Ok(place(row.read()?)))
        .collect()
}
