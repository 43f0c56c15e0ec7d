//! How much discount somebody may give (domain §16.2, §16.3): what an action demands, and whether
//! limits cover it.

use kernel::Rate;
use kernel::id::LineId;
use kernel::rounding::{Direction, Ratio};
use serde::{Deserialize, Serialize};

use super::discount::{Asked, Manual};
use super::pipeline::{Calculated, Part, Source};

/// The most that a permission group may give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// On a line.
    pub line: Rate,
    /// On the basket.
    pub basket: Rate,
    /// On a line by all discounts together, packages included (specification: maxTotalDiscount).
    pub total: Rate,
}

impl Limits {
    /// Nothing at all.
    pub const NONE: Self = Self {
        line: Rate::ZERO,
        basket: Rate::ZERO,
        total: Rate::ZERO,
    };

    /// The limits that the four default groups start with; nothing for other groups.
    #[must_use]
    pub const fn of_default_group(code: &str) -> Self {
        let (line, basket, total) = match code.as_bytes() {
            b"SALES" => (5, 0, 5),
            b"SENIOR" => (10, 5, 12),
            b"MANAGER" => (30, 20, 35),
            b"ADMIN" => (100, 100, 100),
            _ => (0, 0, 0),
        };
        Self {
            line: Rate::percent(line),
            basket: Rate::percent(basket),
            total: Rate::percent(total),
        }
    }

    /// Whether they suffice for what an action demands.
    #[must_use]
    pub fn cover(&self, demand: &Demand) -> bool {
        demand.line <= self.line && demand.basket <= self.basket && demand.total <= self.total
    }
}

/// What an action demands of the limits of whoever stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demand {
    /// The part of the line that is given.
    pub line: Rate,
    /// The part of the basket.
    pub basket: Rate,
    /// The largest part of a line that all discounts together take.
    pub total: Rate,
}

impl Demand {
    /// Nothing: what has no limit asks for none.
    pub const NONE: Self = Self {
        line: Rate::ZERO,
        basket: Rate::ZERO,
        total: Rate::ZERO,
    };
}

/// What the discount on a line demands, of the basket as it would be with it. Nothing when the line
/// has none.
#[must_use]
pub fn line_demand(with: &Calculated, line_id: LineId, step: i64) -> Demand {
    let parts: Vec<&Part> = with.of_line(line_id).collect();
    let given = manuals(&parts, |source| matches!(source, Source::Line(_)));
    given.map_or(Demand::NONE, |(manual, amount)| Demand {
        line: asked(manual, amount),
        basket: Rate::ZERO,
        total: total(&parts, step),
    })
}

/// What the discount on the basket demands.
#[must_use]
pub fn basket_demand(with: &Calculated, step: i64) -> Demand {
    let all: Vec<&Part> = with.parts.iter().collect();
    let is_basket = |source: &Source| matches!(source, Source::Basket(_));
    let given = manuals(&all, is_basket);
    given.map_or(Demand::NONE, |(manual, amount)| Demand {
        line: Rate::ZERO,
        basket: asked(manual, amount),
        total: all
            .chunk_by(|a, b| a.line_id == b.line_id)
            .filter(|line| manuals(line, is_basket).is_some())
            .map(|line| total(line, step))
            .max()
            .unwrap_or(Rate::ZERO),
    })
}

/// The discount of a kind, and what it takes from all parts.
fn manuals<'a>(parts: &[&'a Part], is_kind: impl Fn(&Source) -> bool) -> Option<(&'a Manual, i64)> {
    let mut own = parts
        .iter()
        .flat_map(|part| &part.discounts)
        .filter(|given| is_kind(&given.source));
    let first = own.next()?;
    let manual = first.source.manual()?;
    Some((
        manual,
        own.fold(first.amount.minor, |sum, it| sum + it.amount.minor),
    ))
}

/// The part that was asked for: a percentage as it was entered, whatever rounding made of it.
fn asked(manual: &Manual, amount: i64) -> Rate {
    match manual.asked {
        Asked::Percent(rate) => rate,
        Asked::Amount(_) | Asked::Target(_) => part_of(amount, manual.basis),
    }
}

/// Whether no line on which staff gave a discount loses more by all discounts together than somebody who stands for one
/// of them may give (domain §1.6). A package that is completed later may take a line beyond that.
#[must_use]
pub fn is_granted(parts: &[Part], step: i64) -> bool {
    let all: Vec<&Part> = parts.iter().collect();
    all.chunk_by(|a, b| a.line_id == b.line_id).all(|line| {
        let given = line.iter().flat_map(|part| &part.discounts);
        let granted = given
            .filter_map(|given| given.source.manual())
            .map(|manual| manual.granted)
            .max();
        granted.is_none_or(|granted| total(line, step) <= granted)
    })
}

/// The part of a line that all its discounts take. Rounding to the store's step, once for each of
/// them and no more than it takes, does not count against anybody.
fn total(parts: &[&Part], step: i64) -> Rate {
    let gross: i64 = parts.iter().map(|part| part.gross.minor).sum();
    let taken: i64 = parts.iter().map(|part| part.discount().minor).sum();
    let roundings: i64 = parts
        .iter()
        .flat_map(|part| &part.discounts)
        .filter(|given| match &given.source {
            Source::Line(manual) => matches!(manual.asked, Asked::Percent(_)),
            Source::Package { .. } | Source::Basket(_) => true,
        })
        .map(|given| given.amount.minor.min(step.max(1)))
        .sum();
    part_of(taken - roundings, gross)
}

/// A part of a whole, rounded up so that a limit never gives way.
fn part_of(part: i64, whole: i64) -> Rate {
    if part <= 0 {
        return Rate::ZERO;
    }
    if whole <= 0 {
        return Rate::HUNDRED;
    }
    let exact =
        Ratio::integer(i128::from(part)).times(i128::from(Rate::HUNDRED.0), i128::from(whole));
    Rate(exact.round(1, Direction::Up))
}

#[cfg(test)]
mod tests {
    use kernel::rounding::Direction;
    use promotion::rule::package::Benefit;
    use promotion::rule::piece::PriceRounding;

    use super::super::pipeline::{Sale, SaleLine, calculate};
    use super::super::testing::{id, line, manual, package, sale};
    use super::*;

    fn rates(demand: Demand) -> (i64, i64, i64) {
        (demand.line.0, demand.basket.0, demand.total.0)
    }

    fn discounted(asked: Asked, basis: i64) -> SaleLine {
        SaleLine {
            manual: Some(manual(asked, basis)),
            ..line(1, 10_000, 1)
        }
    }

    #[test]
    fn a_line_demands_what_was_asked_of_it() {
        let table = [
            (
                Asked::Percent(Rate::percent(10)),
                10_000,
                (100_000, 0, 99_900),
            ),
            (Asked::Amount(1_000), 10_000, (100_000, 0, 100_000)),
            (Asked::Amount(1_001), 10_000, (100_100, 0, 100_100)),
            // 10.00100... % of what it was given on: a limit never gives way.
            (Asked::Amount(1_000), 9_999, (100_011, 0, 100_000)),
            (Asked::Target(9_000), 10_000, (100_000, 0, 100_000)),
        ];
        for (asked, basis, expected) in table {
            let lines = [discounted(asked, basis), line(2, 5_000, 1)];
            let with = calculate(&sale(&lines, &[], None)).unwrap();
            assert_eq!(rates(line_demand(&with, id(1), 1)), expected, "{asked:?}");
            assert_eq!(line_demand(&with, id(2), 1), Demand::NONE);
        }
    }

    #[test]
    fn packages_count_in_the_total_of_a_line() {
        // 20 % by the package, then 10 % of the rest: 28 % together.
        let twenty = Benefit::Percent(Rate::percent(20));
        let packages = [package("ONE", twenty, 1, &["IT-1"], |_| ())];
        let lines = [discounted(Asked::Amount(800), 8_000)];
        let with = calculate(&sale(&lines, &packages, None)).unwrap();
        let demand = line_demand(&with, id(1), 1);
        assert_eq!(rates(demand), (100_000, 0, 279_900));
        let covers = |group: &str| Limits::of_default_group(group).cover(&demand);
        assert!(!covers("SALES") && !covers("SENIOR"));
        assert!(covers("MANAGER") && covers("ADMIN"));
        assert!(!Limits::of_default_group("VISITOR").cover(&demand));
    }

    #[test]
    fn a_basket_discount_demands_its_part_and_the_largest_total() {
        let lines = [discounted(Asked::Amount(1_000), 10_000), line(2, 5_000, 1)];
        let five = manual(Asked::Percent(Rate::percent(5)), 14_000);
        let with = calculate(&sale(&lines, &[], Some(&five))).unwrap();
        // The first line: 10.00 and 4.50 of 100.00, less one cent of rounding.
        assert_eq!(rates(basket_demand(&with, 1)), (0, 50_000, 144_900));
        let without = calculate(&sale(&lines, &[], None)).unwrap();
        assert_eq!(basket_demand(&without, 1), Demand::NONE);
    }

    #[test]
    fn the_stores_rounding_counts_against_nobody() {
        // 10 % of HKD 1,235 rounded down to whole dollars is 10.04 %.
        let lines = [SaleLine {
            manual: Some(manual(Asked::Percent(Rate::percent(10)), 123_500)),
            ..line(1, 123_500, 1)
        }];
        let dollars = Sale {
            rounding: PriceRounding {
                step: 100,
                direction: Direction::Down,
            },
            ..sale(&lines, &[], None)
        };
        let with = calculate(&dollars).unwrap();
        assert_eq!(with.discount().minor, 12_400);
        let demand = line_demand(&with, id(1), 100);
        assert_eq!(demand.line, Rate::percent(10));
        assert!(demand.total <= Rate::percent(10));
    }
}
