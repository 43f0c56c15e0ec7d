//! What customers allowed, and who changed what.

use jiff::Timestamp;
use kernel::id::{CustomerId, StaffId, StoreNo, TerminalNo};
use shell::db::{Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::change::Change;
use crate::rule::consent::ConsentKind;

/// The newest word of a customer on something that they may allow.
#[derive(Clone, Debug)]
pub(crate) struct Consent {
    pub(crate) kind: ConsentKind,
    pub(crate) granted: bool,
    pub(crate) text_version: String,
    pub(crate) given_at: Timestamp,
    /// First and last name of who asked.
    pub(crate) staff_name: String,
}

/// What a customer said last of each kind; a kind of which they were never asked is missing.
pub(crate) async fn consents_of(tx: &mut Tx, customer_id: CustomerId) -> Outcome<Vec<Consent>> {
    let mut consents = Vec::new();
    for kind in ConsentKind::ALL {
        let row = tx
            .query_opt(
                "SELECT t.granted, t.text_version, t.given_at, \
                 COALESCE(s.first_name || ' ' || s.last_name, t.staff_id) \
                 FROM customer_consent t LEFT JOIN salesperson s ON s.staff_id = t.staff_id \
                 WHERE t.customer_id = $1 AND t.kind = $2 \
                 ORDER BY t.given_at DESC, t.consent_id DESC LIMIT 1",
                params![customer_id, kind.as_str()],
            )
            .await?;
        let Some(mut row) = row else { continue };
        consents.push(Consent {
            kind,
            granted: row.read()?,
            text_version: row.read()?,
            given_at: row.read()?,
            staff_name: row.read()?,
        });
    }
    Ok(consents)
}

/// Who changes a customer, where and when.
#[derive(Clone, Debug)]
pub(crate) struct NewChange<'a> {
    pub(crate) customer_id: CustomerId,
    /// The version that it makes.
    pub(crate) version: i64,
    pub(crate) staff_id: &'a StaffId,
    pub(crate) store_no: &'a StoreNo,
    pub(crate) terminal_no: &'a TerminalNo,
    pub(crate) now: Timestamp,
}

/// Writes down what a customer allows from now on.
pub(crate) async fn insert_consent(
    tx: &mut Tx,
    by: &NewChange<'_>,
    kind: ConsentKind,
    granted: bool,
    text_version: &str,
) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO customer_consent (consent_id, customer_id, kind, granted, text_version, \
         staff_id, store_no, given_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            Uuid::now_v7(),
            by.customer_id,
            kind.as_str(),
            granted,
            text_version,
            by.staff_id,
            by.store_no,
            by.now
        ],
    )
    .await?;
    Ok(())
}

/// Writes down what a change found and left; answers its id.
pub(crate) async fn insert_change(
    tx: &mut Tx,
    by: &NewChange<'_>,
    change: &Change,
) -> Outcome<Uuid> {
    let change_id = Uuid::now_v7();
    let text = |members| serde_json::to_string(members).map_err(Failure::internal);
    tx.execute_one(
        "INSERT INTO customer_change (change_id, customer_id, version, before, after, staff_id, \
         store_no, terminal_no, changed_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            change_id,
            by.customer_id,
            by.version,
            text(&change.before)?,
            text(&change.after)?,
            by.staff_id,
            by.store_no,
            by.terminal_no,
            by.now
        ],
    )
    .await?;
    Ok(change_id)
}
