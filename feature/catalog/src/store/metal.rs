//! The board: what a gram of a metal costs, by price group and from which moment.

use jiff::Timestamp;
use kernel::Rate;
use shell::Outcome;
use shell::db::{Row, Tx, params};

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

/// When a price of a metal first changed after `since` and until `now`; none when it did not.
///
/// # Errors
/// The database's failure.
pub async fn first_board_change(
    tx: &mut Tx,
    metal_item_no: &str,
    since: Timestamp,
    now: Timestamp,
) -> Outcome<Option<Timestamp>> {
    let mut row = tx
        .query_one(
            "SELECT MIN(starts_at) FROM metal_price \
             WHERE item_no = $1 AND starts_at > $2 AND starts_at <= $3",
            params![metal_item_no, since, now],
        )
        .await?;
    Ok(row.read()?)
}
