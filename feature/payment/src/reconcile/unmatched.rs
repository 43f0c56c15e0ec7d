//! Payments of which attempt, tender and the acquirer's report do not agree, for who asks beside this feature.

use std::collections::HashMap;

use jiff::Timestamp;
use kernel::Money;
use kernel::id::{AttemptId, StoreNo, TerminalNo};
use shell::Outcome;
use shell::db::Tx;

use super::compare;
use super::message::DifferenceView;
use crate::rule::attempt::State;
use crate::rule::reconciliation::Difference;
use crate::store;

pub use crate::store::PaymentReceipt;

/// An amount in minor units of a currency that may not be sold in (ISO 4217).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptAmount {
    /// Minor units.
    pub minor: i64,
    /// The currency.
    pub currency: String,
}

/// A payment that does not agree, as `GET /payment/reconciliation` tells it.
#[derive(Clone, Debug)]
pub struct UnmatchedPayment {
    /// How the sides differ.
    pub difference: Difference,
    /// The attempt; none when nobody here asked for the money.
    pub attempt_id: Option<AttemptId>,
    /// Where the attempt stands.
    pub state: Option<State>,
    /// The till.
    pub terminal_no: Option<TerminalNo>,
    /// What was to be taken.
    pub amount: Option<Money>,
    /// What is booked.
    pub booked: Option<Money>,
    /// What the acquirer took less what it gave back.
    pub kept: Vec<KeptAmount>,
    /// The acquirer's name of it, when no attempt asked for it.
    pub reference: Option<String>,
    /// When it was sent to the terminal, or happened.
    pub at: Timestamp,
}

impl From<DifferenceView> for UnmatchedPayment {
    fn from(view: DifferenceView) -> Self {
        let kept = view.kept.into_iter().map(|it| KeptAmount {
            minor: it.minor,
            currency: it.currency,
        });
        Self {
            difference: view.difference,
            attempt_id: view.attempt_id,
            state: view.state,
            terminal_no: view.terminal_no,
            amount: view.amount,
            booked: view.booked,
            kept: kept.collect(),
            reference: view.reference,
            at: view.at,
        }
    }
}

/// The payments of a store that were sent in a period and do not agree, the oldest first.
///
/// # Errors
/// The database's failure.
pub async fn unmatched_payments(
    tx: &mut Tx,
    store_no: &StoreNo,
    period: (Timestamp, Timestamp),
) -> Outcome<Vec<UnmatchedPayment>> {
    let differences = compare(tx, store_no, period, None).await?;
    Ok(differences.into_iter().map(Into::into).collect())
}

/// Which receipts payments are on; none of one that paid nothing.
///
/// # Errors
/// The database's failure.
pub async fn receipts_of(
    tx: &mut Tx,
    attempts: &[AttemptId],
) -> Outcome<HashMap<AttemptId, PaymentReceipt>> {
    store::receipts_of(tx, attempts).await
}
