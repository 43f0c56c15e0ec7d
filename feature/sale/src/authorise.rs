//! Whether staff may do something to the basket alone, or who stands for it.

use kernel::id::StaffId;
use kernel::{Rate, Refusal};
use session::{FORBIDDEN, authority_of};
use shell::Outcome;
use shell::db::Tx;
use uuid::Uuid;

use crate::approval::refuse;
use crate::rule::action::{Action, Decision, decide, granted};
use crate::rule::approval::{Place, Subject};
use crate::rule::limit::{Demand, Limits};
use crate::store::{self, Basket};
use crate::{APPROVAL_REQUIRED, Till};

/// The limits of whoever works the till, or of somebody who approves.
pub(crate) const fn limits(authority: &session::Authority) -> Limits {
    Limits {
        line: authority.line,
        basket: authority.basket,
        total: authority.total,
    }
}

/// Where an action happens.
pub(crate) fn place(till: &Till, basket: &Basket) -> Place {
    Place {
        terminal_no: till.terminal_no.clone(),
        subject: Subject::Basket(basket.basket_id),
        version: basket.version,
    }
}

/// How whoever works the till stands to an action.
pub(crate) async fn decision(
    tx: &mut Tx,
    till: &Till,
    action: &Action,
    demand: &Demand,
) -> Outcome<Decision> {
    let permission = action.permission();
    let authority = authority_of(tx, &till.staff_id, permission).await?;
    Ok(decide(
        permission,
        authority.grant,
        &limits(&authority),
        demand,
    ))
}

/// The most of a line that all discounts may take together while whoever stands for a discount does: who approved it,
/// or else who works the till.
pub(crate) async fn granted_total(
    tx: &mut Tx,
    till: &Till,
    (action, demand): (&Action, &Demand),
    approved_by: Option<&StaffId>,
) -> Outcome<Rate> {
    let staff_id = approved_by.unwrap_or(&till.staff_id);
    let authority = authority_of(tx, staff_id, action.permission()).await?;
    Ok(granted(authority.grant, &limits(&authority), demand))
}

/// Whoever stands for an action besides the one who does it: nobody when that one may do it alone,
/// and the approver when `approval_id` names an approval that counts, which is used up by it.
///
/// # Errors
/// [`APPROVAL_REQUIRED`] when it takes one, [`FORBIDDEN`] when none helps.
pub(crate) async fn authorise(
    tx: &mut Tx,
    till: &Till,
    basket: &Basket,
    action: &Action,
    demand: &Demand,
    approval_id: Option<Uuid>,
) -> Outcome<Option<StaffId>> {
    match decision(tx, till, action, demand).await? {
        Decision::Allowed => return Ok(None),
        Decision::Denied => return Err((&FORBIDDEN).into()),
        Decision::NeedsApproval => {}
    }
    use_approval(tx, till, &place(till, basket), action, approval_id)
        .await
        .map(Some)
}

/// Whoever approved an action, whose approval is used up by it.
///
/// # Errors
/// [`APPROVAL_REQUIRED`] without an approval, or why it does not count.
pub(crate) async fn use_approval(
    tx: &mut Tx,
    till: &Till,
    place: &Place,
    action: &Action,
    approval_id: Option<Uuid>,
) -> Outcome<StaffId> {
    let Some(approval_id) = approval_id else {
        let refusal = Refusal::new(&APPROVAL_REQUIRED).with("permission", action.permission());
        return Err(refusal.into());
    };
    let mut approval = store::get_approval(tx, approval_id, till).await?;
    let approver = approval
        .apply(action, place, till.now)
        .map_err(|refusal| refuse(&refusal, till.now))?;
    store::save_approval(tx, approval_id, &approval, till.now).await?;
    Ok(approver)
}
