//! What lies in the drawers of each store.

use super::store::{STORES, Store};
use crate::catalogue::{Item, PricingMethod, Rating};
use crate::random::Random;

/// Pieces of one size of one item in one store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockLine {
    /// Store.
    pub store_no: &'static str,
    /// Item.
    pub item_no: String,
    /// Size, blank when there is only one.
    pub size_code: String,
    /// Pieces, at least 1.
    pub on_hand: u32,
}

/// A sale of more pieces than a store has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockAttempt {
    /// Store.
    pub store_no: &'static str,
    /// Item.
    pub item_no: String,
    /// Size.
    pub size_code: String,
    /// Pieces asked for, one more than on hand.
    pub quantity: u32,
}

/// Items without a piece in any store.
const SOLD_OUT: usize = 25;
const NEGATIVE_ATTEMPTS: usize = 8;

/// Stock on hand of all stores; sizes without a piece are left out.
///
/// Per store, best sellers have 6 to 15 pieces over their sizes, good ones 2 to 6, the rest up to
/// 2. 25 items are sold out everywhere.
#[must_use]
pub fn stock_on_hand(items: &[Item]) -> Vec<StockLine> {
    let sold_out = sold_out(items);
    let mut lines = Vec::new();
    for (store_index, store) in (0_u64..).zip(&STORES) {
        let mut random = Random::new(3_000 + store_index);
        for item in items.iter().filter(|item| !item.no_stock_posting) {
            let pieces = pieces(item, &mut random);
            if item.is_sold_in(store.country) && !sold_out.contains(&item.item_no.as_str()) {
                spread(item, store, pieces, &mut random, &mut lines);
            }
        }
    }
    lines
}

fn pieces(item: &Item, random: &mut Random) -> u32 {
    if item.is_gift() {
        return random.between(20, 45);
    }
    match item.rating {
        Rating::A => random.between(6, 15),
        Rating::B => random.between(2, 6),
        Rating::C => random.between(0, 2),
    }
}

/// Middle sizes get more.
fn spread(
    item: &Item,
    store: &Store,
    pieces: u32,
    random: &mut Random,
    lines: &mut Vec<StockLine>,
) {
    let middle = item.sizes.len() / 2;
    let weights: Vec<u32> = (0..item.sizes.len())
        .map(|index| {
            5_u32
                .saturating_sub(u32::try_from(index.abs_diff(middle)).unwrap_or(5))
                .max(1)
        })
        .collect();
    let mut counts = vec![0_u32; item.sizes.len()];
    for _ in 0..pieces {
        counts[random.weighted(&weights)] += 1;
    }
    for (size, on_hand) in item
        .sizes
        .iter()
        .zip(counts)
        .filter(|(_, on_hand)| *on_hand > 0)
    {
        lines.push(StockLine {
            store_no: store.store_no,
            item_no: item.item_no.clone(),
            size_code: size.code.clone(),
            on_hand,
        });
    }
}

/// Sold out: pieces nobody hurries to make again, and a few that went too fast.
fn sold_out(items: &[Item]) -> Vec<&str> {
    let mut candidates: Vec<&Item> = items
        .iter()
        .filter(|item| {
            !item.no_stock_posting
                && !item.is_gift()
                && !item.stopped
                && item.ranking > 20
                && item.pricing_method == PricingMethod::Fixed
        })
        .collect();
    Random::new(31).shuffle(&mut candidates);
    candidates
        .into_iter()
        .take(SOLD_OUT)
        .map(|item| item.item_no.as_str())
        .collect()
}

/// Eight sales in the first store that would take its stock below zero.
#[must_use]
pub fn negative_stock_attempts(stock: &[StockLine]) -> Vec<StockAttempt> {
    stock
        .iter()
        .filter(|line| line.store_no == STORES[0].store_no && line.on_hand == 1)
        .step_by(9)
        .take(NEGATIVE_ATTEMPTS)
        .map(|line| StockAttempt {
            store_no: line.store_no,
            item_no: line.item_no.clone(),
            size_code: line.size_code.clone(),
            quantity: line.on_hand + 1,
        })
        .collect()
}
