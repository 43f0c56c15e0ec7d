//! What the proof compares: what happened to forms, with what the journal states of it.

use journal::{Members, PAGE, Place};
use kernel::id::OrderId;
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use crate::rule::state::CERTAIN;

/// By which the journal and the tables find each other: each event happens to a form once.
pub(crate) fn key(form_id: Uuid, event: &str) -> String {
    format!("{form_id} {event}")
}

/// What the tables hold of something that happened to a form; none when it did not happen.
pub(crate) async fn held(tx: &mut Tx, key: &str) -> Outcome<Option<Members>> {
    let (form_id, event) = key.split_once(' ').unwrap_or_default();
    let form_id: Uuid = form_id.parse().unwrap_or_default();
    let row = tx
        .query_opt(
            "SELECT f.store_no, f.serial_no, f.form_no, f.currency_code, f.gross, f.vat, f.refund, \
             f.fee, f.refunded, e.staff_id FROM tax_free_event e \
             JOIN tax_free_form f ON f.form_id = e.form_id \
             WHERE e.form_id = $1 AND e.event = $2 ORDER BY e.event_id LIMIT 1",
            params![form_id, event],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (store_no, serial_no): (String, i64) = (row.read()?, row.read()?);
    let form_no: Option<String> = row.read()?;
    let currency: String = row.read()?;
    let mut members = vec![
        ("serial number", format!("TF-{store_no}-{serial_no:06}")),
        ("form number", form_no.unwrap_or_default()),
        ("currency", currency),
    ];
    for name in ["gross", "VAT", "refund", "fee"] {
        members.push((name, row.read::<i64>()?.to_string()));
    }
    let refunded: Option<i64> = row.read()?;
    let operator: Option<String> = row.read()?;
    members.push(("refunded", refunded.unwrap_or_default().to_string()));
    members.push(("operator", operator.unwrap_or_default()));
    members.push(("orders", orders_of(tx, form_id).await?));
    Ok(Some(members))
}

async fn orders_of(tx: &mut Tx, form_id: Uuid) -> Outcome<String> {
    let rows = tx
        .query(
            "SELECT order_id FROM tax_free_form_order WHERE form_id = $1",
            params![form_id],
        )
        .await?;
    let mut orders = Vec::with_capacity(rows.len());
    for mut row in rows {
        orders.push(row.read::<OrderId>()?.to_string());
    }
    orders.sort_unstable();
    Ok(orders.join(" "))
}

/// What happened to forms and is in the journal, behind an event.
pub(crate) async fn list_certain(tx: &mut Tx, after: &str) -> Outcome<Vec<Place>> {
    let after: Uuid = after.parse().unwrap_or_default();
    let names = CERTAIN
        .map(|event| format!("'{}'", event.name()))
        .join(", ");
    let sql = format!(
        "SELECT event_id, form_id, event FROM tax_free_event WHERE event IN ({names}) \
         AND event_id > $1 ORDER BY event_id LIMIT $2"
    );
    let rows = tx.query(&sql, params![after, PAGE]).await?;
    rows.into_iter()
        .map(|mut row| {
            let (event_id, form_id): (Uuid, Uuid) = (row.read()?, row.read()?);
            Ok((event_id.to_string(), key(form_id, &row.read::<String>()?)))
        })
        .collect()
}
