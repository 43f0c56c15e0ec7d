//! When a code may be entered, and what it opens.

use jiff::{SignedDuration, Timestamp};
use session::rule::second_factor::{CODE_LIFE, RESEND_AFTER, WRONG_CODES_MAX};

/// How long an entered code opens what it is for.
pub const PROOF_LIFE: SignedDuration = SignedDuration::from_mins(10);
/// For how long codes are kept, so that it can be told which one opened what.
pub const KEPT_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

/// What a code opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A gift card.
    GiftCard,
    /// A customer's credit for old jewellery.
    RecyclingCredit,
    /// A customer's loyalty credit.
    LoyaltyCredit,
}

impl Purpose {
    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GiftCard => "GIFT_CARD",
            Self::RecyclingCredit => "RECYCLING_CREDIT",
            Self::LoyaltyCredit => "LOYALTY_CREDIT",
        }
    }
}

/// Where a code stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// When it was sent.
    pub requested_at: Timestamp,
    /// Wrong tries so far.
    pub wrong: i64,
    /// When it was entered.
    pub verified_at: Option<Timestamp>,
    /// Whether it has opened something already.
    pub is_spent: bool,
}

impl Code {
    /// Whether digits may be compared with it now.
    #[must_use]
    pub fn may_be_entered(&self, now: Timestamp) -> bool {
        !self.is_spent
            && self.verified_at.is_none()
            && self.wrong < WRONG_CODES_MAX
            && now < self.requested_at + CODE_LIFE
    }

    /// Whether it opens something now.
    #[must_use]
    pub fn opens(&self, now: Timestamp) -> bool {
        let entered = self.verified_at;
        !self.is_spent && entered.is_some_and(|at| now < at + PROOF_LIFE)
    }

    /// After how many seconds another may be asked for; none when now.
    #[must_use]
    pub fn wait(&self, now: Timestamp) -> Option<i64> {
        let again = self.requested_at + RESEND_AFTER;
        (now < again).then(|| again.duration_since(now).as_secs().max(1))
    }

    /// How many more tries there are after a wrong one.
    #[must_use]
    pub const fn tries_left_after_wrong(&self) -> i64 {
        WRONG_CODES_MAX - self.wrong - 1
    }
}

/// Whether an amount of a credit needs a code: what the basket takes of it in all is above the limit.
#[must_use]
pub const fn needs_code(taken_before: i64, amount: i64, above: i64) -> bool {
    taken_before.saturating_add(amount) > above
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_secs(seconds)
    }

    fn code(wrong: i64, verified: Option<i64>, is_spent: bool) -> Code {
        Code {
            requested_at: at(0),
            wrong,
            verified_at: verified.map(at),
            is_spent,
        }
    }

    #[test]
    fn a_code_is_entered_once_in_time_with_few_tries() {
        assert!(code(4, None, false).may_be_entered(at(299)));
        assert!(!code(4, None, false).may_be_entered(at(300)));
        assert!(!code(5, None, false).may_be_entered(at(1)));
        assert!(!code(0, Some(1), false).may_be_entered(at(2)));
        assert!(!code(0, None, true).may_be_entered(at(2)));
    }

    #[test]
    fn an_entered_code_opens_once_for_ten_minutes() {
        assert!(!code(0, None, false).opens(at(1)));
        assert!(code(0, Some(10), false).opens(at(609)));
        assert!(!code(0, Some(10), false).opens(at(610)));
        assert!(!code(0, Some(10), true).opens(at(11)));
    }

    #[test]
    fn another_code_waits_forty_seconds() {
        assert_eq!(code(0, None, false).wait(at(0)), Some(40));
        assert_eq!(code(0, None, false).wait(at(39)), Some(1));
        assert_eq!(code(0, None, false).wait(at(40)), None);
    }

    #[test]
    fn the_fifth_wrong_try_is_the_last() {
        assert_eq!(code(0, None, false).tries_left_after_wrong(), 4);
        assert_eq!(code(4, None, false).tries_left_after_wrong(), 0);
    }

    #[test]
    fn parts_of_one_basket_count_together() {
        assert!(!needs_code(0, 5_000, 5_000));
        assert!(needs_code(0, 5_001, 5_000));
        assert!(needs_code(3_000, 2_001, 5_000));
    }
}
