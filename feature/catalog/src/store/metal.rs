//! The board: what a gram of a metal costs, by price group and from which moment.

use jiff::Timestamp;
use kernel::Rate;
use shell::Outcome;
use shell::db::{FromRow, Row, Tx, Value, params};

use super::HUNDREDTH_OF_PERCENT;
use crate::admin::metal_price::{BoardView, MetalPriceView, key_of};
use crate::rule::price::PriceRow;
use crate::rule::weight::GRAM;

/// The board's price of a metal in each price group, in force at `now`, as rows of the unit
/// [`GRAM`], in hundredths of a minor unit (`GramUnit::HundredthOfMinor`). The number of a row is
/// the moment from which it holds, in microseconds since 1970.
///
/// # Errors
/// The database's failure.
pub async fn metal_rows(
    tx: &mut Tx,
    metal_item_no: &str,
    now: Timestamp,
) -> Outcome<Vec<PriceRow>> {
    let rows = tx
        .query(
            "SELECT m.starts_at, m.sales_code, m.unit_price, m.price_includes_vat, \
             m.deductible_vat, m.vat FROM metal_price m \
             WHERE m.item_no = $1 AND m.starts_at = (SELECT MAX(n.starts_at) FROM metal_price n \
             WHERE n.item_no = m.item_no AND n.sales_code = m.sales_code AND n.starts_at <= $2) \
             ORDER BY m.sales_code",
            params![metal_item_no, now],
        )
        .await?;
    rows.into_iter().map(read_row).collect()
}

fn read_row(mut row: Row) -> Outcome<PriceRow> {
    let starts_at: Timestamp = row.read()?;
    Ok(PriceRow {
        row_id: starts_at.as_microsecond(),
        sales_code: row.read()?,
        size_code: String::new(),
        starting_date: None,
        ending_date: None,
        minimum_quantity: 1,
        unit: GRAM.to_owned(),
        unit_price: row.read()?,
        price_includes_vat: row.read()?,
        deductible_vat: row.read::<Option<i64>>()?.map(Rate),
        vat: row.read::<Option<i64>>()?.map(Rate),
    })
}

/// The fineness that the board of a metal prices, in thousandths; 0 for what is no metal.
///
/// # Errors
/// The database's failure.
pub async fn metal_fineness(tx: &mut Tx, metal_item_no: &str) -> Outcome<u16> {
    let row = tx
        .query_opt(
            "SELECT fineness FROM item WHERE item_no = $1",
            params![metal_item_no],
        )
        .await?;
    let fineness: Option<i64> = match row {
        Some(mut row) => row.read()?,
        None => None,
    };
    Ok(fineness.and_then(|it| u16::try_from(it).ok()).unwrap_or(0))
}

/// When a price of a metal first changed in one of some price groups after `since` and until `now`;
/// none when it did not. What the board says in another country is no change here.
///
/// # Errors
/// The database's failure.
pub async fn first_board_change(
    tx: &mut Tx,
    metal_item_no: &str,
    price_groups: &[String],
    (since, now): (Timestamp, Timestamp),
) -> Outcome<Option<Timestamp>> {
    let mut values: Vec<Value> = params![metal_item_no, since, now].to_vec();
    let groups: Vec<String> = price_groups
        .iter()
        .map(|group| {
            values.push(Value::Text(group.clone()));
            format!("${}", values.len())
        })
        .collect();
    if groups.is_empty() {
        return Ok(None);
    }
    let sql = format!(
        "SELECT MIN(starts_at) FROM metal_price \
         WHERE item_no = $1 AND starts_at > $2 AND starts_at <= $3 AND sales_code IN ({})",
        groups.join(", ")
    );
    Ok(tx.query_one(&sql, &values).await?.read()?)
}

/// The metals: what is weighed and has a fineness, and is no piece itself.
pub(crate) async fn metals(tx: &mut Tx) -> Outcome<Vec<(String, String)>> {
    let rows = tx
        .query(
            "SELECT item_no, name FROM item WHERE unit = 'G' AND fineness IS NOT NULL \
             AND metal_item_no IS NULL ORDER BY item_no",
            params![],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}

const PRICE: &str = "m.starts_at, m.unit_price, m.price_includes_vat, m.deductible_vat, m.vat, \
     m.set_by, m.set_at";
/// The newest prices of a metal that are looked at; a job adds some forty a day.
const HISTORY_MAX: i64 = 200;

/// The board: each metal in each price group that has a price for it, with the one in force at `now`.
pub(crate) async fn board(tx: &mut Tx, now: Timestamp) -> Outcome<Vec<BoardView>> {
    let sql = format!(
        "SELECT i.item_no, i.name, g.price_group_code, g.currency_code, {PRICE} \
         FROM item i CROSS JOIN price_group g \
         LEFT JOIN metal_price m ON m.item_no = i.item_no AND m.sales_code = g.price_group_code \
         AND m.starts_at = (SELECT MAX(n.starts_at) FROM metal_price n \
          WHERE n.item_no = i.item_no AND n.sales_code = g.price_group_code AND n.starts_at <= $1) \
         WHERE i.unit = 'G' AND EXISTS (SELECT 1 FROM metal_price p \
          WHERE p.item_no = i.item_no AND p.sales_code = g.price_group_code) \
         ORDER BY i.item_no, g.price_group_code"
    );
    let rows = tx.query(&sql, params![now]).await?;
    rows.into_iter()
        .map(|mut row| {
            let mut view = board_row(&mut row)?;
            if let Some(starts_at) = row.read()? {
                view.current = Some(metal_price(&mut row, starts_at)?);
            }
            Ok(view)
        })
        .collect()
}

/// A metal in a price group, with the newest of its prices, the one in force at `now` marked.
pub(crate) async fn board_of(
    tx: &mut Tx,
    (item_no, sales_code): (&str, &str),
    now: Timestamp,
) -> Outcome<Option<BoardView>> {
    let sql = format!(
        "SELECT i.item_no, i.name, m.sales_code, g.currency_code, {PRICE} \
         FROM metal_price m JOIN item i ON i.item_no = m.item_no \
         JOIN price_group g ON g.price_group_code = m.sales_code \
         WHERE m.item_no = $1 AND m.sales_code = $2 ORDER BY m.starts_at DESC LIMIT $3"
    );
    let values = params![item_no, sales_code, HISTORY_MAX];
    let mut board: Option<BoardView> = None;
    for mut row in tx.query(&sql, values).await? {
        let view = board_row(&mut row)?;
        let starts_at = row.read()?;
        let price = metal_price(&mut row, starts_at)?;
        let metal = board.get_or_insert(view);
        if metal.current.is_none() && price.starts_at <= now {
            metal.current = Some(price.clone());
        }
        metal.history.push(price);
    }
    Ok(board)
}

fn board_row(row: &mut Row) -> Outcome<BoardView> {
    let (item_no, item_name): (String, String) = (row.read()?, row.read()?);
    let sales_code: String = row.read()?;
    Ok(BoardView {
        key: key_of(&item_no, &sales_code),
        item_no,
        item_name,
        sales_code,
        currency_code: row.read()?,
        current: None,
        history: Vec::new(),
    })
}

fn metal_price(row: &mut Row, starts_at: Timestamp) -> Outcome<MetalPriceView> {
    let percent = |rate: Option<i64>| rate.map(|rate| rate / HUNDREDTH_OF_PERCENT);
    Ok(MetalPriceView {
        starts_at,
        gram_price_hundredths: row.read()?,
        price_include_vat: row.read()?,
        deductible_vat_percent: percent(row.read()?),
        vat_percent: percent(row.read()?),
        set_by: row.read()?,
        set_at: row.read()?,
    })
}

/// How many prices a metal has had in a price group.
pub(crate) async fn count(tx: &mut Tx, item_no: &str, sales_code: &str) -> Outcome<i64> {
    let sql = "SELECT COUNT(*) FROM metal_price WHERE item_no = $1 AND sales_code = $2";
    Ok(tx
        .query_one(sql, params![item_no, sales_code])
        .await?
        .read()?)
}

/// Whether somebody else than `not_by` set a price of a metal in a price group that begins in a stretch
/// of time, its end left out.
///
/// # Errors
/// The database's failure.
pub async fn is_metal_price_set(
    tx: &mut Tx,
    (item_no, sales_code): (&str, &str),
    (from, until): (Timestamp, Timestamp),
    not_by: &str,
) -> Outcome<bool> {
    let sql = "SELECT 1 FROM metal_price WHERE item_no = $1 AND sales_code = $2 \
               AND starts_at >= $3 AND starts_at < $4 AND set_by <> $5 LIMIT 1";
    let values = params![item_no, sales_code, from, until, not_by];
    Ok(tx.query_opt(sql, values).await?.is_some())
}

/// Adds a price to the board.
pub(crate) async fn insert(
    tx: &mut Tx,
    (item_no, sales_code): (&str, &str),
    price: &MetalPriceView,
) -> Outcome<()> {
    let rate = |percent: Option<i64>| percent.map(|percent| percent * HUNDREDTH_OF_PERCENT);
    tx.execute_one(
        "INSERT INTO metal_price (item_no, sales_code, starts_at, unit_price, \
         price_includes_vat, deductible_vat, vat, set_by, set_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            item_no,
            sales_code,
            price.starts_at,
            price.gram_price_hundredths,
            price.price_include_vat,
            rate(price.deductible_vat_percent),
            rate(price.vat_percent),
            &price.set_by,
            price.set_at
        ],
    )
    .await?;
    Ok(())
}
