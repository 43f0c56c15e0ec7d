//! Sales prices, as head office keeps them.

use jiff::civil::Date;
use kernel::page::Page;
use setting::entry::Window;
use shell::Outcome;
use shell::db::{Row, Tx, Value, params};
use shell::picture::picture_url;

use super::HUNDREDTH_OF_PERCENT;
use super::item::{Conditions, unit};
use crate::admin::sales_price::list::SalesPriceQuery;
use crate::admin::sales_price::{SalesPriceValue, SalesPriceView, key_of, parse_key};

const COLUMNS: &str = "p.item_no, p.sales_code, p.row_id, p.version, i.name, i.picture, \
     g.currency_code, p.size_code, p.starting_date, p.ending_date, p.minimum_quantity, p.unit, \
     p.unit_price, p.unit_weight, p.price_includes_vat, p.deductible_vat, p.vat";
const TABLES: &str = "sales_price p JOIN item i ON i.item_no = p.item_no \
     JOIN price_group g ON g.price_group_code = p.sales_code";

/// A page of prices; `today` decides which hold.
pub(crate) async fn list(
    tx: &mut Tx,
    query: &SalesPriceQuery,
    today: Date,
    window: Window,
) -> Outcome<Page<SalesPriceView>> {
    let mut conditions = Conditions::found_by(query.search.as_deref(), "i.search_text");
    conditions.add_text("p.sales_code = ?", query.sales_code.as_deref());
    conditions.add_text("p.item_no = ?", query.item_no.as_deref());
    let clause = match query.state.as_deref() {
        Some("CURRENT") => {
            "(COALESCE(p.starting_date, ?) <= ? AND COALESCE(p.ending_date, ?) >= ?)"
        }
        Some("FUTURE") => "p.starting_date > ?",
        Some("ENDED") => "p.ending_date < ?",
        _ => "",
    };
    if !clause.is_empty() {
        conditions.add(clause, Value::Text(today.to_string()));
    }
    let order = match query.sort.as_deref() {
        Some("startingDate") => {
            "COALESCE(p.starting_date, '') DESC, p.item_no, p.sales_code, p.row_id"
        }
        _ => "p.item_no, p.sales_code, p.row_id",
    };
    conditions
        .page(tx, (COLUMNS, TABLES, order), window, view)
        .await
}

fn view(mut row: Row) -> Outcome<SalesPriceView> {
    let (item_no, sales_code): (String, String) = (row.read()?, row.read()?);
    let percent = |rate: Option<i64>| rate.map(|rate| rate / HUNDREDTH_OF_PERCENT);
    Ok(SalesPriceView {
        key: key_of(&item_no, &sales_code, row.read()?),
        version: row.read()?,
        item_name: row.read()?,
        image_url: picture_url(&row.read::<String>()?),
        currency_code: row.read()?,
        value: SalesPriceValue {
            item_no,
            sales_code,
            size_code: row.read()?,
            starting_date: row.read()?,
            ending_date: row.read()?,
            minimum_quantity: row.read()?,
            unit: unit(&row.read::<String>()?)?,
            unit_price: row.read()?,
            unit_weight: row.read()?,
            price_include_vat: row.read()?,
            deductible_vat_percent: percent(row.read()?),
            vat_percent: percent(row.read()?),
        },
    })
}

/// The price of a key.
pub(crate) async fn find(tx: &mut Tx, key: &str) -> Outcome<Option<SalesPriceView>> {
    let Some((item_no, sales_code, row_id)) = parse_key(key) else {
        return Ok(None);
    };
    let sql = format!(
        "SELECT {COLUMNS} FROM {TABLES} \
         WHERE p.item_no = $1 AND p.sales_code = $2 AND p.row_id = $3"
    );
    let row = tx
        .query_opt(&sql, params![item_no, sales_code, row_id])
        .await?;
    row.map(view).transpose()
}

/// The number of the price for the same item, size, group, unit and number of pieces from the same
/// day.
pub(crate) async fn find_same(tx: &mut Tx, value: &SalesPriceValue) -> Outcome<Option<i64>> {
    let row = tx
        .query_opt(
            "SELECT row_id FROM sales_price WHERE item_no = $1 AND sales_code = $2 \
             AND size_code = $3 AND unit = $4 AND minimum_quantity = $5 \
             AND COALESCE(starting_date, '') = COALESCE($6, '') \
             AND COALESCE(ending_date, '') = COALESCE($7, '') LIMIT 1",
            params![
                &value.item_no,
                &value.sales_code,
                &value.size_code,
                value.unit.text(),
                value.minimum_quantity,
                value.starting_date.map(|date| date.to_string()),
                value.ending_date.map(|date| date.to_string())
            ],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// The next free number of an item's prices in a group. Prices are ended and never deleted, so that
/// no number is used twice.
pub(crate) async fn next_row_id(tx: &mut Tx, value: &SalesPriceValue) -> Outcome<i64> {
    let mut row = tx
        .query_one(
            "SELECT COALESCE(MAX(row_id), 0) + 1 FROM sales_price \
             WHERE item_no = $1 AND sales_code = $2",
            params![&value.item_no, &value.sales_code],
        )
        .await?;
    Ok(row.read()?)
}

/// Keeps a price under its number, new or in place of what was before.
pub(crate) async fn keep(
    tx: &mut Tx,
    row_id: i64,
    value: &SalesPriceValue,
    is_known: bool,
) -> Outcome<()> {
    let sql = if is_known {
        "UPDATE sales_price SET size_code = $4, starting_date = $5, ending_date = $6, \
         minimum_quantity = $7, unit = $8, unit_price = $9, unit_weight = $10, \
         price_includes_vat = $11, deductible_vat = $12, vat = $13, version = version + 1 \
         WHERE item_no = $1 AND sales_code = $2 AND row_id = $3"
    } else {
        "INSERT INTO sales_price (item_no, sales_code, row_id, size_code, starting_date, \
         ending_date, minimum_quantity, unit, unit_price, unit_weight, price_includes_vat, \
         deductible_vat, vat) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
    };
    let rate = |percent: Option<i64>| percent.map(|percent| percent * HUNDREDTH_OF_PERCENT);
    let values = params![
        &value.item_no,
        &value.sales_code,
        row_id,
        &value.size_code,
        value.starting_date,
        value.ending_date,
        value.minimum_quantity,
        value.unit.text(),
        value.unit_price,
        value.unit_weight,
        value.price_include_vat,
        rate(value.deductible_vat_percent),
        rate(value.vat_percent)
    ];
    Ok(tx.execute_one(sql, values).await?)
}
