//! Which stores somebody may look at, and what a euro is worth there.

use jiff::civil::Date;
use kernel::Currency;
use kernel::id::{StaffId, StoreNo};
use payment::rule::exchange::Rate;
use shell::Outcome;
use shell::db::{FromRow, Tx, params};

/// Number and name of the stores that somebody may look at: theirs, and those linked to them.
pub(crate) async fn stores(
    tx: &mut Tx,
    home: &StoreNo,
    staff_id: Option<&StaffId>,
) -> Outcome<Vec<(String, String)>> {
    let linked = staff_id.map(|id| id.0.as_str()).unwrap_or_default();
    let rows = tx
        .query(
            "SELECT s.store_no, s.name FROM store s WHERE s.store_no = $1 OR s.store_no IN \
             (SELECT l.store_no FROM salesperson_store l WHERE l.staff_id = $2) \
             ORDER BY s.store_no",
            params![home, linked],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}

/// What one euro is worth in a currency on a date; none when nobody knows.
pub(crate) async fn euro_rate(tx: &mut Tx, currency: Currency, day: Date) -> Outcome<Option<Rate>> {
    let row = tx
        .query_opt(
            "SELECT valid_from, rate FROM exchange_rate WHERE currency_code = $1 \
             AND foreign_code = 'EUR' AND valid_from <= $2 ORDER BY valid_from DESC LIMIT 1",
            params![currency.code(), day],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let rate = Rate {
        foreign: Currency::Eur,
        currency,
        valid_from: row.read()?,
        rate: row.read()?,
    };
    Ok(Some(rate).filter(|rate| rate.holds_on(day)))
}
