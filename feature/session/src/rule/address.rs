//! Thirty wrong passwords from one address within five minutes, whoever they were for, are the last
//! for those five minutes (reliability row 27): many names are not tried from one place.

use std::net::{IpAddr, Ipv6Addr};

use jiff::{SignedDuration, Timestamp};

/// How many wrong passwords may come from an address within [`WINDOW`].
pub const WRONG_TRIES_MAX: u32 = 30;
/// How long they count.
pub const WINDOW: SignedDuration = SignedDuration::from_mins(5);

/// How the tries from an address stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tries {
    /// When the first of them came.
    pub since: Timestamp,
    /// How many were wrong, as far as is known.
    pub wrong: u32,
}

impl Tries {
    /// Whether they still count.
    #[must_use]
    pub fn is_over(&self, now: Timestamp) -> bool {
        now >= self.since + WINDOW
    }
}

/// Admits one more try: how the tries stand then. It counts as wrong until it proves right. The
/// refusal: for how many minutes nobody may try, rounded up.
///
/// # Errors
/// When too many were wrong.
pub fn admit(tries: Option<Tries>, now: Timestamp) -> Result<Tries, i64> {
    let tries = tries.filter(|tries| !tries.is_over(now));
    let tries = tries.unwrap_or(Tries {
        since: now,
        wrong: 0,
    });
    if tries.wrong >= WRONG_TRIES_MAX {
        let seconds = (tries.since + WINDOW - now).get_seconds().max(1);
        return Err((seconds + 59) / 60);
    }
    Ok(Tries {
        wrong: tries.wrong + 1,
        ..tries
    })
}

/// What counts as one address: of IPv6 the network of a subscriber, who has all addresses in it.
#[must_use]
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_wrong_tries_in_five_minutes_are_the_last() {
        let start: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let mut tries = None;
        for wrong in 1..=30 {
            let admitted = admit(tries, start).unwrap();
            assert_eq!(admitted.wrong, wrong);
            tries = Some(admitted);
        }
        assert_eq!(admit(tries, start), Err(5));
        assert_eq!(admit(tries, start + SignedDuration::from_secs(241)), Err(1));
        let later = admit(tries, start + WINDOW).unwrap();
        assert_eq!((later.wrong, later.since), (1, start + WINDOW));
    }

    #[test]
    fn neighbours_are_apart_in_ipv4_and_together_in_ipv6() {
        for (one, other, is_same) in [
            ("192.0.2.1", "192.0.2.2", false),
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
        ] {
            let network = |text: &str| network(text.parse().unwrap());
            assert_eq!(network(one) == network(other), is_same, "{one} {other}");
        }
    }
}
