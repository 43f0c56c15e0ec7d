//! What a colleague stands for with an approval outside of baskets: what takes two people wherever it is
//! done, and what somebody may not do alone.

use kernel::id::StaffId;
use shell::Outcome;
use shell::db::Tx;
use uuid::Uuid;

use crate::approval::{ApprovalView, ask_for};
use crate::authorise::{decision, use_approval};
use crate::rule::action::{Action, Decision};
use crate::rule::approval::{Place, Subject};
use crate::rule::limit::Demand;
use crate::{APPROVAL_BY_SOMEBODY_ELSE, Till};

/// What is done to something at a version of it.
#[derive(Clone, Debug)]
pub struct Deed {
    /// To what.
    pub subject: Subject,
    /// Its version, which every change raises.
    pub version: i64,
    /// What.
    pub action: Action,
}

impl Deed {
    fn place(&self, till: &Till) -> Place {
        Place {
            terminal_no: till.terminal_no.clone(),
            subject: self.subject.clone(),
            version: self.version,
        }
    }
}

/// Asks for an approval of what whoever works the till may not do alone.
///
/// # Errors
/// When none is needed, or nobody here could give it.
pub async fn ask_approval_of(tx: &mut Tx, till: &Till, deed: &Deed) -> Outcome<ApprovalView> {
    let decided = decision(tx, till, &deed.action, &Demand::NONE).await?;
    let asked = (deed.place(till), Demand::NONE, decided);
    ask_for(tx, till, deed.action, asked).await
}

/// Whoever stands for a deed besides the one who does it: nobody when that one may do it alone.
///
/// # Errors
/// [`crate::APPROVAL_REQUIRED`] when it takes an approval, or why that does not count; that none helps.
pub async fn stand_for(
    tx: &mut Tx,
    till: &Till,
    deed: &Deed,
    approval_id: Option<Uuid>,
) -> Outcome<Option<StaffId>> {
    match decision(tx, till, &deed.action, &Demand::NONE).await? {
        Decision::Allowed => Ok(None),
        Decision::Denied => Err((&session::FORBIDDEN).into()),
        Decision::NeedsApproval => {
            let place = deed.place(till);
            let approver = use_approval(tx, till, &place, &deed.action, approval_id).await?;
            Ok(Some(approver))
        }
    }
}

/// Asks for a second person. Whoever asks is not enough, whatever they may do.
///
/// # Errors
/// [`crate::APPROVAL_NOBODY`] when nobody else here could sign.
pub async fn ask_second_person(tx: &mut Tx, till: &Till, deed: &Deed) -> Outcome<ApprovalView> {
    let asked = (deed.place(till), Demand::NONE, Decision::NeedsApproval);
    ask_for(tx, till, deed.action, asked).await
}

/// The second person, whose approval is used up by the deed.
///
/// # Errors
/// [`crate::APPROVAL_REQUIRED`] without an approval, or why it does not count; whoever signed does not
/// do the deed too.
pub async fn second_person(
    tx: &mut Tx,
    till: &Till,
    deed: &Deed,
    approval_id: Option<Uuid>,
) -> Outcome<StaffId> {
    let place = deed.place(till);
    let approver = use_approval(tx, till, &place, &deed.action, approval_id).await?;
    match approver == till.staff_id {
        true => Err((&APPROVAL_BY_SOMEBODY_ELSE).into()),
        false => Ok(approver),
    }
}
