//! How often the public page may be asked from one address.

use jiff::{SignedDuration, Timestamp};

/// How many codes may be checked from an address within [`WINDOW`].
pub const VISITS_MAX: u32 = 30;
/// How long they count.
pub const WINDOW: SignedDuration = SignedDuration::from_mins(1);

/// The visits from an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visits {
    /// When the first of them came.
    pub since: Timestamp,
    /// How many there were.
    pub count: u32,
}

impl Visits {
    /// Whether they still count.
    #[must_use]
    pub fn is_over(&self, now: Timestamp) -> bool {
        now >= self.since + WINDOW
    }
}

/// Admits one more visit: how they stand then; none when there were too many.
#[must_use]
pub fn admit(visits: Option<Visits>, now: Timestamp) -> Option<Visits> {
    match visits.filter(|visits| !visits.is_over(now)) {
        None => Some(Visits {
            since: now,
            count: 1,
        }),
        Some(visits) => (visits.count < VISITS_MAX).then(|| Visits {
            count: visits.count + 1,
            ..visits
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_visits_in_a_minute_are_the_last() {
        let start: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let mut visits = None;
        for count in 1..=VISITS_MAX {
            visits = admit(visits, start);
            assert_eq!(visits.map(|visits| visits.count), Some(count));
        }
        assert_eq!(admit(visits, start + SignedDuration::from_secs(59)), None);
        let later = admit(visits, start + WINDOW).unwrap();
        assert_eq!((later.count, later.since), (1, start + WINDOW));
    }
}
