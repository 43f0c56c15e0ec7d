//! Packages that compete, as a program to be searched, with or without a package that takes all
//! pieces which the others leave.

use std::collections::BTreeMap;

use super::column::{Column, Table};
use super::package::{Benefit, Need};
use super::program::{Closing, Entry, Program, SCALE};
use super::run;

/// A package that gives a percentage of any number of pieces from some sum or count on. It applies
/// once and takes every piece that nothing else uses.
#[derive(Clone, Copy)]
pub(super) struct Filler {
    pub rate: kernel::Rate,
    /// What its pieces must be worth at least.
    pub worth: i64,
    /// How many pieces it takes at least.
    pub pieces: u32,
}

pub(super) fn filler(table: &Table<'_>, number: usize) -> Option<Filler> {
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
pub(super) fn outdoes(table: &Table<'_>, one: usize, other: usize) -> bool {
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

/// Where a column of a program comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// The column of the pool.
    Pool(usize),
    /// A piece of this kind that stays without package.
    LeftOut(usize),
}

/// A program, and where its columns come from.
pub(super) struct Built {
    pub program: Program,
    /// Where each column comes from, ascending.
    pub origin: Vec<Origin>,
}

impl Built {
    /// The program of some columns, with a package that takes the rest or without; none when the
    /// pieces do not suffice for that package.
    pub(super) fn new(
        table: &Table<'_>,
        columns: &[Column],
        filler_plan: Option<usize>,
    ) -> Option<Self> {
        let counts = table.counts();
        let mut rows = Rows::new(table, &counts, columns, filler_plan);
        let rest = match filler_plan {
            None => None,
            Some(plan) => Some(Rest::new(table, plan, &counts, rows.capacity.len())?),
        };
        rows.capacity
            .extend(rest.as_ref().map(|rest| rest.capacity));
        let mut built = Self {
            program: Program {
                capacity: std::mem::take(&mut rows.capacity),
                kinds: rows.kinds,
                columns: Vec::with_capacity(columns.len()),
                base: rest.as_ref().map_or(0, |rest| rest.base),
                closing: rest.as_ref().and_then(|rest| rest.closing),
            },
            origin: Vec::with_capacity(columns.len()),
        };
        let own = columns.iter().enumerate();
        for (index, column) in own.filter(|(_, column)| filler_plan != Some(column.plan)) {
            let entry = rows.entry(table, column, rest.as_ref());
            // Where rounding comes at the end it may be worth a little loss.
            if entry.gain > built.program.worst_gain() && built.program.has_room(&entry) {
                built.origin.push(Origin::Pool(index));
                built.program.columns.push(entry);
            }
        }
        if let Some(rest) = &rest {
            built.leave_out(table, rest, &rows.of_kind);
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
    pub(super) fn seed(&self, columns: &[usize]) -> Vec<usize> {
        columns
            .iter()
            .filter_map(|column| self.origin.binary_search(&Origin::Pool(*column)).ok())
            .collect()
    }
}

/// The rows of a program: kinds of pieces, then packages that apply only so often.
struct Rows {
    capacity: Vec<i64>,
    kinds: usize,
    /// The row of each kind; none of the rows for kinds that nothing uses.
    of_kind: Vec<usize>,
    /// The row of each package that applies only so often.
    of_plan: BTreeMap<usize, usize>,
}

impl Rows {
    fn new(
        table: &Table<'_>,
        counts: &[u32],
        columns: &[Column],
        filler_plan: Option<usize>,
    ) -> Self {
        let filled = filler_plan.map_or(&[][..], |plan| &table.plans[plan].sets[0].kinds);
        let mut is_used = vec![false; counts.len()];
        let used = columns.iter().flat_map(|column| &column.uses);
        for kind in used.map(|(kind, _)| kind).chain(filled) {
            is_used[*kind] = true;
        }
        let mut capacity = Vec::new();
        let mut of_kind = vec![usize::MAX; counts.len()];
        let used = counts.iter().enumerate().filter(|(kind, _)| is_used[*kind]);
        for (kind, count) in used {
            of_kind[kind] = capacity.len();
            capacity.push(i64::from(*count));
        }
        let kinds = capacity.len();
        let mut of_plan = BTreeMap::new();
        for column in columns {
            if let Some(times) = table.plans[column.plan].times {
                of_plan.entry(column.plan).or_insert_with(|| {
                    capacity.push(i64::from(times));
                    capacity.len() - 1
                });
            }
        }
        Self {
            capacity,
            kinds,
            of_kind,
            of_plan,
        }
    }

    /// A column as the program's, less what a package that takes the rest loses by it.
    fn entry(&self, table: &Table<'_>, column: &Column, rest: Option<&Rest>) -> Entry {
        let mut uses: Vec<(usize, i64)> = column
            .uses
            .iter()
            .map(|(kind, count)| (self.of_kind[*kind], i64::from(*count)))
            .collect();
        uses.extend(self.of_plan.get(&column.plan).map(|row| (*row, 1)));
        let mut gain = column.saving * SCALE;
        if let Some(rest) = rest {
            let (used, lost) = rest.lost(table, column);
            gain -= lost;
            uses.extend((used > 0).then_some((rest.row, used)));
        }
        let header = &table.plans[column.plan].package.header;
        Entry {
            uses,
            gain,
            plan: column.plan,
            priority: i64::from(header.priority),
        }
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
