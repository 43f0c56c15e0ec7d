//! Five wrong passwords lock an account for fifteen minutes (domain §16.2).

use jiff::{SignedDuration, Timestamp};

/// How many wrong passwords lock an account.
pub const WRONG_TRIES_MAX: i64 = 5;
/// How long it stays locked.
pub const LOCK: SignedDuration = SignedDuration::from_mins(15);

/// How the tries of a user name stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tries {
    /// Wrong passwords since the last right one.
    pub wrong: i64,
    /// Until when nobody may try.
    pub locked_until: Option<Timestamp>,
}

/// What a try meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// The password may be checked. It counts as wrong until it proves right, so that tries at the
    /// same time count exactly.
    Admitted(Tries),
    /// Nobody may try for so many minutes, rounded up.
    Locked(i64),
}

/// Admits or refuses one more try to log in.
#[must_use]
pub fn admit(tries: Tries, now: Timestamp) -> Admission {
    admit_until(tries, now, WRONG_TRIES_MAX)
}

/// Admits or refuses one more try, of so many that may be wrong.
#[must_use]
pub fn admit_until(tries: Tries, now: Timestamp, most: i64) -> Admission {
    let tries = match tries.locked_until {
        Some(until) if until > now => {
            let seconds = (until - now).get_seconds().max(1);
            return Admission::Locked((seconds + 59) / 60);
        }
        Some(_) => Tries::default(),
        None => tries,
    };
    let wrong = tries.wrong + 1;
    let locked_until = (wrong >= most).then(|| now + LOCK);
    Admission::Admitted(Tries {
        wrong,
        locked_until,
    })
}

/// How tries stand when the last one that was admitted was right, and is not enough: those that were wrong before it
/// still count. Of somebody with a second factor the code alone proves that they are who they say.
#[must_use]
pub fn take_back(tries: Tries) -> Tries {
    let wrong = (tries.wrong - 1).max(0);
    Tries {
        wrong,
        locked_until: tries.locked_until.filter(|_| wrong >= WRONG_TRIES_MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_try_that_is_not_enough_leaves_what_was_wrong_before_it() {
        let until: Timestamp = "2026-11-21T10:15:00Z".parse().unwrap();
        for (wrong, locked_until, left) in [
            (1, None, 0),
            (3, None, 2),
            // The last one counted as wrong before it was looked at.
            (5, Some(until), 4),
            // Somebody was faster and forgot all of them.
            (0, None, 0),
        ] {
            let tries = Tries {
                wrong,
                locked_until,
            };
            let expected = Tries {
                wrong: left,
                locked_until: None,
            };
            assert_eq!(take_back(tries), expected, "{wrong}");
        }
    }

    #[test]
    fn the_fifth_wrong_password_locks_for_fifteen_minutes() {
        let start: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let mut tries = Tries::default();
        for wrong in 1..=5 {
            let Admission::Admitted(next) = admit(tries, start) else {
                panic!("try {wrong}")
            };
            assert_eq!(next.wrong, wrong);
            assert_eq!(next.locked_until.is_some(), wrong == 5);
            tries = next;
        }
        assert_eq!(admit(tries, start), Admission::Locked(15));
        let later = start + SignedDuration::from_secs(14 * 60 + 1);
        assert_eq!(admit(tries, later), Admission::Locked(1));
        let after = start + LOCK;
        assert_eq!(
            admit(tries, after),
            Admission::Admitted(Tries {
                wrong: 1,
                locked_until: None
            })
        );
    }
}
