//! Which forms wait for the operator, and who is at it.

use jiff::Timestamp;
use jiff::civil::Date;
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use super::form::{COLUMNS, TABLES, read, with_receipts};
use crate::record::Form;
use crate::rule::state::State;

/// Takes the right to ask the operator about a form; false when somebody else has it, or nothing is
/// to be asked.
pub(crate) async fn claim(
    tx: &mut Tx,
    form_id: Uuid,
    driver: Uuid,
    (now, until): (Timestamp, Timestamp),
) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE tax_free_form SET driver_id = $2, driver_until = $4 \
             WHERE form_id = $1 AND next_at IS NOT NULL \
             AND (driver_until IS NULL OR driver_until < $3)",
            params![form_id, driver, now, until],
        )
        .await?;
    Ok(touched == 1)
}

/// Gives the right back.
pub(crate) async fn release(tx: &mut Tx, form_id: Uuid, driver: Uuid) -> Outcome<()> {
    tx.execute(
        "UPDATE tax_free_form SET driver_id = NULL, driver_until = NULL \
         WHERE form_id = $1 AND driver_id = $2",
        params![form_id, driver],
    )
    .await?;
    Ok(())
}

/// Notes that what a form waits for may arrive from now on; false when the right is lost.
pub(crate) async fn mark_sent(
    tx: &mut Tx,
    form: &Form,
    driver: Uuid,
    now: Timestamp,
) -> Outcome<bool> {
    let touched = tx
        .execute(
            "UPDATE tax_free_form SET sent_at = $4 \
             WHERE form_id = $1 AND state = $2 AND driver_id = $3",
            params![form.form_id, form.state.name(), driver, now],
        )
        .await?;
    Ok(touched == 1)
}

/// Notes that it certainly did not arrive.
pub(crate) async fn clear_sent(tx: &mut Tx, form: &Form, driver: Uuid) -> Outcome<()> {
    tx.execute(
        "UPDATE tax_free_form SET sent_at = NULL WHERE form_id = $1 AND state = $2 AND driver_id = $3",
        params![form.form_id, form.state.name(), driver],
    )
    .await?;
    Ok(())
}

/// Puts a form off that the operator did not answer about, and gives the right back.
pub(crate) async fn put_off(
    tx: &mut Tx,
    form: &Form,
    driver: Uuid,
    next_at: Timestamp,
    message: &str,
) -> Outcome<()> {
    tx.execute(
        "UPDATE tax_free_form SET tries = tries + 1, next_at = $4, message = $5, \
         driver_id = NULL, driver_until = NULL \
         WHERE form_id = $1 AND state = $2 AND driver_id = $3",
        params![form.form_id, form.state.name(), driver, next_at, message],
    )
    .await?;
    Ok(())
}

/// The forms that wait for the operator and are due.
pub(crate) async fn list_due(tx: &mut Tx, now: Timestamp, limit: i64) -> Outcome<Vec<Uuid>> {
    let rows = tx
        .query(
            "SELECT form_id FROM tax_free_form WHERE next_at IS NOT NULL AND next_at <= $1 \
             AND (driver_until IS NULL OR driver_until < $1) ORDER BY next_at LIMIT $2",
            params![now, limit],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// Issued forms whose last day for customs was before a date.
pub(crate) async fn list_past_deadline(tx: &mut Tx, today: Date, limit: i64) -> Outcome<Vec<Form>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM {TABLES} WHERE f.state = $1 AND f.deadline_on < $2 \
         ORDER BY f.deadline_on LIMIT $3"
    );
    let rows = tx
        .query(&sql, params![State::Issued.name(), today, limit])
        .await?;
    let mut forms = Vec::with_capacity(rows.len());
    for row in rows {
        forms.push(with_receipts(tx, read(row)?).await?);
    }
    Ok(forms)
}

/// Forgets who travelled on forms that were started before a moment.
pub(crate) async fn purge_travellers(tx: &mut Tx, before: Timestamp) -> Outcome<u64> {
    tx.execute(
        "UPDATE tax_free_form SET search_text = COALESCE(form_no, '') WHERE form_id IN \
         (SELECT form_id FROM tax_free_traveller WHERE started_at < $1)",
        params![before],
    )
    .await?;
    let gone = tx
        .execute(
            "DELETE FROM tax_free_traveller WHERE started_at < $1",
            params![before],
        )
        .await?;
    Ok(gone)
}
