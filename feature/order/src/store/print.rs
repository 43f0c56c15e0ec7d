//! Prints of papers. Those of receipts stand apart: the journal's verification counts them.

use jiff::Timestamp;
use kernel::id::{OrderId, StaffId};
use shell::db::{Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::compose::Document;

/// A print of a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Print {
    pub print_id: Uuid,
    pub order_id: OrderId,
    pub document: Document,
    /// 1 is the original.
    pub print_no: i64,
    pub target: String,
}

impl Print {
    /// Whether the paper says that it is a copy. Of gift receipts there are none: they prove no
    /// payment.
    pub(crate) fn is_copy(&self) -> bool {
        self.document != Document::Gift && self.print_no > 1
    }
}

pub(crate) async fn find_print(tx: &mut Tx, print_id: Uuid) -> Outcome<Option<Print>> {
    let row = tx
        .query_opt(
            "SELECT print_id, order_id, print_no, target, 'RECEIPT' FROM receipt_print \
             WHERE print_id = $1 \
             UNION ALL \
             SELECT print_id, order_id, print_no, target, document FROM document_print \
             WHERE print_id = $1",
            params![print_id],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(Print {
        print_id: row.read()?,
        order_id: row.read()?,
        print_no: row.read()?,
        target: row.read()?,
        document: document(&row.read::<String>()?)?,
    }))
}

fn document(name: &str) -> Outcome<Document> {
    Document::parse(name).ok_or_else(|| Failure::internal(format!("there is no paper {name}")))
}

/// How often a paper of an order was printed.
pub(crate) async fn count_prints(
    tx: &mut Tx,
    order_id: OrderId,
    document: Document,
) -> Outcome<i64> {
    let row = match document {
        Document::Receipt => {
            tx.query_one(
                "SELECT COALESCE(MAX(print_no), 0) FROM receipt_print WHERE order_id = $1",
                params![order_id],
            )
            .await?
        }
        Document::Gift | Document::Invoice => {
            tx.query_one(
                "SELECT COALESCE(MAX(print_no), 0) FROM document_print \
                 WHERE order_id = $1 AND document = $2",
                params![order_id, document.name()],
            )
            .await?
        }
    };
    let mut row = row;
    Ok(row.read()?)
}

pub(crate) async fn insert_print(
    tx: &mut Tx,
    print: &Print,
    printed_by: &StaffId,
    now: Timestamp,
) -> Outcome<()> {
    if print.document == Document::Receipt {
        tx.execute_one(
            "INSERT INTO receipt_print (print_id, order_id, print_no, target, printed_by, \
             printed_at) VALUES ($1, $2, $3, $4, $5, $6)",
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
        return Ok(());
    }
    tx.execute_one(
        "INSERT INTO document_print (print_id, order_id, document, print_no, target, printed_by, \
         printed_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            print.print_id,
            print.order_id,
            print.document.name(),
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
