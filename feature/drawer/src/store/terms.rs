//! On which terms cash leaves the drawers of a store.

use kernel::id::StoreNo;
use setting::entry::{Entry, one_or_all};
use shell::Outcome;
use shell::db::{Tx, params};

use crate::admin::DrawerSetting;

/// All terms by store, or those of one.
pub(crate) async fn read(tx: &mut Tx, key: Option<&str>) -> Outcome<Vec<Entry<DrawerSetting>>> {
    const COLUMNS: &str = "SELECT store_no, version, cash_out_approval_above FROM drawer_setting";
    let rows = one_or_all(tx, COLUMNS, ("store_no", key), "store_no").await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Entry {
                key: row.read()?,
                version: row.read()?,
                value: DrawerSetting {
                    cash_out_approval_above: row.read()?,
                },
            })
        })
        .collect()
}

/// Keeps the terms of a store, new or in place of what was before.
pub(crate) async fn keep(
    tx: &mut Tx,
    key: &str,
    value: &DrawerSetting,
    is_there: bool,
) -> Outcome<()> {
    let sql = if is_there {
        "UPDATE drawer_setting SET cash_out_approval_above = $2, version = version + 1 \
         WHERE store_no = $1"
    } else {
        "INSERT INTO drawer_setting (store_no, cash_out_approval_above) VALUES ($1, $2)"
    };
    let values = params![key, value.cash_out_approval_above];
    Ok(tx.execute_one(sql, values).await?)
}

/// Above which amount somebody else signs too, in minor units.
pub(crate) async fn approval_above(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Option<i64>> {
    let kept = read(tx, Some(&store_no.0)).await?.pop();
    Ok(kept.and_then(|entry| entry.value.cash_out_approval_above))
}
