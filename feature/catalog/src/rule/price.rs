//! Which price row applies, and the gross price that comes of it (domain §1.3 and §1.4).

use std::collections::BTreeMap;

use jiff::civil::Date;
use kernel::rounding::{Direction, Ratio};
use kernel::{Currency, Money, Rate};

/// A sales price, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceRow {
    /// Its number within item and price group.
    pub row_id: i64,
    /// The price group (specification: salesCode).
    pub sales_code: String,
    /// The size that it is for; blank for all.
    pub size_code: String,
    /// The first date on which it holds; none for always.
    pub starting_date: Option<Date>,
    /// The last date on which it holds; none for ever.
    pub ending_date: Option<Date>,
    /// From how many pieces it holds.
    pub minimum_quantity: i64,
    /// The unit that it is for; blank for all.
    pub unit: String,
    /// The price of one unit, in minor units of the group's currency.
    pub unit_price: i64,
    /// Whether the price contains VAT.
    pub price_includes_vat: bool,
    /// The VAT that is contained and must come off first; none takes the store's.
    pub deductible_vat: Option<Rate>,
    /// The VAT of the sale; none takes the store's.
    pub vat: Option<Rate>,
}

/// A price group's rounding of computed prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupRounding {
    /// The step, in minor units.
    pub precision: i64,
    /// Where it goes.
    pub direction: Direction,
}

/// What a store adds to a price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorePricing {
    /// The currency in which it sells.
    pub currency: Currency,
    /// Its price groups, the most particular first.
    pub price_groups: Vec<String>,
    /// Whether it sells without VAT.
    pub duty_free: bool,
    /// The VAT of its sales of an item group.
    pub vat: BTreeMap<String, Rate>,
    /// The VAT contained in its price lists, by item group.
    pub deductible_vat: BTreeMap<String, Rate>,
    /// How each price group rounds computed prices.
    pub rounding: BTreeMap<String, GroupRounding>,
}

/// What is priced.
#[derive(Clone, Copy, Debug)]
pub struct PriceQuery<'a> {
    /// The size; blank when the item has none.
    pub size_code: &'a str,
    /// The unit in which the item is sold.
    pub unit: &'a str,
    /// The item's VAT group.
    pub vat_group: &'a str,
    /// The business date.
    pub date: Date,
    /// How many pieces of this item and size are in the basket.
    pub quantity: i64,
    /// The customer's price groups.
    pub customer_groups: &'a [String],
}

/// The price of one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    /// What the customer pays for one piece, VAT included.
    pub gross: Money,
    /// The VAT contained in it.
    pub vat: Rate,
    /// The row that it comes from.
    pub row_id: i64,
    /// The price group that it comes from.
    pub sales_code: String,
}

/// The price of one piece, or none when the item has no price here today.
///
/// The retail family walks the store's groups and stops at the first with a matching row, so that
/// a store's own price beats a general one even when it is higher; the customer's groups are looked
/// at together; the lower of the two families wins.
#[must_use]
pub fn price(rows: &[PriceRow], store: &StorePricing, query: &PriceQuery<'_>) -> Option<Price> {
    let cost = |row: &PriceRow| gross(row, store, query.vat_group).gross.minor;
    offered(rows, store, query, |_| true, cost)
        .into_iter()
        .flatten()
        .map(|row| gross(row, store, query.vat_group))
        .min_by_key(|price| price.gross.minor)
}

/// The rows of the retail and the customer family that `cost` the customer least, of those that `counts` lets pass.
pub(super) fn offered<'a>(
    rows: &'a [PriceRow],
    store: &StorePricing,
    query: &PriceQuery<'_>,
    counts: impl Fn(&PriceRow) -> bool,
    cost: impl Fn(&PriceRow) -> i64,
) -> [Option<&'a PriceRow>; 2] {
    let retail = store
        .price_groups
        .iter()
        .map(|code| candidates(rows, query, |row| row.sales_code == *code && counts(row)))
        .find(|matching| !matching.is_empty());
    let customer = candidates(rows, query, |row| {
        query.customer_groups.contains(&row.sales_code) && counts(row)
    });
    let least = |rows: &[&'a PriceRow]| lowest(rows, &cost);
    [retail.as_deref().and_then(least), least(&customer)]
}

/// The rows of a family that match, the particular size before the general one, and in each tier
/// the newest (domain §1.3 steps 2 to 4).
fn candidates<'a>(
    rows: &'a [PriceRow],
    query: &PriceQuery<'_>,
    belongs: impl Fn(&PriceRow) -> bool,
) -> Vec<&'a PriceRow> {
    let mut matching: Vec<&PriceRow> = rows
        .iter()
        .filter(|row| belongs(row) && matches(row, query))
        .collect();
    if matching.iter().any(|row| !row.size_code.is_empty()) {
        matching.retain(|row| !row.size_code.is_empty());
    }
    let mut newest: BTreeMap<(&str, i64, &str), &PriceRow> = BTreeMap::new();
    for row in matching {
        let tier = (
            row.sales_code.as_str(),
            row.minimum_quantity,
            row.unit.as_str(),
        );
        let kept = newest.entry(tier).or_insert(row);
        if (row.starting_date, std::cmp::Reverse(row.row_id))
            > (kept.starting_date, std::cmp::Reverse(kept.row_id))
        {
            *kept = row;
        }
    }
    newest.into_values().collect()
}

fn matches(row: &PriceRow, query: &PriceQuery<'_>) -> bool {
    (row.size_code.is_empty() || row.size_code == query.size_code)
        && (row.unit.is_empty() || row.unit == query.unit)
        && row.starting_date.is_none_or(|start| start <= query.date)
        && row.ending_date.is_none_or(|end| query.date <= end)
        && row.minimum_quantity <= query.quantity
}

/// Of the remaining tiers the lowest price, by what the customer pays: rows with and without VAT stand side by side.
/// Ties to the latest start, then the highest minimum, then the lowest number (domain §1.3 step 5).
fn lowest<'a>(rows: &[&'a PriceRow], cost: impl Fn(&PriceRow) -> i64) -> Option<&'a PriceRow> {
    rows.iter().copied().min_by_key(|row| {
        (
            cost(row),
            std::cmp::Reverse(row.starting_date),
            std::cmp::Reverse(row.minimum_quantity),
            row.row_id,
        )
    })
}

/// The VAT of a sale at a row's price.
pub(super) fn vat_of_sale(row: &PriceRow, store: &StorePricing, vat_group: &str) -> Rate {
    if store.duty_free {
        Rate::ZERO
    } else {
        row.vat.unwrap_or_else(|| rate_of(&store.vat, vat_group))
    }
}

/// The VAT of a sale whose price no row gives: a typed one.
#[must_use]
pub fn vat_without_row(store: &StorePricing, vat_group: &str) -> Rate {
    if store.duty_free {
        Rate::ZERO
    } else {
        rate_of(&store.vat, vat_group)
    }
}

fn rate_of(rates: &BTreeMap<String, Rate>, vat_group: &str) -> Rate {
    rates.get(vat_group).copied().unwrap_or(Rate::ZERO)
}

/// The VAT that a row's price contains and that must come off first.
pub(super) fn vat_contained(row: &PriceRow, store: &StorePricing, vat_group: &str) -> Rate {
    if row.price_includes_vat {
        row.deductible_vat
            .unwrap_or_else(|| rate_of(&store.deductible_vat, vat_group))
    } else {
        Rate::ZERO
    }
}

/// The exact price of a row with the VAT `contained` replaced by that of the sale.
pub(super) fn converted(row: &PriceRow, contained: Rate, vat: Rate) -> Ratio {
    let whole = i128::from(Rate::HUNDRED.0);
    Ratio::integer(i128::from(row.unit_price))
        .times(whole + i128::from(vat.0), whole + i128::from(contained.0))
}

/// A computed price in the steps of its price group.
pub(super) fn rounded(exact: Ratio, store: &StorePricing, sales_code: &str) -> i64 {
    match store.rounding.get(sales_code) {
        Some(rounding) => exact.round(rounding.precision, rounding.direction),
        None => exact.round(1, Direction::Nearest),
    }
}

/// From the listed price to the one that the customer pays (domain §1.4). A price that did not
/// change on the way is never rounded again.
fn gross(row: &PriceRow, store: &StorePricing, vat_group: &str) -> Price {
    let vat = vat_of_sale(row, store, vat_group);
    let contained = vat_contained(row, store, vat_group);
    let minor = if contained == vat {
        row.unit_price
    } else {
        rounded(converted(row, contained, vat), store, &row.sales_code)
    };
    Price {
        gross: Money::new(minor, store.currency),
        vat,
        row_id: row.row_id,
        sales_code: row.sales_code.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: i64, code: &str, price: i64, from: &str, until: &str) -> PriceRow {
        PriceRow {
            row_id: id,
            sales_code: code.to_owned(),
            size_code: String::new(),
            starting_date: from.parse().ok(),
            ending_date: until.parse().ok(),
            minimum_quantity: 1,
            unit: "PCS".to_owned(),
            unit_price: price,
            price_includes_vat: true,
            deductible_vat: None,
            vat: None,
        }
    }

    /// The rows of domain §1.3 and domain-vectors.json, "priceRows".
    fn worked_rows() -> Vec<PriceRow> {
        vec![
            row(1, "EUR-RETAIL", 14900, "2026-01-01", ""),
            row(2, "EUR-RETAIL", 15500, "2026-03-01", ""),
            row(3, "EUR-RETAIL", 11900, "2026-06-24", "2026-07-21"),
            PriceRow {
                minimum_quantity: 3,
                ..row(4, "EUR-RETAIL", 13900, "2026-01-01", "")
            },
            row(5, "EUR-VIP", 14000, "2026-01-01", ""),
            PriceRow {
                size_code: "XL".to_owned(),
                ..row(6, "EUR-RETAIL", 16500, "2026-03-01", "")
            },
            row(7, "EUR-AIRPORT", 15900, "2026-01-01", ""),
        ]
    }

    fn paris(groups: &[&str]) -> StorePricing {
        let vat = BTreeMap::from([("GOODS".to_owned(), Rate::percent(20))]);
        StorePricing {
            currency: Currency::Eur,
            price_groups: groups.iter().map(|code| (*code).to_owned()).collect(),
            duty_free: false,
            deductible_vat: vat.clone(),
            vat,
            rounding: BTreeMap::new(),
        }
    }

    fn query<'a>(
        date: &str,
        quantity: i64,
        size: &'a str,
        customer: &'a [String],
    ) -> PriceQuery<'a> {
        PriceQuery {
            size_code: size,
            unit: "PCS",
            vat_group: "GOODS",
            date: date.parse().unwrap(),
            quantity,
            customer_groups: customer,
        }
    }

    #[test]
    fn the_row_is_chosen_as_in_the_worked_table() {
        let retail = ["EUR-RETAIL"].as_slice();
        let airport = ["EUR-AIRPORT", "EUR-RETAIL"].as_slice();
        let vip = ["EUR-VIP".to_owned()];
        let none = [].as_slice();
        let table = [
            ("2025-12-31", 1, "", retail, none, None),
            ("2026-02-10", 1, "", retail, none, Some((1, 14900))),
            ("2026-03-01", 1, "", retail, none, Some((2, 15500))),
            ("2026-07-01", 1, "", retail, none, Some((3, 11900))),
            ("2026-07-21", 1, "", retail, none, Some((3, 11900))),
            ("2026-07-22", 1, "", retail, none, Some((2, 15500))),
            ("2026-03-10", 3, "", retail, none, Some((4, 13900))),
            ("2026-07-01", 3, "", retail, none, Some((3, 11900))),
            (
                "2026-03-10",
                1,
                "",
                retail,
                vip.as_slice(),
                Some((5, 14000)),
            ),
            (
                "2026-07-01",
                1,
                "",
                retail,
                vip.as_slice(),
                Some((3, 11900)),
            ),
            ("2026-03-10", 1, "XL", retail, none, Some((6, 16500))),
            ("2026-07-01", 1, "", airport, none, Some((7, 15900))),
            ("2026-03-10", 2, "", retail, none, Some((2, 15500))),
        ];
        for (date, quantity, size, groups, customer, expected) in table {
            let found = price(
                &worked_rows(),
                &paris(groups),
                &query(date, quantity, size, customer),
            );
            let found = found.map(|price| (price.row_id, price.gross.minor));
            assert_eq!(
                found, expected,
                "{date} x{quantity} {size} {groups:?} {customer:?}"
            );
        }
    }

    #[test]
    fn vat_is_converted_as_in_the_worked_table() {
        // unit price, includes VAT, deductible, VAT, precision, direction, currency, gross
        // (domain §1.4; domain-vectors.json, "vatConversion").
        let table = [
            (
                14900,
                true,
                20,
                20,
                1,
                Direction::Nearest,
                Currency::Eur,
                14900,
            ),
            (
                14900,
                true,
                20,
                0,
                100,
                Direction::Down,
                Currency::Eur,
                12400,
            ),
            (
                14900,
                true,
                20,
                0,
                1,
                Direction::Nearest,
                Currency::Eur,
                12417,
            ),
            (
                14900,
                true,
                20,
                22,
                100,
                Direction::Up,
                Currency::Eur,
                15200,
            ),
            (
                129_000,
                false,
                0,
                13,
                100,
                Direction::Nearest,
                Currency::Cny,
                145_800,
            ),
            (
                129_000,
                true,
                13,
                13,
                100,
                Direction::Nearest,
                Currency::Cny,
                129_000,
            ),
            (
                25_500,
                true,
                0,
                0,
                250,
                Direction::Up,
                Currency::Kwd,
                25_500,
            ),
            (
                16_500,
                true,
                10,
                0,
                100,
                Direction::Down,
                Currency::Jpy,
                15_000,
            ),
        ];
        for (unit_price, includes, deductible, vat, precision, direction, currency, expected) in
            table
        {
            let mut store = paris(&["LIST"]);
            store.currency = currency;
            store.rounding = BTreeMap::from([(
                "LIST".to_owned(),
                GroupRounding {
                    precision,
                    direction,
                },
            )]);
            let row = PriceRow {
                price_includes_vat: includes,
                deductible_vat: Some(Rate::percent(deductible)),
                vat: Some(Rate::percent(vat)),
                ..row(1, "LIST", unit_price, "", "")
            };
            let found = price(&[row], &store, &query("2026-01-01", 1, "", &[])).unwrap();
            assert_eq!(
                found.gross,
                Money::new(expected, currency),
                "{unit_price} {vat}"
            );
        }
    }

    #[test]
    fn the_lowest_price_is_the_lowest_that_is_paid() {
        let without_vat = |id, code: &str, price| PriceRow {
            price_includes_vat: false,
            ..row(id, code, price, "", "")
        };
        let from_two = |row| PriceRow {
            minimum_quantity: 2,
            ..row
        };
        let vip = ["VIP-A".to_owned(), "VIP-B".to_owned()];
        // 90.00 without VAT are 108.00.
        let table = [
            (
                vec![
                    row(1, "EUR-RETAIL", 10_000, "", ""),
                    from_two(without_vat(2, "EUR-RETAIL", 9_000)),
                ],
                (1, 10_000),
            ),
            (
                vec![
                    without_vat(1, "EUR-RETAIL", 9_000),
                    from_two(row(2, "EUR-RETAIL", 10_000, "", "")),
                ],
                (2, 10_000),
            ),
            (
                vec![
                    without_vat(1, "VIP-A", 9_000),
                    row(2, "VIP-B", 10_000, "", ""),
                ],
                (2, 10_000),
            ),
            // The same to pay: the higher minimum goes before.
            (
                vec![
                    row(1, "EUR-RETAIL", 10_800, "", ""),
                    from_two(without_vat(2, "EUR-RETAIL", 9_000)),
                ],
                (2, 10_800),
            ),
        ];
        for (rows, expected) in table {
            let query = query("2026-01-01", 2, "", &vip);
            let found = price(&rows, &paris(&["EUR-RETAIL"]), &query).unwrap();
            assert_eq!((found.row_id, found.gross.minor), expected, "{rows:?}");
        }
    }

    #[test]
    fn a_duty_free_store_sells_without_vat() {
        let mut airport = paris(&["EUR-RETAIL"]);
        airport.duty_free = true;
        airport.rounding = BTreeMap::from([(
            "EUR-RETAIL".to_owned(),
            GroupRounding {
                precision: 100,
                direction: Direction::Down,
            },
        )]);
        let found = price(&worked_rows(), &airport, &query("2026-02-10", 1, "", &[])).unwrap();
        assert_eq!((found.gross.minor, found.vat), (12400, Rate::ZERO));
    }
}
