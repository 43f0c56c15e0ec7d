//! Cases that need no search, because an exchange of pieces shows what is best (domain §2.5).

use super::column::{Column, Part, Table};
use super::package::{Benefit, Need};
use super::program::SCALE;

/// The one group of a plan that takes a fixed number of pieces, any of its set.
struct Single {
    pieces: u32,
    set: usize,
}

fn single(table: &Table<'_>, plan: usize) -> Option<Single> {
    let plan = &table.plans[plan];
    match (plan.groups.as_slice(), plan.sets.as_slice()) {
        ([group], [set]) if set.pieces.is_none() && set.benefit.is_none() => match group.need {
            Need::Exactly(pieces) => Some(Single {
                pieces,
                set: group.sets.start,
            }),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a percentage of every price of a plan is whole, so that it does not matter how pieces
/// share an application.
pub(super) fn is_rounding_neutral(table: &Table<'_>, plan: usize) -> bool {
    let plan = &table.plans[plan];
    match plan.benefit() {
        Benefit::Percent(rate) | Benefit::LeastExpensive { rate, .. } => {
            rate.0 == SCALE
                || (table.rounding.step <= 1
                    && plan
                        .kinds()
                        .all(|kind| table.kinds[kind].price % SCALE * rate.0 % SCALE == 0))
        }
        _ => true,
    }
}

/// The best applications of a package that nothing competes with: its pieces in blocks, the dearest
/// first. None where that is not known to be best.
pub(super) fn blocks(table: &Table<'_>, plan: usize) -> Option<Vec<Column>> {
    let Single { pieces, set } = single(table, plan)?;
    if !is_rounding_neutral(table, plan) {
        return None;
    }
    let own = &table.plans[plan];
    let kinds = &own.sets[set].kinds;
    let mut blocks = Blocks::new(table, kinds);
    let mut found = Vec::new();
    while own.times.is_none_or(|most| found.len() < most as usize) {
        let Some(parts) = blocks.next(set, pieces) else {
            break;
        };
        match table.column(plan, parts) {
            None => break,
            Some(column) => {
                // An amount that a block is not worth might fit another mixture of pieces.
                if matches!(own.benefit(), Benefit::Amount(amount) if column.saving < amount) {
                    return None;
                }
                found.push(column);
            }
        }
    }
    Some(found)
}

/// The best applications of packages that all have a deal price and take the same pieces. Whatever
/// the applications, the dearest pieces are used, and how they share them does not change the sum:
/// only how many pieces are used counts.
pub(super) fn deals(table: &Table<'_>, plans: &[usize]) -> Option<Vec<Column>> {
    let mut offers = Vec::with_capacity(plans.len());
    for &plan in plans {
        let own = &table.plans[plan];
        let Benefit::DealPrice(price) = own.benefit() else {
            return None;
        };
        let Single { pieces, set } = single(table, plan)?;
        let same = own.sets[set].kinds == table.plans[plans[0]].sets.first()?.kinds;
        if own.times.is_some() || !same {
            return None;
        }
        offers.push(Offer {
            plan,
            pieces,
            price,
            priority: i64::from(own.package.header.priority),
        });
    }
    let kinds = &table.plans[plans[0]].sets.first()?.kinds;
    let mut prices = Vec::new();
    for &kind in kinds {
        let units = table.kinds[kind].units.len();
        prices.extend(std::iter::repeat_n(table.kinds[kind].price, units));
    }
    let mut order = cheapest_cover(&offers, &prices);
    order.sort_unstable();
    let mut blocks = Blocks::new(table, kinds);
    let columns = order.into_iter().filter_map(|index| {
        let offer = &offers[index];
        let parts = blocks.next(0, offer.pieces)?;
        table.column(offer.plan, parts)
    });
    Some(columns.collect())
}

/// So many pieces for a price.
struct Offer {
    plan: usize,
    pieces: u32,
    price: i64,
    priority: i64,
}

/// The offers that save most on pieces of some prices, the dearest first; ties go to the lower sum of
/// priorities.
fn cheapest_cover(offers: &[Offer], prices: &[i64]) -> Vec<usize> {
    // The lowest cost, and of equal ones the lowest sum of priorities, to cover so many pieces.
    let mut cheapest: Vec<Option<(i64, i64, usize)>> = vec![None; prices.len() + 1];
    cheapest[0] = Some((0, 0, usize::MAX));
    let mut best = (0, 0, 0);
    let mut sum = 0;
    for used in 1..=prices.len() {
        for (index, offer) in offers.iter().enumerate() {
            let before = used.checked_sub(offer.pieces as usize);
            let Some((cost, priorities, _)) = before.and_then(|before| cheapest[before]) else {
                continue;
            };
            let way = (cost + offer.price, priorities + offer.priority, index);
            if cheapest[used].is_none_or(|best| (way.0, way.1) < (best.0, best.1)) {
                cheapest[used] = Some(way);
            }
        }
        sum += prices[used - 1];
        if let Some((cost, priorities, _)) = cheapest[used]
            && (sum - cost, -priorities) > (best.0, best.1)
        {
            best = (sum - cost, -priorities, used);
        }
    }
    let mut left = best.2;
    let mut order = Vec::new();
    while let Some((_, _, index)) = cheapest[left].filter(|_| left > 0) {
        order.push(index);
        left -= offers[index].pieces as usize;
    }
    order
}

/// Pieces of some kinds, handed out the dearest first.
struct Blocks {
    left: Vec<(usize, u32)>,
    next: usize,
}

impl Blocks {
    fn new(table: &Table<'_>, kinds: &[usize]) -> Self {
        let counts = table.counts();
        Self {
            left: kinds.iter().map(|kind| (*kind, counts[*kind])).collect(),
            next: 0,
        }
    }

    fn next(&mut self, set: usize, pieces: u32) -> Option<Vec<Part>> {
        let mut parts = Vec::new();
        let mut missing = pieces;
        while missing > 0 {
            let (kind, left) = self.left.get_mut(self.next)?;
            let count = missing.min(*left);
            if count > 0 {
                parts.push(Part {
                    set,
                    kind: *kind,
                    count,
                });
            }
            *left -= count;
            missing -= count;
            if *left == 0 {
                self.next += 1;
            }
        }
        Some(parts)
    }
}
