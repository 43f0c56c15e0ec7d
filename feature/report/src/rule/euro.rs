//! Turnover in euro (domain §13.3).

use jiff::civil::Date;
use kernel::rounding::{Direction, Ratio};
use kernel::{Currency, Money};
use payment::rule::exchange::{RATE_SCALE, Rate};

/// What the turnover of business dates is in euro, each by the rate of its day: a rate says what one euro
/// is worth in the store's currency. Beside it the dates that have no rate: they are in no sum.
#[must_use]
pub fn in_euro(days: &[(Date, Money, Option<Rate>)]) -> (Money, Vec<Date>) {
    let mut sum = Ratio::integer(0);
    let mut without = Vec::new();
    for (date, turnover, rate) in days {
        match rate {
            _ if turnover.currency == Currency::Eur => sum = sum.plus(turnover.ratio()),
            Some(rate) => {
                // Four decimals of a euro are a hundredth of a cent.
                let hundredths = turnover.ratio().times(
                    i128::from(RATE_SCALE) * 100 * 10_i128.pow(Currency::Eur.exponent()),
                    i128::from(rate.rate) * 10_i128.pow(turnover.currency.exponent()),
                );
                let kept = hundredths.round(1, Direction::Nearest);
                sum = sum.plus(Ratio::integer(i128::from(kept)).times(1, 100));
            }
            None => without.push(*date),
        }
    }
    (
        Money::new(sum.round(1, Direction::Nearest), Currency::Eur),
        without,
    )
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn rate(currency: Currency, rate: i64) -> Option<Rate> {
        Some(Rate {
            foreign: Currency::Eur,
            currency,
            rate,
            valid_from: date(2026, 11, 20),
        })
    }

    /// The examples of domain §13.3.
    #[test]
    fn turnover_is_divided_by_the_rate_of_its_day() {
        let day = date(2026, 11, 20);
        for (currency, minor, per_euro, expected) in [
            (Currency::Hkd, 12_845_000, 849_270_000, 1_512_475),
            (Currency::Cny, 9_632_000, 779_800_000, 1_235_189),
            (Currency::Jpy, 162_500, 16_250_000_000, 100_000),
        ] {
            let days = [(day, Money::new(minor, currency), rate(currency, per_euro))];
            assert_eq!(
                in_euro(&days),
                (Money::new(expected, Currency::Eur), vec![])
            );
        }
    }

    #[test]
    fn a_day_without_a_rate_is_named_and_never_counted_as_nothing() {
        let (first, second) = (date(2026, 11, 20), date(2026, 11, 27));
        let days = [
            (
                first,
                Money::new(849_270, Currency::Hkd),
                rate(Currency::Hkd, 849_270_000),
            ),
            (second, Money::new(500_000, Currency::Hkd), None),
        ];
        assert_eq!(
            in_euro(&days),
            (Money::new(100_000, Currency::Eur), vec![second])
        );
    }

    #[test]
    fn euro_needs_no_rate() {
        let days = [(date(2026, 11, 20), Money::new(4_711, Currency::Eur), None)];
        assert_eq!(in_euro(&days), (Money::new(4_711, Currency::Eur), vec![]));
    }
}
