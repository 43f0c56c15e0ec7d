//! The worked examples of domain-vectors.json: "rounding", "vatConversion", "priceSelection" over
//! "priceRows".

use std::collections::BTreeMap;

use catalog::rule::price::{GroupRounding, PriceQuery, PriceRow, StorePricing, price};
use kernel::rounding::{Direction, Ratio};
use kernel::{Currency, Rate};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Examples {
    rounding: Vec<Rounding>,
    vat_conversion: Vec<Conversion>,
    price_selection: Vec<Selection>,
    price_rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Rounding {
    x: String,
    step: String,
    direction: Direction,
    expected: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Conversion {
    unit_price: String,
    #[serde(rename = "priceIncludeVAT")]
    price_includes_vat: bool,
    #[serde(rename = "deductibleVAT")]
    deductible_vat: i64,
    vat: i64,
    precision: String,
    direction: Direction,
    currency: Currency,
    expected: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Selection {
    store_codes: Vec<String>,
    customer_codes: Vec<String>,
    date: String,
    qty: i64,
    size: String,
    row: Option<String>,
    price: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    id: String,
    sales_code: String,
    size_code: String,
    starting_date: String,
    ending_date: String,
    #[serde(rename = "minimunQuantity")]
    minimum_quantity: i64,
    unit: String,
    unit_price: String,
}

fn examples() -> Examples {
    serde_json::from_str(include_str!("price.json")).unwrap()
}

/// A decimal number as an integer of so many decimals.
fn scaled(text: &str, decimals: u32) -> i64 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let idle = fraction.trim_end_matches('0');
    let width = decimals as usize;
    assert!(
        idle.len() <= width,
        "{text} has more than {decimals} decimals"
    );
    format!("{whole}{idle:0<width$}").parse().unwrap()
}

fn store(currency: Currency, groups: &[String]) -> StorePricing {
    StorePricing {
        currency,
        price_groups: groups.to_vec(),
        duty_free: false,
        vat: BTreeMap::new(),
        deductible_vat: BTreeMap::new(),
        rounding: BTreeMap::new(),
    }
}

#[test]
fn numbers_round_as_in_the_examples() {
    let examples = examples().rounding;
    assert_eq!(examples.len(), 10);
    for it in examples {
        let exact = Ratio::integer(i128::from(scaled(&it.x, 7))).times(1, 100_000);
        assert_eq!(
            exact.round(scaled(&it.step, 2), it.direction),
            scaled(&it.expected, 2),
            "{} to {} {:?}",
            it.x,
            it.step,
            it.direction
        );
    }
}

#[test]
fn vat_is_converted_as_in_the_examples() {
    let examples = examples().vat_conversion;
    assert_eq!(examples.len(), 8);
    for it in examples {
        let minor = |text: &str| scaled(text, it.currency.exponent());
        let mut store = store(it.currency, &["LIST".to_owned()]);
        let rounding = GroupRounding {
            precision: minor(&it.precision),
            direction: it.direction,
        };
        store.rounding.insert("LIST".to_owned(), rounding);
        let row = PriceRow {
            row_id: 1,
            sales_code: "LIST".to_owned(),
            size_code: String::new(),
            starting_date: None,
            ending_date: None,
            minimum_quantity: 1,
            unit: String::new(),
            unit_price: minor(&it.unit_price),
            price_includes_vat: it.price_includes_vat,
            deductible_vat: Some(Rate::percent(it.deductible_vat)),
            vat: Some(Rate::percent(it.vat)),
        };
        let query = PriceQuery {
            size_code: "",
            unit: "PCS",
            vat_group: "GOODS",
            date: "2026-01-01".parse().unwrap(),
            quantity: 1,
            customer_groups: &[],
        };
        let found = price(&[row], &store, &query).unwrap();
        assert_eq!(found.gross.minor, minor(&it.expected), "{}", it.unit_price);
    }
}

#[test]
fn the_row_is_chosen_as_in_the_examples() {
    let examples = examples();
    assert_eq!(examples.price_selection.len(), 12);
    let number = |id: &str| id.trim_start_matches('P').parse::<i64>().unwrap();
    let rows: Vec<PriceRow> = examples
        .price_rows
        .iter()
        .map(|row| PriceRow {
            row_id: number(&row.id),
            sales_code: row.sales_code.clone(),
            size_code: row.size_code.clone(),
            starting_date: row.starting_date.parse().ok(),
            ending_date: row.ending_date.parse().ok(),
            minimum_quantity: row.minimum_quantity,
            unit: row.unit.clone(),
            unit_price: scaled(&row.unit_price, 2),
            price_includes_vat: true,
            deductible_vat: None,
            vat: None,
        })
        .collect();
    for it in &examples.price_selection {
        let query = PriceQuery {
            size_code: &it.size,
            unit: "PCS",
            vat_group: "GOODS",
            date: it.date.parse().unwrap(),
            quantity: it.qty,
            customer_groups: &it.customer_codes,
        };
        let found = price(&rows, &store(Currency::Eur, &it.store_codes), &query);
        let expected = it.row.as_deref().map(number);
        assert_eq!(
            found.as_ref().map(|price| price.row_id),
            expected,
            "{}",
            it.date
        );
        let expected = it.price.as_deref().map(|price| scaled(price, 2));
        assert_eq!(
            found.map(|price| price.gross.minor),
            expected,
            "{}",
            it.date
        );
    }
}
