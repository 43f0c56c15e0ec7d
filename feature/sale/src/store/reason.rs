//! Reasons of discounts, as head office keeps them.

use setting::entry::{Entry, one_or_all};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::admin::discount_reason::DiscountReasonValue;

/// All reasons in their order, or the one of a code.
pub(crate) async fn read(
    tx: &mut Tx,
    key: Option<&str>,
) -> Outcome<Vec<Entry<DiscountReasonValue>>> {
    let columns = "SELECT reason_code, version, name, position, enabled, for_line, for_basket \
                   FROM discount_reason";
    let rows = one_or_all(tx, columns, ("reason_code", key), "position, reason_code").await?;
    rows.into_iter().map(entry).collect()
}

fn entry(mut row: Row) -> Outcome<Entry<DiscountReasonValue>> {
    Ok(Entry {
        key: row.read()?,
        version: row.read()?,
        value: DiscountReasonValue {
            name: row.read()?,
            position: row.read()?,
            blocked: !row.read::<bool>()?,
            for_line: row.read()?,
            for_basket: row.read()?,
        },
    })
}

/// Keeps a reason, new or in place of what was before.
pub(crate) async fn keep(
    tx: &mut Tx,
    key: &str,
    value: &DiscountReasonValue,
    is_known: bool,
) -> Outcome<()> {
    let sql = if is_known {
        "UPDATE discount_reason SET name = $2, position = $3, enabled = $4, for_line = $5, \
         for_basket = $6, version = version + 1 WHERE reason_code = $1"
    } else {
        "INSERT INTO discount_reason (reason_code, name, position, enabled, for_line, for_basket) \
         VALUES ($1, $2, $3, $4, $5, $6)"
    };
    let values = params![
        key,
        &value.name,
        value.position,
        !value.blocked,
        value.for_line,
        value.for_basket
    ];
    Ok(tx.execute_one(sql, values).await?)
}
