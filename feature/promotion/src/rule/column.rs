//! A basket and packages as numbers: kinds of pieces that no package tells apart, plans of packages
//! on them, and all ways to apply a plan once.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use kernel::id::ItemNo;

use super::package::{Benefit, Need, Package, RowBenefit};
use super::piece::{Basket, PriceRounding};
use super::value;

/// A piece of a basket line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    /// The line, as its index in the basket.
    pub line: usize,
}

/// Pieces of one price that every package treats alike.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// The price of one, in minor units.
    pub price: i64,
    /// The pieces, by item, then as they stand in the basket.
    pub units: Vec<Unit>,
}

/// Rows of a group that are alike: all that take any number, or one that takes a fixed number or
/// has a benefit of its own.
#[derive(Clone, Debug)]
pub(super) struct Set {
    /// How many pieces are taken when it is used; none for any number.
    pub pieces: Option<u32>,
    /// What it gives in a line-specific package.
    pub benefit: Option<RowBenefit>,
    /// The rows of the group.
    pub rows: Vec<usize>,
    /// The kinds in the basket, the dearest first.
    pub kinds: Vec<usize>,
}

impl Set {
    /// Whether the set may be left with so many pieces taken.
    pub(super) fn is_whole(&self, taken: u32) -> bool {
        taken == 0 || self.pieces.is_none_or(|pieces| taken == pieces)
    }
}

/// A group of a plan.
#[derive(Clone, Debug)]
pub(super) struct PlanGroup {
    /// How many pieces it takes.
    pub need: Need,
    /// Where its sets begin in the plan, and where they end.
    pub sets: std::ops::Range<usize>,
}

/// A package as it looks on this basket.
#[derive(Clone, Debug)]
pub(super) struct Plan<'a> {
    /// The package.
    pub package: &'a Package,
    /// How often it applies at most.
    pub times: Option<u32>,
    /// Its groups.
    pub groups: Vec<PlanGroup>,
    /// Their sets, group by group.
    pub sets: Vec<Set>,
    /// Whether some kind can go into several sets.
    pub overlaps: bool,
}

impl Plan<'_> {
    /// What it gives.
    pub(super) fn benefit(&self) -> Benefit {
        self.package.header.benefit
    }

    /// All kinds that it takes.
    pub(super) fn kinds(&self) -> impl Iterator<Item = usize> + '_ {
        self.sets.iter().flat_map(|set| set.kinds.iter().copied())
    }
}

/// Pieces of a kind in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The set of the plan.
    pub set: usize,
    /// The kind.
    pub kind: usize,
    /// How many.
    pub count: u32,
}

/// A way to apply a plan once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    /// The plan.
    pub plan: usize,
    /// Its pieces by set.
    pub parts: Vec<Part>,
    /// Its pieces by kind, the dearest first.
    pub uses: Vec<(usize, u32)>,
    /// What it saves, in minor units.
    pub saving: i64,
}

impl Column {
    /// Its pieces such that the column with the dearer ones comes first.
    pub(super) fn dearest_first(&self) -> Vec<(usize, Reverse<u32>)> {
        let uses = self.uses.iter();
        uses.map(|(kind, count)| (*kind, Reverse(*count))).collect()
    }
}

/// Everything about a basket that the search needs.
pub(super) struct Table<'a> {
    /// The kinds, the dearest first.
    pub kinds: Vec<Kind>,
    /// The plans, in the order of the packages' keys.
    pub plans: Vec<Plan<'a>>,
    /// The store's rounding.
    pub rounding: PriceRounding,
}

type Membership = (usize, usize, usize);

impl<'a> Table<'a> {
    /// Sorts the pieces of a basket into kinds, for packages in the order of their keys. Packages
    /// that no piece belongs to have no plan.
    pub(super) fn new(packages: &[&'a Package], basket: &Basket<'_>) -> Self {
        let mut plans: Vec<Plan<'a>> = Vec::new();
        let mut rows: HashMap<(&ItemNo, bool), Vec<Membership>> = HashMap::new();
        let present: HashMap<&ItemNo, ()> = basket
            .lines
            .iter()
            .filter(|line| line.exclusion.is_none() && line.quantity > 0)
            .map(|line| (&line.item_no, ()))
            .collect();
        for package in packages {
            if !package
                .items()
                .iter()
                .any(|item| present.contains_key(*item))
            {
                continue;
            }
            let number = plans.len();
            plans.push(plan(package, number, &mut rows));
        }
        let kinds = kinds(basket, &rows, &mut plans);
        let mut table = Self {
            kinds,
            plans,
            rounding: basket.rounding,
        };
        table.drop_untriggered();
        table
    }

    /// How many pieces there are of each kind.
    pub(super) fn counts(&self) -> Vec<u32> {
        self.kinds
            .iter()
            .map(|kind| u32::try_from(kind.units.len()).unwrap_or(u32::MAX))
            .collect()
    }

    fn drop_untriggered(&mut self) {
        let counts = self.counts();
        let kinds = &self.kinds;
        self.plans.retain(|plan| {
            let mut own: Vec<usize> = plan.kinds().collect();
            own.sort_unstable();
            own.dedup();
            let worth: i64 = own
                .iter()
                .map(|kind| kinds[*kind].price * i64::from(counts[*kind]))
                .sum();
            !own.is_empty() && worth >= plan.package.header.amount_to_trigger
        });
    }

    /// The column of some parts, or none when it saves nothing.
    pub(super) fn column(&self, plan: usize, parts: Vec<Part>) -> Option<Column> {
        let mut uses: Vec<(usize, u32)> = Vec::with_capacity(parts.len());
        for part in &parts {
            match uses.iter_mut().find(|(kind, _)| *kind == part.kind) {
                Some((_, count)) => *count += part.count,
                None => uses.push((part.kind, part.count)),
            }
        }
        uses.sort_unstable();
        let own = &self.plans[plan];
        let saving = if own.benefit() == Benefit::LineSpecific {
            self.by_set(own, &parts)
                .iter()
                .map(|(_, saving)| saving)
                .sum()
        } else {
            let pieces: Vec<(i64, u32)> = uses
                .iter()
                .map(|(kind, count)| (self.kinds[*kind].price, *count))
                .collect();
            value::saving(own.benefit(), &pieces, self.rounding)
        };
        (saving > 0).then_some(Column {
            plan,
            parts,
            uses,
            saving,
        })
    }

    /// What each set of a line-specific plan saves on its parts.
    pub(super) fn by_set(&self, plan: &Plan<'_>, parts: &[Part]) -> Vec<(usize, i64)> {
        let mut sums: BTreeMap<usize, i64> = BTreeMap::new();
        for part in parts {
            *sums.entry(part.set).or_default() +=
                self.kinds[part.kind].price * i64::from(part.count);
        }
        sums.into_iter()
            .map(|(set, sum)| {
                let saving = plan.sets[set]
                    .benefit
                    .map_or(0, |benefit| value::row_saving(benefit, sum, self.rounding));
                (set, saving)
            })
            .collect()
    }
}

/// The plan of a package, and which sets each of its items goes into.
fn plan<'a>(
    package: &'a Package,
    number: usize,
    rows: &mut HashMap<(&'a ItemNo, bool), Vec<Membership>>,
) -> Plan<'a> {
    let mut plan = Plan {
        package,
        times: package.times(),
        groups: Vec::with_capacity(package.groups.len()),
        sets: Vec::new(),
        overlaps: false,
    };
    for (group_index, group) in package.groups.iter().enumerate() {
        let start = plan.sets.len();
        let mut free = None;
        for (row_index, row) in group.rows.iter().enumerate() {
            let is_free = row.pieces.is_none() && row.benefit.is_none();
            let set = match free {
                Some(set) if is_free => set,
                _ => {
                    plan.sets.push(Set {
                        pieces: row.pieces,
                        benefit: row.benefit,
                        rows: Vec::new(),
                        kinds: Vec::new(),
                    });
                    plan.sets.len() - 1
                }
            };
            plan.sets[set].rows.push(row_index);
            if is_free {
                free = Some(set);
            }
            for is_customised in [false, true] {
                if row.takes_customised || !is_customised {
                    let place = rows.entry((&row.item_no, is_customised)).or_default();
                    plan.overlaps |= place.iter().any(|(plan, ..)| *plan == number);
                    place.push((number, group_index, set));
                }
            }
        }
        plan.groups.push(PlanGroup {
            need: group.need,
            sets: start..plan.sets.len(),
        });
    }
    plan
}

/// The kinds of a basket, and their numbers in the sets of the plans.
fn kinds(
    basket: &Basket<'_>,
    rows: &HashMap<(&ItemNo, bool), Vec<Membership>>,
    plans: &mut [Plan<'_>],
) -> Vec<Kind> {
    let mut lines: Vec<usize> = (0..basket.lines.len()).collect();
    lines.sort_by_key(|index| {
        let line = &basket.lines[*index];
        (
            &line.item_no,
            line.is_customised,
            line.position,
            line.line_id,
        )
    });
    // The first item of a kind names it, so that the order does not depend on the basket's.
    let mut found: BTreeMap<(i64, &[Membership]), Kind> = BTreeMap::new();
    let mut order: Vec<(i64, &[Membership])> = Vec::new();
    for index in lines {
        let line = &basket.lines[index];
        if line.exclusion.is_some() || line.quantity == 0 || line.unit_price <= 0 {
            continue;
        }
        let Some(places) = rows.get(&(&line.item_no, line.is_customised)) else {
            continue;
        };
        let key = (line.unit_price, places.as_slice());
        let kind = found.entry(key).or_insert_with(|| {
            order.push(key);
            Kind {
                price: line.unit_price,
                units: Vec::new(),
            }
        });
        let units = (0..line.quantity).map(|_| Unit { line: index });
        kind.units.extend(units);
    }
    order.sort_by_key(|(price, _)| Reverse(*price));
    for (number, (_, places)) in order.iter().enumerate() {
        for (plan, _, set) in *places {
            plans[*plan].sets[*set].kinds.push(number);
        }
    }
    order.iter().filter_map(|key| found.remove(key)).collect()
}
