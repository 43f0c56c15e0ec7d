//! What may happen to a document (domain §8.6): one function knows all ways.

use jiff::{SignedDuration, Timestamp};
use kernel::{ErrorKind, Refusal};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{NOT_PRINTABLE, STATE_NOT_POSSIBLE, WITHDRAWAL_TOO_LATE};

/// How long pieces stay untouched after the credit was given, and the seller may withdraw.
pub const QUARANTINE: SignedDuration = SignedDuration::from_hours(48);

/// Where a document stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = RecyclingState)]
pub enum State {
    /// Begun, without pieces.
    Draft,
    /// Its pieces are weighed and valued.
    Weighed,
    /// The seller signed: contract and register stand.
    Agreed,
    /// The credit is given; the pieces lie in quarantine.
    Credited,
    /// The seller withdrew and has the pieces back.
    Withdrawn,
    /// The pieces may leave.
    Released,
    /// They are on their way to the refiner.
    Shipped,
    /// The refiner has weighed them.
    Closed,
    /// Given up before anything was agreed.
    Cancelled,
}

impl State {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Draft,
        Self::Weighed,
        Self::Agreed,
        Self::Credited,
        Self::Withdrawn,
        Self::Released,
        Self::Shipped,
        Self::Closed,
        Self::Cancelled,
    ];

    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "DRAFT",
            Self::Weighed => "WEIGHED",
            Self::Agreed => "AGREED",
            Self::Credited => "CREDITED",
            Self::Withdrawn => "WITHDRAWN",
            Self::Released => "RELEASED",
            Self::Shipped => "SHIPPED",
            Self::Closed => "CLOSED",
            Self::Cancelled => "CANCELLED",
        }
    }

    /// Finds a state by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The pieces are weighed: how many lines there are now.
    Weigh(usize),
    /// The seller signs.
    Agree,
    /// The credit is given.
    Grant,
    /// The certificate is printed.
    Print,
    /// The seller withdraws.
    Withdraw,
    /// The quarantine is over.
    Release,
    /// The pieces go to the refiner.
    Ship,
    /// The refiner has weighed.
    Settle,
    /// It is given up.
    Cancel,
    /// Its pieces are photographed.
    Photograph,
    /// A photograph is taken away.
    Unphotograph,
}

/// A document, as far as it decides what may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Where it stands.
    pub state: State,
    /// Until when its pieces stay untouched; none before the credit.
    pub quarantine_until: Option<Timestamp>,
}

/// Where a document stands after something happened to it.
///
/// # Errors
/// Why it cannot happen now.
pub fn next(standing: Standing, event: Event, now: Timestamp) -> Result<State, Refusal> {
    let is_over = standing.quarantine_until.is_some_and(|until| now >= until);
    match (standing.state, event) {
        (State::Draft | State::Weighed, Event::Weigh(0)) => Ok(State::Draft),
        (State::Draft | State::Weighed, Event::Weigh(_)) => Ok(State::Weighed),
        (State::Draft | State::Weighed, Event::Cancel) => Ok(State::Cancelled),
        (State::Weighed, Event::Agree) => Ok(State::Agreed),
        (State::Agreed, Event::Grant) => Ok(State::Credited),
        // Who signed may withdraw before the credit is there too.
        (State::Agreed, Event::Withdraw) => Ok(State::Withdrawn),
        (State::Credited, Event::Withdraw) if !is_over => Ok(State::Withdrawn),
        (State::Credited | State::Released | State::Shipped | State::Closed, Event::Withdraw) => {
            Err(Refusal::new(&WITHDRAWAL_TOO_LATE))
        }
        (State::Credited, Event::Release) if is_over => Ok(State::Released),
        (State::Released, Event::Ship) => Ok(State::Shipped),
        (State::Shipped, Event::Settle) => Ok(State::Closed),
        (State::Credited | State::Released | State::Shipped | State::Closed, Event::Print) => {
            Ok(standing.state)
        }
        // What is still here can be photographed; what was signed for stays as it was seen.
        (
            State::Draft | State::Weighed | State::Agreed | State::Credited | State::Released,
            Event::Photograph,
        )
        | (State::Draft | State::Weighed, Event::Unphotograph) => Ok(standing.state),
        (state, event) => Err(impossible(state, event)),
    }
}

fn impossible(state: State, event: Event) -> Refusal {
    let kind: &'static ErrorKind = match event {
        Event::Print => &NOT_PRINTABLE,
        _ => &STATE_NOT_POSSIBLE,
    };
    Refusal::new(kind).with("state", state.name())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const EVENTS: [Event; 10] = [
        Event::Weigh(0),
        Event::Weigh(2),
        Event::Agree,
        Event::Grant,
        Event::Print,
        Event::Withdraw,
        Event::Release,
        Event::Ship,
        Event::Settle,
        Event::Cancel,
    ];

    fn at(hours: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_hours(hours)
    }

    fn standing(state: State) -> Standing {
        let has_credit = !matches!(
            state,
            State::Draft | State::Weighed | State::Agreed | State::Cancelled
        );
        Standing {
            state,
            quarantine_until: has_credit.then(|| at(48)),
        }
    }

    #[test]
    fn exactly_these_ways_exist() {
        use State::{
            Agreed, Cancelled, Closed, Credited, Draft, Released, Shipped, Weighed, Withdrawn,
        };
        let ways = |hours| {
            let mut ways = Vec::new();
            for state in State::ALL {
                for event in EVENTS {
                    if let Ok(to) = next(standing(state), event, at(hours))
                        && event != Event::Print
                    {
                        ways.push((state, event, to));
                    }
                }
            }
            ways
        };
        let always = [
            (Draft, Event::Weigh(0), Draft),
            (Draft, Event::Weigh(2), Weighed),
            (Draft, Event::Cancel, Cancelled),
            (Weighed, Event::Weigh(0), Draft),
            (Weighed, Event::Weigh(2), Weighed),
            (Weighed, Event::Agree, Agreed),
            (Weighed, Event::Cancel, Cancelled),
            (Agreed, Event::Grant, Credited),
            (Agreed, Event::Withdraw, Withdrawn),
        ];
        let later = [
            (Released, Event::Ship, Shipped),
            (Shipped, Event::Settle, Closed),
        ];
        let early = [
            &always[..],
            &[(Credited, Event::Withdraw, Withdrawn)],
            &later,
        ]
        .concat();
        let late = [&always[..], &[(Credited, Event::Release, Released)], &later].concat();
        assert_eq!(ways(47), early);
        assert_eq!(ways(48), late);
    }

    #[test]
    fn a_certificate_is_printed_of_what_was_credited_and_not_withdrawn() {
        for state in State::ALL {
            let printed = next(standing(state), Event::Print, at(1));
            match state {
                State::Credited | State::Released | State::Shipped | State::Closed => {
                    assert_eq!(printed, Ok(state));
                }
                _ => {
                    let refusal = printed.unwrap_err();
                    assert_eq!(refusal.kind, &NOT_PRINTABLE, "{state:?}");
                    assert_eq!(
                        refusal.message(),
                        "The order cannot be recycled or its recycling cannot be printed"
                    );
                }
            }
        }
    }

    #[test]
    fn pieces_are_photographed_while_they_are_here_and_stay_so_from_the_signature_on() {
        for state in State::ALL {
            let is_here = !matches!(
                state,
                State::Withdrawn | State::Shipped | State::Closed | State::Cancelled
            );
            let is_unsigned = matches!(state, State::Draft | State::Weighed);
            for (event, expected) in [
                (Event::Photograph, is_here),
                (Event::Unphotograph, is_unsigned),
            ] {
                let after = next(standing(state), event, at(1));
                assert_eq!(after.is_ok(), expected, "{state:?} {event:?}");
                assert!(after.is_err() || after == Ok(state));
            }
        }
    }

    #[test]
    fn a_withdrawal_that_is_late_says_so() {
        for state in [
            State::Released,
            State::Shipped,
            State::Closed,
            State::Credited,
        ] {
            let refusal = next(standing(state), Event::Withdraw, at(48)).unwrap_err();
            assert_eq!(refusal.kind, &WITHDRAWAL_TOO_LATE);
        }
    }

    proptest! {
        #[test]
        fn whatever_happens_pieces_never_leave_before_the_quarantine_is_over(
            steps in prop::collection::vec((0_usize..EVENTS.len(), 0_i64..30), 1..60),
        ) {
            let mut standing = Standing { state: State::Draft, quarantine_until: None };
            let mut hours = 0;
            let mut credited_at = None;
            for (event, wait) in steps {
                hours += wait;
                let Ok(state) = next(standing, EVENTS[event], at(hours)) else { continue };
                if state == State::Credited && credited_at.is_none() {
                    credited_at = Some(hours);
                    standing.quarantine_until = Some(at(hours) + QUARANTINE);
                }
                if matches!(state, State::Released | State::Shipped | State::Closed) {
                    prop_assert!(credited_at.is_some_and(|since| hours >= since + 48));
                }
                standing.state = state;
            }
        }
    }
}
