//! The best applications of packages that compete for the same pieces.

use std::collections::BTreeMap;

use super::column::{Column, Part, Table};
use super::fill::{best_way, has_windows, window};
use super::model::{Built, Origin, filler, outdoes};
use super::package::Need;
use super::run;
use super::search::{Choice, solve};
use super::ways::Ways;
use super::work::Work;

/// How many windows of pieces are listed of a package with too many ways.
const WINDOWS_MAX: u32 = 64;
/// How many ways of packages that are not listed are looked at for each choice of plain greedy.
const WAYS_MAX: usize = 12_800;
/// How many packages that take the rest are tried at most.
const FILLERS_MAX: usize = 4;

/// Steps of a search that cannot prove anything.
const SEARCH_UNPROVEN: u64 = 500_000;

/// Applications, and whether no others save more.
pub(super) struct Answer {
    /// What is applied.
    pub columns: Vec<Column>,
    /// Whether it is proven to be best.
    pub is_best: bool,
}

/// Finds the best applications of some plans. `limit` is how many columns may be listed, `work` is
/// what the search may cost.
pub(super) fn best(table: &Table<'_>, plans: &[usize], limit: usize, work: &mut Work) -> Answer {
    let known = match plans {
        [plan] => run::blocks(table, *plan),
        _ => run::deals(table, plans),
    };
    if let Some(columns) = known {
        return Answer {
            columns,
            is_best: true,
        };
    }
    let (fillers, is_chain) = fillers(table, plans);
    // Where percentages are rounded coarsely, plain greedy may take less than the rest.
    let stay_out = is_chain && table.rounding.step <= 1;
    let listed: Vec<usize> = plans
        .iter()
        .copied()
        .filter(|plan| !stay_out || !fillers.contains(plan))
        .collect();
    let pool = Pool::list(table, &listed, limit);
    let is_listed = pool
        .unlisted
        .iter()
        .all(|plan| is_chain && fillers.contains(plan));
    // Where all ways are listed, a package that takes the rest is among them.
    let fillers = if stay_out || !pool.unlisted.is_empty() {
        fillers
    } else {
        Vec::new()
    };
    let mut is_best = is_listed && fillers.len() <= FILLERS_MAX;
    let fillers = promising(table, fillers);
    let mut found: Option<(Candidate, Vec<Column>)> = None;
    let mut part = fillers.len() as u64 + 1;
    for filler in std::iter::once(None).chain(fillers.iter().copied().map(Some)) {
        let mut own = work.lend(part);
        part -= 1;
        if !is_listed {
            // Nothing can be proven; a short search still improves the choice.
            own.search = own.search.min(SEARCH_UNPROVEN);
        }
        let attempt = attempt(table, &pool, filler, &mut own);
        work.give_back(own);
        let Some((candidate, columns, is_proven)) = attempt else {
            continue;
        };
        is_best &= is_proven;
        if found.as_ref().is_none_or(|(best, _)| candidate > *best) {
            found = Some((candidate, columns));
        }
    }
    Answer {
        columns: found.map(|(_, columns)| columns).unwrap_or_default(),
        is_best,
    }
}

/// The packages that take the rest, and whether of any two of them one leaves nothing to the other.
fn fillers(table: &Table<'_>, plans: &[usize]) -> (Vec<usize>, bool) {
    let fillers: Vec<usize> = plans
        .iter()
        .copied()
        .filter(|plan| filler(table, *plan).is_some())
        .collect();
    let is_chain = fillers.iter().enumerate().all(|(index, a)| {
        fillers[..index]
            .iter()
            .all(|b| outdoes(table, *a, *b) || outdoes(table, *b, *a))
    });
    (fillers, is_chain)
}

/// Of many packages that take the rest those that would give most for all pieces.
fn promising(table: &Table<'_>, mut fillers: Vec<usize>) -> Vec<usize> {
    let counts = table.counts();
    let gain = |plan: &usize| {
        let worth: i64 = table.plans[*plan]
            .kinds()
            .map(|kind| table.kinds[kind].price * i64::from(counts[kind]))
            .sum();
        filler(table, *plan).map_or(0, |own| i128::from(worth) * i128::from(own.rate.0))
    };
    fillers.sort_by_cached_key(|plan| (std::cmp::Reverse(gain(plan)), *plan));
    fillers.truncate(FILLERS_MAX);
    fillers
}

/// What a choice saves, then minus its priorities.
type Candidate = (i64, i64);

fn attempt(
    table: &Table<'_>,
    pool: &Pool,
    filler: Option<usize>,
    work: &mut Work,
) -> Option<(Candidate, Vec<Column>, bool)> {
    let built = Built::new(table, &pool.columns, filler)?;
    let seed = if filler.is_none() {
        built.seed(&pool.greedy)
    } else {
        Vec::new()
    };
    let Choice { picks, is_best } = solve(&built.program, seed, work);
    let mut columns = Vec::with_capacity(picks.len());
    let mut left = table.counts();
    for pick in picks {
        match built.origin[pick] {
            Origin::Pool(index) => {
                columns.push(pool.columns[index].clone());
                for (kind, count) in &pool.columns[index].uses {
                    left[*kind] -= count;
                }
            }
            Origin::LeftOut(kind) => left[kind] -= 1,
        }
    }
    if let Some(plan) = filler {
        columns.extend(rest(table, plan, &left));
    }
    let saving = columns.iter().map(|column| column.saving).sum();
    let priorities: i64 = columns
        .iter()
        .map(|column| i64::from(table.plans[column.plan].package.header.priority))
        .sum();
    Some(((saving, -priorities), columns, is_best))
}

/// What a package takes of the pieces that are left.
fn rest(table: &Table<'_>, plan: usize, left: &[u32]) -> Option<Column> {
    let set = table.plans[plan].groups[0].sets.start;
    let parts = table.plans[plan].sets[set]
        .kinds
        .iter()
        .filter(|kind| left[**kind] > 0)
        .map(|kind| Part {
            set,
            kind: *kind,
            count: left[*kind],
        })
        .collect();
    table.column(plan, parts)
}

/// The ways to apply packages that a search chooses from.
struct Pool {
    columns: Vec<Column>,
    /// Plans of which not all ways are in it.
    unlisted: Vec<usize>,
    /// What plain greedy takes, as indices of `columns`.
    greedy: Vec<usize>,
}

impl Pool {
    fn list(table: &Table<'_>, plans: &[usize], limit: usize) -> Self {
        let counts = table.counts();
        let mut order = plans.to_vec();
        order.sort_by_key(|plan| (ways_guess(table, *plan, &counts), *plan));
        let mut pool = Self {
            columns: Vec::new(),
            unlisted: Vec::new(),
            greedy: Vec::new(),
        };
        let mut left = limit;
        for (index, plan) in order.iter().enumerate() {
            let own = (left / (order.len() - index)).max(16);
            let (ways, is_complete) = Ways::find(table, *plan, &counts, own);
            left = left.saturating_sub(ways.len());
            pool.columns.extend(ways);
            if !is_complete {
                pool.unlisted.push(*plan);
            }
        }
        if !pool.unlisted.is_empty() {
            pool.add_windows(table, &counts);
            pool.add_greedy(table, plans, counts);
        }
        pool.sort();
        pool
    }

    /// How many ways of each plan that is not listed are looked at.
    fn ways_each(&self) -> usize {
        (WAYS_MAX / self.unlisted.len().max(1)).clamp(64, 4_096)
    }

    /// Of plans with too many ways: the dearest pieces, the next dearest and so on.
    fn add_windows(&mut self, table: &Table<'_>, counts: &[u32]) {
        for &plan in &self.unlisted {
            let own = &table.plans[plan];
            if has_windows(own) {
                let pieces: u32 = own.kinds().map(|kind| counts[kind]).sum();
                let windows = 0..pieces.min(WINDOWS_MAX);
                let windows = windows.filter_map(|skip| window(table, plan, counts, skip));
                self.columns.extend(windows);
            }
        }
    }

    /// The largest saving first, over and over, with ways that are not listed as well.
    fn add_greedy(&mut self, table: &Table<'_>, plans: &[usize], mut left: Vec<u32>) {
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by_cached_key(|index| rank(table, &self.columns[*index]));
        let mut times: BTreeMap<usize, u32> = plans
            .iter()
            .filter_map(|plan| Some((*plan, table.plans[*plan].times?)))
            .collect();
        let mut taken = Vec::new();
        let ways = self.ways_each();
        // The best way of each plan that is not listed; it stays the best while it fits.
        let mut known: Vec<(usize, Option<Column>)> = self
            .unlisted
            .iter()
            .map(|plan| (*plan, best_way(table, *plan, &left, ways)))
            .collect();
        loop {
            let allowed = |plan: usize| times.get(&plan).is_none_or(|left| *left > 0);
            order.retain(|index| {
                let column = &self.columns[*index];
                allowed(column.plan) && fits(column, &left)
            });
            known.retain(|(plan, column)| column.is_some() && allowed(*plan));
            for (plan, column) in &mut known {
                if column.as_ref().is_some_and(|column| !fits(column, &left)) {
                    *column = best_way(table, *plan, &left, ways);
                }
            }
            let listed = order.first().map(|index| &self.columns[*index]);
            let unlisted = known.iter().filter_map(|(_, column)| column.as_ref());
            let best = unlisted
                .chain(listed)
                .min_by_key(|column| rank(table, column));
            let Some(column) = best.cloned() else {
                break;
            };
            for (kind, count) in &column.uses {
                left[*kind] -= count;
            }
            if let Some(left) = times.get_mut(&column.plan) {
                *left -= 1;
            }
            taken.push(column);
        }
        self.greedy = (self.columns.len()..self.columns.len() + taken.len()).collect();
        self.columns.extend(taken);
    }

    /// Brings the columns into the order that ties prefer, each once.
    fn sort(&mut self) {
        let key = |column: &Column| (column.plan, column.dearest_first());
        let greedy: Vec<_> = self
            .greedy
            .iter()
            .map(|at| key(&self.columns[*at]))
            .collect();
        self.columns.sort_by_cached_key(key);
        self.columns
            .dedup_by(|a, b| a.plan == b.plan && a.uses == b.uses);
        self.greedy = greedy
            .iter()
            .filter_map(|own| {
                self.columns
                    .binary_search_by(|column| key(column).cmp(own))
                    .ok()
            })
            .collect();
    }
}

/// A rough number of ways to apply a plan.
fn ways_guess(table: &Table<'_>, plan: usize, counts: &[u32]) -> u128 {
    let plan = &table.plans[plan];
    let mut product = 1_u128;
    for group in &plan.groups {
        let kinds = plan.sets[group.sets.clone()]
            .iter()
            .map(|set| set.kinds.len() as u128)
            .sum::<u128>();
        let pieces: u32 = match group.need {
            Need::Exactly(pieces) | Need::Between(_, Some(pieces)) => pieces,
            _ => plan.kinds().map(|kind| counts[kind]).sum(),
        };
        for index in 0..u128::from(pieces.min(24)) {
            product = product.saturating_mul(kinds + index) / (index + 1);
        }
    }
    product
}

fn fits(column: &Column, left: &[u32]) -> bool {
    column
        .uses
        .iter()
        .all(|(kind, count)| *count <= left[*kind])
}

/// The larger saving first, then as ties prefer.
fn rank(table: &Table<'_>, column: &Column) -> impl Ord + use<> {
    let priority = table.plans[column.plan].package.header.priority;
    (
        std::cmp::Reverse(column.saving),
        priority,
        column.plan,
        column.dearest_first(),
    )
}
