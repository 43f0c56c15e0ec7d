//! The axis of a chart.

use kernel::Currency;

/// The most lines of a grid over its zero.
const LINES_MAX: i64 = 4;

/// Parts of a column that is as high as the axis.
pub const WHOLE: i64 = 1_000;

/// Round amounts from zero to at least the greatest, in minor units: the lines of a grid. The screen has the
/// same.
#[must_use]
pub fn grid(greatest: i64, currency: Currency) -> Vec<i64> {
    let top = greatest.max(10_i64.pow(currency.exponent()));
    let power = 10_i64.pow((top / LINES_MAX).max(1).ilog10());
    let fourths = (power % 10 == 0).then_some(power / 10 * 25);
    let steps = [Some(power), Some(2 * power), fourths, Some(5 * power)];
    let step = steps.into_iter().flatten();
    let step = step.into_iter().find(|step| step * LINES_MAX >= top);
    let step = step.unwrap_or(10 * power);
    let lines = (greatest.max(1) + step - 1) / step;
    (0..=lines).map(|line| line * step).collect()
}

/// How high a column is, in parts of [`WHOLE`]. Below zero there is none.
#[must_use]
pub fn part(minor: i64, top: i64) -> i64 {
    let part = i128::from(minor.max(0)) * i128::from(WHOLE) / i128::from(top.max(1));
    i64::try_from(part).unwrap_or(WHOLE)
}

#[cfg(test)]
mod tests {
    use kernel::Currency::{Eur, Jpy, Kwd};

    use super::*;

    #[test]
    fn lines_are_round_and_reach_the_greatest() {
        let table: [(i64, Currency, &[i64]); 8] = [
            (0, Eur, &[0, 25]),
            (1, Eur, &[0, 25]),
            (100, Eur, &[0, 25, 50, 75, 100]),
            (112_721, Eur, &[0, 50_000, 100_000, 150_000]),
            (400_000, Eur, &[0, 100_000, 200_000, 300_000, 400_000]),
            (400_001, Eur, &[0, 200_000, 400_000, 600_000]),
            (7, Jpy, &[0, 2, 4, 6, 8]),
            (9_000, Kwd, &[0, 2_500, 5_000, 7_500, 10_000]),
        ];
        for (greatest, currency, expected) in table {
            assert_eq!(grid(greatest, currency), expected, "{greatest} {currency}");
        }
    }

    #[test]
    fn a_column_is_as_high_as_its_part_and_never_below_zero() {
        for (minor, top, expected) in [
            (0, 100, 0),
            (50, 100, 500),
            (100, 100, 1_000),
            (-50, 100, 0),
            (1, 3, 333),
            (i64::MAX, i64::MAX, 1_000),
        ] {
            assert_eq!(part(minor, top), expected, "{minor} of {top}");
        }
    }
}
