//! Packages that a basket is one piece away from (domain §2.9).

use kernel::id::ItemNo;
use serde::{Deserialize, Serialize};

use super::column::{Plan, Table};
use super::fill::can_fill;
use super::package::{Benefit, Need, PackageId, RowBenefit};

/// A package that one more piece would complete, from pieces that no package uses yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NearMiss {
    /// The package.
    pub package: PackageId,
    /// The group that lacks the piece; blank for the group of a single row.
    pub group_code: String,
    /// The items that would complete it.
    pub items: Vec<ItemNo>,
    /// What the package gives.
    pub benefit: Benefit,
    /// What the rows of those items give in a line-specific package.
    pub row_benefits: Vec<RowBenefit>,
}

/// The packages that lack exactly one piece, by priority, then key. `left` is how many pieces of
/// each kind are unused, `used` how often each plan applies.
pub(super) fn near_misses(table: &Table<'_>, left: &[u32], used: &[u32]) -> Vec<NearMiss> {
    let mut prices: Vec<i64> = table.kinds.iter().map(|kind| kind.price).collect();
    // One more piece of an unknown price.
    prices.push(0);
    let mut counts = left.to_vec();
    counts.push(0);
    let mut found: Vec<(i32, NearMiss)> = Vec::new();
    for (plan, times) in table.plans.iter().zip(used) {
        let is_spent = plan.times.is_some_and(|most| *times >= most);
        let has_piece = plan.kinds().any(|kind| left[kind] > 0);
        if is_spent || !has_piece || can_fill(plan, &prices, &counts) {
            continue;
        }
        let lacking =
            (0..plan.groups.len()).find_map(|group| lacking(plan, group, &prices, &counts));
        if let Some(near) = lacking {
            found.push((plan.package.header.priority, near));
        }
    }
    found.sort_by(|a, b| (a.0, &a.1.package).cmp(&(b.0, &b.1.package)));
    found.into_iter().map(|(_, near)| near).collect()
}

/// The items of a group of which one piece would make the plan complete.
fn lacking(plan: &Plan<'_>, group: usize, prices: &[i64], counts: &[u32]) -> Option<NearMiss> {
    if matches!(plan.groups[group].need, Need::Worth(_)) {
        return None;
    }
    let own = &plan.package.groups[group];
    let extra = counts.len() - 1;
    let mut items = Vec::new();
    let mut row_benefits = Vec::new();
    for set in plan.groups[group].sets.clone() {
        let (mut more, mut plan) = (counts.to_vec(), plan.clone());
        more[extra] = 1;
        plan.sets[set].kinds.push(extra);
        if !can_fill(&plan, prices, &more) {
            continue;
        }
        for row in &plan.sets[set].rows {
            items.push(own.rows[*row].item_no.clone());
            row_benefits.extend(own.rows[*row].benefit);
        }
    }
    row_benefits.dedup();
    (!items.is_empty()).then(|| NearMiss {
        package: plan.package.header.id.clone(),
        group_code: own.code.clone(),
        items,
        benefit: plan.benefit(),
        row_benefits,
    })
}
