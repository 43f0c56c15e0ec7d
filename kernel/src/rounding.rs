//! Rounding, once, at the end of exact arithmetic (domain C3 and C4).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where a rounded value goes. All three are symmetric around zero, so that a refund is the exact
/// mirror of its sale (domain C4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Direction {
    /// To the nearest step, halves away from zero.
    Nearest,
    /// Away from zero.
    Up,
    /// Toward zero.
    Down,
}

impl Direction {
    /// Finds a direction by its name, as it is stored.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "NEAREST" => Some(Self::Nearest),
            "UP" => Some(Self::Up),
            "DOWN" => Some(Self::Down),
            _ => None,
        }
    }

    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nearest => "NEAREST",
            Self::Up => "UP",
            Self::Down => "DOWN",
        }
    }
}

/// An exact fraction. Large enough for every product of a price, a rate and a weight that a shop
/// meets: numerators stay far below 2^127.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    numerator: i128,
    denominator: i128,
}

impl Ratio {
    /// A whole number.
    #[must_use]
    pub const fn integer(value: i128) -> Self {
        Self {
            numerator: value,
            denominator: 1,
        }
    }

    /// Multiplies by a fraction. The denominator must be above zero: it is always a constant or a
    /// sum like 100 + VAT.
    #[must_use]
    pub const fn times(self, numerator: i128, denominator: i128) -> Self {
        Self {
            numerator: self.numerator * numerator,
            denominator: self.denominator * denominator,
        }
    }

    /// Adds two fractions, in lowest terms so that long sums stay small.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        let (a, b) = (self.reduced(), other.reduced());
        let shared = greatest_common_divisor(a.denominator, b.denominator);
        let numerator =
            a.numerator * (b.denominator / shared) + b.numerator * (a.denominator / shared);
        Self {
            numerator,
            denominator: a.denominator / shared * b.denominator,
        }
        .reduced()
    }

    const fn reduced(self) -> Self {
        let shared = greatest_common_divisor(self.numerator.abs(), self.denominator);
        Self {
            numerator: self.numerator / shared,
            denominator: self.denominator / shared,
        }
    }

    /// Rounds to a multiple of `step`, which is in the unit of the value and at least 1.
    #[must_use]
    pub fn round(self, step: i64, direction: Direction) -> i64 {
        let step = i128::from(step.max(1));
        let divisor = self.denominator * step;
        let magnitude = self.numerator.abs();
        let steps = match direction {
            Direction::Nearest => (2 * magnitude + divisor) / (2 * divisor),
            Direction::Up => (magnitude + divisor - 1) / divisor,
            Direction::Down => magnitude / divisor,
        };
        let rounded = steps * step * self.numerator.signum();
        i64::try_from(rounded).unwrap_or(if rounded < 0 { i64::MIN } else { i64::MAX })
    }

    /// Whether the value is a whole number of units.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.numerator % self.denominator == 0
    }
}

/// Of two numbers, none below zero and the second above it.
const fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a, b);
    while a != 0 {
        (a, b) = (b % a, a);
    }
    b
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Parses "124.1666666" into an exact fraction of 10^-7.
    fn decimal(text: &str) -> Ratio {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{fraction:0<7}");
        Ratio {
            numerator: digits.parse().unwrap(),
            denominator: 10_i128.pow(7),
        }
    }

    #[test]
    fn rounding_follows_the_worked_examples() {
        // domain-vectors.json, "rounding", with values in hundredths.
        let table = [
            ("124.1666666", 100, Direction::Down, 12400),
            ("124.1666666", 100, Direction::Nearest, 12400),
            ("124.1666666", 500, Direction::Nearest, 12500),
            ("124.1666666", 1, Direction::Nearest, 12417),
            ("10596.30", 100, Direction::Down, 1_059_600),
            ("1111.5", 100, Direction::Nearest, 111_200),
            ("-1111.5", 100, Direction::Nearest, -111_200),
            ("-124.17", 100, Direction::Down, -12400),
            ("12.125", 5, Direction::Nearest, 1215),
            ("2.5", 500, Direction::Nearest, 500),
        ];
        for (value, step, direction, expected) in table {
            let rounded = decimal(value).times(100, 1).round(step, direction);
            assert_eq!(rounded, expected, "{value} to {step} {direction:?}");
        }
    }

    #[test]
    fn fractions_add_exactly() {
        let third = Ratio::integer(1).times(1, 3);
        let sixth = Ratio::integer(-1).times(1, 6);
        assert_eq!(third.plus(sixth), third.times(1, 2).reduced());
        assert_eq!(third.plus(third).plus(third), Ratio::integer(1));
        assert_eq!(Ratio::integer(0).plus(third), third);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn a_refund_rounds_to_the_mirror_of_its_sale(
            numerator in 0_i128..1_000_000_000_000, denominator in 1_i128..10_000,
            step in 1_i64..1_000,
            direction in prop_oneof![
                Just(Direction::Nearest), Just(Direction::Up), Just(Direction::Down)
            ],
        ) {
            let sale = Ratio { numerator, denominator };
            let refund = Ratio { numerator: -numerator, denominator };
            let rounded = sale.round(step, direction);
            prop_assert_eq!(rounded, -refund.round(step, direction));
            prop_assert_eq!(rounded % step, 0);
            // Never further away than one step.
            let distance = (i128::from(rounded) * denominator - numerator).abs();
            prop_assert!(distance < i128::from(step) * denominator);
        }
    }
}
