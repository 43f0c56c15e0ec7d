//! What attempts, tenders and what terminals and acquirers tell do not agree about, and what somebody does about it
//! (reliability b.7 rule 11).

use payment::rule::attempt::State;
use payment::rule::reconciliation::Difference;
use serde::Serialize;
use utoipa::ToSchema;

/// What does not agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = UnmatchedProblem)]
pub enum Problem {
    /// Money was taken and is not booked.
    NotBooked,
    /// A tender is booked, and the acquirer's report knows no money for it.
    NotCaptured,
    /// Money was taken and a tender is booked, of another amount or currency.
    AmountDiffers,
    /// Money was taken for a payment that nobody here asked for.
    NoAttempt,
    /// The end of the payment is not known.
    Unknown,
    /// Somebody said that it was paid, and no report has confirmed it yet.
    Manual,
    /// A card terminal told another total than attempts or bookings come to.
    TerminalTotal,
}

/// What somebody does about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = UnmatchedRemedy)]
pub enum Remedy {
    /// Say at its till what became of it.
    Decide,
    /// Nothing: the money is on its way back.
    Wait,
    /// Give the money back at the acquirer: the till cannot any more.
    GiveBack,
    /// Look for the slip; without one the money is taken again.
    FindSlip,
    /// Compare the order with the slip, and take or give back what is between them.
    CompareAmount,
    /// Ask the acquirer whose money it is.
    AskAcquirer,
    /// Import the acquirer's report, or keep the slip until it comes.
    AwaitReport,
    /// Compare the slips of the terminal with the orders of the statement.
    CompareSlips,
}

impl From<Difference> for Problem {
    fn from(difference: Difference) -> Self {
        match difference {
            Difference::NotBooked => Self::NotBooked,
            Difference::NotCaptured => Self::NotCaptured,
            Difference::AmountDiffers => Self::AmountDiffers,
            Difference::NoAttempt => Self::NoAttempt,
            Difference::Unknown => Self::Unknown,
            Difference::Manual => Self::Manual,
        }
    }
}

/// What somebody does about a problem with an attempt that stands somewhere; none of what is no attempt.
#[must_use]
pub const fn remedy(problem: Problem, state: Option<State>) -> Remedy {
    match problem {
        Problem::Unknown => Remedy::Decide,
        Problem::NotBooked => match state {
            // Its till holds the money until somebody says what becomes of it.
            Some(State::Mismatch | State::Unknown) => Remedy::Decide,
            Some(State::Reversing | State::LateSuccess) => Remedy::Wait,
            _ => Remedy::GiveBack,
        },
        Problem::NotCaptured => Remedy::FindSlip,
        Problem::AmountDiffers => Remedy::CompareAmount,
        Problem::NoAttempt => Remedy::AskAcquirer,
        Problem::Manual => Remedy::AwaitReport,
        Problem::TerminalTotal => Remedy::CompareSlips,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_problem_has_something_that_is_done_about_it() {
        let table = [
            (Problem::Unknown, Some(State::Unknown), Remedy::Decide),
            (Problem::NotBooked, Some(State::Mismatch), Remedy::Decide),
            (Problem::NotBooked, Some(State::Unknown), Remedy::Decide),
            (Problem::NotBooked, Some(State::Reversing), Remedy::Wait),
            (Problem::NotBooked, Some(State::LateSuccess), Remedy::Wait),
            (Problem::NotBooked, Some(State::TimedOut), Remedy::GiveBack),
            (Problem::NotBooked, Some(State::Reversed), Remedy::GiveBack),
            (
                Problem::NotCaptured,
                Some(State::Approved),
                Remedy::FindSlip,
            ),
            (
                Problem::AmountDiffers,
                Some(State::Approved),
                Remedy::CompareAmount,
            ),
            (Problem::NoAttempt, None, Remedy::AskAcquirer),
            (Problem::Manual, Some(State::Approved), Remedy::AwaitReport),
            (Problem::TerminalTotal, None, Remedy::CompareSlips),
        ];
        for (problem, state, expected) in table {
            assert_eq!(remedy(problem, state), expected, "{problem:?} {state:?}");
        }
    }

    #[test]
    fn a_difference_keeps_its_name() {
        for difference in [
            Difference::NotBooked,
            Difference::NotCaptured,
            Difference::AmountDiffers,
            Difference::NoAttempt,
            Difference::Unknown,
            Difference::Manual,
        ] {
            let named = serde_json::to_value(Problem::from(difference)).unwrap();
            assert_eq!(named, serde_json::to_value(difference).unwrap());
        }
    }
}
