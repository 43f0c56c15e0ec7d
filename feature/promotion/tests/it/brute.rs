//! The best total by trying everything, straight from domain §2.2 and §2.4 and without any of the
//! words of the search.

use std::collections::HashMap;

use kernel::rounding::{Direction, Ratio};
use kernel::{Currency, Rate};
use promotion::rule::package::{Benefit, Group, Need, Package, Row, RowBenefit};
use promotion::rule::piece::PriceRounding;

/// A piece: item and price.
pub(crate) type Piece = (String, i64);

/// What the best choice of applications saves.
pub(crate) fn best(packages: &[Package], pieces: &[Piece], rounding: PriceRounding) -> i64 {
    let values = values(packages, pieces, rounding);
    let mut memo = HashMap::new();
    choose(
        packages,
        &values,
        (1 << pieces.len()) - 1,
        &mut vec![0; packages.len()],
        &mut memo,
    )
}

/// What plain greedy saves, the application with the largest saving first, when ties fall badly.
pub(crate) fn greedy(packages: &[Package], pieces: &[Piece], rounding: PriceRounding) -> i64 {
    let values = values(packages, pieces, rounding);
    let left = (1 << pieces.len()) - 1;
    let mut memo = HashMap::new();
    take_largest(
        packages,
        &values,
        left,
        &mut vec![0; packages.len()],
        &mut memo,
    )
}

fn take_largest(
    packages: &[Package],
    values: &[Vec<i64>],
    left: usize,
    used: &mut Vec<u32>,
    memo: &mut HashMap<(usize, Vec<u32>), i64>,
) -> i64 {
    if let Some(known) = memo.get(&(left, used.clone())) {
        return *known;
    }
    let ways: Vec<(usize, usize)> = (0..packages.len())
        .filter(|package| may_apply(&packages[*package], used[*package]))
        .flat_map(|package| (1..=left).map(move |subset| (package, subset)))
        .filter(|(_, subset)| subset & !left == 0)
        .collect();
    let largest = ways
        .iter()
        .map(|(package, subset)| values[*package][*subset])
        .max()
        .unwrap_or(0);
    let mut worst = 0;
    if largest > 0 {
        let tied = ways
            .into_iter()
            .filter(|(package, subset)| values[*package][*subset] == largest);
        let after = tied.map(|(package, subset)| {
            used[package] += 1;
            let more = take_largest(packages, values, left & !subset, used, memo);
            used[package] -= 1;
            largest + more
        });
        worst = after.min().unwrap_or(0);
    }
    memo.insert((left, used.clone()), worst);
    worst
}

/// What each package saves on each subset of the pieces, 0 where it does not apply.
fn values(packages: &[Package], pieces: &[Piece], rounding: PriceRounding) -> Vec<Vec<i64>> {
    packages
        .iter()
        .map(|package| {
            let listed = package.items();
            let worth: i64 = pieces
                .iter()
                .filter(|(item, _)| listed.iter().any(|own| own.as_str() == item))
                .map(|(_, price)| price)
                .sum();
            let is_triggered = worth >= package.header().amount_to_trigger;
            (0..1_usize << pieces.len())
                .map(|subset| {
                    let taken: Vec<&Piece> = (0..pieces.len())
                        .filter(|index| subset >> index & 1 == 1)
                        .map(|index| &pieces[index])
                        .collect();
                    if is_triggered && !taken.is_empty() {
                        application(package, &taken, rounding)
                    } else {
                        0
                    }
                })
                .collect()
        })
        .collect()
}

fn may_apply(package: &Package, used: u32) -> bool {
    let by_amount = package
        .groups()
        .iter()
        .any(|group| matches!(group.need, Need::Worth(_)));
    package.header().max_times.is_none_or(|most| used < most) && !(by_amount && used > 0)
}

fn choose(
    packages: &[Package],
    values: &[Vec<i64>],
    left: usize,
    used: &mut Vec<u32>,
    memo: &mut HashMap<(usize, Vec<u32>), i64>,
) -> i64 {
    if left == 0 {
        return 0;
    }
    let limited: Vec<u32> = packages
        .iter()
        .zip(used.iter())
        .map(|(package, used)| {
            if may_apply(package, u32::MAX) {
                0
            } else {
                *used
            }
        })
        .collect();
    if let Some(known) = memo.get(&(left, limited.clone())) {
        return *known;
    }
    let first = left & left.wrapping_neg();
    let rest = left & !first;
    let mut best = choose(packages, values, rest, used, memo);
    let mut subset = rest;
    loop {
        let taken = subset | first;
        for package in 0..packages.len() {
            if values[package][taken] > 0 && may_apply(&packages[package], used[package]) {
                used[package] += 1;
                let more = choose(packages, values, left & !taken, used, memo);
                used[package] -= 1;
                best = best.max(values[package][taken] + more);
            }
        }
        if subset == 0 {
            break;
        }
        subset = (subset - 1) & rest;
    }
    memo.insert((left, limited), best);
    best
}

/// What a package saves on exactly these pieces, over all ways to put them into its rows.
fn application(package: &Package, pieces: &[&Piece], rounding: PriceRounding) -> i64 {
    let rows: Vec<(usize, &Row)> = package
        .groups()
        .iter()
        .enumerate()
        .flat_map(|(index, group)| group.rows.iter().map(move |row| (index, row)))
        .collect();
    let mut best = 0;
    put(package, &rows, pieces, &mut Vec::new(), rounding, &mut best);
    best
}

fn put(
    package: &Package,
    rows: &[(usize, &Row)],
    pieces: &[&Piece],
    places: &mut Vec<usize>,
    rounding: PriceRounding,
    best: &mut i64,
) {
    if places.len() == pieces.len() {
        if fills(package.groups(), rows, pieces, places) {
            *best = (*best).max(worth(
                package.header().benefit,
                rows,
                pieces,
                places,
                rounding,
            ));
        }
        return;
    }
    for place in 0..rows.len() {
        if rows[place].1.item_no.as_str() == pieces[places.len()].0 {
            places.push(place);
            put(package, rows, pieces, places, rounding, best);
            places.pop();
        }
    }
}

fn fills(groups: &[Group], rows: &[(usize, &Row)], pieces: &[&Piece], places: &[usize]) -> bool {
    let in_row = |row: usize| places.iter().filter(|place| **place == row).count();
    let rows_fit = rows.iter().enumerate().all(|(index, (_, row))| {
        let count = in_row(index);
        row.pieces.is_none_or(|k| count == 0 || count == k as usize)
    });
    rows_fit
        && groups.iter().enumerate().all(|(index, group)| {
            let own: Vec<i64> = places
                .iter()
                .zip(pieces)
                .filter(|(place, _)| rows[**place].0 == index)
                .map(|(_, piece)| piece.1)
                .collect();
            match group.need {
                Need::Exactly(count) => own.len() == count as usize,
                Need::Between(least, most) => {
                    own.len() >= least as usize
                        && most.is_none_or(|most| own.len() <= most as usize)
                }
                Need::Worth(least) => own.iter().sum::<i64>() >= least,
            }
        })
}

fn worth(
    benefit: Benefit,
    rows: &[(usize, &Row)],
    pieces: &[&Piece],
    places: &[usize],
    rounding: PriceRounding,
) -> i64 {
    let sum: i64 = pieces.iter().map(|piece| piece.1).sum();
    match benefit {
        Benefit::DealPrice(price) => (sum - price).max(0),
        Benefit::Percent(rate) => part(sum, sum, rate, rounding),
        Benefit::Amount(amount) => amount.min(sum),
        Benefit::LeastExpensive { count, rate } => {
            let mut prices: Vec<i64> = pieces.iter().map(|piece| piece.1).collect();
            prices.sort_unstable();
            part(
                sum,
                prices.iter().take(count as usize).sum(),
                rate,
                rounding,
            )
        }
        Benefit::LineSpecific => (0..rows.len())
            .map(|row| {
                let own = places
                    .iter()
                    .zip(pieces)
                    .filter(|(place, _)| **place == row);
                let own: Vec<i64> = own.map(|(_, piece)| piece.1).collect();
                let sum = own.iter().sum::<i64>();
                match rows[row].1.benefit {
                    Some(RowBenefit::DealPrice(price)) if !own.is_empty() => (sum - price).max(0),
                    Some(RowBenefit::Percent(rate)) => part(sum, sum, rate, rounding),
                    _ => 0,
                }
            })
            .sum(),
    }
}

/// A percentage of a part of a sum; with a coarse step the rest of the sum is a multiple of it.
fn part(sum: i64, of: i64, rate: Rate, rounding: PriceRounding) -> i64 {
    if rate == Rate::HUNDRED {
        return of;
    }
    let discount = Ratio::integer(i128::from(of))
        .times(i128::from(rate.0), 1_000_000)
        .round(1, Direction::Nearest);
    if rounding.step == 1 {
        return discount;
    }
    let net = kernel::Money::new(sum - discount, Currency::Hkd)
        .ratio()
        .round(rounding.step, rounding.direction);
    (sum - net).clamp(0, sum)
}
