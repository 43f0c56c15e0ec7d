//! VAT rates, as head office keeps them.

use setting::entry::{Dated, Entry};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use super::HUNDREDTH_OF_PERCENT;
use crate::admin::vat::VatValue;

/// All rates by store group, item group and day.
pub(crate) async fn read(tx: &mut Tx) -> Outcome<Vec<Entry<VatValue>>> {
    let rows = tx
        .query(
            "SELECT version, store_group, item_group, valid_from, percent \
             FROM vat_posting_setup ORDER BY store_group, item_group, valid_from DESC",
            params![],
        )
        .await?;
    rows.into_iter().map(entry).collect()
}

fn entry(mut row: Row) -> Outcome<Entry<VatValue>> {
    let version = row.read()?;
    let value = VatValue {
        store_group: row.read()?,
        item_group: row.read()?,
        valid_from: row.read()?,
        percent: row.read::<i64>()? / HUNDREDTH_OF_PERCENT,
    };
    Ok(Entry {
        key: value.key(),
        version,
        value,
    })
}

/// Keeps a rate, new or in place of what was before.
pub(crate) async fn keep(tx: &mut Tx, value: &VatValue, is_known: bool) -> Outcome<()> {
    let sql = if is_known {
        "UPDATE vat_posting_setup SET percent = $4, version = version + 1 \
         WHERE store_group = $1 AND item_group = $2 AND valid_from = $3"
    } else {
        "INSERT INTO vat_posting_setup (store_group, item_group, valid_from, percent) \
         VALUES ($1, $2, $3, $4)"
    };
    let values = params![
        &value.store_group,
        &value.item_group,
        value.valid_from,
        value.percent * HUNDREDTH_OF_PERCENT
    ];
    Ok(tx.execute_one(sql, values).await?)
}

/// Whether a VAT group of items has a rate anywhere.
pub(crate) async fn is_item_group(tx: &mut Tx, item_group: &str) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT item_group FROM vat_posting_setup WHERE item_group = $1 LIMIT 1",
            params![item_group],
        )
        .await?;
    Ok(row.is_some())
}
