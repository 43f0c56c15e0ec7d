//! The proof of deposits: the journal tells of each payment, of each withdrawal, of each day that was moved, of each
//! new price and of each copy of a paper.

use std::sync::Arc;

use journal::{Kind, Members, Place, Recorded, TicketTender};
use serde::Deserialize;
use shell::db::{Tx, TxFuture};
use uuid::Uuid;

use crate::store::recorded as store;

/// Journals of before have entries of deposits of the kind of events.
const KINDS: &[Kind] = &[Kind::Deposit, Kind::Event];

/// What the journal states of a payment.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Paid {
    event: String,
    deposit_no: String,
    receipt_no: String,
    remaining: i64,
    held: i64,
    currency_code: String,
    tenders: Vec<TicketTender>,
    operator_id: Option<String>,
}

/// What it states of a withdrawal.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cancelled {
    event: String,
    deposit_no: String,
    receipt_no: String,
    withdrawn_by: String,
    held: i64,
    given_back: i64,
    kept: i64,
    added: i64,
    currency_code: String,
    tenders: Vec<TicketTender>,
}

/// What it states of a last day that was moved.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Extended {
    event: String,
    deposit_no: String,
    from_date: String,
    to_date: String,
    operator_id: Option<String>,
}

/// What it states of a new price. Journals of before name no step.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Repriced {
    event: String,
    step_id: Option<Uuid>,
    deposit_no: String,
    from: i64,
    to: i64,
    operator_id: Option<String>,
}

/// What it states of a paper that was printed again.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Copied {
    event: String,
    print_id: Uuid,
    step_id: Uuid,
    paper_no: String,
    print_no: i64,
    target: String,
    operator_id: Option<String>,
}

struct Payments;
struct Cancellations;
struct Extensions;
struct Prices;
struct Copies;

/// The tables of this feature of which the journal tells.
#[must_use]
pub fn recorded() -> Vec<Arc<dyn Recorded>> {
    vec![
        Arc::new(Payments),
        Arc::new(Cancellations),
        Arc::new(Extensions),
        Arc::new(Prices),
        Arc::new(Copies),
    ]
}

/// What was paid with, in one text.
fn tenders(tenders: &[TicketTender]) -> String {
    let mut texts: Vec<String> = tenders
        .iter()
        .map(|it| {
            let figures = (it.amount.minor, it.tendered.minor, it.change.minor);
            let card = [&it.brand, &it.last_four, &it.approval_code, &it.reference];
            store::tender_text(&it.tender_code.0, figures, &card.map(Option::as_deref))
        })
        .collect();
    texts.sort_unstable();
    texts.join("; ")
}

impl Recorded for Payments {
    fn name(&self) -> &'static str {
        "deposit_ledger"
    }

    fn kinds(&self) -> &'static [Kind] {
        KINDS
    }

    fn mark(&self) -> &'static str {
        "depositPaid"
    }

    fn stated(&self, payload: &[u8]) -> Option<(String, Members)> {
        let stated: Paid = serde_json::from_slice(payload).ok()?;
        (stated.event == self.mark()).then(|| {
            let members = vec![
                ("remaining", stated.remaining.to_string()),
                ("held", stated.held.to_string()),
                ("currency", stated.currency_code),
                ("tenders", tenders(&stated.tenders)),
                ("operator", stated.operator_id.unwrap_or_default()),
            ];
            (store::key(&stated.deposit_no, &stated.receipt_no), members)
        })
    }

    fn held<'a>(&'a self, tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Members>> {
        Box::pin(store::payment(tx, key))
    }

    fn list<'a>(&'a self, tx: &'a mut Tx, after: &'a str) -> TxFuture<'a, Vec<Place>> {
        Box::pin(store::list_payments(tx, after))
    }
}

impl Recorded for Cancellations {
    fn name(&self) -> &'static str {
        "deposit_cancellation"
    }

    fn kinds(&self) -> &'static [Kind] {
        KINDS
    }

    fn mark(&self) -> &'static str {
        "depositCancelled"
    }

    fn stated(&self, payload: &[u8]) -> Option<(String, Members)> {
        let stated: Cancelled = serde_json::from_slice(payload).ok()?;
        (stated.event == self.mark()).then(|| {
            let members = vec![
                ("withdrawn by", stated.withdrawn_by),
                ("held", stated.held.to_string()),
                ("given back", stated.given_back.to_string()),
                ("kept", stated.kept.to_string()),
                ("added", stated.added.to_string()),
                ("currency", stated.currency_code),
                ("tenders", tenders(&stated.tenders)),
            ];
            (store::key(&stated.deposit_no, &stated.receipt_no), members)
        })
    }

    fn held<'a>(&'a self, tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Members>> {
        Box::pin(store::cancellation(tx, key))
    }

    fn list<'a>(&'a self, tx: &'a mut Tx, after: &'a str) -> TxFuture<'a, Vec<Place>> {
        Box::pin(store::list_cancellations(tx, after))
    }
}

impl Recorded for Extensions {
    fn name(&self) -> &'static str {
        "deposit_extension"
    }

    fn kinds(&self) -> &'static [Kind] {
        KINDS
    }

    fn mark(&self) -> &'static str {
        "depositExtended"
    }

    fn stated(&self, payload: &[u8]) -> Option<(String, Members)> {
        let stated: Extended = serde_json::from_slice(payload).ok()?;
        (stated.event == self.mark()).then(|| {
            let members = vec![
                ("to", stated.to_date),
                ("operator", stated.operator_id.unwrap_or_default()),
            ];
            (store::key(&stated.deposit_no, &stated.from_date), members)
        })
    }

    fn held<'a>(&'a self, tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Members>> {
        Box::pin(store::extension(tx, key))
    }

    fn list<'a>(&'a self, tx: &'a mut Tx, after: &'a str) -> TxFuture<'a, Vec<Place>> {
        Box::pin(store::list_extensions(tx, after))
    }
}

impl Recorded for Prices {
    fn name(&self) -> &'static str {
        "deposit_step"
    }

    fn kinds(&self) -> &'static [Kind] {
        KINDS
    }

    fn mark(&self) -> &'static str {
        "depositRepriced"
    }

    fn stated(&self, payload: &[u8]) -> Option<(String, Members)> {
        let stated: Repriced = serde_json::from_slice(payload).ok()?;
        let step_id = stated.step_id.filter(|_| stated.event == self.mark())?;
        let members = vec![
            ("deposit", stated.deposit_no),
            ("to", stated.to.to_string()),
            ("by", (stated.to - stated.from).to_string()),
            ("operator", stated.operator_id.unwrap_or_default()),
        ];
        Some((step_id.to_string(), members))
    }

    fn held<'a>(&'a self, tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Members>> {
        Box::pin(store::price(tx, key))
    }

    fn list<'a>(&'a self, tx: &'a mut Tx, after: &'a str) -> TxFuture<'a, Vec<Place>> {
        Box::pin(store::list_prices(tx, after))
    }
}

impl Recorded for Copies {
    fn name(&self) -> &'static str {
        "deposit_print"
    }

    fn kinds(&self) -> &'static [Kind] {
        KINDS
    }

    fn mark(&self) -> &'static str {
        "depositCopied"
    }

    fn stated(&self, payload: &[u8]) -> Option<(String, Members)> {
        let stated: Copied = serde_json::from_slice(payload).ok()?;
        (stated.event == self.mark()).then(|| {
            let members = vec![
                ("step", stated.step_id.to_string()),
                ("paper", stated.paper_no),
                ("print", stated.print_no.to_string()),
                ("target", stated.target),
                ("operator", stated.operator_id.unwrap_or_default()),
            ];
            (stated.print_id.to_string(), members)
        })
    }

    fn held<'a>(&'a self, tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Members>> {
        Box::pin(store::copy(tx, key))
    }

    fn list<'a>(&'a self, tx: &'a mut Tx, after: &'a str) -> TxFuture<'a, Vec<Place>> {
        Box::pin(store::list_copies(tx, after))
    }
}
