//! The three-way match of attempts, tenders and what the acquirer reports (reliability b.7
//! rules 10 and 11).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::attempt::{Captured, State};

/// How an attempt, its tender and the acquirer's report differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(example = "NOT_BOOKED")]
pub enum Difference {
    /// Money was taken and is not booked.
    NotBooked,
    /// A tender is booked, and a report of that time knows no money for it.
    NotCaptured,
    /// Money was taken and a tender is booked, of another amount or currency.
    AmountDiffers,
    /// Money was taken for a payment that nobody here asked for.
    NoAttempt,
    /// The end of the payment is not known.
    Unknown,
    /// A manager booked it, and no report has confirmed it yet.
    Manual,
}

impl Difference {
    /// The name, as the journal holds it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotBooked => "notBooked",
            Self::NotCaptured => "notCaptured",
            Self::AmountDiffers => "amountDiffers",
            Self::NoAttempt => "noAttempt",
            Self::Unknown => "unknown",
            Self::Manual => "manual",
        }
    }
}

/// What is known of one attempt to take money that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Where the attempt stands.
    pub state: State,
    /// The currency of the store, in which tenders are booked.
    pub currency: String,
    /// What the terminal said that it took.
    pub taken: Option<Captured>,
    /// What is booked for it, in minor units.
    pub booked: i64,
    /// Whether a terminal gave back what was booked for it, or a part of that.
    pub went_back: bool,
    /// What the acquirer took less what it gave back, by currency; empty when no report names it.
    pub kept: Vec<Captured>,
    /// Whether a report covers the time at which it was sent.
    pub is_covered: bool,
}

/// How an attempt, its tender and the acquirer's reports differ; none when they agree.
#[must_use]
pub fn difference(account: &Account) -> Option<Difference> {
    if account.kept.is_empty() {
        return unreported(account);
    }
    let kept: Vec<_> = account.kept.iter().filter(|sum| sum.minor != 0).collect();
    match (kept.as_slice(), account.booked) {
        ([], 0) => None,
        ([], _) => Some(Difference::NotCaptured),
        (_, 0) => Some(Difference::NotBooked),
        ([sum], booked) if sum.minor == booked && sum.currency == account.currency => None,
        _ => Some(Difference::AmountDiffers),
    }
}

/// Of an attempt that no report names.
fn unreported(account: &Account) -> Option<Difference> {
    let is_taken = account.taken.is_some();
    match account.state {
        // Its tender is gone, and the money never went back.
        State::Approved if account.booked == 0 && is_taken && !account.went_back => {
            Some(Difference::NotBooked)
        }
        State::Approved if account.booked == 0 => None,
        State::Approved if account.is_covered => Some(Difference::NotCaptured),
        State::Approved if !is_taken => Some(Difference::Manual),
        State::Approved => None,
        State::Mismatch | State::Reversing | State::LateSuccess => Some(Difference::NotBooked),
        State::Unknown if is_taken => Some(Difference::NotBooked),
        State::Unknown => Some(Difference::Unknown),
        // Under way, or over without money.
        State::Created
        | State::Waiting
        | State::Cancelling
        | State::Inquiry
        | State::Failed
        | State::Cancelled
        | State::TimedOut
        | State::Reversed => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(minor: i64, currency: &str) -> Captured {
        Captured {
            minor,
            currency: currency.to_owned(),
        }
    }

    fn account(state: State, booked: i64, kept: &[(i64, &str)]) -> Account {
        Account {
            state,
            currency: "EUR".to_owned(),
            taken: (booked > 0).then(|| sum(booked, "EUR")),
            booked,
            went_back: false,
            kept: kept.iter().map(|(minor, code)| sum(*minor, code)).collect(),
            is_covered: true,
        }
    }

    #[test]
    fn a_report_and_the_books_agree_or_differ() {
        use Difference as D;
        let cases = [
            (State::Approved, 500, vec![(500, "EUR")], None),
            (State::Reversed, 0, vec![(0, "EUR")], None),
            (State::Reversed, 0, vec![(0, "EUR"), (0, "USD")], None),
            // A terminal that forgot: the attempt is over, the money is with the acquirer.
            (State::TimedOut, 0, vec![(500, "EUR")], Some(D::NotBooked)),
            (State::Reversed, 0, vec![(500, "EUR")], Some(D::NotBooked)),
            (State::Approved, 500, vec![], Some(D::NotCaptured)),
            (State::Approved, 500, vec![(0, "EUR")], Some(D::NotCaptured)),
            (
                State::Approved,
                500,
                vec![(499, "EUR")],
                Some(D::AmountDiffers),
            ),
            (
                State::Approved,
                500,
                vec![(1000, "EUR")],
                Some(D::AmountDiffers),
            ),
            (
                State::Approved,
                500,
                vec![(500, "USD")],
                Some(D::AmountDiffers),
            ),
            (
                State::Approved,
                500,
                vec![(500, "EUR"), (1, "USD")],
                Some(D::AmountDiffers),
            ),
            (State::TimedOut, 0, vec![], None),
            (State::Waiting, 0, vec![], None),
            (State::Unknown, 0, vec![], Some(D::Unknown)),
            (State::Mismatch, 0, vec![], Some(D::NotBooked)),
            (State::LateSuccess, 0, vec![], Some(D::NotBooked)),
            // A manager's word was taken back, and the terminal never told of money.
            (State::Approved, 0, vec![], None),
        ];
        for (state, booked, kept, expected) in cases {
            let account = account(state, booked, &kept);
            assert_eq!(difference(&account), expected, "{account:?}");
        }
    }

    #[test]
    fn what_no_report_covers_yet_is_believed_unless_a_manager_said_it() {
        let mut account = account(State::Approved, 500, &[]);
        account.is_covered = false;
        assert_eq!(difference(&account), None);
        account.taken = None;
        assert_eq!(difference(&account), Some(Difference::Manual));
        account.kept = vec![sum(500, "EUR")];
        assert_eq!(difference(&account), None);
    }

    #[test]
    fn what_was_taken_without_a_tender_is_listed_unless_it_went_back() {
        for is_covered in [false, true] {
            let mut account = account(State::Approved, 0, &[]);
            account.is_covered = is_covered;
            account.taken = Some(sum(500, "EUR"));
            assert_eq!(difference(&account), Some(Difference::NotBooked));
            // The tender was removed by a reversal of its own.
            account.went_back = true;
            assert_eq!(difference(&account), None);
        }
    }
}
