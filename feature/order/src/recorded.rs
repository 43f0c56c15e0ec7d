//! The proof of invoices: the journal tells of each with the hash of its paper, and of each copy.

use std::sync::Arc;

use journal::{Kind, Members, Place, Recorded};
use kernel::id::OrderId;
use serde::Deserialize;
use shell::db::{Tx, TxFuture};
use uuid::Uuid;

use crate::store::recorded as store;

/// What the journal states of an invoice.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Issued {
    invoice_no: String,
    order_id: OrderId,
    receipt_no: String,
    content_hash: String,
    operator_id: String,
}

/// What it states of another print of one.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Copied {
    print_id: Uuid,
    order_id: OrderId,
    print_no: i64,
    target: String,
    operator_id: String,
}

struct Invoices;
struct Copies;

/// The tables of this feature of which the journal tells, besides orders and their receipts.
#[must_use]
pub fn recorded() -> Vec<Arc<dyn Recorded>> {
    vec![Arc::new(Invoices), Arc::new(Copies)]
}

impl Recorded for Invoices {
    fn name(&self) -> &'static str {
        "invoice"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Invoice]
    }

    fn mark(&self) -> &'static str {
        "contentHash"
    }

    fn stated(&self, payload: &[u8]) -> Option<(String, Members)> {
        let stated: Issued = serde_json::from_slice(payload).ok()?;
        let members = vec![
            ("order", stated.order_id.to_string()),
            ("receipt", stated.receipt_no),
            ("content", stated.content_hash),
            ("operator", stated.operator_id),
        ];
        Some((stated.invoice_no, members))
    }

    fn held<'a>(&'a self, tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Members>> {
        Box::pin(store::invoice(tx, key))
    }

    fn list<'a>(&'a self, tx: &'a mut Tx, after: &'a str) -> TxFuture<'a, Vec<Place>> {
        Box::pin(store::list_invoices(tx, after))
    }
}

impl Recorded for Copies {
    fn name(&self) -> &'static str {
        "document_print"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Invoice]
    }

    fn mark(&self) -> &'static str {
        "printId"
    }

    fn stated(&self, payload: &[u8]) -> Option<(String, Members)> {
        let stated: Copied = serde_json::from_slice(payload).ok()?;
        let members = vec![
            ("order", stated.order_id.to_string()),
            ("print", stated.print_no.to_string()),
            ("target", stated.target),
            ("operator", stated.operator_id),
        ];
        Some((stated.print_id.to_string(), members))
    }

    fn held<'a>(&'a self, tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Members>> {
        Box::pin(store::copy(tx, key))
    }

    fn list<'a>(&'a self, tx: &'a mut Tx, after: &'a str) -> TxFuture<'a, Vec<Place>> {
        Box::pin(store::list_copies(tx, after))
    }
}
