//! Where a form stands, and what may happen to it (domain §7.5). One function decides.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where a form stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = TaxFreeState)]
pub enum State {
    /// The operator is asked for it, or will be as soon as it answers.
    Issuing,
    /// The operator refused it, or it was withdrawn before it was sent: there is no form.
    Failed,
    /// The traveller has it.
    Issued,
    /// The operator is asked to void it.
    Voiding,
    /// It counts no more.
    Voided,
    /// Customs saw the goods leave.
    Validated,
    /// The VAT was refunded.
    Refunded,
    /// Customs did not see it in time: the VAT stays due.
    Expired,
}

/// What happens to a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The operator issued it.
    Issued,
    /// The operator will not issue it.
    Refused,
    /// Staff took it back before it was sent.
    Withdrawn,
    /// Staff void its tag.
    VoidTag,
    /// The operator voided it.
    Voided,
    /// The operator did not void it, for certain.
    VoidFailed,
    /// The operator tells that customs validated it.
    CustomsValidated,
    /// The operator tells that it refunded.
    RefundPaid,
    /// The last day for customs is over.
    DeadlinePassed,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 8] = [
        Self::Issuing,
        Self::Failed,
        Self::Issued,
        Self::Voiding,
        Self::Voided,
        Self::Validated,
        Self::Refunded,
        Self::Expired,
    ];

    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Issuing => "ISSUING",
            Self::Failed => "FAILED",
            Self::Issued => "ISSUED",
            Self::Voiding => "VOIDING",
            Self::Voided => "VOIDED",
            Self::Validated => "VALIDATED",
            Self::Refunded => "REFUNDED",
            Self::Expired => "EXPIRED",
        }
    }

    /// Finds a state by its stored name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether its receipts can go on no other form.
    #[must_use]
    pub const fn is_live(self) -> bool {
        !matches!(self, Self::Failed | Self::Voided | Self::Expired)
    }

    /// Whether the operator is asked for something.
    #[must_use]
    pub const fn is_under_way(self) -> bool {
        matches!(self, Self::Issuing | Self::Voiding)
    }

    /// Whether its tag can be voided. `was_sent`: whether the operator may know of it.
    #[must_use]
    pub const fn is_voidable(self, was_sent: bool) -> bool {
        match self {
            Self::Issued => true,
            Self::Issuing => !was_sent,
            _ => false,
        }
    }
}

/// What is certain once it happened, and is told to the journal.
pub const CERTAIN: [Event; 5] = [
    Event::Issued,
    Event::Voided,
    Event::CustomsValidated,
    Event::RefundPaid,
    Event::DeadlinePassed,
];

impl Event {
    /// Every event.
    pub const ALL: [Self; 9] = [
        Self::Issued,
        Self::Refused,
        Self::Withdrawn,
        Self::VoidTag,
        Self::Voided,
        Self::VoidFailed,
        Self::CustomsValidated,
        Self::RefundPaid,
        Self::DeadlinePassed,
    ];

    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Issued => "issued",
            Self::Refused => "refused",
            Self::Withdrawn => "withdrawn",
            Self::VoidTag => "voidTag",
            Self::Voided => "voided",
            Self::VoidFailed => "voidFailed",
            Self::CustomsValidated => "validated",
            Self::RefundPaid => "refunded",
            Self::DeadlinePassed => "expired",
        }
    }
}

/// Where a form stands after something happened; none when it cannot happen to it there.
///
/// What the operator tells outranks what we asked: customs may have been faster than a void, later
/// than the deadline that we compute, and a refund says that they saw the goods.
#[must_use]
pub const fn after(state: State, event: Event) -> Option<State> {
    use State::{Expired, Failed, Issued, Issuing, Refunded, Validated, Voided, Voiding};
    Some(match (state, event) {
        (Issuing, Event::Issued) | (Voiding, Event::VoidFailed) => Issued,
        (Issuing, Event::Refused | Event::Withdrawn) => Failed,
        (Issued, Event::VoidTag) => Voiding,
        (Voiding, Event::Voided) => Voided,
        (Issued | Voiding | Expired, Event::CustomsValidated) => Validated,
        (Issued | Voiding | Expired | Validated, Event::RefundPaid) => Refunded,
        (Issued, Event::DeadlinePassed) => Expired,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of domain §7.5 in the order of [`Event::ALL`]: `.` cannot happen.
    const TABLE: [(State, &str); 8] = [
        (State::Issuing, "I F F . . . . . ."),
        (State::Failed, ". . . . . . . . ."),
        (State::Issued, ". . . v . . V R E"),
        (State::Voiding, ". . . . X I V R ."),
        (State::Voided, ". . . . . . . . ."),
        (State::Validated, ". . . . . . . R ."),
        (State::Refunded, ". . . . . . . . ."),
        (State::Expired, ". . . . . . V R ."),
    ];

    const fn letter(state: Option<State>) -> &'static str {
        match state {
            None => ".",
            Some(State::Issuing) => "i",
            Some(State::Issued) => "I",
            Some(State::Failed) => "F",
            Some(State::Voiding) => "v",
            Some(State::Voided) => "X",
            Some(State::Validated) => "V",
            Some(State::Refunded) => "R",
            Some(State::Expired) => "E",
        }
    }

    #[test]
    fn every_event_in_every_state_does_what_the_table_says() {
        for (state, row) in TABLE {
            let found = Event::ALL.map(|event| letter(after(state, event)));
            assert_eq!(found.join(" "), row, "{state:?}");
        }
    }

    #[test]
    fn nothing_makes_a_form_that_ended_live_again_but_the_operators_word() {
        for state in State::ALL.into_iter().filter(|state| !state.is_live()) {
            for event in Event::ALL {
                let lives = after(state, event).is_some_and(State::is_live);
                let is_told = matches!(event, Event::CustomsValidated | Event::RefundPaid);
                assert!(!lives || is_told, "{state:?} {event:?}");
            }
        }
    }

    #[test]
    fn names_find_their_states_and_only_what_was_not_validated_is_voidable() {
        for state in State::ALL {
            assert_eq!(State::parse(state.name()), Some(state));
            let expected = matches!(state, State::Issued);
            assert_eq!(state.is_voidable(true), expected, "{state:?}");
        }
        assert!(State::Issuing.is_voidable(false));
        assert_eq!(State::parse("GONE"), None);
    }
}
