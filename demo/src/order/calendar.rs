//! On which days, where and at what time sales take place.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday, date};

use super::{DAYS, ORDERS};
use crate::company::{STORES, Store};
use crate::random::Random;

/// Days of the Chinese New Year in the years the demonstration may run in.
const NEW_YEARS: [Date; 9] = [
    date(2024, 2, 10),
    date(2025, 1, 29),
    date(2026, 2, 17),
    date(2027, 2, 6),
    date(2028, 1, 26),
    date(2029, 2, 13),
    date(2030, 2, 3),
    date(2031, 1, 23),
    date(2032, 2, 11),
];

/// A sale that will take place.
pub(super) struct Slot {
    pub(super) date: Date,
    pub(super) days_ago: u32,
    pub(super) store: &'static Store,
    pub(super) second_of_day: u32,
}

/// How busy a day is in a country, 100 on an ordinary one.
fn busyness(day: Date, country: &str) -> u32 {
    let mut busy = 100;
    if day.month() == 12 {
        busy = busy * 22 / 10;
    }
    if day.weekday() == Weekday::Saturday {
        busy = busy * 18 / 10;
    }
    if matches!(country, "CN" | "HK") && is_new_year_season(day) {
        busy = busy * 16 / 10;
    }
    match (day.month(), day.day()) {
        (2, 10..=14) => busy * 17 / 10,
        (5, 16..=20) if matches!(country, "CN" | "HK") => busy * 17 / 10,
        (12, 25) | (1, 1) if !matches!(country, "CN" | "HK") => busy / 10,
        _ => busy,
    }
}

/// The fortnight before the Chinese New Year and the week after it.
fn is_new_year_season(day: Date) -> bool {
    NEW_YEARS.iter().any(|new_year| {
        let start = new_year.saturating_sub(14.days());
        let end = new_year.saturating_add(7.days());
        (start..=end).contains(&day)
    })
}

/// Shares all sales out over days and stores; the largest remainders get what is left over.
pub(super) fn calendar(today: Date, random: &mut Random) -> Vec<Slot> {
    let mut weights = Vec::new();
    for days_ago in (1..=DAYS).rev() {
        let day = today.saturating_sub(i64::from(days_ago).days());
        for store in STORES.iter().filter(|store| store.share_of_sales > 0) {
            let noise = random.between(70, 130);
            weights.push((
                day,
                days_ago,
                store,
                busyness(day, store.country) * store.share_of_sales * noise,
            ));
        }
    }
    let total: u64 = weights.iter().map(|(.., weight)| u64::from(*weight)).sum();
    let orders = u64::from(ORDERS);
    let mut counts: Vec<u64> = weights
        .iter()
        .map(|(.., weight)| u64::from(*weight) * orders / total)
        .collect();
    let mut by_remainder: Vec<usize> = (0..weights.len()).collect();
    by_remainder
        .sort_by_key(|&index| std::cmp::Reverse(u64::from(weights[index].3) * orders % total));
    let missing = orders.saturating_sub(counts.iter().sum());
    let missing = usize::try_from(missing).unwrap_or(usize::MAX);
    for &index in by_remainder.iter().take(missing) {
        counts[index] += 1;
    }
    let mut slots = Vec::new();
    for ((date, days_ago, store, _), count) in weights.into_iter().zip(counts) {
        let mut seconds: Vec<u32> = (0..count).map(|_| second_of_day(store, random)).collect();
        seconds.sort_unstable();
        slots.extend(seconds.into_iter().map(|second_of_day| Slot {
            date,
            days_ago,
            store,
            second_of_day,
        }));
    }
    slots
}

/// A moment within opening hours; the average of two draws makes the afternoon busier.
fn second_of_day(store: &Store, random: &mut Random) -> u32 {
    let (open, close) = (store.hours.0 * 3_600 + 600, store.hours.1 * 3_600 - 300);
    u32::midpoint(random.between(open, close), random.between(open, close))
}
