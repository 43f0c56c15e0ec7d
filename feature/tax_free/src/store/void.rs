//! Tries to void the tag of a form.

use jiff::Timestamp;
use kernel::id::StaffId;
use shell::Outcome;
use shell::db::{Tx, params};
use uuid::Uuid;

/// A try to void a tag.
pub(crate) struct FoundVoid {
    pub(crate) form_id: Uuid,
    pub(crate) reason: String,
    pub(crate) outcome: Option<String>,
}

/// Writes down that somebody voids a tag.
pub(crate) async fn insert_void(
    tx: &mut Tx,
    (void_id, form_id): (Uuid, Uuid),
    reason: &str,
    (staff_id, at): (&StaffId, Timestamp),
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO tax_free_void (void_id, form_id, reason, asked_by, asked_at) \
         VALUES ($1, $2, $3, $4, $5)",
        params![void_id, form_id, reason, staff_id, at],
    )
    .await?;
    Ok(())
}

/// A try to void a tag.
pub(crate) async fn find_void(tx: &mut Tx, void_id: Uuid) -> Outcome<Option<FoundVoid>> {
    let row = tx
        .query_opt(
            "SELECT form_id, reason, outcome FROM tax_free_void WHERE void_id = $1",
            params![void_id],
        )
        .await?;
    row.map(|mut row| {
        Ok(FoundVoid {
            form_id: row.read()?,
            reason: row.read()?,
            outcome: row.read()?,
        })
    })
    .transpose()
}

/// Writes down how a try to void a tag ended.
pub(crate) async fn settle_void(
    tx: &mut Tx,
    void_id: Uuid,
    is_done: bool,
    message: &str,
) -> Outcome<()> {
    tx.execute(
        "UPDATE tax_free_void SET outcome = $2, message = $3 \
         WHERE void_id = $1 AND outcome IS NULL",
        params![void_id, if is_done { "DONE" } else { "FAILED" }, message],
    )
    .await?;
    Ok(())
}
