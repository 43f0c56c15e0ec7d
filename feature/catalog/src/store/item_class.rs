//! Item classes, as head office keeps them.

use setting::entry::{Entry, one_or_all};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::admin::item_class::ItemClassValue;

/// All classes in their order, or the one of a code.
pub(crate) async fn read(tx: &mut Tx, key: Option<&str>) -> Outcome<Vec<Entry<ItemClassValue>>> {
    let columns = "SELECT item_class_code, version, name, position, carries_certificate, \
                   carries_stock_no, warranty_months FROM item_class";
    let rows = one_or_all(
        tx,
        columns,
        ("item_class_code", key),
        "position, item_class_code",
    )
    .await?;
    rows.into_iter().map(entry).collect()
}

fn entry(mut row: Row) -> Outcome<Entry<ItemClassValue>> {
    Ok(Entry {
        key: row.read()?,
        version: row.read()?,
        value: ItemClassValue {
            name: row.read()?,
            position: row.read()?,
            carries_certificate: row.read()?,
            carries_stock_no: row.read()?,
            warranty_months: row.read()?,
        },
    })
}

/// Keeps a class, new or in place of what was before.
pub(crate) async fn keep(
    tx: &mut Tx,
    key: &str,
    value: &ItemClassValue,
    before: Option<&Entry<ItemClassValue>>,
) -> Outcome<()> {
    let sql = if before.is_some() {
        "UPDATE item_class SET name = $2, position = $3, carries_certificate = $4, \
         carries_stock_no = $5, warranty_months = $6, version = version + 1 \
         WHERE item_class_code = $1"
    } else {
        "INSERT INTO item_class (item_class_code, name, position, carries_certificate, \
         carries_stock_no, warranty_months) VALUES ($1, $2, $3, $4, $5, $6)"
    };
    let values = params![
        key,
        &value.name,
        value.position,
        value.carries_certificate,
        value.carries_stock_no,
        value.warranty_months
    ];
    Ok(tx.execute_one(sql, values).await?)
}
