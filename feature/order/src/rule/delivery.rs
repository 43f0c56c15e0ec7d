//! How often a mail is tried, and when.

use jiff::SignedDuration;

/// After how many tries a mail is given up.
pub const TRIES_MAX: i64 = 8;
/// How long the second try waits; each further one waits twice as long.
const FIRST_WAIT: SignedDuration = SignedDuration::from_secs(30);
/// The longest wait.
const WAIT_MAX: SignedDuration = SignedDuration::from_hours(1);
/// After so many doublings every wait is the longest.
const DOUBLINGS_MAX: i64 = 16;

/// How long to wait after the given number of tries, at least one.
#[must_use]
pub fn wait_after(tries: i64) -> SignedDuration {
    let doublings = u32::try_from((tries - 1).clamp(0, DOUBLINGS_MAX)).unwrap_or(0);
    FIRST_WAIT
        .checked_mul(2_i32.pow(doublings))
        .map_or(WAIT_MAX, |wait| wait.min(WAIT_MAX))
}

/// Whether a mail that was tried so often is given up.
#[must_use]
pub const fn is_given_up(tries: i64) -> bool {
    tries >= TRIES_MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_an_hour() {
        let waits: Vec<i64> = (1..=9).map(|tries| wait_after(tries).as_secs()).collect();
        assert_eq!(waits, [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
        assert_eq!(wait_after(i64::MAX), WAIT_MAX);
        assert!(!is_given_up(7));
        assert!(is_given_up(8));
    }
}
