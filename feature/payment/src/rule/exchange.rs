//! What foreign cash is worth by the day's rate (domain 4.3.8). No rate is ever a float.

use jiff::Unit;
use jiff::civil::Date;
use kernel::rounding::{Direction, Ratio};
use kernel::{Currency, Money};

/// A rate counts hundred-millionths.
pub const RATE_SCALE: i64 = 100_000_000;
/// The decimals of a rate.
pub const RATE_DIGITS: usize = 8;
/// For how many days after its own a rate holds, over weekends and holidays.
pub const RATE_DAYS_MAX: i64 = 5;

/// What a unit of a foreign currency is worth in a store's currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The foreign currency.
    pub foreign: Currency,
    /// The store's currency.
    pub currency: Currency,
    /// Hundred-millionths of a unit of the store's currency for one unit of the foreign one.
    pub rate: i64,
    /// The day from which it holds.
    pub valid_from: Date,
}

const fn power(exponent: u32) -> i128 {
    10_i128.pow(exponent)
}

/// Whether a rate that holds from a day on still holds on another.
pub(super) fn holds(from: Date, day: Date) -> bool {
    let days = from
        .until((Unit::Day, day))
        .map_or(i64::MAX, |span| i64::from(span.get_days()));
    (0..=RATE_DAYS_MAX).contains(&days)
}

impl Rate {
    /// Whether it still holds on a business date.
    #[must_use]
    pub fn holds_on(&self, day: Date) -> bool {
        holds(self.valid_from, day)
    }

    /// What the foreign currency of `first` is worth in this rate's currency, when `first` says what it
    /// is worth in this rate's foreign one; as old as the older of the two.
    #[must_use]
    pub fn over(&self, first: &Self) -> Self {
        let exact = Ratio::integer(i128::from(self.rate))
            .times(i128::from(first.rate), i128::from(RATE_SCALE));
        Self {
            foreign: first.foreign,
            currency: self.currency,
            rate: exact.round(1, Direction::Nearest).max(1),
            valid_from: self.valid_from.min(first.valid_from),
        }
    }

    /// What foreign cash is worth in the store's currency, rounded down to its minor unit.
    #[must_use]
    pub fn worth(&self, foreign: Money) -> Money {
        let exact = Ratio::integer(i128::from(foreign.minor)).times(
            i128::from(self.rate) * power(self.currency.exponent()),
            i128::from(RATE_SCALE) * power(self.foreign.exponent()),
        );
        Money::new(exact.round(1, Direction::Down), self.currency)
    }

    /// The rate as people write it, without zeros at its end: `0.9213`.
    #[must_use]
    pub fn text(&self) -> String {
        let digits = format!("{:0width$}", self.rate, width = RATE_DIGITS + 1);
        let (whole, fraction) = digits.split_at(digits.len() - RATE_DIGITS);
        let fraction = fraction.trim_end_matches('0');
        match fraction.is_empty() {
            true => whole.to_owned(),
            false => format!("{whole}.{fraction}"),
        }
    }

    /// What the receipt and the journal say of foreign cash: `USD 100.00 x 0.9213`.
    #[must_use]
    pub fn reference(&self, foreign: Money) -> String {
        format!(
            "{} {} x {}",
            foreign.currency.code(),
            foreign.figures(),
            self.text()
        )
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    fn rate(foreign: Currency, currency: Currency, rate: i64) -> Rate {
        Rate {
            foreign,
            currency,
            rate,
            valid_from: date(2026, 11, 20),
        }
    }

    #[test]
    fn a_currency_goes_over_another_one() {
        use Currency::{Eur, Hkd, Jpy, Usd};
        let table = [
            // 0.92165899 x 8.4927 = 7.827373304...
            (Usd, Hkd, 92_165_899, 849_270_000, 782_737_330),
            // 0.00617 x 8.4927 = 0.052399959
            (Jpy, Hkd, 617_000, 849_270_000, 5_239_996),
            // The finest step is not nothing.
            (Jpy, Hkd, 1, 1_000, 1),
        ];
        for (foreign, currency, in_euro, euro, expected) in table {
            let in_euro = Rate {
                valid_from: date(2026, 11, 19),
                ..rate(foreign, Eur, in_euro)
            };
            let crossed = rate(Eur, currency, euro).over(&in_euro);
            let older = Rate {
                valid_from: date(2026, 11, 19),
                ..rate(foreign, currency, expected)
            };
            assert_eq!(crossed, older, "{foreign} {currency}");
        }
    }

    #[test]
    fn foreign_cash_is_worth_its_rate_rounded_down() {
        use Currency::{Cny, Eur, Hkd, Jpy, Krw, Kwd, Usd};
        let table = [
            // 100.00 USD at 0.9213
            (Usd, Eur, 92_130_000, 10_000, 9_213),
            // 0.99 USD at 0.92139999 is 0.912185..., so 0.91
            (Usd, Eur, 92_139_999, 99, 91),
            // 10,000 JPY at 0.00617
            (Jpy, Eur, 617_000, 10_000, 6_170),
            // 5.000 KWD at 25.41
            (Kwd, Hkd, 2_541_000_000, 5_000, 12_705),
            // 100.00 CNY at 190.5 won
            (Cny, Krw, 19_050_000_000, 10_000, 19_050),
            // 20.00 EUR at 0.335 dinar
            (Eur, Kwd, 33_500_000, 2_000, 6_700),
        ];
        for (foreign, currency, step, given, expected) in table {
            let worth = rate(foreign, currency, step).worth(Money::new(given, foreign));
            assert_eq!(
                worth,
                Money::new(expected, currency),
                "{foreign} {currency}"
            );
        }
    }

    #[test]
    fn a_rate_holds_for_its_day_and_a_long_weekend() {
        let friday = rate(Currency::Usd, Currency::Eur, 92_130_000);
        for (day, holds) in [
            (date(2026, 11, 19), false),
            (date(2026, 11, 20), true),
            (date(2026, 11, 25), true),
            (date(2026, 11, 26), false),
        ] {
            assert_eq!(friday.holds_on(day), holds, "{day}");
        }
    }

    #[test]
    fn rates_are_written_as_people_write_them() {
        let text = |step| rate(Currency::Usd, Currency::Eur, step).text();
        assert_eq!(text(92_130_000), "0.9213");
        assert_eq!(text(100_000_000), "1");
        assert_eq!(text(2_541_000_000), "25.41");
        assert_eq!(text(1), "0.00000001");
        let dollars = Money::new(10_000, Currency::Usd);
        let told = rate(Currency::Usd, Currency::Eur, 92_130_000).reference(dollars);
        assert_eq!(told, "USD 100.00 x 0.9213");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn the_shop_never_gives_more_than_it_gets(
            step in 1_i64..100_000_000_000, one in 0_i64..10_000_000, two in 0_i64..10_000_000,
            pair in prop_oneof![
                Just((Currency::Usd, Currency::Eur)), Just((Currency::Jpy, Currency::Eur)),
                Just((Currency::Kwd, Currency::Jpy)), Just((Currency::Eur, Currency::Kwd)),
            ],
        ) {
            let rate = rate(pair.0, pair.1, step);
            let worth = |minor| rate.worth(Money::new(minor, pair.0)).minor;
            // Never more than exact, less than a minor unit less, and nothing is won by splitting.
            let exact = i128::from(one) * i128::from(step) * power(pair.1.exponent());
            let unit = i128::from(RATE_SCALE) * power(pair.0.exponent());
            let given = i128::from(worth(one)) * unit;
            prop_assert!(given <= exact && exact - given < unit);
            prop_assert!(worth(one) + worth(two) <= worth(one + two));
            prop_assert!(worth(one) <= worth(one + 1));
        }
    }
}
