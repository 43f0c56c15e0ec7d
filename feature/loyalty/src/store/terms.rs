//! On which terms each store grants and takes credit.

use kernel::Rate;
use kernel::id::StoreNo;
use setting::entry::{Entry, one_or_all};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::admin::LoyaltyStoreValue;
use crate::rule::earn::Terms;

/// The terms of a store; none where it has no part in it.
pub(crate) async fn find(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Option<Terms>> {
    let row = tx
        .query_opt(
            "SELECT earn_rate, valid_days, restored_days, code_above, amount_per_point \
             FROM loyalty_store WHERE store_no = $1 AND is_active",
            params![store_no],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    Ok(Some(Terms {
        earn_rate: Rate(row.read()?),
        valid_days: row.read()?,
        restored_days: row.read()?,
        code_above: row.read()?,
        amount_per_point: row.read()?,
    }))
}

/// All stores, or one, with their terms: none, as long as nobody said so.
pub(crate) async fn read(
    tx: &mut Tx,
    store_no: Option<&str>,
) -> Outcome<Vec<Entry<LoyaltyStoreValue>>> {
    let columns = "SELECT s.store_no, COALESCE(l.version, 0), s.name, s.currency_code, \
         COALESCE(l.is_active, FALSE), l.earn_rate, l.valid_days, l.restored_days, l.code_above, \
         l.amount_per_point FROM store s LEFT JOIN loyalty_store l ON l.store_no = s.store_no";
    let rows = one_or_all(tx, columns, ("s.store_no", store_no), "s.store_no").await?;
    rows.into_iter().map(entry).collect()
}

fn entry(mut row: Row) -> Outcome<Entry<LoyaltyStoreValue>> {
    let key = row.read()?;
    let version = row.read()?;
    let (name, currency) = (row.read()?, row.read()?);
    let usual = LoyaltyStoreValue::usual(name, currency);
    let is_active = row.read()?;
    let rate: Option<i64> = row.read()?;
    let mut number =
        |usual: i64| -> Outcome<i64> { Ok(row.read::<Option<i64>>()?.unwrap_or(usual)) };
    Ok(Entry {
        key,
        version,
        value: LoyaltyStoreValue {
            is_active,
            earn_percent: rate.map_or(usual.earn_percent, |rate| Rate(rate).basis_points()),
            valid_days: number(usual.valid_days)?,
            restored_days: number(usual.restored_days)?,
            code_above: number(usual.code_above)?,
            amount_per_point: number(usual.amount_per_point)?,
            ..usual
        },
    })
}

/// Keeps the terms of a store.
pub(crate) async fn keep(tx: &mut Tx, store_no: &str, value: &LoyaltyStoreValue) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO loyalty_store (store_no, is_active, earn_rate, valid_days, restored_days, \
         code_above, amount_per_point) VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (store_no) DO UPDATE SET is_active = $2, earn_rate = $3, valid_days = $4, \
         restored_days = $5, code_above = $6, amount_per_point = $7, \
         version = loyalty_store.version + 1",
        params![
            store_no,
            value.is_active,
            value.earn_percent * 100,
            value.valid_days,
            value.restored_days,
            value.code_above,
            value.amount_per_point
        ],
    )
    .await?;
    Ok(())
}
