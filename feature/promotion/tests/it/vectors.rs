//! The worked examples of domain §2.7, with the inputs of domain-vectors.json, "mixAndMatch".

use kernel::{Currency, Rate};
use promotion::rule::package::{Benefit, Need, Package, RowBenefit};
use serde::Deserialize;
use serde_json::Value;

use crate::build::{draft, lines, price, valid, with_group};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Example {
    name: String,
    currency: Currency,
    basket: Vec<Line>,
    packages: Vec<Rows>,
    expected_discount: i64,
    expected: Vec<Expected>,
    greedy_discount: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    item: String,
    qty: u32,
    unit_price: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Rows {
    discount_id: String,
    group_disc_type: String,
    group_disc_type_value: Value,
    least_expensive_disc_percent: Value,
    max_times: u32,
    priority: i32,
    groups: Vec<Group>,
    items: Vec<Item>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Group {
    group_code: String,
    group_type: String,
    value1: i64,
    value2: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    item_no: String,
    line_group: String,
    quantity_of_item_need: u32,
    disc_type: Option<String>,
    deal_price_or_disc_percent: Value,
}

#[derive(Deserialize)]
struct Expected {
    package: String,
    discount: i64,
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct Unit {
    item: String,
    price: i64,
    share: i64,
    net: i64,
}

/// `20` or `"12.5"`.
fn rate(value: &Value) -> Rate {
    let text = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    Rate(format!("{whole}{fraction:0<4}").parse().unwrap())
}

fn amount(value: &Value) -> i64 {
    value.as_i64().unwrap()
}

fn package(rows: &Rows, currency: Currency) -> Package {
    let value = &rows.group_disc_type_value;
    let benefit = match rows.group_disc_type.as_str() {
        "DEAL_PRICE" => Benefit::DealPrice(amount(value)),
        "DISC_PERCENT" => Benefit::Percent(rate(value)),
        "DISC_AMOUNT" => Benefit::Amount(amount(value)),
        "LEAST_EXPENSIVE" => Benefit::LeastExpensive {
            count: u32::try_from(amount(value)).unwrap(),
            rate: rate(&rows.least_expensive_disc_percent),
        },
        "LINE_SPECIFIC" => Benefit::LineSpecific,
        other => panic!("{other}"),
    };
    assert_eq!(benefit.name(), rows.group_disc_type);
    let mut draft = draft(&rows.discount_id, benefit);
    draft.header.currency = currency;
    draft.header.priority = rows.priority;
    draft.header.max_times = (rows.max_times > 0).then_some(rows.max_times);
    for group in &rows.groups {
        let pieces = |value: i64| u32::try_from(value).unwrap();
        let need = match group.group_type.as_str() {
            "QTY" => Need::Exactly(pieces(group.value1)),
            "RANGE" => {
                let most = (group.value2 > 0).then(|| pieces(group.value2));
                Need::Between(pieces(group.value1), most)
            }
            "AMOUNT" => Need::Worth(group.value1),
            other => panic!("{other}"),
        };
        let own: Vec<_> = rows
            .items
            .iter()
            .filter(|item| item.line_group == group.group_code)
            .map(|item| {
                let value = &item.deal_price_or_disc_percent;
                let benefit = item.disc_type.as_deref().map(|kind| match kind {
                    "DEAL_PRICE" => RowBenefit::DealPrice(amount(value)),
                    "DISC_PERCENT" => RowBenefit::Percent(rate(value)),
                    other => panic!("{other}"),
                });
                (item.item_no.as_str(), item.quantity_of_item_need, benefit)
            })
            .collect();
        draft = with_group(draft, &group.group_code, need, &own);
    }
    valid(&draft)
}

#[test]
fn the_worked_examples_come_out_piece_by_piece() {
    let examples: Vec<Example> = serde_json::from_str(include_str!("mix-and-match.json")).unwrap();
    assert_eq!(examples.len(), 19);
    for example in &examples {
        let packages: Vec<Package> = example
            .packages
            .iter()
            .map(|rows| package(rows, example.currency))
            .collect();
        let pieces: Vec<(&str, i64, u32)> = example
            .basket
            .iter()
            .map(|line| (line.item.as_str(), line.unit_price, line.qty))
            .collect();
        let found = price(&packages, &lines(&pieces));
        let name = &example.name;
        assert_eq!(found.saving(), example.expected_discount, "{name}");
        assert!(found.saving() >= example.greedy_discount, "{name}");
        assert!(!found.is_approximate, "{name}");
        assert_eq!(found.applications.len(), example.expected.len(), "{name}");
        for (application, expected) in found.applications.iter().zip(&example.expected) {
            assert_eq!(application.package.as_str(), expected.package, "{name}");
            assert_eq!(application.saving, expected.discount, "{name}");
            let found: Vec<_> = application
                .pieces
                .iter()
                .map(|it| (it.item_no.as_str(), it.unit_price, it.share))
                .collect();
            let units: Vec<_> = expected
                .units
                .iter()
                .map(|it| (it.item.as_str(), it.price, it.share))
                .collect();
            assert_eq!(found, units, "{name}");
            assert!(
                expected
                    .units
                    .iter()
                    .all(|it| it.net == it.price - it.share)
            );
        }
    }
}
