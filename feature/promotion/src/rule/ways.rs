//! All ways to apply a package once.

use std::collections::HashMap;

use super::column::{Column, Part, Plan, PlanGroup, Table};
use super::package::{Benefit, Need};

/// All ways to apply a plan once to so many pieces of each kind.
pub(super) struct Ways<'t, 'a> {
    table: &'t Table<'a>,
    plan: usize,
    counts: Vec<u32>,
    limit: usize,
    steps: usize,
    seen: HashMap<Vec<(usize, u32)>, usize>,
    parts: Vec<Part>,
    found: Vec<Column>,
    is_complete: bool,
}

/// Where the enumeration stands within a group.
#[derive(Clone, Copy)]
struct Place {
    group: usize,
    set: usize,
    kind: usize,
    /// Pieces in the group so far, and what they are worth.
    pieces: u32,
    worth: i64,
    /// Pieces in the set so far.
    in_set: u32,
}

impl<'t, 'a> Ways<'t, 'a> {
    /// The columns of a plan, at most `limit` of them and within as many steps, and whether these
    /// are all.
    pub(super) fn find(
        table: &'t Table<'a>,
        plan: usize,
        counts: &[u32],
        limit: usize,
    ) -> (Vec<Column>, bool) {
        let mut ways = Self {
            table,
            plan,
            counts: counts.to_vec(),
            limit,
            steps: limit.saturating_mul(16).saturating_add(256),
            seen: HashMap::new(),
            parts: Vec::new(),
            found: Vec::new(),
            is_complete: true,
        };
        ways.group(0);
        (ways.found, ways.is_complete)
    }

    fn group(&mut self, group: usize) {
        match self.table.plans[self.plan].groups.get(group) {
            None => self.emit(),
            Some(PlanGroup { sets, .. }) => self.step(Place {
                group,
                set: sets.start,
                kind: 0,
                pieces: 0,
                worth: 0,
                in_set: 0,
            }),
        }
    }

    /// Takes no, one, two … pieces of the kind at a place, the most first.
    fn step(&mut self, at: Place) {
        if !self.is_complete {
            return;
        }
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 {
            self.is_complete = false;
            return;
        }
        let table = self.table;
        let plan = &table.plans[self.plan];
        let group = &plan.groups[at.group];
        if at.set == group.sets.end {
            if is_filled(group.need, at.pieces, at.worth) {
                self.group(at.group + 1);
            }
            return;
        }
        let set = &plan.sets[at.set];
        let Some(&kind) = set.kinds.get(at.kind) else {
            if set.is_whole(at.in_set) {
                self.step(Place {
                    set: at.set + 1,
                    kind: 0,
                    in_set: 0,
                    ..at
                });
            }
            return;
        };
        if !self.can_reach(plan, at) {
            return;
        }
        for count in (0..=self.most(plan, at, kind)).rev() {
            self.counts[kind] -= count;
            if count > 0 {
                self.parts.push(Part {
                    set: at.set,
                    kind,
                    count,
                });
            }
            self.step(Place {
                kind: at.kind + 1,
                pieces: at.pieces + count,
                worth: at.worth + table.kinds[kind].price * i64::from(count),
                in_set: at.in_set + count,
                ..at
            });
            if count > 0 {
                self.parts.pop();
            }
            self.counts[kind] += count;
        }
    }

    /// The most pieces of a kind that fit at a place.
    fn most(&self, plan: &Plan<'_>, at: Place, kind: usize) -> u32 {
        let group = &plan.groups[at.group];
        let by_group = match group.need {
            Need::Exactly(pieces) | Need::Between(_, Some(pieces)) => pieces - at.pieces,
            Need::Between(_, None) | Need::Worth(_) => u32::MAX,
        };
        let by_set = plan.sets[at.set]
            .pieces
            .map_or(u32::MAX, |pieces| pieces - at.in_set);
        // More pieces than are needed earn nothing more where the amount is fixed.
        let is_whole = plan.sets[at.set].is_whole(at.in_set);
        if let (Benefit::Amount(amount), 1, true) = (plan.benefit(), plan.groups.len(), is_whole)
            && at.worth >= amount
            && is_filled(group.need, at.pieces, at.worth)
        {
            return 0;
        }
        self.counts[kind].min(by_group).min(by_set)
    }

    /// Whether what is left behind a place can still fill its group.
    fn can_reach(&self, plan: &Plan<'_>, at: Place) -> bool {
        let group = &plan.groups[at.group];
        let (mut pieces, mut worth) = (u64::from(at.pieces), at.worth);
        for set in at.set..group.sets.end {
            let from = if set == at.set { at.kind } else { 0 };
            for kind in &plan.sets[set].kinds[from..] {
                pieces += u64::from(self.counts[*kind]);
                worth += self.table.kinds[*kind].price * i64::from(self.counts[*kind]);
                let enough = match group.need {
                    Need::Exactly(least) | Need::Between(least, _) => pieces >= u64::from(least),
                    Need::Worth(least) => worth >= least,
                };
                if enough {
                    return true;
                }
            }
        }
        is_filled(group.need, at.pieces, at.worth)
    }

    fn emit(&mut self) {
        let Some(column) = self.table.column(self.plan, self.parts.clone()) else {
            return;
        };
        if self.table.plans[self.plan].overlaps {
            if let Some(&before) = self.seen.get(&column.uses) {
                if self.found[before].saving < column.saving {
                    self.found[before] = column;
                }
                return;
            }
            self.seen.insert(column.uses.clone(), self.found.len());
        }
        if self.found.len() >= self.limit {
            self.is_complete = false;
            return;
        }
        self.found.push(column);
    }
}

/// Whether so many pieces of such a worth fill a need.
pub(super) fn is_filled(need: Need, pieces: u32, worth: i64) -> bool {
    match need {
        Need::Exactly(exactly) => pieces == exactly,
        Need::Between(least, most) => least <= pieces && most.is_none_or(|most| pieces <= most),
        Need::Worth(least) => worth >= least,
    }
}
