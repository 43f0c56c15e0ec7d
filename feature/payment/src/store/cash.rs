//! What the law says of cash, and what a customer paid of it.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{BasketId, CustomerId};
use kernel::{Currency, Money};
use setting::entry::{Dated, Entry};
use shell::db::{Row, Tx, Value, params};
use shell::{Failure, Outcome};

use crate::admin::cash_limit::CashLimitValue;
use crate::rule::cash_limit::{AboveLimit, CashRule};

const COLUMNS: &str = "country_code, valid_from, currency_code, resident_maximum, \
     visitor_maximum, above, version FROM cash_limit";

fn read(row: &mut Row) -> Outcome<Entry<CashLimitValue>> {
    let (country, valid_from): (String, Date) = (row.read()?, row.read()?);
    let currency = row.read()?;
    let (resident_maximum, visitor_maximum) = (row.read()?, row.read()?);
    let above: String = row.read()?;
    let value = CashLimitValue {
        country,
        valid_from,
        currency,
        resident_maximum,
        visitor_maximum,
        above: AboveLimit::parse(&above)
            .ok_or_else(|| Failure::internal(format!("cash above its limit is {above}")))?,
    };
    Ok(Entry {
        key: value.key(),
        version: row.read()?,
        value,
    })
}

/// All limits by country, the newest first.
pub(crate) async fn list(tx: &mut Tx) -> Outcome<Vec<Entry<CashLimitValue>>> {
    let sql = format!("SELECT {COLUMNS} ORDER BY country_code, valid_from DESC");
    let rows = tx.query(&sql, params![]).await?;
    rows.into_iter().map(|mut row| read(&mut row)).collect()
}

/// The rules of a country.
pub(crate) async fn rules_of(tx: &mut Tx, country: &str) -> Outcome<Arc<Vec<CashRule>>> {
    if let Some(rules) = tx.kept_reference(country).await? {
        return Ok(rules);
    }
    let sql = format!("SELECT {COLUMNS} WHERE country_code = $1");
    let rows = tx.query(&sql, params![country]).await?;
    let rules: Outcome<Vec<CashRule>> = rows
        .into_iter()
        .map(|mut row| Ok(read(&mut row)?.value.rule()))
        .collect();
    Ok(tx.keep_reference(country, rules?).await?)
}

/// Keeps a limit, new or in place of what was before.
pub(crate) async fn keep(tx: &mut Tx, value: &CashLimitValue) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO cash_limit (country_code, valid_from, currency_code, resident_maximum, \
         visitor_maximum, above) VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (country_code, valid_from) DO UPDATE SET currency_code = $3, \
         resident_maximum = $4, visitor_maximum = $5, above = $6, version = cash_limit.version + 1",
        params![
            &value.country,
            value.valid_from,
            value.currency.code(),
            value.resident_maximum,
            value.visitor_maximum,
            value.above.name()
        ],
    )
    .await?;
    Ok(())
}

/// Where a customer lives; none when nobody knows.
pub(crate) async fn home_of(tx: &mut Tx, customer_id: CustomerId) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT country_code FROM customer WHERE customer_id = $1",
            params![customer_id],
        )
        .await?;
    let home: Option<String> = row.map(|mut row| row.read()).transpose()?;
    Ok(home.filter(|home| !home.trim().is_empty()))
}

/// The countries where owners of cash are identified, or were before a day.
pub(crate) async fn identifying_countries(tx: &mut Tx, day: Date) -> Outcome<Vec<String>> {
    let rows = tx
        .query(
            "SELECT DISTINCT country_code FROM cash_limit \
             WHERE above = 'IDENTIFIED' AND valid_from <= $1 ORDER BY country_code",
            params![day],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// What is counted together.
#[derive(Clone, Debug)]
pub(crate) struct CashDay<'a> {
    /// The payment that is under way.
    pub basket_id: BasketId,
    /// Its customer; without one only this payment counts.
    pub customer_id: Option<CustomerId>,
    /// The country of the store.
    pub country: &'a str,
    /// Its currency.
    pub currency: Currency,
    /// The business day from its beginning to its end.
    pub day: (Timestamp, Timestamp),
    /// Whether payments that are still under way, or were given up, are left out.
    pub is_completed: bool,
}

impl CashDay<'_> {
    /// Cash, own and foreign, in a payment, and in the other payments of its customer in the country on
    /// that day. What was paid back is none of it.
    fn bookings(&self) -> (String, Vec<Value>) {
        const CASH: &str = "FROM basket b JOIN basket_tender t ON t.basket_id = b.basket_id \
             JOIN tender k ON k.tender_code = t.tender_code \
             LEFT JOIN basket_tender o ON o.tender_id = t.change_of \
             LEFT JOIN tender ok ON ok.tender_code = o.tender_code \
             WHERE k.tender_type IN ('CASH', 'FX_CASH') \
             AND (t.amount > 0 OR ok.tender_type = 'FX_CASH')";
        let completed = match self.is_completed {
            true => " AND b.state = 'COMPLETED'",
            false => "",
        };
        match self.customer_id {
            None => (
                format!("{CASH}{completed} AND b.basket_id = $1"),
                params![self.basket_id].to_vec(),
            ),
            Some(customer_id) => {
                let (from, to) = self.day;
                let currency = self.currency.code();
                (
                    format!(
                        "{CASH}{completed} AND b.customer_id = $1 AND b.basket_id IN \
                         (SELECT c.basket_id FROM basket c \
                         JOIN store s ON s.store_no = c.store_no WHERE c.customer_id = $1 \
                         AND s.country_code = $2 AND s.currency_code = $3) \
                         AND t.booked_at >= $4 AND t.booked_at < $5"
                    ),
                    params![customer_id, self.country, currency, from, to].to_vec(),
                )
            }
        }
    }
}

/// What was kept of cash. What was paid back does not make room for more.
pub(crate) async fn cash_taken(tx: &mut Tx, of: &CashDay<'_>) -> Outcome<Money> {
    let (bookings, values) = of.bookings();
    let sql = format!("SELECT CAST(COALESCE(SUM(t.amount + t.rounding), 0) AS BIGINT) {bookings}");
    let mut row = tx.query_one(&sql, &values).await?;
    Ok(Money::new(row.read()?, of.currency))
}

/// The document by which the owner of cash was identified last.
pub(crate) async fn identity_of(tx: &mut Tx, of: &CashDay<'_>) -> Outcome<Option<String>> {
    let (bookings, values) = of.bookings();
    let sql = format!(
        "SELECT t.identity {bookings} AND t.identity IS NOT NULL \
         ORDER BY t.booked_at DESC, t.position DESC LIMIT 1"
    );
    let row = tx.query_opt(&sql, &values).await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// Takes away by which documents people were identified who paid before a moment.
pub(crate) async fn erase_identities(tx: &mut Tx, before: Timestamp) -> Outcome<()> {
    tx.execute(
        "UPDATE basket_tender SET identity = NULL WHERE identity IS NOT NULL AND booked_at < $1",
        params![before],
    )
    .await?;
    Ok(())
}

/// When cash was taken in a payment, in its order.
pub(crate) async fn moments_of(tx: &mut Tx, basket_id: BasketId) -> Outcome<Vec<Timestamp>> {
    let rows = tx
        .query(
            "SELECT t.booked_at FROM basket_tender t JOIN tender k ON k.tender_code = t.tender_code \
             WHERE t.basket_id = $1 AND k.tender_type IN ('CASH', 'FX_CASH') AND t.amount > 0 \
             ORDER BY t.booked_at",
            params![basket_id],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}
