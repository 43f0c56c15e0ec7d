//! What a sale earns (domain §9.1): credit as a part of what was paid for goods, and points.

use jiff::ToSpan;
use jiff::civil::Date;
use kernel::Rate;
use kernel::rounding::{Direction, Ratio};

/// The terms on which a store grants and takes credit. Amounts are minor units of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Which part of what is paid for goods becomes credit.
    pub earn_rate: Rate,
    /// For how many days from the day of the sale it is good.
    pub valid_days: i64,
    /// For how many days at least credit is good that comes back with a return.
    pub restored_days: i64,
    /// Up to which amount of a basket no code is needed.
    pub code_above: i64,
    /// What has to be spent for a point.
    pub amount_per_point: i64,
}

/// What a sale earns, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Earned {
    /// The credit.
    pub credit: i64,
    /// The points.
    pub points: i64,
}

impl Terms {
    /// What is earned with goods for an amount, of which a part was paid with credit. Both are rounded
    /// down.
    #[must_use]
    pub fn earned(&self, goods: i64, paid_with_credit: i64) -> Earned {
        let base = goods.saturating_sub(paid_with_credit.max(0)).max(0);
        let hundred = i128::from(Rate::HUNDRED.0);
        let credit = Ratio::integer(i128::from(base)).times(i128::from(self.earn_rate.0), hundred);
        Earned {
            credit: credit.round(1, Direction::Down),
            points: base / self.amount_per_point.max(1),
        }
    }

    /// From when to when credit of a day is good: from the day after, for the days of the store.
    #[must_use]
    pub fn days(&self, sold_on: Date) -> (Date, Date) {
        let from = sold_on.saturating_add(1.day());
        let until = sold_on.saturating_add(self.valid_days.days());
        (from, until.max(from))
    }

    /// The last day of credit that comes back: its own, or as many days as the store grants at least.
    #[must_use]
    pub fn restored_until(&self, expires_on: Date, today: Date) -> Date {
        expires_on.max(today.saturating_add(self.restored_days.days()))
    }
}

/// What of an order was paid with the credit that came in for the deposit which it settles (domain §9.1:
/// credit earns nothing, however far it went). Of what leaves a deposit, the credit leaves first:
/// `before` went into orders that are complete, `applied` into this one.
#[must_use]
pub fn credit_of_deposit(credit: i64, before: i64, applied: i64) -> i64 {
    credit.min(before.saturating_add(applied)) - credit.min(before)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    const TERMS: Terms = Terms {
        earn_rate: Rate::percent(5),
        valid_days: 365,
        restored_days: 30,
        code_above: 5_000,
        amount_per_point: 100,
    };

    #[test]
    fn five_per_cent_of_the_goods_rounded_down_and_a_point_for_each_euro() {
        let earned = |goods, paid| TERMS.earned(goods, paid);
        let credit = |credit, points| Earned { credit, points };
        assert_eq!(earned(35_340, 0), credit(1_767, 353));
        assert_eq!(earned(35_340, 2_500), credit(1_642, 328));
        assert_eq!(earned(19, 0), credit(0, 0));
        assert_eq!(earned(20, 0), credit(1, 0));
        assert_eq!(earned(5_000, 5_000), credit(0, 0));
        // Credit that paid for more than the goods takes nothing from other sales.
        assert_eq!(earned(5_000, 8_000), credit(0, 0));
        let none = Terms {
            earn_rate: Rate::ZERO,
            ..TERMS
        };
        assert_eq!(none.earned(35_340, 0), credit(0, 353));
    }

    #[test]
    fn it_is_good_from_the_day_after_for_a_year() {
        let (from, until) = TERMS.days(date(2026, 2, 28));
        assert_eq!((from, until), (date(2026, 3, 1), date(2027, 2, 28)));
        let leap = TERMS.days(date(2027, 3, 1));
        assert_eq!(leap.1, date(2028, 2, 29));
        let short = Terms {
            valid_days: 1,
            ..TERMS
        };
        assert_eq!(short.days(date(2026, 12, 31)).1, date(2027, 1, 1));
    }

    #[test]
    fn what_comes_back_keeps_its_last_day_or_gets_thirty_days() {
        let today = date(2026, 11, 21);
        let until = |expires_on| TERMS.restored_until(expires_on, today);
        assert_eq!(until(date(2027, 1, 31)), date(2027, 1, 31));
        assert_eq!(until(date(2026, 12, 1)), date(2026, 12, 21));
        assert_eq!(until(date(2026, 11, 20)), date(2026, 12, 21));
    }

    #[test]
    fn credit_that_paid_for_a_deposit_leaves_it_first() {
        for (credit, before, applied, expected) in [
            (0, 0, 20_000, 0),
            (2_000, 0, 20_000, 2_000),
            (2_000, 0, 1_500, 1_500),
            (2_000, 1_500, 18_500, 500),
            (2_000, 2_000, 18_000, 0),
        ] {
            assert_eq!(
                credit_of_deposit(credit, before, applied),
                expected,
                "{credit} {before} {applied}"
            );
        }
    }

    proptest! {
        #[test]
        fn the_orders_of_a_deposit_use_its_credit_up_once(
            credit in 0_i64..9_000, orders in prop::collection::vec(0_i64..5_000, 0..6)
        ) {
            let mut before = 0;
            let mut used = 0;
            for applied in &orders {
                used += credit_of_deposit(credit, before, *applied);
                before += applied;
            }
            prop_assert_eq!(used, credit.min(before));
        }

        #[test]
        fn more_goods_never_earn_less_and_never_more_than_was_paid(
            goods in 0..1_000_000_000_i64, more in 0..1_000_000_i64, paid in 0..1_000_000_000_i64,
            rate in 0..=1_000_000_i64,
        ) {
            let terms = Terms { earn_rate: Rate(rate), ..TERMS };
            let (one, other) = (terms.earned(goods, paid), terms.earned(goods + more, paid));
            prop_assert!(other.credit >= one.credit && other.points >= one.points);
            prop_assert!(one.credit >= 0 && one.credit <= (goods - paid).max(0));
        }
    }
}
