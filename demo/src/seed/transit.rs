//! What is on its way to the stores, and how many days they are apart.

use inventory::transit::{Arrival, expect, set_distance};
use jiff::ToSpan;
use shell::Outcome;
use shell::db::Tx;

use super::plan::Plan;
use crate::catalogue::Item;
use crate::company::{STORES, Store};
use crate::random::Random;

/// How many items are on their way to each store.
const ITEMS_PER_STORE: usize = 24;
/// In how many days at the latest they are due.
const DAYS_MAX: u32 = 9;

pub(super) async fn write(tx: &mut Tx, plan: &Plan) -> Outcome<()> {
    for (index, store) in STORES.iter().enumerate() {
        for other in &STORES[index + 1..] {
            let pair = (store.store_no, other.store_no);
            set_distance(tx, pair, travel_days(store, other)).await?;
        }
    }
    for (index, store) in (0_u64..).zip(&STORES) {
        let mut random = Random::new(4_000 + index);
        let mut items: Vec<&Item> = plan
            .items
            .iter()
            .filter(|item| !item.no_stock_posting && !item.is_gift())
            .filter(|item| item.is_sold_in(store.country))
            .collect();
        random.shuffle(&mut items);
        arrive(
            tx,
            plan,
            store,
            &items[..ITEMS_PER_STORE.min(items.len())],
            &mut random,
        )
        .await?;
    }
    Ok(())
}

/// One document for each item. Every third comes from head office, the first is a day late.
async fn arrive(
    tx: &mut Tx,
    plan: &Plan,
    store: &Store,
    items: &[&Item],
    random: &mut Random,
) -> Outcome<()> {
    let nearest = STORES
        .iter()
        .filter(|other| other.store_no != store.store_no)
        .min_by_key(|other| travel_days(store, other));
    for (number, item) in (1_i64..).zip(items) {
        let days = if number == 1 {
            -1
        } else {
            i64::from(random.between(0, DAYS_MAX))
        };
        let from = nearest.filter(|_| number % 3 != 0);
        let size = &item.sizes[item.sizes.len() / 2];
        let arrival = Arrival {
            document_no: &format!("T-{}-{number:04}", store.store_no),
            line_no: 1,
            store_no: store.store_no,
            from_store_no: from.map(|from| from.store_no),
            item_no: &item.item_no,
            size_code: &size.code,
            quantity: i64::from(random.between(1, 3)),
            due_on: plan.today.saturating_add(days.days()),
        };
        expect(tx, &arrival).await?;
    }
    Ok(())
}

/// A day within a region of customs, more over the borders, most between the continents.
fn travel_days(one: &Store, other: &Store) -> i64 {
    let region = |store: &Store| match store.country {
        "FR" | "IT" => "EU",
        "HK" | "CN" | "JP" => "ASIA",
        _ => "GULF",
    };
    let is_greater_paris =
        |store: &Store| store.postal_code.starts_with("75") || store.postal_code.starts_with("95");
    if one.city == other.city || (is_greater_paris(one) && is_greater_paris(other)) {
        1
    } else if one.country == other.country {
        2
    } else if region(one) == region(other) {
        3
    } else {
        6
    }
}
