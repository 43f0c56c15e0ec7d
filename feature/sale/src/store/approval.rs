//! Approvals: asked for, signed, used once.

use std::collections::BTreeMap;

use jiff::Timestamp;
use kernel::id::{BasketId, StaffId};
use shell::db::{Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::approval::{Approval, ApprovalState, Place, Subject};
use crate::{APPROVAL_NOT_FOUND, Till};

pub(crate) async fn insert_approval(
    tx: &mut Tx,
    approval_id: Uuid,
    approval: &Approval,
    till: &Till,
) -> Outcome<()> {
    let (mut basket_id, mut recycling_id) = (None, None);
    let (mut deposit_id, mut statement_no) = (None, None);
    match &approval.place.subject {
        Subject::Basket(id) => basket_id = Some(*id),
        Subject::Recycling(id) => recycling_id = Some(*id),
        Subject::Deposit(id) => deposit_id = Some(*id),
        Subject::Statement(number) => statement_no = Some(number),
        Subject::Drawer => {}
    }
    tx.execute_one(
        "INSERT INTO approval (approval_id, store_no, terminal_no, basket_id, basket_version, \
         permission_code, action, demand, state, requested_by, requested_at, recycling_id, \
         statement_no, deposit_id) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        params![
            approval_id,
            &till.store_no,
            &approval.place.terminal_no,
            basket_id,
            approval.place.version,
            approval.action.permission(),
            serde_json::to_string(&approval.action).map_err(Failure::internal)?,
            serde_json::to_string(&approval.demand).map_err(Failure::internal)?,
            approval.state.name(),
            &approval.requested_by,
            till.now,
            recycling_id,
            statement_no,
            deposit_id
        ],
    )
    .await?;
    Ok(())
}

/// An approval that was asked for at a till.
///
/// # Errors
/// [`APPROVAL_NOT_FOUND`].
pub(crate) async fn get_approval(tx: &mut Tx, approval_id: Uuid, till: &Till) -> Outcome<Approval> {
    let row = tx
        .query_opt(
            "SELECT terminal_no, basket_id, recycling_id, statement_no, deposit_id, basket_version, \
             action, demand, state, requested_by, approved_by, approved_at FROM approval \
             WHERE approval_id = $1 AND terminal_no = $2",
            params![approval_id, &till.terminal_no],
        )
        .await?;
    let mut row = row.ok_or_else(|| Failure::from(&APPROVAL_NOT_FOUND))?;
    let terminal_no = row.read()?;
    let (basket_id, recycling_id): (Option<BasketId>, Option<Uuid>) = (row.read()?, row.read()?);
    let (statement_no, deposit_id): (Option<String>, Option<Uuid>) = (row.read()?, row.read()?);
    let subject = basket_id.map(Subject::Basket);
    let subject = subject.or(recycling_id.map(Subject::Recycling));
    let subject = subject.or(deposit_id.map(Subject::Deposit));
    let subject = subject.or(statement_no.map(Subject::Statement));
    let place = Place {
        terminal_no,
        subject: subject.unwrap_or(Subject::Drawer),
        version: row.read()?,
    };
    let (action, demand): (String, String) = (row.read()?, row.read()?);
    let state: String = row.read()?;
    let requested_by = row.read()?;
    let (approved_by, approved_at): (Option<StaffId>, Option<Timestamp>) =
        (row.read()?, row.read()?);
    Ok(Approval {
        action: serde_json::from_str(&action).map_err(Failure::internal)?,
        place,
        demand: serde_json::from_str(&demand).map_err(Failure::internal)?,
        requested_by,
        state: ApprovalState::parse(&state)
            .ok_or_else(|| Failure::internal(format!("no approval state {state}")))?,
        wrong_passwords: BTreeMap::new(),
        approved: approved_by.zip(approved_at),
    })
}

/// Keeps where an approval stands.
pub(crate) async fn save_approval(
    tx: &mut Tx,
    approval_id: Uuid,
    approval: &Approval,
    now: Timestamp,
) -> Outcome<()> {
    let has_ended = !matches!(
        approval.state,
        ApprovalState::Requested | ApprovalState::Granted
    );
    tx.execute_one(
        "UPDATE approval SET state = $2, approved_by = $3, approved_at = $4, ended_at = $5 \
         WHERE approval_id = $1",
        params![
            approval_id,
            approval.state.name(),
            approval.approved.as_ref().map(|(by, _)| by),
            approval.approved.as_ref().map(|(_, at)| *at),
            has_ended.then_some(now)
        ],
    )
    .await?;
    Ok(())
}
