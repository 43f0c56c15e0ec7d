//! The best applications of packages that compete for the same pieces.

use std::collections::BTreeMap;

use super::column::{Column, Part, Table, Ways};
use super::fill::{dearest, is_plain};
use super::package::{Benefit, Need};
use super::program::{Closing, Entry, Program, SCALE};
use super::run;
use super::search::{Choice, Work, solve};

/// How many windows of pieces are listed of a package with too many ways.
const WINDOWS_MAX: u32 = 64;
/// How many packages that take the rest are tried at most.
const FILLERS_MAX: usize = 4;

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
    let listed: Vec<usize> = plans
        .iter()
        .copied()
        .filter(|plan| !is_chain || !fillers.contains(plan))
        .collect();
    let pool = Pool::list(table, &listed, limit);
    // Where all ways are listed, a package that takes the rest is among them.
    let fillers = if is_chain || !pool.unlisted.is_empty() {
        fillers
    } else {
        Vec::new()
    };
    let mut is_best = pool.unlisted.is_empty() && fillers.len() <= FILLERS_MAX;
    let fillers = promising(table, fillers);
    let mut found: Option<(Candidate, Vec<Column>)> = None;
    let mut part = fillers.len() as u64 + 1;
    for filler in std::iter::once(None).chain(fillers.iter().copied().map(Some)) {
        let mut own = work.lend(part);
        part -= 1;
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

/// A package that gives a percentage of any number of pieces from some sum or count on. It applies
/// once and takes every piece that nothing else uses.
#[derive(Clone, Copy)]
struct Filler {
    rate: kernel::Rate,
    /// What its pieces must be worth at least.
    worth: i64,
    /// How many pieces it takes at least.
    pieces: u32,
}

fn filler(table: &Table<'_>, number: usize) -> Option<Filler> {
    let plan = &table.plans[number];
    let ([group], [set], Benefit::Percent(rate)) =
        (plan.groups.as_slice(), plan.sets.as_slice(), plan.benefit())
    else {
        return None;
    };
    if set.pieces.is_some() {
        return None;
    }
    match group.need {
        Need::Worth(worth) => Some(Filler {
            rate,
            worth,
            pieces: 0,
        }),
        // Applying it twice instead of once could round to more otherwise.
        Need::Between(pieces, None) if run::is_rounding_neutral(table, number) => Some(Filler {
            rate,
            worth: 0,
            pieces,
        }),
        _ => None,
    }
}

/// Whether a package that takes the rest leaves nothing to gain for another such package: it takes
/// all of the other's pieces and gives more for them, roundings included.
fn outdoes(table: &Table<'_>, one: usize, other: usize) -> bool {
    let (Some(a), Some(b)) = (filler(table, one), filler(table, other)) else {
        return false;
    };
    let kinds = &table.plans[one].sets[0].kinds;
    let others = &table.plans[other].sets[0].kinds;
    if a.rate < b.rate || !others.iter().all(|kind| kinds.contains(kind)) {
        return false;
    }
    let neutral = |plan| run::is_rounding_neutral(table, plan);
    let cheapest = others.last().map_or(0, |kind| table.kinds[*kind].price);
    let worth = b.worth.max(cheapest * i64::from(b.pieces));
    let roundings = 4 * (table.rounding.step.max(1) + 1);
    (neutral(one) && neutral(other))
        || i128::from(a.rate.0 - b.rate.0) * i128::from(worth)
            >= i128::from(SCALE) * i128::from(roundings)
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

    /// Of plans with too many ways: the dearest pieces, the next dearest and so on.
    fn add_windows(&mut self, table: &Table<'_>, counts: &[u32]) {
        for &plan in &self.unlisted {
            let own = &table.plans[plan];
            let pieces: u32 = own.kinds().map(|kind| counts[kind]).sum();
            // Where the dearest pieces are not known at a glance, the first window is the only one.
            let windows = if is_plain(own) {
                pieces.min(WINDOWS_MAX)
            } else {
                1
            };
            let windows = (0..windows).filter_map(|skip| dearest(table, plan, counts, skip));
            self.columns.extend(windows);
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
        // The best way of each plan that is not listed; it stays the best while it fits.
        let mut known: Vec<(usize, Option<Column>)> = self
            .unlisted
            .iter()
            .map(|plan| (*plan, dearest(table, *plan, &left, 0)))
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
                    *column = dearest(table, *plan, &left, 0);
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

/// Where a column of a program comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    /// The column of the pool.
    Pool(usize),
    /// A piece of this kind that stays without package.
    LeftOut(usize),
}

/// A program, and where its columns come from.
struct Built {
    program: Program,
    /// Where each column comes from, ascending.
    origin: Vec<Origin>,
}

impl Built {
    /// The program of some columns, with a package that takes the rest or without; none when the
    /// pieces do not suffice for that package.
    fn new(table: &Table<'_>, columns: &[Column], filler_plan: Option<usize>) -> Option<Self> {
        let counts = table.counts();
        let filled = filler_plan.map_or(&[][..], |plan| &table.plans[plan].sets[0].kinds);
        let mut is_used = vec![false; counts.len()];
        let used = columns.iter().flat_map(|column| &column.uses);
        for kind in used.map(|(kind, _)| kind).chain(filled) {
            is_used[*kind] = true;
        }
        let mut capacity = Vec::new();
        let mut rows = vec![usize::MAX; counts.len()];
        for (kind, count) in counts.iter().enumerate().filter(|(kind, _)| is_used[*kind]) {
            rows[kind] = capacity.len();
            capacity.push(i64::from(*count));
        }
        let kinds = capacity.len();
        let mut by_plan: BTreeMap<usize, usize> = BTreeMap::new();
        for column in columns {
            if let Some(times) = table.plans[column.plan].times {
                by_plan.entry(column.plan).or_insert_with(|| {
                    capacity.push(i64::from(times));
                    capacity.len() - 1
                });
            }
        }
        let rest = match filler_plan {
            None => None,
            Some(plan) => Some(Rest::new(table, plan, &counts, capacity.len())?),
        };
        capacity.extend(rest.as_ref().map(|rest| rest.capacity));
        let mut built = Self {
            program: Program {
                capacity,
                kinds,
                columns: Vec::with_capacity(columns.len()),
                base: rest.as_ref().map_or(0, |rest| rest.base),
                closing: rest.as_ref().and_then(|rest| rest.closing),
            },
            origin: Vec::with_capacity(columns.len()),
        };
        for (index, column) in columns.iter().enumerate() {
            if filler_plan == Some(column.plan) {
                continue;
            }
            let mut uses: Vec<(usize, i64)> = column
                .uses
                .iter()
                .map(|(kind, count)| (rows[*kind], i64::from(*count)))
                .collect();
            uses.extend(by_plan.get(&column.plan).map(|row| (*row, 1)));
            let mut gain = column.saving * SCALE;
            if let Some(rest) = &rest {
                let (used, lost) = rest.lost(table, column);
                gain -= lost;
                uses.extend((used > 0).then_some((rest.row, used)));
            }
            let header = &table.plans[column.plan].package.header;
            // Where rounding comes at the end it may be worth a little loss.
            if gain > built.program.worst_gain()
                && uses
                    .iter()
                    .all(|(row, used)| *used <= built.program.capacity[*row])
            {
                built.origin.push(Origin::Pool(index));
                built.program.columns.push(Entry {
                    uses,
                    gain,
                    plan: column.plan,
                    priority: i64::from(header.priority),
                });
            }
        }
        if let Some(rest) = &rest {
            built.leave_out(table, rest, &rows);
        }
        Some(built)
    }

    /// Where the store rounds coarsely, a package that takes the rest may give more for fewer
    /// pieces.
    fn leave_out(&mut self, table: &Table<'_>, rest: &Rest, rows: &[usize]) {
        if table.rounding.step <= 1 || rest.counts_pieces {
            return;
        }
        for &kind in &table.plans[rest.plan].sets[0].kinds {
            let price = table.kinds[kind].price;
            let gain = -price * rest.rate.0;
            if gain > self.program.worst_gain() && price <= rest.capacity {
                self.origin.push(Origin::LeftOut(kind));
                self.program.columns.push(Entry {
                    uses: vec![(rows[kind], 1), (rest.row, price)],
                    gain,
                    plan: rest.plan,
                    priority: 0,
                });
            }
        }
    }

    /// Columns of the pool as columns of the program.
    fn seed(&self, columns: &[usize]) -> Vec<usize> {
        columns
            .iter()
            .filter_map(|column| self.origin.binary_search(&Origin::Pool(*column)).ok())
            .collect()
    }
}

/// What a package that takes the rest adds to a program.
struct Rest {
    plan: usize,
    row: usize,
    capacity: i64,
    base: i64,
    counts_pieces: bool,
    rate: kernel::Rate,
    closing: Option<Closing>,
}

impl Rest {
    fn new(table: &Table<'_>, plan: usize, counts: &[u32], row: usize) -> Option<Self> {
        let Filler {
            rate,
            worth,
            pieces,
        } = filler(table, plan)?;
        let kinds = &table.plans[plan].sets[0].kinds;
        let sum: i64 = kinds
            .iter()
            .map(|kind| table.kinds[*kind].price * i64::from(counts[*kind]))
            .sum();
        let present: i64 = kinds.iter().map(|kind| i64::from(counts[*kind])).sum();
        let counts_pieces = pieces > 0;
        let capacity = if counts_pieces {
            present - i64::from(pieces)
        } else {
            sum - worth
        };
        (capacity >= 0).then_some(Self {
            plan,
            row,
            capacity,
            base: sum * rate.0,
            counts_pieces,
            rate,
            // Where pieces are counted the percentage is whole in any case.
            closing: (!counts_pieces).then_some(Closing {
                row,
                floor: worth,
                rate,
                rounding: table.rounding,
            }),
        })
    }

    /// How much a column uses of the row, and what the package loses by it.
    fn lost(&self, table: &Table<'_>, column: &Column) -> (i64, i64) {
        let kinds = &table.plans[self.plan].sets[0].kinds;
        let own = column.uses.iter().filter(|(kind, _)| kinds.contains(kind));
        let (mut pieces, mut sum) = (0, 0);
        for (kind, count) in own {
            pieces += i64::from(*count);
            sum += table.kinds[*kind].price * i64::from(*count);
        }
        let used = if self.counts_pieces { pieces } else { sum };
        (used, sum * self.rate.0)
    }
}
