//! Who gets what of a saving: the pieces of an application, the lines of a basket, and the pieces
//! that come back later (domain §2.6).

use kernel::rounding::{Direction, Ratio};
use kernel::{Currency, Money};

use super::column::{Column, Table};
use super::package::Benefit;

/// The shares of a column's pieces, part by part in the order of `column.parts`, each part's pieces
/// one by one.
pub(super) fn shares(table: &Table<'_>, column: &Column) -> Vec<Vec<i64>> {
    let plan = &table.plans[column.plan];
    let mut shares: Vec<Vec<i64>> = vec![Vec::new(); column.parts.len()];
    if plan.benefit() == Benefit::LineSpecific {
        for (set, saving) in table.by_set(plan, &column.parts) {
            let own: Vec<usize> = (0..column.parts.len())
                .filter(|part| column.parts[*part].set == set)
                .collect();
            spread(table, column, &own, saving, &mut shares);
        }
    } else {
        let all: Vec<usize> = (0..column.parts.len()).collect();
        spread(table, column, &all, column.saving, &mut shares);
    }
    shares
}

fn spread(
    table: &Table<'_>,
    column: &Column,
    parts: &[usize],
    saving: i64,
    shares: &mut [Vec<i64>],
) {
    let mut parts = parts.to_vec();
    parts.sort_by_key(|part| column.parts[*part].kind);
    let mut prices = Vec::new();
    for part in &parts {
        let part = column.parts[*part];
        prices.extend(std::iter::repeat_n(
            table.kinds[part.kind].price,
            part.count as usize,
        ));
    }
    let mut spread = spread_over(saving, &prices, table.rounding.step).into_iter();
    for part in parts {
        let count = column.parts[part].count as usize;
        shares[part] = spread.by_ref().take(count).collect();
    }
}

/// A saving over prices, in proportion to them and in whole steps of the store's rounding where it
/// divides all of them, else in minor units. No share is above its price.
#[must_use]
pub fn spread_over(saving: i64, prices: &[i64], step: i64) -> Vec<i64> {
    let step = step.max(1);
    let divides = saving % step == 0 && prices.iter().all(|price| price % step == 0);
    // The currency does not matter for shares.
    Money::new(saving, Currency::Eur)
        .allocate(prices, if divides { step } else { 1 })
        .into_iter()
        .map(|share| share.minor)
        .collect()
}

/// What goes back with `returned` pieces of a line of `pieces` with a discount, when `before` of
/// them came back earlier: the share of all returned so far, less what was given then. All pieces
/// together give back the discount exactly.
#[must_use]
pub fn returned_share(discount: i64, pieces: u32, before: u32, returned: u32) -> i64 {
    let upto = |count: u32| {
        Ratio::integer(i128::from(discount))
            .times(i128::from(count.min(pieces)), i128::from(pieces.max(1)))
            .round(1, Direction::Nearest)
    };
    upto(before.saturating_add(returned)) - upto(before)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_saving_is_spread_by_price_in_the_stores_step_where_it_divides() {
        assert_eq!(spread_over(17500, &[68500, 48000], 100), [10300, 7200]);
        assert_eq!(spread_over(17450, &[68500, 48000], 100), [10260, 7190]);
        assert_eq!(spread_over(1970, &[3990, 3990, 3990], 1), [657, 657, 656]);
    }

    #[test]
    fn a_partial_return_gives_back_its_share() {
        let shares: Vec<i64> = (0..3)
            .map(|before| returned_share(1970, 3, before, 1))
            .collect();
        assert_eq!(shares, [657, 656, 657]);
        assert_eq!(returned_share(1970, 3, 1, 2), 1313);
    }

    proptest! {
        #[test]
        fn all_pieces_together_give_back_the_discount(
            discount in 0_i64..1_000_000,
            returns in proptest::collection::vec(1_u32..5, 1..6),
        ) {
            let pieces: u32 = returns.iter().sum();
            let mut before = 0;
            let mut given = 0;
            for returned in returns {
                let share = returned_share(discount, pieces, before, returned);
                prop_assert!(share >= 0);
                prop_assert_eq!(returned_share(-discount, pieces, before, returned), -share);
                given += share;
                before += returned;
            }
            prop_assert_eq!(given, discount);
        }

        #[test]
        fn no_share_is_above_its_price(
            prices in proptest::collection::vec(1_i64..5_000, 1..8),
            part in 0_i64..=100,
            step in prop_oneof![Just(1_i64), Just(5), Just(100)],
        ) {
            let saving = prices.iter().sum::<i64>() * part / 100;
            let shares = spread_over(saving, &prices, step);
            prop_assert_eq!(shares.iter().sum::<i64>(), saving);
            prop_assert!(shares.iter().zip(&prices).all(|(share, price)| (0..=*price).contains(share)));
        }
    }
}
