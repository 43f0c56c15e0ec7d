//! What happened to forms.

use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

use crate::book::Occurrence;
use crate::record::{Form, Happened};
use crate::rule::state::State;

/// Writes what happened to a form.
pub(crate) async fn insert_event(
    tx: &mut Tx,
    form: &Form,
    state: State,
    occurrence: &Occurrence,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO tax_free_event (event_id, form_id, event, from_state, to_state, staff_id, \
         message, notification_id, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            Uuid::now_v7(),
            form.form_id,
            occurrence.event.name(),
            form.state.name(),
            state.name(),
            occurrence.staff_id.as_ref(),
            &occurrence.message,
            occurrence.notification_id.as_ref(),
            occurrence.at
        ],
    )
    .await?;
    Ok(())
}

/// Whether a message of the operator was taken already.
pub(crate) async fn is_told(tx: &mut Tx, notification_id: &str) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT event_id FROM tax_free_event WHERE notification_id = $1",
            params![notification_id],
        )
        .await?;
    Ok(row.is_some())
}

/// What happened to a form, in its order.
pub(crate) async fn events_of(tx: &mut Tx, form_id: Uuid) -> Outcome<Vec<Happened>> {
    let rows = tx
        .query(
            "SELECT e.event, e.at, s.first_name, s.last_name, e.message FROM tax_free_event e \
             LEFT JOIN salesperson s ON s.staff_id = e.staff_id \
             WHERE e.form_id = $1 ORDER BY e.at, e.event_id",
            params![form_id],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let (event, at) = (row.read()?, row.read()?);
            let (first, last): (Option<String>, Option<String>) = (row.read()?, row.read()?);
            Ok(Happened {
                event,
                at,
                staff_name: first
                    .zip(last)
                    .map(|(first, last)| format!("{first} {last}")),
                message: row.read()?,
            })
        })
        .collect()
}
