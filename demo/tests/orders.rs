//! The past sales follow the seasons and point to what exists.

use std::collections::{BTreeMap, BTreeSet};

use demo::catalogue::{Item, items};
use demo::company::{STORES, TENDERS, customers, staff, store_of, terminals};
use demo::order::{Aftermath, DAYS, ORDERS, PastOrder, orders};
use jiff::ToSpan;
use jiff::civil::{Date, Weekday, date};

const TODAY: Date = date(2026, 11, 14);

fn all() -> (Vec<Item>, Vec<PastOrder>) {
    let items = items();
    let orders = orders(&items, TODAY).collect();
    (items, orders)
}

/// Sales per thousand of the wanted days, in stores of the wanted countries.
fn rate(orders: &[PastOrder], countries: &[&str], wanted: impl Fn(Date) -> bool) -> usize {
    let days = (1..=DAYS).map(|ago| TODAY.saturating_sub(i64::from(ago).days()));
    let days = days.filter(|day| wanted(*day)).count();
    let of_country = |order: &PastOrder| {
        store_of(order.store_no).is_some_and(|store| countries.contains(&store.country))
    };
    let sales = orders
        .iter()
        .filter(|order| wanted(order.date) && of_country(order))
        .count();
    sales * 1_000 / days
}

#[test]
fn as_many_as_promised_in_order_and_before_today() {
    let (_, orders) = all();
    assert_eq!(u32::try_from(orders.len()), Ok(ORDERS));
    assert!(orders.is_sorted_by_key(|order| order.date));
    assert!(
        orders
            .iter()
            .all(|order| order.date < TODAY && order.days_ago <= DAYS)
    );
    for order in &orders {
        let days_ago = i64::from(order.days_ago);
        assert_eq!(order.date, TODAY.saturating_sub(days_ago.days()));
    }
}

#[test]
fn the_same_in_every_run() {
    assert_eq!(all().1, all().1);
}

#[test]
fn seasons_are_felt() {
    let (_, orders) = all();
    let everywhere = ["FR", "IT", "HK", "CN"];
    let china = ["CN", "HK"];
    let europe = ["FR", "IT"];
    let quiet_month = |day: Date| !matches!(day.month(), 1 | 2 | 5 | 12);
    let saturday = |day: Date| day.weekday() == Weekday::Saturday;
    let plain = |day: Date| quiet_month(day) && !saturday(day);
    let percent = |countries: &[&str], wanted: &dyn Fn(Date) -> bool| {
        rate(&orders, countries, wanted) * 100 / rate(&orders, countries, plain)
    };
    let december = percent(&everywhere, &|day| day.month() == 12 && !saturday(day));
    assert!((190..250).contains(&december), "December: {december}");
    let saturdays = percent(&everywhere, &|day| quiet_month(day) && saturday(day));
    assert!((160..200).contains(&saturdays), "Saturday: {saturdays}");
    let new_year = percent(&china, &|day| {
        (date(2026, 2, 15)..=date(2026, 2, 24)).contains(&day)
    });
    assert!(
        (140..230).contains(&new_year),
        "Chinese New Year: {new_year}"
    );
    let valentine = percent(&europe, &|day| {
        day.month() == 2 && (10..=14).contains(&day.day())
    });
    assert!(valentine > 140, "Valentine: {valentine}");
    let may = percent(&china, &|day| {
        day.month() == 5 && (16..=20).contains(&day.day())
    });
    assert!(may > 140, "20 May: {may}");
}

#[test]
fn everything_an_order_names_exists() {
    let (items, orders) = all();
    let items: BTreeMap<_, _> = items
        .iter()
        .map(|item| (item.item_no.as_str(), item))
        .collect();
    let tills: BTreeSet<_> = terminals()
        .into_iter()
        .map(|till| till.terminal_no)
        .collect();
    let customers: BTreeMap<_, _> = customers()
        .into_iter()
        .map(|customer| (customer.customer_no.clone(), customer))
        .collect();
    for order in &orders {
        let store = store_of(order.store_no).unwrap();
        assert!(
            tills.contains(&order.terminal_no) && order.terminal_no.starts_with(store.store_no)
        );
        let person = staff()
            .iter()
            .find(|person| person.id == order.staff_id)
            .unwrap();
        assert!(person.store_no == store.store_no && person.sells());
        if let Some(number) = &order.customer_no {
            assert!(customers[number].known_for_days >= order.days_ago);
        }
        assert!(!order.lines.is_empty());
        for line in &order.lines {
            let item = items[line.item_no.as_str()];
            assert!(item.is_sold_in(store.country) && line.quantity >= 1);
            assert!(item.sizes.iter().any(|size| size.code == line.size_code));
        }
        assert_eq!(
            order.tenders.iter().map(|share| share.percent).sum::<u32>(),
            100
        );
        for share in &order.tenders {
            let tender = TENDERS
                .iter()
                .find(|tender| tender.code == share.tender_code)
                .unwrap();
            assert!(
                tender.is_available_in(store.store_no),
                "{} in {}",
                tender.code,
                store.store_no
            );
        }
        let hour = order.second_of_day / 3_600;
        assert!((store.hours.0..store.hours.1).contains(&hour));
    }
}

#[test]
fn returns_come_in_the_planned_parts_and_before_today() {
    let (_, orders) = all();
    let mut counts = [0; 3];
    for order in &orders {
        let (kind, days) = match order.aftermath {
            Aftermath::Kept => continue,
            Aftermath::Refunded(days, _) => (0, days),
            Aftermath::Exchanged(days, _) => (1, days),
            Aftermath::WebReturned(days, _) => (2, days),
        };
        assert!((1..order.days_ago).contains(&days));
        counts[kind] += 1;
    }
    for (count, planned) in counts.into_iter().zip([300, 225, 75]) {
        assert!(
            (planned * 7 / 10..=planned * 13 / 10).contains(&count),
            "{counts:?}"
        );
    }
}

#[test]
fn every_store_with_a_share_sells() {
    let (_, orders) = all();
    for store in &STORES {
        let sold = orders.iter().any(|order| order.store_no == store.store_no);
        assert_eq!(sold, store.share_of_sales > 0, "{}", store.store_no);
    }
}
