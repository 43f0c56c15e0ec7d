//! The proof of credits: the journal tells of each that a document granted, took back or got paid back.

use std::sync::Arc;

use journal::{Kind, Members, Place, Recorded};
use kernel::id::CustomerId;
use serde::Deserialize;
use shell::db::{Tx, TxFuture};
use uuid::Uuid;

use crate::store::credit;

/// What the journal states of an entry.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stated {
    event: String,
    customer_id: CustomerId,
    recycling_id: Uuid,
    entry: String,
    amount: i64,
    currency_code: String,
    /// Entries of before it was told have none.
    reference: Option<String>,
    operator_id: Option<String>,
}

struct Credits;

/// The tables of this feature of which the journal tells.
#[must_use]
pub fn recorded() -> Vec<Arc<dyn Recorded>> {
    vec![Arc::new(Credits)]
}

impl Recorded for Credits {
    fn name(&self) -> &'static str {
        "recycling_credit_entry"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind::Event]
    }

    fn mark(&self) -> &'static str {
        "recyclingCredit"
    }

    fn stated(&self, payload: &[u8]) -> Option<(String, Members)> {
        let stated: Stated = serde_json::from_slice(payload).ok()?;
        (stated.event == self.mark()).then(|| {
            let mut members = vec![
                ("customer", stated.customer_id.to_string()),
                ("amount", stated.amount.to_string()),
                ("currency", stated.currency_code),
                ("operator", stated.operator_id.unwrap_or_default()),
            ];
            members.extend(stated.reference.map(|it| ("reference", it)));
            (credit::key(stated.recycling_id, &stated.entry), members)
        })
    }

    fn held<'a>(&'a self, tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Members>> {
        Box::pin(credit::held(tx, key))
    }

    fn list<'a>(&'a self, tx: &'a mut Tx, after: &'a str) -> TxFuture<'a, Vec<Place>> {
        Box::pin(credit::list_of_documents(tx, after))
    }
}
