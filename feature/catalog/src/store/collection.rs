//! Collections, as head office keeps them.

use setting::entry::{Entry, one_or_all};
use shell::Outcome;
use shell::db::{Row, Tx, params};

use crate::admin::collection::CollectionValue;

/// All collections in their order, or the one of a code.
pub(crate) async fn read(tx: &mut Tx, key: Option<&str>) -> Outcome<Vec<Entry<CollectionValue>>> {
    let columns = "SELECT collection_code, version, name, position, story FROM collection";
    let rows = one_or_all(
        tx,
        columns,
        ("collection_code", key),
        "position, collection_code",
    )
    .await?;
    rows.into_iter().map(entry).collect()
}

fn entry(mut row: Row) -> Outcome<Entry<CollectionValue>> {
    Ok(Entry {
        key: row.read()?,
        version: row.read()?,
        value: CollectionValue {
            name: row.read()?,
            position: row.read()?,
            story: row.read()?,
        },
    })
}

/// Keeps a collection, new or in place of what was before.
pub(crate) async fn keep(
    tx: &mut Tx,
    key: &str,
    value: &CollectionValue,
    before: Option<&Entry<CollectionValue>>,
) -> Outcome<()> {
    let sql = if before.is_some() {
        "UPDATE collection SET name = $2, position = $3, story = $4, version = version + 1 \
         WHERE collection_code = $1"
    } else {
        "INSERT INTO collection (collection_code, name, position, story) VALUES ($1, $2, $3, $4)"
    };
    let values = params![key, &value.name, value.position, &value.story];
    Ok(tx.execute_one(sql, values).await?)
}
