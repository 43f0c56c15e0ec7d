//! Who is credited with what of a sale: people who sell together have shares of a hundred per cent.

use kernel::Money;
use kernel::id::StaffId;

/// The whole, in per cent.
const WHOLE: i64 = 100;

/// Somebody who sells, and which part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Who.
    pub staff_id: StaffId,
    /// Which part, in whole per cent.
    pub percent: i64,
}

impl Share {
    /// All of it.
    #[must_use]
    pub const fn whole(staff_id: StaffId) -> Self {
        Self {
            staff_id,
            percent: WHOLE,
        }
    }
}

/// Why shares do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareRefusal {
    /// Somebody has no part, or less than none.
    BelowOne,
    /// Somebody is named twice.
    Repeated,
    /// They are not a hundred per cent together.
    NotWhole {
        /// What they are.
        sum: i64,
    },
}

/// Whether shares count: each is a part, nobody is named twice, and together they are a hundred.
///
/// # Errors
/// The first thing that is wrong.
pub fn check(shares: &[Share]) -> Result<(), ShareRefusal> {
    if shares.iter().any(|share| share.percent < 1) {
        return Err(ShareRefusal::BelowOne);
    }
    let is_repeated = |(at, share): (usize, &Share)| {
        shares[..at]
            .iter()
            .any(|before| before.staff_id == share.staff_id)
    };
    if shares.iter().enumerate().any(is_repeated) {
        return Err(ShareRefusal::Repeated);
    }
    let sum = shares
        .iter()
        .fold(0_i64, |sum, share| sum.saturating_add(share.percent));
    if sum != WHOLE {
        return Err(ShareRefusal::NotWhole { sum });
    }
    Ok(())
}

/// What somebody is credited with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credit {
    /// Who, and which part.
    pub share: Share,
    /// How much that is.
    pub amount: Money,
}

/// Spreads what a line costs over those who sell it: exact to the minor unit, largest remainder, so
/// that the credits of a line are its net (domain C5).
#[must_use]
pub fn credit(net: Money, shares: &[Share]) -> Vec<Credit> {
    let weights: Vec<i64> = shares.iter().map(|share| share.percent).collect();
    let amounts = net.allocate(&weights, 1);
    let credited = shares.iter().zip(amounts);
    credited
        .map(|(share, amount)| Credit {
            share: share.clone(),
            amount,
        })
        .collect()
}

/// The credits of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderCredits {
    /// Those of the order: of all lines that nobody sells apart.
    pub of_order: Vec<Credit>,
    /// Those of each line that has salespeople of its own, in the order of the lines; else none.
    pub of_lines: Vec<Vec<Credit>>,
}

/// Credits an order: each line to its own salespeople, or else to those of the order. All together
/// are what the lines cost.
#[must_use]
pub fn credit_order(
    shares: &[Share],
    lines: &[(Money, Option<&[Share]>)],
    nothing: Money,
) -> OrderCredits {
    let mut of_order = credit(nothing, shares);
    let mut of_lines = Vec::with_capacity(lines.len());
    for (net, own) in lines {
        of_lines.push(own.map_or_else(Vec::new, |own| credit(*net, own)));
        if own.is_none() {
            for (whole, part) in of_order.iter_mut().zip(credit(*net, shares)) {
                whole.amount.minor += part.amount.minor;
            }
        }
    }
    OrderCredits { of_order, of_lines }
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use proptest::prelude::*;

    use super::*;

    fn shares(parts: &[(&str, i64)]) -> Vec<Share> {
        let share = |(who, percent): &(&str, i64)| Share {
            staff_id: StaffId::from(*who),
            percent: *percent,
        };
        parts.iter().map(share).collect()
    }

    fn euros(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    fn amounts(credits: &[Credit]) -> Vec<i64> {
        credits.iter().map(|credit| credit.amount.minor).collect()
    }

    #[test]
    fn shares_are_whole_per_cents_of_different_people_and_a_hundred_together() {
        let check = |parts: &[(&str, i64)]| check(&shares(parts));
        assert_eq!(check(&[("mei", 100)]), Ok(()));
        assert_eq!(check(&[("mei", 60), ("leo", 40)]), Ok(()));
        assert_eq!(check(&[("mei", 34), ("leo", 33), ("ada", 33)]), Ok(()));
        let table: [(&[(&str, i64)], ShareRefusal); 7] = [
            (&[], ShareRefusal::NotWhole { sum: 0 }),
            (&[("mei", 99)], ShareRefusal::NotWhole { sum: 99 }),
            (
                &[("mei", 60), ("leo", 41)],
                ShareRefusal::NotWhole { sum: 101 },
            ),
            (&[("mei", 100), ("leo", 0)], ShareRefusal::BelowOne),
            (&[("mei", 110), ("leo", -10)], ShareRefusal::BelowOne),
            (&[("mei", 50), ("mei", 50)], ShareRefusal::Repeated),
            (
                &[("mei", i64::MAX), ("leo", i64::MAX)],
                ShareRefusal::NotWhole { sum: i64::MAX },
            ),
        ];
        for (parts, expected) in table {
            assert_eq!(check(parts), Err(expected), "{parts:?}");
        }
    }

    #[test]
    fn a_line_is_credited_to_the_minor_unit() {
        let thirds = shares(&[("mei", 34), ("leo", 33), ("ada", 33)]);
        // 34.00, 33.00, 33.00 of 100.00; of 0.10 the exact parts are 3.4, 3.3 and 3.3.
        assert_eq!(
            amounts(&credit(euros(10_000), &thirds)),
            [3_400, 3_300, 3_300]
        );
        assert_eq!(amounts(&credit(euros(10), &thirds)), [4, 3, 3]);
        assert_eq!(amounts(&credit(euros(1), &thirds)), [1, 0, 0]);
        let halves = shares(&[("mei", 50), ("leo", 50)]);
        assert_eq!(amounts(&credit(euros(101), &halves)), [51, 50]);
        assert_eq!(amounts(&credit(euros(-101), &halves)), [-51, -50]);
        assert_eq!(amounts(&credit(euros(0), &halves)), [0, 0]);
    }

    #[test]
    fn a_line_with_its_own_salesperson_is_nobody_elses() {
        let house = shares(&[("mei", 60), ("leo", 40)]);
        let own = shares(&[("ada", 100)]);
        let lines = [(euros(12_900), None), (euros(45_000), Some(own.as_slice()))];
        let credits = credit_order(&house, &lines, euros(0));
        assert_eq!(amounts(&credits.of_order), [7_740, 5_160]);
        assert_eq!(credits.of_lines[0], []);
        assert_eq!(amounts(&credits.of_lines[1]), [45_000]);
    }

    proptest! {
        #[test]
        fn all_credits_of_an_order_are_what_its_lines_cost(
            cuts in proptest::collection::vec(1_i64..99, 1..6),
            nets in proptest::collection::vec((-1_000_000_i64..1_000_000, any::<bool>()), 0..20),
        ) {
            // Cuts through a hundred make shares that are a hundred together.
            let mut ends: Vec<i64> = cuts;
            ends.sort_unstable();
            ends.dedup();
            ends.push(WHOLE);
            let mut start = 0;
            let mut people = Vec::new();
            for (number, end) in ends.iter().enumerate() {
                people.push(Share { staff_id: StaffId(format!("s{number}")), percent: end - start });
                start = *end;
            }
            prop_assert_eq!(check(&people), Ok(()));
            let own = shares(&[("ada", 30), ("mei", 70)]);
            let lines: Vec<(Money, Option<&[Share]>)> = nets
                .iter()
                .map(|(net, is_own)| (euros(*net), is_own.then_some(own.as_slice())))
                .collect();
            let credits = credit_order(&people, &lines, euros(0));
            let all = credits.of_order.iter().chain(credits.of_lines.iter().flatten());
            let sum: i64 = all.map(|credit| credit.amount.minor).sum();
            prop_assert_eq!(sum, nets.iter().map(|(net, _)| net).sum::<i64>());
            for (net, shares) in &lines {
                let parts = credit(*net, shares.unwrap_or(&people));
                let sum: i64 = parts.iter().map(|credit| credit.amount.minor).sum();
                prop_assert_eq!(sum, net.minor);
                for part in parts {
                    // Nobody is a whole minor unit away from their exact part.
                    let exact = i128::from(net.minor) * i128::from(part.share.percent);
                    let off = i128::from(part.amount.minor) * i128::from(WHOLE) - exact;
                    prop_assert!(off.abs() < i128::from(WHOLE));
                }
            }
        }
    }
}
