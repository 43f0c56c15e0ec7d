//! The rates of foreign cash.

use jiff::civil::Date;
use kernel::Currency;
use kernel::id::StoreNo;
use setting::entry::{Dated, Entry};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::admin::exchange_rate::ExchangeRateValue;
use crate::rule::exchange::Rate;

const COLUMNS: &str = "currency_code, foreign_code, valid_from, rate, version FROM exchange_rate";

fn read(row: &mut Row) -> Outcome<(Rate, i64)> {
    let (currency, foreign) = (row.read()?, row.read()?);
    let rate = Rate {
        currency,
        foreign,
        valid_from: row.read()?,
        rate: row.read()?,
    };
    Ok((rate, row.read()?))
}

/// The newest rate of a foreign currency that has begun on a day, whether or not it still holds.
pub(crate) async fn find(
    tx: &mut Tx,
    (currency, foreign): (Currency, Currency),
    day: Date,
) -> Outcome<Option<Rate>> {
    let sql = format!(
        "SELECT {COLUMNS} WHERE currency_code = $1 AND foreign_code = $2 AND valid_from <= $3 \
         ORDER BY valid_from DESC LIMIT 1"
    );
    let values = params![currency.code(), foreign.code(), day];
    let row = tx.query_opt(&sql, values).await?;
    let found = row.map(|mut row| read(&mut row)).transpose()?;
    Ok(found.map(|(rate, _)| rate))
}

/// The rate of a key, or those of all pairs: the newest first.
pub(crate) async fn list(tx: &mut Tx, key: Option<&str>) -> Outcome<Vec<Entry<ExchangeRateValue>>> {
    let rows = match key {
        Some(key) => {
            let mut parts = key.splitn(3, '~');
            let mut part = || parts.next().unwrap_or_default().to_owned();
            let sql = format!(
                "SELECT {COLUMNS} WHERE currency_code = $1 AND foreign_code = $2 \
                 AND valid_from = $3"
            );
            tx.query(&sql, params![part(), part(), part()]).await?
        }
        None => {
            let sql =
                format!("SELECT {COLUMNS} ORDER BY valid_from DESC, currency_code, foreign_code");
            tx.query(&sql, params![]).await?
        }
    };
    rows.into_iter()
        .map(|mut row| {
            let (rate, version) = read(&mut row)?;
            let value = ExchangeRateValue::of(rate);
            Ok(Entry {
                key: value.key(),
                version,
                value,
            })
        })
        .collect()
}

/// Keeps a rate, new or in place of what was before.
pub(crate) async fn keep(tx: &mut Tx, value: &ExchangeRateValue) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO exchange_rate (currency_code, foreign_code, valid_from, rate) \
         VALUES ($1, $2, $3, $4) ON CONFLICT (currency_code, foreign_code, valid_from) \
         DO UPDATE SET rate = $4, version = exchange_rate.version + 1",
        params![
            value.currency_code.code(),
            value.foreign_code.code(),
            value.valid_from,
            value.rate
        ],
    )
    .await?;
    Ok(())
}

/// The currencies in which stores sell.
pub(crate) async fn store_currencies(tx: &mut Tx) -> Outcome<Vec<Currency>> {
    currencies(tx, "SELECT DISTINCT currency_code FROM store ORDER BY 1").await
}

/// The currencies of the foreign cash that some store takes.
pub(crate) async fn cash_currencies(tx: &mut Tx) -> Outcome<Vec<Currency>> {
    let sql = "SELECT DISTINCT t.currency_code FROM tender t JOIN tender_store s \
               ON s.tender_code = t.tender_code AND s.is_available \
               WHERE t.currency_code IS NOT NULL ORDER BY 1";
    currencies(tx, sql).await
}

async fn currencies(tx: &mut Tx, sql: &str) -> Outcome<Vec<Currency>> {
    let rows = tx.query(sql, params![]).await?;
    let read = rows.into_iter().map(|mut row| Ok(row.read()?));
    read.collect()
}

/// The store whose chain tells of what concerns all of them.
pub(crate) async fn first_store(tx: &mut Tx) -> Outcome<Option<StoreNo>> {
    let sql = "SELECT store_no FROM store ORDER BY store_no LIMIT 1";
    let row = tx.query_opt(sql, params![]).await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}
