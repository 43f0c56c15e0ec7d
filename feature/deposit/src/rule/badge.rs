//! What the list says of a deposit at a glance (domain §5.5).

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::state::DepositState;

/// How many days before its last day a deposit is due soon.
pub const DUE_SOON_DAYS: i64 = 7;

/// What staff should know of a deposit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = DepositBadge)]
pub enum Badge {
    /// Everything is paid and here: the client can fetch it.
    Ready,
    /// Its last day is near.
    DueSoon,
    /// Its last day has passed.
    Overdue,
}

/// The badge of a deposit on a date; none for one that has time, waits for its pieces, or is over. `is_here`
/// says whether all pieces are there that were not handed over yet.
#[must_use]
pub fn badge(state: DepositState, is_here: bool, expires_on: Date, today: Date) -> Option<Badge> {
    let days_left = expires_on.duration_since(today).as_hours() / 24;
    match state {
        DepositState::Settled | DepositState::Cancelled => None,
        DepositState::FullyPaid => is_here.then_some(Badge::Ready),
        DepositState::Overdue => Some(Badge::Overdue),
        // The job may not have run yet today.
        DepositState::Open if days_left < 0 => Some(Badge::Overdue),
        DepositState::Open => (days_left <= DUE_SOON_DAYS).then_some(Badge::DueSoon),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_badge_says_what_is_to_be_done() {
        use DepositState::{Cancelled, FullyPaid, Open, Overdue, Settled};
        let today = Date::constant(2026, 11, 21);
        let day = |day| Date::constant(2026, 11, day);
        let table = [
            (Open, true, day(29), None),
            (Open, true, day(28), Some(Badge::DueSoon)),
            (Open, false, day(21), Some(Badge::DueSoon)),
            (Open, true, day(20), Some(Badge::Overdue)),
            (Overdue, false, day(10), Some(Badge::Overdue)),
            (FullyPaid, true, day(10), Some(Badge::Ready)),
            (FullyPaid, false, day(10), None),
            (Settled, true, day(21), None),
            (Cancelled, true, day(10), None),
        ];
        for (state, is_here, expires_on, expected) in table {
            assert_eq!(
                badge(state, is_here, expires_on, today),
                expected,
                "{state:?} {is_here} {expires_on}"
            );
        }
    }
}
