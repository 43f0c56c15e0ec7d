//! What stores do, as head office keeps it.

use kernel::Rate;
use setting::entry::{Entry, one_or_all};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::admin::store::StoreValue;

/// All stores in their order, or the one of a number.
pub(crate) async fn read(tx: &mut Tx, store_no: Option<&str>) -> Outcome<Vec<Entry<StoreValue>>> {
    let columns = "SELECT store_no, setting_version, name, is_show_qr_code, deposit_minimum, \
         customised_deposit_minimum, deposit_days, do_not_allow_negative_inventory, recall_minutes, duty_free, \
         price_rounding_step, force_language_receipt, closed_weekdays, receipt_printer FROM store";
    let rows = one_or_all(tx, columns, ("store_no", store_no), "store_no").await?;
    rows.into_iter().map(entry).collect()
}

fn entry(mut row: Row) -> Outcome<Entry<StoreValue>> {
    Ok(Entry {
        key: row.read()?,
        version: row.read()?,
        value: StoreValue {
            name: row.read()?,
            is_show_qr_code: row.read()?,
            deposit_minimum_percent: Rate(row.read()?).basis_points(),
            customised_deposit_minimum_percent: Rate(row.read()?).basis_points(),
            deposit_days: row.read()?,
            do_not_allow_negative_inventory: row.read()?,
            recalltime: row.read()?,
            duty_free: row.read()?,
            price_rounding_step: row.read()?,
            force_language_receipt: row.read()?,
            closed_weekdays: days(&row.read::<String>()?),
            receipt_printer: row.read()?,
        },
    })
}

/// A letter for each day of the week: X where it is closed.
fn days(letters: &str) -> Vec<i64> {
    let days = (1..=7).zip(letters.chars());
    days.filter_map(|(day, letter)| (letter == 'X').then_some(day))
        .collect()
}

/// Keeps what a store does.
pub(crate) async fn keep(tx: &mut Tx, store_no: &str, value: &StoreValue) -> Outcome<()> {
    let is_closed = |day| value.closed_weekdays.contains(&day);
    let weekdays: String = (1..=7)
        .map(|day| if is_closed(day) { 'X' } else { '-' })
        .collect();
    tx.execute_one(
        "UPDATE store SET is_show_qr_code = $2, deposit_minimum = $3, deposit_days = $4, \
         do_not_allow_negative_inventory = $5, recall_minutes = $6, duty_free = $7, \
         price_rounding_step = $8, force_language_receipt = $9, closed_weekdays = $10, \
         receipt_printer = $11, customised_deposit_minimum = $12, \
         setting_version = setting_version + 1 WHERE store_no = $1",
        params![
            store_no,
            value.is_show_qr_code,
            // Hundredths of a percent are a hundred times what a rate counts in.
            value.deposit_minimum_percent * 100,
            value.deposit_days,
            value.do_not_allow_negative_inventory,
            value.recalltime,
            value.duty_free,
            value.price_rounding_step,
            value.force_language_receipt.as_deref(),
            weekdays,
            value.receipt_printer.as_deref(),
            value.customised_deposit_minimum_percent * 100
        ],
    )
    .await?;
    Ok(())
}
