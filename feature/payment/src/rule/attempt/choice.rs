use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::next::{can_cancel, may_be_given_back_by_hand};
use super::{Attempt, Circumstance, Kind, Match, State};
use crate::OCCUPIED;

/// What the screen offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AttemptChoice)]
pub enum Choice {
    /// A new attempt with the same tender.
    Retry,
    /// Cancel; of an attempt that is over, close the dialogue.
    Cancel,
    /// Go on waiting.
    Wait,
    /// Pay with something else.
    OtherTender,
    /// Keep what was taken as a part of what is due.
    AcceptPart,
    /// Give back what was taken.
    Reverse,
    /// What is in doubt was carried out; what the terminal did not give back went back by hand.
    Paid,
    /// What is in doubt was not carried out.
    NotPaid,
}

/// What the screen offers now. `may_resolve` says whether the person may decide about payments in
/// doubt.
#[must_use]
pub fn choices(attempt: &Attempt, at: &Circumstance<'_>, may_resolve: bool) -> Vec<Choice> {
    use Choice as C;
    let by_hand = may_resolve && may_be_given_back_by_hand(attempt, at);
    match attempt.state {
        State::Created | State::Cancelling | State::Reversing => vec![C::Wait],
        State::Waiting | State::Inquiry => match can_cancel(attempt, at) {
            true => vec![C::Cancel, C::Wait],
            false => vec![C::Wait],
        },
        State::Unknown if may_resolve => vec![C::Wait, C::Paid, C::NotPaid],
        State::Unknown => vec![C::Wait],
        State::Mismatch => {
            let kept = attempt
                .captured
                .as_ref()
                .map(|captured| captured.against(attempt.amount));
            let mut offered = match kept {
                Some(Match::Equal | Match::Lower) => vec![C::AcceptPart, C::Reverse],
                Some(Match::Other) | None => vec![C::Reverse],
            };
            offered.extend(by_hand.then_some(C::Paid));
            offered
        }
        State::LateSuccess if by_hand => vec![C::Wait, C::Paid],
        State::Failed | State::Cancelled | State::TimedOut if attempt.kind == Kind::Reversal => {
            vec![C::Retry, C::Cancel]
        }
        State::Failed if is_occupied(attempt) => {
            vec![C::Retry, C::Cancel, C::Wait, C::OtherTender]
        }
        State::Failed | State::Cancelled | State::TimedOut => vec![C::Retry, C::OtherTender],
        State::Reversed if attempt.kind == Kind::Payment => vec![C::Retry, C::OtherTender],
        State::Reversed | State::Approved | State::LateSuccess => vec![],
    }
}

fn is_occupied(attempt: &Attempt) -> bool {
    attempt
        .outcome
        .as_ref()
        .is_some_and(|outcome| outcome.key == OCCUPIED.key)
}
