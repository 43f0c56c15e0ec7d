//! What packages and campaigns name: stores, price groups, classes, items, people.

use kernel::Currency;
use kernel::id::StaffId;
use shell::Outcome;
use shell::db::{Tx, Value, params};
use shell::picture::picture_url;

use crate::view::{ClassView, NamedItemView, PriceGroupView, StoreView};

/// All stores, by number.
pub(crate) async fn list_stores(tx: &mut Tx) -> Outcome<Vec<StoreView>> {
    let rows = tx
        .query(
            "SELECT store_no, name, currency_code FROM store ORDER BY store_no",
            params![],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(StoreView {
                store_no: row.read()?,
                name: row.read()?,
                currency: row.read()?,
            })
        })
        .collect()
}

/// All price groups, by code.
pub(crate) async fn list_price_groups(tx: &mut Tx) -> Outcome<Vec<PriceGroupView>> {
    let rows = tx
        .query(
            "SELECT price_group_code, description, currency_code FROM price_group \
             ORDER BY price_group_code",
            params![],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(PriceGroupView {
                price_group_code: row.read()?,
                description: row.read()?,
                currency: row.read::<Currency>()?,
            })
        })
        .collect()
}

/// All item classes, in their order.
pub(crate) async fn list_classes(tx: &mut Tx) -> Outcome<Vec<ClassView>> {
    let rows = tx
        .query(
            "SELECT item_class_code, name FROM item_class ORDER BY position, item_class_code",
            params![],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(ClassView {
                item_class: row.read()?,
                name: row.read()?,
            })
        })
        .collect()
}

/// First and last name of somebody; their id when there is no such account any more.
pub(crate) async fn staff_name(tx: &mut Tx, staff_id: &StaffId) -> Outcome<String> {
    let row = tx
        .query_opt(
            "SELECT first_name || ' ' || last_name FROM salesperson WHERE staff_id = $1",
            params![staff_id],
        )
        .await?;
    match row {
        Some(mut row) => Ok(row.read()?),
        None => Ok(staff_id.0.clone()),
    }
}

/// The first items whose names, numbers, collections and barcodes match all patterns, gifts first.
pub(crate) async fn find_items(
    tx: &mut Tx,
    patterns: &[String],
    limit: i64,
) -> Outcome<Vec<NamedItemView>> {
    let mut values = params![limit].to_vec();
    let mut sql = "SELECT item_no, name, picture FROM item WHERE NOT stopped".to_owned();
    for pattern in patterns {
        values.push(Value::Text(pattern.clone()));
        let place = values.len();
        sql.push_str(&format!(" AND search_text LIKE ${place} ESCAPE '\\'"));
    }
    sql.push_str(
        " ORDER BY CASE item_class_code WHEN 'GWP' THEN 0 WHEN 'TOTE' THEN 1 ELSE 2 END, \
         ranking, item_no LIMIT $1",
    );
    let rows = tx.query(&sql, &values).await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(NamedItemView {
                item_no: row.read()?,
                name: row.read()?,
                image_url: picture_url(&row.read::<String>()?),
            })
        })
        .collect()
}
