//! What one application of a package saves (domain §2.4).

use kernel::Rate;
use kernel::rounding::{Direction, Ratio};

use super::package::{Benefit, RowBenefit};
use super::piece::PriceRounding;

/// The saving of a benefit on pieces, given as price and count with the dearest first; never below
/// nothing and never above their sum. A line-specific package is worth what its rows give.
pub(super) fn saving(benefit: Benefit, pieces: &[(i64, u32)], rounding: PriceRounding) -> i64 {
    let sum = total(pieces);
    let value = match benefit {
        Benefit::DealPrice(price) => sum - price,
        Benefit::Percent(rate) => percent(sum, sum, rate, rounding),
        Benefit::Amount(amount) => amount.min(sum),
        Benefit::LeastExpensive { count, rate } => {
            percent(sum, cheapest(pieces, count), rate, rounding)
        }
        Benefit::LineSpecific => 0,
    };
    value.clamp(0, sum)
}

/// The saving of a row of a line-specific package on its own pieces.
pub(super) fn row_saving(benefit: RowBenefit, sum: i64, rounding: PriceRounding) -> i64 {
    let value = match benefit {
        RowBenefit::DealPrice(price) => sum - price,
        RowBenefit::Percent(rate) => percent(sum, sum, rate, rounding),
    };
    value.clamp(0, sum)
}

/// A percentage of a part of a sum. Where the store rounds coarser than the minor unit, what is left
/// of the sum becomes a multiple of its step; a whole part is no percentage and stays as it is.
#[must_use]
pub fn percent(sum: i64, part: i64, rate: Rate, rounding: PriceRounding) -> i64 {
    if rate == Rate::HUNDRED {
        return part;
    }
    let exact =
        Ratio::integer(i128::from(part)).times(i128::from(rate.0), i128::from(Rate::HUNDRED.0));
    let discount = exact.round(1, Direction::Nearest);
    if rounding.step <= 1 {
        return discount;
    }
    let left = Ratio::integer(i128::from(sum - discount));
    sum - left.round(rounding.step, rounding.direction)
}

pub(super) fn total(pieces: &[(i64, u32)]) -> i64 {
    pieces
        .iter()
        .map(|(price, count)| price * i64::from(*count))
        .sum()
}

fn cheapest(pieces: &[(i64, u32)], count: u32) -> i64 {
    let mut left = count;
    let mut sum = 0;
    for (price, available) in pieces.iter().rev() {
        let taken = left.min(*available);
        sum += price * i64::from(taken);
        left -= taken;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_application_saves_what_its_kind_says() {
        let least = |count, percent| Benefit::LeastExpensive {
            count,
            rate: Rate::percent(percent),
        };
        let pair: &[(i64, u32)] = &[(8900, 1), (7900, 1)];
        let table = [
            (Benefit::DealPrice(13000), pair, 3800),
            (Benefit::DealPrice(20000), pair, 0),
            (Benefit::Percent(Rate::percent(20)), pair, 3360),
            (
                Benefit::Percent(Rate(125_000)),
                &[(25500, 1), (18750, 1)],
                5531,
            ),
            (Benefit::Amount(2500), pair, 2500),
            (Benefit::Amount(25000), pair, 16800),
            (least(1, 100), &[(12000, 1), (9500, 1), (6000, 1)], 6000),
            (least(2, 50), &[(12000, 1), (6000, 2)], 6000),
            (least(2, 50), &[(12000, 2), (6000, 1)], 9000),
        ];
        for (benefit, pieces, expected) in table {
            let value = saving(benefit, pieces, PriceRounding::MINOR_UNIT);
            assert_eq!(value, expected, "{benefit:?} on {pieces:?}");
        }
    }

    #[test]
    fn a_percentage_leaves_a_multiple_of_the_stores_step() {
        let dollars = |direction| PriceRounding {
            step: 100,
            direction,
        };
        let pieces: &[(i64, u32)] = &[(68500, 1), (48000, 1)];
        let fifteen = Benefit::Percent(Rate::percent(15));
        for (direction, expected) in [
            (Direction::Nearest, 17500),
            (Direction::Up, 17400),
            (Direction::Down, 17500),
        ] {
            assert_eq!(saving(fifteen, pieces, dollars(direction)), expected);
        }
        // Rounding up what is left may eat the whole saving, and never more.
        let one = Benefit::Percent(Rate::percent(1));
        assert_eq!(saving(one, &[(150, 1)], dollars(Direction::Up)), 0);
        // A free piece is no percentage.
        let free = Benefit::LeastExpensive {
            count: 1,
            rate: Rate::HUNDRED,
        };
        assert_eq!(saving(free, &[(150, 2)], dollars(Direction::Up)), 150);
    }
}
