//! The best total of a basket under its packages (domain §2.5), and what each line gets of it.

use serde::{Deserialize, Serialize};
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

use kernel::id::{ItemNo, LineId};
use kernel::money::MoneyError;

use super::column::{Column, Table};
use super::component;
use super::fill::can_fill;
use super::hint::{NearMiss, near_misses};
use super::package::{Package, PackageId};
use super::piece::Basket;
use super::share::shares;
use super::validate::AMOUNT_MAX;
use super::work::Work;

/// The most pieces of a basket.
const PIECES_MAX: u64 = 100_000;

/// How much a basket may cost to price. The document bounds states and time (domain §2.5, "Cap"); a
/// rule knows no clock, so that steps stand for the time. `make bench` measures what they take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Ways to apply packages that are listed at most, for pieces that compete.
    pub columns: usize,
    /// States that a search remembers at most.
    pub states: usize,
    /// Columns that a search looks at at most.
    pub steps: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            columns: 8_000,
            states: 50_000,
            steps: 6_000_000,
        }
    }
}

/// A piece of an application.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppliedPiece {
    /// Its line.
    pub line_id: LineId,
    /// Its item.
    pub item_no: ItemNo,
    /// Its price, in minor units.
    pub unit_price: i64,
    /// Its part of the saving, in minor units.
    pub share: i64,
}

/// A package applied once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Application {
    /// Its number in the basket, from 1.
    pub number: u32,
    /// The package.
    pub package: PackageId,
    /// Its pieces, the dearest first.
    pub pieces: Vec<AppliedPiece>,
    /// What it saves, in minor units.
    pub saving: i64,
}

/// Pieces of a basket line that are priced alike: a line whose pieces take part differently is split
/// into several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePart {
    /// The line.
    pub line_id: LineId,
    /// How many of its pieces.
    pub quantity: u32,
    /// The application that they belong to, by number and package; none for pieces without.
    pub application: Option<(u32, PackageId)>,
    /// What they save together, in minor units.
    pub discount: i64,
}

/// A basket with its packages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repriced {
    /// What is applied, in the order of the dearest pieces.
    pub applications: Vec<Application>,
    /// The lines in the order of their positions, split where pieces take part differently: first
    /// by application, then the pieces without.
    pub parts: Vec<LinePart>,
    /// Packages that lack one piece.
    pub near_misses: Vec<NearMiss>,
    /// Whether the search was cut short, so that another choice might save more (specification:
    /// discountApproximate).
    pub is_approximate: bool,
}

impl Repriced {
    /// What all applications save, in minor units.
    #[must_use]
    pub fn saving(&self) -> i64 {
        self.applications.iter().map(|it| it.saving).sum()
    }

    /// What a line saves, in minor units.
    #[must_use]
    pub fn discount_of(&self, line: LineId) -> i64 {
        let own = self.parts.iter().filter(|part| part.line_id == line);
        own.map(|part| part.discount).sum()
    }
}

/// A package that applies less often than before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The package.
    pub package: PackageId,
    /// How often it applied.
    pub before: usize,
    /// How often it applies now.
    pub after: usize,
}

/// The packages that apply less often than in an earlier result, for the notice when a piece is
/// removed.
#[must_use]
pub fn lost(before: &[Application], after: &[Application]) -> Vec<Lost> {
    let count = |applications: &[Application], package: &PackageId| {
        applications
            .iter()
            .filter(|it| it.package == *package)
            .count()
    };
    let packages: BTreeSet<&PackageId> = before.iter().map(|it| &it.package).collect();
    packages
        .into_iter()
        .map(|package| Lost {
            package: package.clone(),
            before: count(before, package),
            after: count(after, package),
        })
        .filter(|lost| lost.after < lost.before)
        .collect()
}

/// Finds the applications with the largest total saving. `packages` are those that are live now (see
/// [`super::live`]); of several with one key the first counts. Neither their order nor that of the
/// lines matters: pieces are taken by price, then item, then position.
///
/// Ties go to the lower sum of priorities, then to the package with the lower key, then to the
/// dearer pieces; of pieces of one item and price the later in the basket stay without.
///
/// # Errors
/// When the basket is worth more, or holds more pieces, than any basket does.
pub fn reprice(
    packages: &[impl Borrow<Package>],
    basket: &Basket<'_>,
    effort: Effort,
) -> Result<Repriced, MoneyError> {
    let (mut sum, mut pieces) = (0_i64, 0_u64);
    for line in basket.lines {
        pieces += u64::from(line.quantity);
        sum = line
            .unit_price
            .max(0)
            .checked_mul(i64::from(line.quantity))
            .and_then(|worth| sum.checked_add(worth))
            .filter(|sum| *sum <= AMOUNT_MAX && pieces <= PIECES_MAX)
            .ok_or(MoneyError::Overflow)?;
    }
    let by_key: BTreeMap<&PackageId, &Package> = packages
        .iter()
        .rev()
        .map(Borrow::borrow)
        .map(|package: &Package| (&package.header().id, package))
        .collect();
    let packages: Vec<&Package> = by_key.into_values().collect();
    let table = Table::new(&packages, basket);
    let (columns, is_best) = best(&table, effort);
    Ok(settle(&table, basket, columns, !is_best))
}

/// The best applications of all plans, found separately for pieces that share no package.
fn best(table: &Table<'_>, effort: Effort) -> (Vec<Column>, bool) {
    let mut columns = Vec::new();
    let mut is_best = true;
    let mut work = Work {
        bound: effort.steps / 4,
        exchange: effort.steps / 8,
        search: effort.steps,
        ties: effort.steps / 64,
        states: effort.states,
    };
    let components = components(table);
    for (index, plans) in components.iter().enumerate() {
        let remaining = components.len() - index;
        // A small component leaves most of its part to the others.
        let mut own = work.lend(if remaining > 2 { 2 } else { remaining as u64 });
        let answer = component::best(table, plans, effort.columns, &mut own);
        work.give_back(own);
        is_best &= answer.is_best;
        columns.extend(answer.columns);
    }
    (columns, is_best)
}

/// Plans that can be applied at all, grouped so that two groups share no piece. The smallest group
/// comes first.
fn components(table: &Table<'_>) -> Vec<Vec<usize>> {
    let counts = table.counts();
    let prices: Vec<i64> = table.kinds.iter().map(|kind| kind.price).collect();
    let mut leader: Vec<usize> = (0..table.kinds.len()).collect();
    let mut usable = Vec::new();
    for (number, plan) in table.plans.iter().enumerate() {
        if !can_fill(plan, &prices, &counts) {
            continue;
        }
        usable.push(number);
        let mut kinds = plan.kinds();
        if let Some(first) = kinds.next() {
            for kind in kinds {
                let (a, b) = (find(&mut leader, first), find(&mut leader, kind));
                leader[a.max(b)] = a.min(b);
            }
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for number in usable {
        if let Some(kind) = table.plans[number].kinds().next() {
            groups
                .entry(find(&mut leader, kind))
                .or_default()
                .push(number);
        }
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().collect();
    groups.sort_by_key(|plans| (plans.len(), plans.first().copied()));
    groups
}

fn find(leader: &mut [usize], of: usize) -> usize {
    let mut at = of;
    while leader[at] != at {
        leader[at] = leader[leader[at]];
        at = leader[at];
    }
    at
}

/// Hands the pieces to the applications and sums up.
fn settle(
    table: &Table<'_>,
    basket: &Basket<'_>,
    mut columns: Vec<Column>,
    is_approximate: bool,
) -> Repriced {
    columns.sort_by_cached_key(|column| (column.dearest_first(), column.plan));
    let mut next = vec![0_usize; table.kinds.len()];
    let mut used = vec![0_u32; table.plans.len()];
    let mut applications = Vec::with_capacity(columns.len());
    let mut by_line: BTreeMap<(usize, u32), (u32, i64)> = BTreeMap::new();
    for (number, column) in (1_u32..).zip(&columns) {
        used[column.plan] += 1;
        let mut pieces: Vec<(usize, AppliedPiece)> = Vec::new();
        for (part, shares) in column.parts.iter().zip(shares(table, column)) {
            for share in shares {
                let line = table.kinds[part.kind].units[next[part.kind]].line;
                next[part.kind] += 1;
                let own = by_line.entry((line, number)).or_default();
                own.0 += 1;
                own.1 += share;
                pieces.push((part.kind, piece(basket, line, share)));
            }
        }
        pieces.sort_by_key(|(kind, _)| *kind);
        applications.push(Application {
            number,
            package: table.plans[column.plan].package.header().id.clone(),
            pieces: pieces.into_iter().map(|(_, piece)| piece).collect(),
            saving: column.saving,
        });
    }
    let left: Vec<u32> = table
        .counts()
        .iter()
        .zip(&next)
        .map(|(count, used)| count - u32::try_from(*used).unwrap_or(*count))
        .collect();
    Repriced {
        parts: parts(basket, &by_line, &applications),
        near_misses: near_misses(table, &left, &used),
        applications,
        is_approximate,
    }
}

fn piece(basket: &Basket<'_>, line: usize, share: i64) -> AppliedPiece {
    let line = &basket.lines[line];
    AppliedPiece {
        line_id: line.line_id,
        item_no: line.item_no.clone(),
        unit_price: line.unit_price,
        share,
    }
}

fn parts(
    basket: &Basket<'_>,
    by_line: &BTreeMap<(usize, u32), (u32, i64)>,
    applications: &[Application],
) -> Vec<LinePart> {
    let mut lines: Vec<usize> = (0..basket.lines.len()).collect();
    lines.sort_by_key(|index| (basket.lines[*index].position, basket.lines[*index].line_id));
    let mut parts = Vec::with_capacity(lines.len());
    for index in lines {
        let line = &basket.lines[index];
        let mut left = line.quantity;
        for ((_, number), (quantity, discount)) in by_line.range((index, 0)..=(index, u32::MAX)) {
            left -= quantity;
            let package = applications[*number as usize - 1].package.clone();
            parts.push(LinePart {
                line_id: line.line_id,
                quantity: *quantity,
                application: Some((*number, package)),
                discount: *discount,
            });
        }
        if left > 0 {
            parts.push(LinePart {
                line_id: line.line_id,
                quantity: left,
                application: None,
                discount: 0,
            });
        }
    }
    parts
}
