//! What does not agree, on the wire.

use std::collections::BTreeMap;

use jiff::Timestamp;
use kernel::id::{AttemptId, TerminalNo};
use kernel::{Currency, Money};
use payment::{PaymentReceipt, UnmatchedPayment};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::unmatched::{Problem, Remedy, remedy};
use crate::store::UnmatchedTotal;

/// An amount in a currency that may not be sold in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ToldAmountView {
    /// Minor units.
    #[schema(example = 22910)]
    minor: i64,
    /// ISO 4217.
    #[schema(example = "EUR")]
    currency: String,
}

/// A payment, or a total of a card terminal, of which the sides do not agree.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UnmatchedView {
    /// What does not agree.
    problem: Problem,
    /// What somebody does about it.
    remedy: Remedy,
    /// When the payment was sent, or the terminal was asked.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// The till.
    #[schema(example = "PAR01-T1")]
    terminal_no: Option<String>,
    /// The name of the till.
    #[schema(example = "Till 1")]
    terminal_name: Option<String>,
    /// The tender, when it is a total.
    #[schema(example = "VISA")]
    tender_code: Option<String>,
    /// What our attempts say: what was to be taken, or what they took together.
    attempted: Option<Money>,
    /// What is booked.
    booked: Option<Money>,
    /// What the acquirer took less what it gave back, or what the terminal told; empty when nobody told it.
    told: Vec<ToldAmountView>,
    /// The attempt.
    attempt_id: Option<AttemptId>,
    /// The receipt on which it is.
    #[schema(example = "PAR01-2026-000123")]
    receipt_no: Option<String>,
    /// The deposit on which it is.
    deposit_id: Option<Uuid>,
    /// The acquirer's name of it, when nobody here asked for it.
    #[schema(example = "Bv0q001643892070000.VK9DRSLLRCQ2WN82")]
    reference: Option<String>,
    /// The statement with which the terminal was asked.
    #[schema(example = "S-PAR01-2026-0116")]
    statement_no: Option<String>,
}

impl UnmatchedView {
    pub(crate) fn of_payment(
        payment: UnmatchedPayment,
        receipt: Option<&PaymentReceipt>,
        tills: &BTreeMap<TerminalNo, String>,
    ) -> Self {
        let problem = Problem::from(payment.difference);
        let told = payment.kept.into_iter().map(|it| ToldAmountView {
            minor: it.minor,
            currency: it.currency,
        });
        Self {
            problem,
            remedy: remedy(problem, payment.state),
            at: payment.at,
            terminal_name: payment
                .terminal_no
                .as_ref()
                .and_then(|it| tills.get(it))
                .cloned(),
            terminal_no: payment.terminal_no.map(|it| it.0),
            tender_code: None,
            attempted: payment.amount,
            booked: payment.booked,
            told: told.collect(),
            attempt_id: payment.attempt_id,
            receipt_no: receipt.map(|it| it.receipt_no.clone()),
            deposit_id: receipt.and_then(|it| it.deposit_id),
            reference: payment.reference,
            statement_no: None,
        }
    }

    pub(crate) fn of_total(
        total: UnmatchedTotal,
        own: Currency,
        tills: &BTreeMap<TerminalNo, String>,
    ) -> Self {
        let tender = total.tender;
        let currency = Currency::parse(&tender.currency_code).unwrap_or(own);
        let money = |minor: i64| Some(Money::new(minor, currency));
        Self {
            problem: Problem::TerminalTotal,
            remedy: remedy(Problem::TerminalTotal, None),
            at: total.asked_at,
            terminal_name: tills.get(&TerminalNo(total.terminal_no.clone())).cloned(),
            terminal_no: Some(total.terminal_no),
            tender_code: Some(tender.tender_code),
            attempted: money(tender.attempted.0),
            booked: money(tender.booked),
            told: vec![ToldAmountView {
                minor: tender.told.0,
                currency: tender.currency_code,
            }],
            attempt_id: None,
            receipt_no: None,
            deposit_id: None,
            reference: None,
            statement_no: Some(total.statement_no),
        }
    }
}
