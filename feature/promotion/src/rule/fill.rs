//! Filling a plan without looking at all ways: whether it can be done, and with the dearest pieces.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::column::{Column, Part, Plan, Set, Table};
use super::package::{Benefit, Need};
use super::ways::{Ways, is_filled};

/// Whether a plan can be applied to so many pieces of each kind, whatever it saves. Where pieces fit
/// many sets and trying takes too long, the answer is yes.
pub(super) fn can_fill(plan: &Plan<'_>, prices: &[i64], counts: &[u32]) -> bool {
    plan.groups.iter().all(|group| {
        let sets = &plan.sets[group.sets.clone()];
        match group.need {
            Need::Exactly(least) => reaches(sets, counts, least, least),
            Need::Between(least, most) => reaches(sets, counts, least, most.unwrap_or(u32::MAX)),
            Need::Worth(least) => {
                let worth: i64 = sets.iter().map(|set| worth(set, prices, counts)).sum();
                worth >= least
            }
        }
    }) && (!plan.overlaps || shares_out(plan, prices, counts))
}

/// Whether the sets of a group can make up between `least` and `most` pieces.
fn reaches(sets: &[Set], counts: &[u32], least: u32, most: u32) -> bool {
    let mut sums = BTreeSet::from([0_u32]);
    let mut free = 0_u32;
    for set in sets {
        let available = available(set, counts);
        match set.pieces {
            None => free = free.saturating_add(available),
            Some(pieces) if pieces <= available => {
                let more: Vec<u32> = sums.iter().map(|sum| sum.saturating_add(pieces)).collect();
                sums.extend(more);
            }
            Some(_) => {}
        }
    }
    sums.iter()
        .any(|sum| *sum <= most && sum.saturating_add(free) >= least)
}

fn available(set: &Set, counts: &[u32]) -> u32 {
    set.kinds
        .iter()
        .fold(0, |sum, kind| sum.saturating_add(counts[*kind]))
}

/// What the dearest pieces that a set takes are worth.
fn worth(set: &Set, prices: &[i64], counts: &[u32]) -> i64 {
    let mut left = set.pieces.unwrap_or(u32::MAX);
    if set
        .pieces
        .is_some_and(|pieces| available(set, counts) < pieces)
    {
        return 0;
    }
    set.kinds
        .iter()
        .map(|kind| {
            let taken = left.min(counts[*kind]);
            left -= taken;
            prices[*kind] * i64::from(taken)
        })
        .sum()
}

/// Whether pieces that fit several sets suffice for all groups of a plan together.
fn shares_out(plan: &Plan<'_>, prices: &[i64], counts: &[u32]) -> bool {
    let mut sharing = Sharing {
        plan,
        prices,
        left: counts.to_vec(),
        steps: 4_096,
    };
    sharing.group(0)
}

struct Sharing<'s> {
    plan: &'s Plan<'s>,
    prices: &'s [i64],
    left: Vec<u32>,
    steps: u32,
}

/// Where the sharing stands within a group.
#[derive(Clone, Copy)]
struct Place {
    group: usize,
    set: usize,
    index: usize,
    pieces: u32,
    worth: i64,
    in_set: u32,
}

impl Sharing<'_> {
    fn group(&mut self, group: usize) -> bool {
        self.plan.groups.get(group).is_none_or(|own| {
            self.step(Place {
                group,
                set: own.sets.start,
                index: 0,
                pieces: 0,
                worth: 0,
                in_set: 0,
            })
        })
    }

    /// Tries all counts of one kind in one set, and so on.
    fn step(&mut self, at: Place) -> bool {
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 {
            return true;
        }
        let plan = self.plan;
        let own = &plan.groups[at.group];
        if at.set == own.sets.end {
            return is_filled(own.need, at.pieces, at.worth) && self.group(at.group + 1);
        }
        let set = &plan.sets[at.set];
        let Some(&kind) = set.kinds.get(at.index) else {
            return set.is_whole(at.in_set)
                && self.step(Place {
                    set: at.set + 1,
                    index: 0,
                    in_set: 0,
                    ..at
                });
        };
        let by_need = match own.need {
            Need::Exactly(most) | Need::Between(_, Some(most)) => most.saturating_sub(at.pieces),
            Need::Between(_, None) | Need::Worth(_) => u32::MAX,
        };
        let by_set = set.pieces.map_or(u32::MAX, |pieces| pieces - at.in_set);
        let most = self.left[kind].min(by_need).min(by_set);
        (0..=most).rev().any(|count| {
            self.left[kind] -= count;
            let is_done = self.step(Place {
                index: at.index + 1,
                pieces: at.pieces + count,
                worth: at.worth + self.prices[kind] * i64::from(count),
                in_set: at.in_set + count,
                ..at
            });
            self.left[kind] += count;
            is_done
        })
    }
}

/// The application that saves most, where that is known: of plain plans it has the dearest pieces
/// of each group, of others it is the best of `most` ways.
pub(super) fn best_way(
    table: &Table<'_>,
    number: usize,
    counts: &[u32],
    most: usize,
) -> Option<Column> {
    let plan = &table.plans[number];
    // A percentage that is rounded coarsely may be larger for cheaper pieces.
    let is_coarse = table.rounding.step > 1
        && matches!(
            plan.benefit(),
            Benefit::Percent(_) | Benefit::LeastExpensive { .. }
        );
    if has_windows(plan) && !is_coarse {
        return window(table, number, counts, 0);
    }
    let (ways, _) = Ways::find(table, number, counts, most);
    ways.into_iter()
        .min_by_key(|way| (Reverse(way.saving), way.dearest_first()))
}

/// Whether the groups of a plan can be filled in the order of prices, without looking at rows.
pub(super) fn has_windows(plan: &Plan<'_>) -> bool {
    !plan.overlaps
        && plan.sets.iter().all(|set| set.pieces.is_none())
        && plan.benefit() != Benefit::LineSpecific
}

/// The application of a plan with the dearest pieces, after `skipped` of the dearest in each group.
pub(super) fn window(
    table: &Table<'_>,
    number: usize,
    counts: &[u32],
    skipped: u32,
) -> Option<Column> {
    let plan = &table.plans[number];
    let mut parts = Vec::new();
    for group in &plan.groups {
        let (mut pieces, mut worth, mut to_skip) = (0_u32, 0_i64, skipped);
        for set in group.sets.clone() {
            for &kind in &plan.sets[set].kinds {
                let passed = to_skip.min(counts[kind]);
                to_skip -= passed;
                let left = counts[kind] - passed;
                let count = left.min(wanted(
                    plan,
                    group.need,
                    pieces,
                    worth,
                    table.kinds[kind].price,
                ));
                if count > 0 {
                    parts.push(Part { set, kind, count });
                    pieces += count;
                    worth += table.kinds[kind].price * i64::from(count);
                }
            }
        }
        if !is_filled(group.need, pieces, worth) {
            return None;
        }
    }
    table.column(number, parts)
}

/// How many more pieces of a price are worth taking: as many as allowed where a percentage grows
/// with them, as few as needed for an amount.
fn wanted(plan: &Plan<'_>, need: Need, pieces: u32, worth: i64, price: i64) -> u32 {
    let grows = matches!(plan.benefit(), Benefit::Percent(_));
    match need {
        Need::Exactly(most) => most - pieces,
        Need::Between(_, Some(most)) if grows => most - pieces,
        Need::Between(least, _) if !grows => least.saturating_sub(pieces),
        Need::Worth(least) if !grows => {
            let missing = (least - worth).max(0);
            u32::try_from((missing + price - 1) / price).unwrap_or(u32::MAX)
        }
        Need::Between(..) | Need::Worth(_) => u32::MAX,
    }
}
