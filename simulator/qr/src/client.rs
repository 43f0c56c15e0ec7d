//! The client's telephone: its payment code, and what comes of scanning it.

use crate::book::{Key, NotOpened, Wish};
use crate::key;
use crate::script::{Face, Fault};
use crate::state::Simulator;

/// Above this the client must type the password.
const PASSWORD_ABOVE_MINOR: i64 = 100_000;

/// What comes of scanning the client's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charge {
    Paid,
    /// The client must type the password on the telephone.
    Password,
    NotOpened(NotOpened),
    /// Not a code of this provider, or used before.
    BadCode,
    Expired,
    NotEnough,
}

/// Charges a code. Codes that end in 0000 are too old, those that end in 0001 belong to a client who
/// has not enough; all others pay, large amounts with the password.
pub(crate) fn charge(
    simulator: &Simulator,
    wish: &Wish,
    code: &str,
    fault: Option<Fault>,
) -> Charge {
    let key: Key = (wish.face, wish.order_no.clone());
    let (token, now) = (simulator.token(), simulator.now());
    {
        let mut state = simulator.state();
        let is_known = state.book.find(&key).is_some();
        if !is_known && (!is_code(wish.face, code) || !state.book.use_code(code)) {
            return Charge::BadCode;
        }
        if let Err(why) = state.book.open(wish, token, now) {
            return Charge::NotOpened(why);
        }
        state.book.scan(&key, now);
        if code.ends_with("0000") {
            state.book.refuse(&key);
            return Charge::Expired;
        }
        if code.ends_with("0001") || fault == Some(Fault::Declined) {
            state.book.refuse(&key);
            return Charge::NotEnough;
        }
    }
    if fault == Some(Fault::UserPaying) || wish.amount_minor > PASSWORD_ABOVE_MINOR {
        return Charge::Password;
    }
    simulator.pay(&key);
    Charge::Paid
}

fn is_code(face: Face, code: &str) -> bool {
    let is_digits = code.bytes().all(|byte| byte.is_ascii_digit());
    let head: u32 = code
        .get(..2)
        .and_then(|head| head.parse().ok())
        .unwrap_or(0);
    is_digits
        && match face {
            Face::Alipay => (25..=30).contains(&head) && (16..=24).contains(&code.len()),
            Face::Wechat => (10..=15).contains(&head) && code.len() == 18,
        }
}

/// A code as the client's telephone shows it.
pub(crate) fn fresh_code(face: Face) -> String {
    let head = match face {
        Face::Alipay => "28",
        Face::Wechat => "13",
    };
    // The last digit keeps clear of the codes that mean something.
    let digits = key::digits(15).unwrap_or_else(|_| "5".repeat(15));
    format!("{head}{digits}7")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_provider_knows_its_codes() {
        for face in [Face::Alipay, Face::Wechat] {
            assert!(is_code(face, &fresh_code(face)));
        }
        assert!(!is_code(Face::Alipay, "134567890123456789"));
        assert!(!is_code(Face::Wechat, "284567890123456789"));
        assert!(!is_code(Face::Wechat, "13456789012345678x"));
        assert!(!is_code(Face::Alipay, ""));
    }
}
