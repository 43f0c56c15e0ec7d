//! Five wrong codes lock a card for half an hour (domain §6.5), whether there is such a card or not;
//! twenty lock the till, so that nobody finds cards by trying numbers.

use jiff::{SignedDuration, Timestamp};

/// How many wrong codes lock a card.
pub const CARD_TRIES: i64 = 5;
/// How many wrong codes lock a till for this purpose.
pub const TILL_TRIES: i64 = 20;
/// How long it stays locked.
pub const LOCK: SignedDuration = SignedDuration::from_mins(30);
/// After how long without a wrong code the ones before are forgotten.
pub const FORGOTTEN_AFTER: SignedDuration = SignedDuration::from_hours(24);

/// How the tries stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    /// Wrong codes since the last right one.
    pub wrong: i64,
    /// When the last of them was.
    pub last_at: Option<Timestamp>,
    /// Until when nobody may try.
    pub locked_until: Option<Timestamp>,
}

impl Tries {
    /// For how many minutes, rounded up, nobody may try; none when somebody may.
    #[must_use]
    pub fn locked_for(self, now: Timestamp) -> Option<i64> {
        let until = self.locked_until.filter(|until| *until > now)?;
        Some(((until - now).get_seconds().max(1) + 59) / 60)
    }

    /// After one more wrong code, of so many that may be wrong.
    #[must_use]
    pub fn after_wrong(self, now: Timestamp, most: i64) -> Self {
        let is_over = self.locked_until.is_some_and(|until| until <= now);
        let is_old = self.last_at.is_some_and(|at| now >= at + FORGOTTEN_AFTER);
        let wrong = if is_over || is_old { 1 } else { self.wrong + 1 };
        Self {
            wrong,
            last_at: Some(now),
            locked_until: (wrong >= most).then(|| now + LOCK),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifth_wrong_code_locks_for_thirty_minutes() {
        let start: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let mut tries = Tries::default();
        for wrong in 1..=CARD_TRIES {
            assert_eq!(tries.locked_for(start), None, "before {wrong}");
            tries = tries.after_wrong(start, CARD_TRIES);
            assert_eq!(tries.wrong, wrong);
        }
        assert_eq!(tries.locked_for(start), Some(30));
        let later = start + SignedDuration::from_secs(29 * 60 + 1);
        assert_eq!(tries.locked_for(later), Some(1));
        let after = start + LOCK;
        assert_eq!(tries.locked_for(after), None);
        assert_eq!(tries.after_wrong(after, CARD_TRIES).wrong, 1);
    }

    #[test]
    fn wrong_codes_of_yesterday_are_forgotten() {
        let start: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let tries = Tries::default().after_wrong(start, CARD_TRIES);
        assert_eq!(tries.after_wrong(start + LOCK, CARD_TRIES).wrong, 2);
        let tomorrow = start + FORGOTTEN_AFTER;
        assert_eq!(tries.after_wrong(tomorrow, CARD_TRIES).wrong, 1);
    }
}
