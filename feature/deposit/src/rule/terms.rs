//! How much a deposit is at least, until when it runs, and what of it pays for some of its pieces
//! (domain §5.3).

use jiff::ToSpan;
use jiff::civil::Date;
use kernel::rounding::{Direction, Ratio};
use kernel::{Money, Rate, Refusal};

use crate::{AMOUNT_ABOVE_TOTAL, AMOUNT_NOT_POSITIVE};

/// The longest that a deposit may run, in days: two years.
pub const TERM_DAYS_MAX: i64 = 730;

/// The terms of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Which part is paid at once at least.
    pub minimum: Rate,
    /// Which part of pieces that are made or engraved to order, which nobody else wants (domain 14.5).
    pub customised_minimum: Rate,
    /// How many days it runs.
    pub days: i64,
}

impl Terms {
    /// What is to be paid at once at least on pieces that cost `total`, `customised` of it made or
    /// engraved to order. Each part is rounded to the minor unit.
    #[must_use]
    pub fn least(&self, total: Money, customised: i64) -> Money {
        let part = |minor: i64, rate: Rate| {
            Ratio::integer(i128::from(minor))
                .times(i128::from(rate.0), i128::from(Rate::HUNDRED.0))
                .round(1, Direction::Nearest)
        };
        let others = part(total.minor - customised, self.minimum);
        let customised = part(customised, self.customised_minimum);
        Money::new(others + customised, total.currency)
    }

    /// The last day of one that is made on a date.
    #[must_use]
    pub fn last_day(&self, made_on: Date) -> Date {
        made_on.saturating_add(self.days.days())
    }
}

/// Passes what a client wants to pay on something that costs `balance`.
///
/// # Errors
/// [`AMOUNT_NOT_POSITIVE`], or [`AMOUNT_ABOVE_TOTAL`].
pub fn check_amount(amount: Money, balance: Money) -> Result<(), Refusal> {
    if !amount.is_positive() {
        return Err(Refusal::new(&AMOUNT_NOT_POSITIVE).at("amount"));
    }
    if amount.minor > balance.minor {
        let refusal = Refusal::new(&AMOUNT_ABOVE_TOTAL).with("balance", balance.text());
        return Err(refusal.at("amount"));
    }
    Ok(())
}

/// What of the held money pays for pieces that cost `chosen` of the `remaining`: their part of it, and
/// all of it for the last ones. Never more than they cost.
#[must_use]
pub fn applied(held: i64, chosen: i64, remaining: i64) -> i64 {
    if chosen >= remaining {
        return held.min(chosen);
    }
    let part = Ratio::integer(i128::from(held)).times(i128::from(chosen), i128::from(remaining));
    part.round(1, Direction::Nearest).min(chosen).min(held)
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use proptest::prelude::*;

    use super::*;

    fn euro(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    #[test]
    fn a_deposit_is_a_third_less_a_bit() {
        let terms = Terms {
            minimum: Rate::percent(30),
            customised_minimum: Rate::percent(50),
            days: 30,
        };
        let table = [(45_000, 13_500), (1, 0), (5, 2), (14_900, 4_470), (33, 10)];
        for (total, least) in table {
            assert_eq!(terms.least(euro(total), 0), euro(least), "{total}");
        }
        // Half of what is made to order, besides its part of what is not.
        let table = [
            (45_000, 45_000, 22_500),
            (60_000, 15_000, 21_000),
            (6, 1, 3),
        ];
        for (total, customised, least) in table {
            assert_eq!(terms.least(euro(total), customised), euro(least));
        }
        let made_on = Date::constant(2026, 11, 21);
        assert_eq!(terms.last_day(made_on), Date::constant(2026, 12, 21));
    }

    #[test]
    fn a_client_pays_something_and_no_more_than_the_pieces_cost() {
        let key = |amount| {
            let checked = check_amount(euro(amount), euro(45_000));
            checked.map_err(|refusal| refusal.kind.key)
        };
        assert_eq!(key(0), Err("deposit.amount_not_positive"));
        assert_eq!(key(-1), Err("deposit.amount_not_positive"));
        assert_eq!(key(45_000), Ok(()));
        assert_eq!(key(45_001), Err("deposit.amount_above_total"));
    }

    #[test]
    fn the_money_goes_with_the_pieces_by_what_they_cost() {
        // Two rings of 200.00 and 100.00, 90.00 held: the first takes 60.00, the second the rest.
        assert_eq!(applied(9_000, 20_000, 30_000), 6_000);
        assert_eq!(applied(3_000, 10_000, 10_000), 3_000);
        // A piece takes no more than it costs.
        assert_eq!(applied(100, 1, 3), 1);
    }

    proptest! {
        #[test]
        fn in_whatever_parts_pieces_leave_all_the_money_leaves_with_them(
            nets in prop::collection::vec(1_i64..1_000_000, 1..8), part in 0_i64..=10_000,
        ) {
            let total: i64 = nets.iter().sum();
            let paid = i64::try_from(i128::from(total) * i128::from(part) / 10_000).unwrap();
            let (mut held, mut remaining) = (paid, total);
            for net in nets {
                let taken = applied(held, net, remaining);
                prop_assert!(taken >= 0 && taken <= net && taken <= held);
                held -= taken;
                remaining -= net;
                prop_assert!(held <= remaining);
            }
            prop_assert_eq!((held, remaining), (0, 0));
        }
    }
}
