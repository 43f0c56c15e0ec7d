//! Price groups, as head office keeps them, and those of each store.

use setting::entry::{Entry, one_or_all};
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};

use crate::admin::price_group::{GroupKind, PriceGroupValue, RoundingDirection};
use crate::admin::store_price_group::StorePriceGroupValue;

/// All price groups by code, or the one of a code.
pub(crate) async fn read(tx: &mut Tx, key: Option<&str>) -> Outcome<Vec<Entry<PriceGroupValue>>> {
    let columns = "SELECT price_group_code, version, description, currency_code, kind, \
                   rounding_precision, rounding_direction FROM price_group";
    let rows = one_or_all(tx, columns, ("price_group_code", key), "price_group_code").await?;
    rows.into_iter().map(entry).collect()
}

fn entry(mut row: Row) -> Outcome<Entry<PriceGroupValue>> {
    Ok(Entry {
        key: row.read()?,
        version: row.read()?,
        value: PriceGroupValue {
            description: row.read()?,
            currency_code: row.read()?,
            kind: match row.read::<String>()?.as_str() {
                "STORE" => GroupKind::Store,
                "CUSTOMER" => GroupKind::Customer,
                other => return Err(Failure::internal(format!("price group of kind {other}"))),
            },
            rounding_precision: row.read()?,
            rounding_direction: match row.read::<String>()?.as_str() {
                "NEAREST" => RoundingDirection::Nearest,
                "UP" => RoundingDirection::Up,
                "DOWN" => RoundingDirection::Down,
                other => return Err(Failure::internal(format!("price group rounds {other}"))),
            },
        },
    })
}

const fn kind_text(kind: GroupKind) -> &'static str {
    match kind {
        GroupKind::Store => "STORE",
        GroupKind::Customer => "CUSTOMER",
    }
}

const fn direction_text(direction: RoundingDirection) -> &'static str {
    match direction {
        RoundingDirection::Nearest => "NEAREST",
        RoundingDirection::Up => "UP",
        RoundingDirection::Down => "DOWN",
    }
}

/// Keeps a price group, new or in place of what was before.
pub(crate) async fn keep(
    tx: &mut Tx,
    key: &str,
    value: &PriceGroupValue,
    before: Option<&Entry<PriceGroupValue>>,
) -> Outcome<()> {
    let sql = if before.is_some() {
        "UPDATE price_group SET description = $2, currency_code = $3, kind = $4, \
         rounding_precision = $5, rounding_direction = $6, version = version + 1 \
         WHERE price_group_code = $1"
    } else {
        "INSERT INTO price_group (price_group_code, description, currency_code, kind, \
         rounding_precision, rounding_direction) VALUES ($1, $2, $3, $4, $5, $6)"
    };
    let values = params![
        key,
        &value.description,
        value.currency_code.code(),
        kind_text(value.kind),
        value.rounding_precision,
        direction_text(value.rounding_direction)
    ];
    Ok(tx.execute_one(sql, values).await?)
}

/// Whether prices, stores, customers or a board rely on a price group.
pub(crate) async fn is_used(tx: &mut Tx, key: &str) -> Outcome<bool> {
    let mut row = tx
        .query_one(
            "SELECT CAST(CASE WHEN EXISTS (SELECT 1 FROM sales_price WHERE sales_code = $1) \
             OR EXISTS (SELECT 1 FROM metal_price WHERE sales_code = $1) \
             OR EXISTS (SELECT 1 FROM store_price_group WHERE price_group_code = $1) \
             OR EXISTS (SELECT 1 FROM customer_price_group WHERE price_group_code = $1) \
             THEN 1 ELSE 0 END AS BIGINT)",
            params![key],
        )
        .await?;
    Ok(row.read::<i64>()? == 1)
}

/// All stores with their price groups in order, or one of them.
pub(crate) async fn read_stores(
    tx: &mut Tx,
    store_no: Option<&str>,
) -> Outcome<Vec<Entry<StorePriceGroupValue>>> {
    let rows = tx
        .query(
            "SELECT s.store_no, s.price_group_version, s.name, s.currency_code, \
             g.price_group_code FROM store s \
             LEFT JOIN store_price_group g ON g.store_no = s.store_no \
             ORDER BY s.store_no, g.position",
            params![],
        )
        .await?;
    let mut stores: Vec<Entry<StorePriceGroupValue>> = Vec::new();
    for mut row in rows {
        let key: String = row.read()?;
        if store_no.is_some_and(|store_no| store_no != key) {
            continue;
        }
        let entry = Entry {
            version: row.read()?,
            value: StorePriceGroupValue {
                name: row.read()?,
                currency_code: row.read()?,
                price_groups: Vec::new(),
            },
            key,
        };
        if stores.last().is_none_or(|last| last.key != entry.key) {
            stores.push(entry);
        }
        if let (Some(store), Some(code)) = (stores.last_mut(), row.read::<Option<String>>()?) {
            store.value.price_groups.push(code);
        }
    }
    Ok(stores)
}

/// Replaces the price groups of a store.
pub(crate) async fn keep_store(tx: &mut Tx, store_no: &str, codes: &[String]) -> Outcome<()> {
    tx.execute(
        "DELETE FROM store_price_group WHERE store_no = $1",
        params![store_no],
    )
    .await?;
    for (position, code) in (1_i64..).zip(codes) {
        tx.execute_one(
            "INSERT INTO store_price_group (store_no, position, price_group_code) \
             VALUES ($1, $2, $3)",
            params![store_no, position, code],
        )
        .await?;
    }
    tx.execute_one(
        "UPDATE store SET price_group_version = price_group_version + 1 WHERE store_no = $1",
        params![store_no],
    )
    .await?;
    Ok(())
}

/// What a price group is called; its code when it has no row any more.
///
/// # Errors
/// The database's failure.
pub async fn price_group_name(tx: &mut Tx, price_group_code: &str) -> Outcome<String> {
    let row = tx
        .query_opt(
            "SELECT description FROM price_group WHERE price_group_code = $1",
            params![price_group_code],
        )
        .await?;
    Ok(match row {
        Some(mut row) => row.read()?,
        None => price_group_code.to_owned(),
    })
}
