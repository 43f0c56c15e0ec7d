//! On which terms a store closes its days.

use std::sync::Arc;

use kernel::id::StoreNo;
use setting::entry::{Entry, one_or_all};
use shell::Outcome;
use shell::db::{Tx, params};

use crate::admin::StatementSetting;
use crate::rule::terms::usual;

/// All terms by store, or those of one.
pub(crate) async fn read(tx: &mut Tx, key: Option<&str>) -> Outcome<Vec<Entry<StatementSetting>>> {
    const COLUMNS: &str = "SELECT store_no, version, check_statement_posting, opening_float, \
         maximum_posting_difference FROM statement_setting";
    let rows = one_or_all(tx, COLUMNS, ("store_no", key), "store_no").await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Entry {
                key: row.read()?,
                version: row.read()?,
                value: StatementSetting {
                    check_statement_posting: row.read()?,
                    opening_float: row.read()?,
                    maximum_posting_difference: row.read()?,
                },
            })
        })
        .collect()
}

/// Keeps the terms of a store, new or in place of what was before.
pub(crate) async fn keep(
    tx: &mut Tx,
    key: &str,
    value: &StatementSetting,
    is_there: bool,
) -> Outcome<()> {
    let sql = if is_there {
        "UPDATE statement_setting SET check_statement_posting = $2, opening_float = $3, \
         maximum_posting_difference = $4, version = version + 1 WHERE store_no = $1"
    } else {
        "INSERT INTO statement_setting (store_no, check_statement_posting, opening_float, \
         maximum_posting_difference) VALUES ($1, $2, $3, $4)"
    };
    let values = params![
        key,
        value.check_statement_posting,
        value.opening_float,
        value.maximum_posting_difference
    ];
    Ok(tx.execute_one(sql, values).await?)
}

/// The terms of a store: those that head office keeps, or the usual ones of its currency.
pub(crate) async fn terms(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Arc<StatementSetting>> {
    if let Some(terms) = tx.kept_reference(&store_no.0).await? {
        return Ok(terms);
    }
    let terms = match read(tx, Some(&store_no.0)).await?.pop() {
        Some(entered) => entered.value,
        None => usual(setting::get_store(tx, store_no).await?.currency),
    };
    Ok(tx.keep_reference(&store_no.0, terms).await?)
}

/// Whether there is a store of a number.
pub(crate) async fn is_store(tx: &mut Tx, store_no: &str) -> Outcome<bool> {
    let row = tx
        .query_opt("SELECT 1 FROM store WHERE store_no = $1", params![store_no])
        .await?;
    Ok(row.is_some())
}
