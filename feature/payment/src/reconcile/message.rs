//! What is sent to be compared, and what differs.

use device::card_terminal::Currency;
use jiff::Timestamp;
use kernel::id::{AttemptId, TerminalNo};
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use shell::http::MALFORMED;
use utoipa::{IntoParams, ToSchema};

use crate::rule::attempt::{Captured, State as AttemptState};
use crate::rule::reconciliation::{Difference, difference};
use crate::store::{Compared, Stray};

/// The most lines of one report.
const ENTRIES_MAX: usize = 5000;
/// The largest amount of a line, so that sums of lines stay numbers.
const MINOR_MAX: i64 = 1_000_000_000_000;
/// The longest name that an acquirer gives.
const REFERENCE_CHARACTERS_MAX: usize = 128;

/// What a line of a report says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum EntryKind {
    /// Money was taken.
    Capture,
    /// Money was given back.
    Reversal,
}

/// A line of an acquirer's report.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({
    "kind": "CAPTURE", "reference": "Bv0q001643892070000.VK9DRSLLRCQ2WN82",
    "transactionId": "0199e2a47c1a7b3e9d526f0c8a1b2c3d", "minor": 22910, "currency": "EUR",
    "at": "2026-11-21T14:05:09Z",
}))]
pub(crate) struct EntryRequest {
    /// What happened.
    pub(super) kind: EntryKind,
    /// The acquirer's name of it (`tenderReference.pspReference`).
    pub(super) reference: String,
    /// Of a reversal: the reference of the payment that it gives back.
    #[serde(default)]
    pub(super) original: Option<String>,
    /// Our name of the payment (`SaleTransactionID`), where the report has it.
    #[serde(default)]
    pub(super) transaction_id: Option<String>,
    /// The amount in minor units.
    pub(super) minor: i64,
    /// The currency, ISO 4217; it may be one that is not sold in.
    pub(super) currency: String,
    /// When it happened.
    #[schema(value_type = String, format = DateTime)]
    pub(super) at: Timestamp,
}

/// What an acquirer reports of a period. The lines of a period may come in several reports.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ReportRequest {
    /// The first moment of which the report tells everything.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T23:00:00Z")]
    pub(super) from: Timestamp,
    /// The first moment of which it tells nothing any more.
    #[schema(value_type = String, format = DateTime, example = "2026-11-21T23:00:00Z")]
    pub(super) until: Timestamp,
    /// The lines, at most 5,000.
    pub(super) entries: Vec<EntryRequest>,
}

/// The period that is compared.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct PeriodQuery {
    /// From when; 31 days before its end when it is not said.
    #[param(value_type = Option<String>, format = DateTime)]
    pub(super) from: Option<Timestamp>,
    /// Until when; now when it is not said.
    #[param(value_type = Option<String>, format = DateTime)]
    pub(super) until: Option<Timestamp>,
}

/// An amount in a currency that may not be sold in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct KeptView {
    /// Minor units.
    #[schema(example = 22910)]
    pub(super) minor: i64,
    /// ISO 4217.
    #[schema(example = "EUR")]
    pub(super) currency: String,
}

/// A payment of which attempt, tender and the acquirer's report do not agree.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DifferenceView {
    /// How they differ.
    pub(super) difference: Difference,
    /// The attempt; null when none asked for it.
    pub(super) attempt_id: Option<AttemptId>,
    /// Where the attempt stands.
    pub(super) state: Option<AttemptState>,
    /// The till.
    #[schema(value_type = Option<String>, example = "PAR-1")]
    pub(super) terminal_no: Option<TerminalNo>,
    /// The number of the basket.
    #[schema(example = 7)]
    pub(super) basket_no: Option<i64>,
    /// What was to be taken.
    pub(super) amount: Option<Money>,
    /// What is booked.
    pub(super) booked: Option<Money>,
    /// What the acquirer took less what it gave back; empty when no report names it.
    pub(super) kept: Vec<KeptView>,
    /// The acquirer's name of it, when no attempt asked for it.
    #[schema(example = "Bv0q001643892070000.VK9DRSLLRCQ2WN82")]
    pub(super) reference: Option<String>,
    /// When it was sent to the terminal, or happened.
    #[schema(value_type = String, format = DateTime)]
    pub(super) at: Timestamp,
}

/// What does not agree, and what became certain through a report.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReconciliationView {
    /// The differences of the period, oldest first.
    pub(super) differences: Vec<DifferenceView>,
    /// The attempts that learned from this report that money was taken: what cannot be booked any
    /// more is given back.
    pub(super) informed: Vec<AttemptId>,
}

impl DifferenceView {
    pub(super) fn of(compared: Compared) -> Option<Self> {
        let Compared {
            attempt_id,
            terminal_no,
            basket_no,
            amount,
            sent_at,
            account,
        } = compared;
        Some(Self {
            difference: difference(&account)?,
            attempt_id: Some(attempt_id),
            state: Some(account.state),
            terminal_no: Some(terminal_no),
            basket_no: Some(basket_no),
            amount: Some(amount),
            booked: Some(Money::new(account.booked, amount.currency)),
            kept: account.kept.into_iter().map(Into::into).collect(),
            reference: None,
            at: sent_at,
        })
    }

    /// By what a difference is known again.
    pub(super) fn name(&self) -> (Difference, Option<AttemptId>, Option<String>) {
        (self.difference, self.attempt_id, self.reference.clone())
    }
}

impl From<Stray> for DifferenceView {
    fn from(stray: Stray) -> Self {
        Self {
            difference: Difference::NoAttempt,
            attempt_id: None,
            state: None,
            terminal_no: None,
            basket_no: None,
            amount: None,
            booked: None,
            kept: vec![stray.kept.into()],
            reference: Some(stray.reference),
            at: stray.occurred_at,
        }
    }
}

impl From<Captured> for KeptView {
    fn from(kept: Captured) -> Self {
        Self {
            minor: kept.minor,
            currency: kept.currency,
        }
    }
}

/// Refuses what makes no sense.
pub(super) fn check(request: &ReportRequest) -> Result<(), Refusal> {
    let malformed = |detail: &str| Err(Refusal::new(&MALFORMED).with("detail", detail.to_owned()));
    // As they are kept, in microseconds.
    if request.from.as_microsecond() >= request.until.as_microsecond() {
        return malformed("from must be before until");
    }
    if request.entries.len() > ENTRIES_MAX {
        return malformed("a report has at most 5000 entries");
    }
    for entry in &request.entries {
        let names = [Some(&entry.reference), entry.original.as_ref()];
        let is_name = |name: &String| {
            !name.is_empty()
                && name.chars().count() <= REFERENCE_CHARACTERS_MAX
                && !name.contains(char::is_control)
        };
        if !names.into_iter().flatten().all(is_name) {
            return malformed("a reference is empty, too long or no text");
        }
        if (entry.kind == EntryKind::Reversal) != entry.original.is_some() {
            return malformed("a reversal, and nothing else, has an original");
        }
        if !(1..=MINOR_MAX).contains(&entry.minor) || Currency::from_iso(&entry.currency).is_err() {
            return malformed("an amount is not positive, too large, or has no currency");
        }
    }
    Ok(())
}
