//! A sales price as a row of a table: written for an export, read from an import.

use jiff::civil::Date;
use kernel::{Currency, ErrorKind, Refusal};
use setting::rule::filled;

use super::{SalesPriceValue, SalesPriceView, parse_key};
use crate::admin::item::Unit;
use crate::{DATE_MALFORMED, NUMBER_MALFORMED, REFERENCE_UNKNOWN, REQUIRED};

/// The columns of a table, in the order of an export. `rowNo` is blank for a price that is new.
pub(super) const COLUMNS: [&str; 13] = [
    "itemNo",
    "salesCode",
    "rowNo",
    "sizeCode",
    "startingDate",
    "endingDate",
    "minimunQuantity",
    "unit",
    "unitPrice",
    "unitWeight",
    "priceIncludeVAT",
    "deductibleVatPercent",
    "vatPercent",
];
/// Decimals of a per cent and, in grams, of a weight.
const PERCENT_DECIMALS: u32 = 2;
const GRAM_DECIMALS: u32 = 3;

/// How many decimals a price has: of a gram two more than the currency.
pub(super) const fn price_decimals(currency: Currency, unit: Unit) -> u32 {
    match unit {
        Unit::Piece => currency.exponent(),
        Unit::Gram => currency.exponent() + 2,
    }
}

/// A number of small steps as a plain decimal.
pub(super) fn decimal(steps: i64, decimals: u32) -> String {
    let digits = usize::try_from(decimals).unwrap_or(0);
    let text = format!("{:0width$}", steps.unsigned_abs(), width = digits + 1);
    let (whole, part) = text.split_at(text.len() - digits);
    let minus = if steps < 0 { "-" } else { "" };
    if digits == 0 {
        format!("{minus}{whole}")
    } else {
        format!("{minus}{whole}.{part}")
    }
}

/// A plain decimal as a number of small steps; comma and point both part decimals.
pub(super) fn steps(text: &str, decimals: u32) -> Option<i64> {
    let digits = usize::try_from(decimals).unwrap_or(0);
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let is_number = !whole.is_empty()
        && whole.len() <= 12
        && part.len() <= digits
        && whole
            .bytes()
            .chain(part.bytes())
            .all(|b| b.is_ascii_digit());
    is_number
        .then(|| format!("{whole}{part:0<digits$}").parse().ok())
        .flatten()
}

/// The cells of a price.
pub(super) fn cells(view: &SalesPriceView) -> [String; 13] {
    let value = &view.value;
    let row_no = parse_key(&view.key).map(|(_, _, row_id)| row_id.to_string());
    let date = |date: Option<Date>| date.map(|date| date.to_string()).unwrap_or_default();
    let percent = |percent: Option<i64>| {
        percent
            .map(|percent| decimal(percent, PERCENT_DECIMALS))
            .unwrap_or_default()
    };
    [
        value.item_no.clone(),
        value.sales_code.clone(),
        row_no.unwrap_or_default(),
        value.size_code.clone(),
        date(value.starting_date),
        date(value.ending_date),
        value.minimum_quantity.to_string(),
        value.unit.text().to_owned(),
        decimal(
            value.unit_price,
            price_decimals(view.currency_code, value.unit),
        ),
        decimal(value.unit_weight, GRAM_DECIMALS),
        if value.price_include_vat {
            "true"
        } else {
            "false"
        }
        .to_owned(),
        percent(value.deductible_vat_percent),
        percent(value.vat_percent),
    ]
}

/// A row of an import. `rowNo` is there when it changes a price that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ImportRow {
    pub(super) row_no: Option<i64>,
    pub(super) value: SalesPriceValue,
}

/// Reads a row whose cells are told by column; `currency` is that of a price group. All that is
/// wrong is told, each with its column.
pub(super) fn read<'a>(
    cell: impl Fn(&str) -> &'a str,
    currency: impl Fn(&str) -> Option<Currency>,
) -> Result<ImportRow, Vec<Refusal>> {
    let mut faults = Vec::new();
    let mut required = |column: &'static str| {
        filled(cell(column), 40, column).unwrap_or_else(|refusal| {
            faults.push(refusal);
            String::new()
        })
    };
    let (item_no, sales_code) = (required("itemNo"), required("salesCode"));
    let unit = Unit::parse(&cell("unit").trim().to_uppercase());
    if unit.is_none() {
        let kind = if cell("unit").trim().is_empty() {
            &REQUIRED
        } else {
            &REFERENCE_UNKNOWN
        };
        faults.push(Refusal::new(kind).at("unit"));
    }
    let decimals = match (currency(&sales_code), unit) {
        (Some(currency), Some(unit)) => price_decimals(currency, unit),
        (None, _) if !sales_code.is_empty() => {
            faults.push(Refusal::new(&REFERENCE_UNKNOWN).at("salesCode"));
            4
        }
        _ => 4,
    };
    let mut cells = Cells {
        cell: &cell,
        faults,
    };
    let row = ImportRow {
        row_no: cells.number("rowNo", 0),
        value: SalesPriceValue {
            size_code: cell("sizeCode").trim().to_owned(),
            starting_date: cells.date("startingDate"),
            ending_date: cells.date("endingDate"),
            minimum_quantity: cells.number("minimunQuantity", 0).unwrap_or(1),
            unit: unit.unwrap_or(Unit::Piece),
            unit_price: cells.needed("unitPrice", decimals),
            unit_weight: cells.number("unitWeight", GRAM_DECIMALS).unwrap_or(0),
            price_include_vat: cells.truth("priceIncludeVAT"),
            deductible_vat_percent: cells.number("deductibleVatPercent", PERCENT_DECIMALS),
            vat_percent: cells.number("vatPercent", PERCENT_DECIMALS),
            item_no,
            sales_code,
        },
    };
    if cells.faults.is_empty() {
        Ok(row)
    } else {
        Err(cells.faults)
    }
}

struct Cells<'c, F> {
    cell: &'c F,
    faults: Vec<Refusal>,
}

impl<'a, F: Fn(&str) -> &'a str> Cells<'_, F> {
    fn text(&self, column: &str) -> &'a str {
        (self.cell)(column).trim()
    }

    fn wrong(&mut self, kind: &'static ErrorKind, column: &'static str) {
        self.faults.push(Refusal::new(kind).at(column));
    }

    fn number(&mut self, column: &'static str, decimals: u32) -> Option<i64> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        let number = steps(text, decimals);
        if number.is_none() {
            let refusal = Refusal::new(&NUMBER_MALFORMED).with("decimals", i64::from(decimals));
            self.faults.push(refusal.at(column));
        }
        number
    }

    fn needed(&mut self, column: &'static str, decimals: u32) -> i64 {
        if self.text(column).is_empty() {
            self.wrong(&REQUIRED, column);
        }
        self.number(column, decimals).unwrap_or(0)
    }

    fn date(&mut self, column: &'static str) -> Option<Date> {
        let text = self.text(column);
        if text.is_empty() {
            return None;
        }
        let date = text.parse().ok();
        if date.is_none() {
            self.wrong(&DATE_MALFORMED, column);
        }
        date
    }

    fn truth(&mut self, column: &'static str) -> bool {
        match self.text(column).to_lowercase().as_str() {
            "" | "true" | "1" | "yes" => true,
            "false" | "0" | "no" => false,
            _ => {
                self.wrong(&REFERENCE_UNKNOWN, column);
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn row(changes: &[(&str, &'static str)]) -> Result<ImportRow, Vec<Refusal>> {
        let mut cells = BTreeMap::from([
            ("itemNo", "BR-1"),
            ("salesCode", "EUR"),
            ("unit", "PCS"),
            ("unitPrice", "149.00"),
        ]);
        cells.extend(changes.iter().copied());
        let currency = |code: &str| (code == "EUR").then_some(Currency::Eur);
        read(|column| cells.get(column).copied().unwrap_or(""), currency)
    }

    #[test]
    fn numbers_are_plain_decimals() {
        for (text, decimals, number) in [
            ("149", 2, Some(14_900)),
            ("149.5", 2, Some(14_950)),
            ("149,50", 2, Some(14_950)),
            ("0.00005", 5, Some(5)),
            ("149.505", 2, None),
            ("-1", 2, None),
            ("1e3", 2, None),
            ("", 2, None),
            (".5", 2, None),
            ("12", 0, Some(12)),
        ] {
            assert_eq!(steps(text, decimals), number, "{text}");
        }
        assert_eq!(decimal(14_950, 2), "149.50");
        assert_eq!(decimal(5, 3), "0.005");
        assert_eq!(decimal(12, 0), "12");
    }

    #[test]
    fn a_row_without_wishes_holds_for_one_piece_and_contains_vat() {
        let value = row(&[]).unwrap().value;
        assert_eq!((value.unit_price, value.minimum_quantity), (14_900, 1));
        assert!(value.price_include_vat && value.vat_percent.is_none());
        let gram = row(&[("unit", "g"), ("unitPrice", "61.2345")]).unwrap();
        assert_eq!(
            gram.value.unit_price, 612_345,
            "two more decimals for a gram"
        );
    }

    #[test]
    fn all_that_is_wrong_is_told_with_its_column() {
        let faults = row(&[
            ("itemNo", ""),
            ("salesCode", "USD"),
            ("unit", "BOX"),
            ("startingDate", "21.11.2026"),
            ("unitPrice", "cheap"),
            ("priceIncludeVAT", "maybe"),
        ])
        .unwrap_err();
        let columns: Vec<&str> = faults.iter().filter_map(|fault| fault.field).collect();
        assert_eq!(
            columns,
            [
                "itemNo",
                "unit",
                "salesCode",
                "startingDate",
                "unitPrice",
                "priceIncludeVAT"
            ]
        );
    }
}
