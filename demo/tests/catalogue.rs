//! The catalogue holds what the boutique's plan promises.

use std::collections::{BTreeMap, BTreeSet};

use demo::catalogue::{
    COLLECTIONS, ITEM_CLASSES, Item, PRICE_GROUPS, PRODUCT_TYPES, PriceRow, PricingMethod, Rating,
    check_digit, collection_of, hong_kong_ring_size, items, price_rows,
};
use jiff::civil::{Date, date};

const TODAY: Date = date(2026, 11, 14);

fn listed(item: &Item) -> bool {
    item.pricing_method == PricingMethod::Fixed
        && item.local_prices.is_none()
        && !item.keying_in_price
}

/// The rule of the till for one group and one piece, written a second time on purpose.
fn price_on(rows: &[PriceRow], group: &str, day: Date, quantity: u32) -> Option<i64> {
    let open: Vec<&PriceRow> = rows
        .iter()
        .filter(|row| row.sales_code == group && row.minimum_quantity <= quantity)
        .filter(|row| row.starting_date <= day && row.ending_date.is_none_or(|end| day <= end))
        .collect();
    let tiers: BTreeSet<u32> = open.iter().map(|row| row.minimum_quantity).collect();
    tiers
        .into_iter()
        .filter_map(|tier| {
            let of_tier = open.iter().filter(|row| row.minimum_quantity == tier);
            of_tier
                .max_by_key(|row| row.starting_date)
                .map(|row| row.unit_price_minor)
        })
        .min()
}

#[test]
fn three_hundred_items_in_the_planned_types() {
    let mut counts = BTreeMap::new();
    for item in items() {
        *counts.entry(item.product_type).or_insert(0) += 1;
    }
    let planned = BTreeMap::from([
        ("SILVER925", 110),
        ("PLATED925", 70),
        ("ALLOY", 40),
        ("GOLD750", 30),
        ("GOLD999", 15),
        ("CUSTOMISED", 12),
        ("GIFT", 10),
        ("SERVICE", 13),
    ]);
    assert_eq!(counts, planned);
}

#[test]
fn silver_families_as_planned() {
    let mut counts = BTreeMap::new();
    for item in items()
        .iter()
        .filter(|item| item.product_type == "SILVER925")
    {
        *counts.entry(item.item_class).or_insert(0) += 1;
    }
    let planned = [
        ("RING", 35),
        ("EARRING", 30),
        ("NECKLACE", 20),
        ("BRACELET", 15),
        ("BANGLE", 10),
    ];
    assert_eq!(counts, BTreeMap::from(planned));
}

#[test]
fn prices_and_weights_lie_in_the_range_of_their_type() {
    for item in items() {
        let (euros, grams) = (item.price_eur_minor / 100, item.unit_weight_mg);
        let (low, high, light, heavy) = match item.product_type {
            "SILVER925" => (39, 290, 900, 28_000),
            "PLATED925" => (49, 320, 900, 28_000),
            "ALLOY" => (19, 79, 3_000, 40_000),
            "GOLD750" => (390, 3_900, 800, 9_000),
            "GOLD999" => (25, 200, 2_000, 35_000),
            "CUSTOMISED" => (69, 350, 0, 30_000),
            "GIFT" => (15, 35, 0, 300_000),
            _ => continue,
        };
        assert!((low..=high).contains(&euros), "{} costs {euros}", item.name);
        assert!(
            (light..=heavy).contains(&grams),
            "{} weighs {grams}",
            item.name
        );
    }
}

#[test]
fn no_stock_items_have_the_codes_of_the_specification() {
    let all = items();
    let codes: Vec<&str> = all
        .iter()
        .filter(|item| item.no_stock_posting)
        .map(|item| item.item_no.as_str())
        .collect();
    assert_eq!(
        codes,
        [
            "PLASTICBAG",
            "PAPERBAG",
            "ECO-FRIENDLY",
            "GIFTCARD",
            "EX-VOUCHER",
            "REPAIR",
            "SHIPPING",
            "ITLICENSE",
            "SAV-CLEAN",
            "SAV-RESIZE",
            "SAV-STONE",
            "SAV-POLISH",
            "SILVERPRICE",
        ]
    );
    let totes: Vec<&str> = all
        .iter()
        .filter(|item| item.item_class == "TOTE")
        .map(|item| item.item_no.as_str())
        .collect();
    assert_eq!(totes, ["TOTEBAG-S", "TOTEBAG-L"]);
}

#[test]
fn numbers_names_and_barcodes_are_unique_and_barcodes_check() {
    let all = items();
    let numbers: BTreeSet<_> = all.iter().map(|item| &item.item_no).collect();
    assert_eq!(numbers.len(), all.len());
    let mut names = BTreeSet::new();
    for item in &all {
        assert!(names.insert(&item.name), "{} twice", item.name);
    }
    let sizes: Vec<_> = all.iter().flat_map(|item| &item.sizes).collect();
    let barcodes: BTreeSet<_> = sizes.iter().map(|size| &size.barcode).collect();
    assert_eq!(barcodes.len(), sizes.len());
    for size in sizes {
        assert_eq!(size.barcode.len(), 13);
        assert!((20..=29).contains(&size.barcode[..2].parse::<u32>().unwrap()));
        let (digits, check) = size.barcode.split_at(12);
        assert_eq!(check, check_digit(digits).to_string());
    }
}

#[test]
fn keys_point_to_something() {
    for item in items() {
        assert!(
            ITEM_CLASSES
                .iter()
                .any(|class| class.code == item.item_class),
            "{}",
            item.item_class
        );
        assert!(
            PRODUCT_TYPES
                .iter()
                .any(|kind| kind.code == item.product_type)
        );
        let of_house = item.product_type == "GIFT" || item.no_stock_posting;
        assert_eq!(
            collection_of(item.collection_code).is_none(),
            of_house,
            "{}",
            item.name
        );
        assert!(item.story.len() > 10, "{} has no story", item.name);
        assert!(!item.sizes.is_empty());
    }
}

#[test]
fn collections_are_in_order_and_none_is_empty() {
    let all = items();
    for (place, collection) in (1..).zip(&COLLECTIONS) {
        assert_eq!(collection.order, place);
        let members = all
            .iter()
            .filter(|item| item.collection_code == collection.code)
            .count();
        assert!(members >= 4, "{} has {members}", collection.name);
        assert!(collection.launched < TODAY);
    }
}

#[test]
fn rank_rating_and_stops_fit_together() {
    let all = items();
    let ranks: BTreeSet<_> = all.iter().map(|item| item.ranking).collect();
    assert_eq!(ranks, (1..=300).collect());
    let best = all
        .iter()
        .filter(|item| item.rating == Rating::A)
        .map(|item| item.ranking)
        .max();
    let next = all
        .iter()
        .filter(|item| item.rating == Rating::B)
        .map(|item| item.ranking)
        .min();
    assert!(best < next);
    assert_eq!(all.iter().filter(|item| item.stopped).count(), 18);
}

#[test]
fn ring_sizes_of_hong_kong() {
    assert_eq!(hong_kong_ring_size("48"), Some(8));
    assert_eq!(hong_kong_ring_size("60"), Some(20));
    assert_eq!(hong_kong_ring_size("M"), None);
}

#[test]
fn euro_prices_end_in_five_or_nine() {
    for item in items().iter().filter(|item| listed(item)) {
        for row in price_rows(item, TODAY)
            .iter()
            .filter(|row| row.sales_code.starts_with("EUR"))
        {
            let price = row.unit_price_minor;
            assert!(matches!(price % 1_000, 500 | 900), "{}: {price}", item.name);
        }
    }
}

#[test]
fn other_currencies_follow_the_euro() {
    let near = |price: i64, exact: i64, step: i64| {
        assert_eq!(price % step, 0);
        assert!(
            (price * 1_000 - exact).abs() <= step * 500,
            "{price} is not near {exact}"
        );
    };
    for item in items().iter().filter(|item| listed(item)) {
        let rows = price_rows(item, TODAY);
        let euros = price_on(&rows, "EUR-RETAIL", TODAY, 1).unwrap() / 100;
        near(
            price_on(&rows, "HKD-RETAIL", TODAY, 1).unwrap(),
            euros * 920_000,
            1_000,
        );
        near(
            price_on(&rows, "CNY-RETAIL", TODAY, 1).unwrap(),
            euros * 860_000,
            1_000,
        );
        near(
            price_on(&rows, "JPY-RETAIL", TODAY, 1).unwrap(),
            euros * 172_000,
            100,
        );
        near(
            price_on(&rows, "KWD-RETAIL", TODAY, 1).unwrap(),
            euros * 360_000,
            250,
        );
        assert!(price_on(&rows, "EUR-VIP", TODAY, 1).unwrap() < euros * 100);
    }
}

#[test]
fn changes_sales_and_tiers_come_at_their_distance() {
    for item in items().iter().filter(|item| listed(item)) {
        let rows: Vec<PriceRow> = price_rows(item, TODAY)
            .into_iter()
            .filter(|row| row.sales_code == "EUR-RETAIL")
            .collect();
        let open = rows
            .iter()
            .filter(|row| row.ending_date.is_none() && row.minimum_quantity == 1);
        let prices: BTreeSet<i64> = open.map(|row| row.unit_price_minor).collect();
        assert_eq!(prices.len() == 2, item.position % 10 == 0, "{}", item.name);
        let windows = rows.iter().filter(|row| row.ending_date.is_some()).count();
        assert_eq!(windows == 1, item.position % 15 == 0, "{}", item.name);
        let tiers = rows.iter().filter(|row| row.minimum_quantity == 3).count();
        assert_eq!(tiers == 1, item.position % 20 == 0, "{}", item.name);
        let single = price_on(&rows, "EUR-RETAIL", TODAY, 1).unwrap();
        let three = price_on(&rows, "EUR-RETAIL", TODAY, 3).unwrap();
        assert!(three <= single, "{}", item.name);
        if windows == 0 {
            assert_eq!(single, item.price_eur_minor, "{}", item.name);
        }
    }
}

#[test]
fn vat_of_each_market() {
    let all = items();
    let ring = &all[0];
    let row = |group: &str| {
        price_rows(ring, TODAY)
            .into_iter()
            .find(|row| row.sales_code == group)
            .unwrap()
    };
    for (group, deductible, vat) in [
        ("EUR-RETAIL", 2_000, 2_000),
        ("EUR-AIRPORT", 2_000, 0),
        ("EUR-IT", 2_000, 2_200),
        ("HKD-RETAIL", 0, 0),
        ("CNY-RETAIL", 1_300, 1_300),
        ("JPY-RETAIL", 1_000, 1_000),
        ("KWD-RETAIL", 0, 0),
    ] {
        assert_eq!(
            (row(group).deductible_vat, row(group).vat),
            (deductible, vat),
            "{group}"
        );
        assert!(row(group).price_include_vat);
    }
}

#[test]
fn gold_is_priced_by_gram_in_china_and_hong_kong_only() {
    for item in items()
        .iter()
        .filter(|item| item.pricing_method == PricingMethod::Weight)
    {
        let rows = price_rows(item, TODAY);
        let kinds: Vec<_> = rows.iter().map(|row| (row.sales_code, row.unit)).collect();
        assert_eq!(
            kinds,
            [
                ("HKD-RETAIL", "G"),
                ("HKD-RETAIL", "PCS"),
                ("CNY-GOLD", "G"),
                ("CNY-GOLD", "PCS")
            ]
        );
        assert!(item.is_sold_in("CN") && item.is_sold_in("HK") && !item.is_sold_in("FR"));
    }
}

#[test]
fn only_gifts_and_paper_bags_are_free_and_keyed_items_have_no_price() {
    for item in items() {
        let rows = price_rows(&item, TODAY);
        assert_eq!(rows.is_empty(), item.keying_in_price, "{}", item.name);
        let free = rows.iter().any(|row| row.unit_price_minor == 0);
        assert_eq!(
            free,
            item.is_gift() || item.item_no == "PAPERBAG",
            "{}",
            item.name
        );
        assert_eq!(item.keyed_limits_eur_minor.is_some(), item.keying_in_price);
        for row in &rows {
            assert!(
                PRICE_GROUPS
                    .iter()
                    .any(|group| group.code == row.sales_code)
            );
        }
    }
}
