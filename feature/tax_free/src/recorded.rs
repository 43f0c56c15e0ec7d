//! The proof of forms: the journal tells what each is about, and what became of it.

use std::sync::Arc;

use journal::{Kind, Members, Recorded};
use kernel::id::OrderId;
use serde::Deserialize;
use shell::db::{Tx, TxFuture};
use uuid::Uuid;

use crate::store;

/// What the journal states of something that happened to a form.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stated {
    event: String,
    form_id: Uuid,
    serial_no: String,
    form_no: Option<String>,
    currency_code: String,
    gross: i64,
    vat: i64,
    refund: i64,
    fee: i64,
    refunded: Option<i64>,
    order_ids: Vec<OrderId>,
    operator_id: Option<String>,
}

struct Happenings;

/// The tables of this feature of which the journal tells.
#[must_use]
pub fn recorded() -> Vec<Arc<dyn Recorded>> {
    vec![Arc::new(Happenings)]
}

impl Recorded for Happenings {
    fn name(&self) -> &'static str {
        "tax_free_event"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind::TaxFree]
    }

    fn mark(&self) -> &'static str {
        "formId"
    }

    fn stated(&self, payload: &[u8]) -> Option<(String, Members)> {
        let stated: Stated = serde_json::from_slice(payload).ok()?;
        let mut orders: Vec<String> = stated.order_ids.iter().map(OrderId::to_string).collect();
        orders.sort_unstable();
        let mut members = vec![
            ("serial number", stated.serial_no),
            ("currency", stated.currency_code),
            ("gross", stated.gross.to_string()),
            ("VAT", stated.vat.to_string()),
            ("refund", stated.refund.to_string()),
            ("fee", stated.fee.to_string()),
            ("orders", orders.join(" ")),
            ("operator", stated.operator_id.unwrap_or_default()),
        ];
        // The operator gives its number with the form, and tells with the payment what it paid.
        members.extend(stated.form_no.map(|form_no| ("form number", form_no)));
        members.extend(stated.refunded.map(|minor| ("refunded", minor.to_string())));
        Some((store::key(stated.form_id, &stated.event), members))
    }

    fn held<'a>(&'a self, tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Members>> {
        Box::pin(store::held(tx, key))
    }

    fn list<'a>(&'a self, tx: &'a mut Tx, after: &'a str) -> TxFuture<'a, Vec<journal::Place>> {
        Box::pin(store::list_certain(tx, after))
    }
}
