//! A manager's approval in place (domain §1.7): asked for by what somebody may not do alone, given
//! by somebody else who may, bound to one action with its value, and used once.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use kernel::id::{BasketId, StaffId, TerminalNo};
use session::rule::permission::Grant;
use uuid::Uuid;

use super::action::{Action, Decision};
use super::limit::{Demand, Limits};

/// How long an approval waits to be used.
pub const VALIDITY: SignedDuration = SignedDuration::from_secs(120);
/// How many wrong passwords lock an approver.
pub const WRONG_PASSWORDS_MAX: u32 = 3;
/// How long the approver stays locked.
pub const APPROVER_LOCK: SignedDuration = SignedDuration::from_mins(15);

/// Where an approval stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ApprovalState {
    /// Nothing was asked.
    None,
    /// The dialog waits for an approver.
    Requested,
    /// Approved, and not used yet.
    Granted,
    /// Used, once and for all.
    Used,
    /// The approver typed too many wrong passwords.
    Locked,
    /// Too late, or the basket changed.
    Expired,
}

/// What happens to an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ApprovalEvent {
    /// Somebody asks for it.
    Ask,
    /// An approver signs.
    Approve,
    /// The last wrong password.
    LockOut,
    /// The action is done with it.
    Apply,
    /// Time is over, or the basket changed.
    Expire,
}

impl ApprovalState {
    /// Every state.
    pub const ALL: [Self; 6] = [
        Self::None,
        Self::Requested,
        Self::Granted,
        Self::Used,
        Self::Locked,
        Self::Expired,
    ];

    /// The state as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "NONE",
            Self::Requested => "REQUESTED",
            Self::Granted => "GRANTED",
            Self::Used => "USED",
            Self::Locked => "LOCKED",
            Self::Expired => "EXPIRED",
        }
    }

    /// Finds a state by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// The state after an event; none when the event cannot happen to it.
    #[must_use]
    pub const fn after(self, event: ApprovalEvent) -> Option<Self> {
        match (self, event) {
            (Self::None, ApprovalEvent::Ask) => Some(Self::Requested),
            (Self::Requested, ApprovalEvent::Approve) => Some(Self::Granted),
            (Self::Requested, ApprovalEvent::LockOut) => Some(Self::Locked),
            (Self::Granted, ApprovalEvent::Apply) => Some(Self::Used),
            (Self::Granted, ApprovalEvent::Expire) => Some(Self::Expired),
            _ => None,
        }
    }
}

/// What an approval is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// A basket.
    Basket(BasketId),
    /// A document of old jewellery.
    Recycling(Uuid),
    /// A deposit.
    Deposit(Uuid),
    /// The cash drawer of the till.
    Drawer,
    /// A statement, by its number.
    Statement(String),
}

/// Where an action happens. An approval counts for this place and moment of its subject alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The till.
    pub terminal_no: TerminalNo,
    /// The basket, document or drawer.
    pub subject: Subject,
    /// Its version, which every change raises.
    pub version: i64,
}

/// An approval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// What it is for.
    pub action: Action,
    /// Where.
    pub place: Place,
    /// What it demands of the approver's limits.
    pub demand: Demand,
    /// Who asked.
    pub requested_by: StaffId,
    /// Where it stands.
    pub state: ApprovalState,
    /// Wrong passwords, by approver.
    pub wrong_passwords: BTreeMap<StaffId, u32>,
    /// Who approved, and when.
    pub approved: Option<(StaffId, Timestamp)>,
}

/// Somebody who signs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approver {
    /// Who.
    pub staff_id: StaffId,
    /// Whether the password is right.
    pub has_right_password: bool,
    /// Until when nobody may sign as this person.
    pub locked_until: Option<Timestamp>,
    /// Whether the person left the house.
    pub is_blocked: bool,
    /// Whether the person works in this store or is linked to it.
    pub is_linked: bool,
    /// How the person holds the permission of the action.
    pub grant: Grant,
    /// The person's limits.
    pub limits: Limits,
}

/// Why an approval is not asked for, given or used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApprovalRefusal {
    /// The action needs none.
    NotNeeded,
    /// No approval makes the action possible.
    Denied,
    /// Nobody who could sign works here.
    NobodyMayApprove,
    /// It is not waiting for an approver.
    NotRequested,
    /// Nobody signed yet.
    NotGranted,
    /// The approver is the one who asks.
    OwnRequest,
    /// The password is wrong.
    WrongPassword {
        /// How many tries are left.
        left: u32,
    },
    /// Too many wrong passwords ("Locked, please try again later").
    ApproverLocked {
        /// Until when.
        until: Timestamp,
    },
    /// The approver left the house.
    ApproverBlocked,
    /// The approver is not linked to this store.
    ApproverNotLinked,
    /// The approver has not got the permission.
    ApproverWithoutPermission,
    /// The approver's own limit is lower.
    ApproverLimit {
        /// What the action demands.
        demand: Demand,
        /// What the approver may give.
        limits: Limits,
    },
    /// It was used.
    AlreadyUsed,
    /// It waited too long.
    TooLate,
    /// The basket changed in between.
    BasketChanged,
    /// It is for another till.
    OtherTerminal,
    /// It is for another basket or document.
    OtherBasket,
    /// It is for another line.
    OtherLine,
    /// It is for another permission.
    OtherPermission,
    /// It is for another value.
    OtherValue,
}

/// Asks for an approval. `decision` is that of [`super::action::decide`] for the one who asks; `has_approver` says
/// whether somebody linked to the store holds the permission.
///
/// # Errors
/// When none is needed, or none helps.
pub fn request(
    action: Action,
    place: Place,
    demand: Demand,
    requested_by: StaffId,
    decision: Decision,
    has_approver: bool,
) -> Result<Approval, ApprovalRefusal> {
    match decision {
        Decision::Allowed => Err(ApprovalRefusal::NotNeeded),
        Decision::Denied => Err(ApprovalRefusal::Denied),
        Decision::NeedsApproval if !has_approver => Err(ApprovalRefusal::NobodyMayApprove),
        Decision::NeedsApproval => Ok(Approval {
            action,
            place,
            demand,
            requested_by,
            state: ApprovalState::Requested,
            wrong_passwords: BTreeMap::new(),
            approved: None,
        }),
    }
}

impl Approval {
    /// An approver signs. The approval changes with a refusal as well: wrong passwords count.
    ///
    /// # Errors
    /// When the person cannot approve this.
    pub fn sign(&mut self, approver: &Approver, now: Timestamp) -> Result<(), ApprovalRefusal> {
        let Some(granted) = self.state.after(ApprovalEvent::Approve) else {
            return Err(ApprovalRefusal::NotRequested);
        };
        if approver.staff_id == self.requested_by {
            return Err(ApprovalRefusal::OwnRequest);
        }
        if let Some(until) = approver.locked_until.filter(|until| *until > now) {
            return Err(ApprovalRefusal::ApproverLocked { until });
        }
        if !approver.has_right_password {
            return Err(self.wrong_password(&approver.staff_id, now));
        }
        self.check(approver)?;
        self.state = granted;
        self.approved = Some((approver.staff_id.clone(), now));
        Ok(())
    }

    fn wrong_password(&mut self, staff_id: &StaffId, now: Timestamp) -> ApprovalRefusal {
        let wrong = self.wrong_passwords.entry(staff_id.clone()).or_default();
        *wrong += 1;
        let left = WRONG_PASSWORDS_MAX.saturating_sub(*wrong);
        match self.state.after(ApprovalEvent::LockOut) {
            Some(locked) if left == 0 => {
                self.state = locked;
                ApprovalRefusal::ApproverLocked {
                    until: now + APPROVER_LOCK,
                }
            }
            _ => ApprovalRefusal::WrongPassword { left },
        }
    }

    fn check(&self, approver: &Approver) -> Result<(), ApprovalRefusal> {
        if approver.is_blocked {
            return Err(ApprovalRefusal::ApproverBlocked);
        }
        if !approver.is_linked {
            return Err(ApprovalRefusal::ApproverNotLinked);
        }
        match approver.grant {
            Grant::Denied => Err(ApprovalRefusal::ApproverWithoutPermission),
            Grant::Allowed => Ok(()),
            Grant::Limited if self.action.is_above_limits() => {
                Err(ApprovalRefusal::ApproverWithoutPermission)
            }
            Grant::Limited | Grant::ApproveOnly if approver.limits.cover(&self.demand) => Ok(()),
            Grant::Limited | Grant::ApproveOnly => Err(ApprovalRefusal::ApproverLimit {
                demand: self.demand,
                limits: approver.limits,
            }),
        }
    }

    /// Uses the approval for an action, and answers who stands for it. A different action leaves it
    /// as it is; time and a changed basket end it.
    ///
    /// # Errors
    /// When it does not count for the action here and now.
    pub fn apply(
        &mut self,
        action: &Action,
        place: &Place,
        now: Timestamp,
    ) -> Result<StaffId, ApprovalRefusal> {
        let (used, approved) = match (self.state.after(ApprovalEvent::Apply), &self.approved) {
            (Some(used), Some(approved)) => (used, approved.clone()),
            _ => return Err(self.unusable()),
        };
        self.check_place(place)?;
        self.check_action(action)?;
        let ended = if now.duration_since(approved.1) >= VALIDITY {
            Some(ApprovalRefusal::TooLate)
        } else if place.version != self.place.version {
            Some(ApprovalRefusal::BasketChanged)
        } else {
            None
        };
        if let (Some(refusal), Some(expired)) = (ended, self.state.after(ApprovalEvent::Expire)) {
            self.state = expired;
            return Err(refusal);
        }
        self.state = used;
        Ok(approved.0)
    }

    const fn unusable(&self) -> ApprovalRefusal {
        match self.state {
            ApprovalState::Used => ApprovalRefusal::AlreadyUsed,
            ApprovalState::Expired => ApprovalRefusal::TooLate,
            _ => ApprovalRefusal::NotGranted,
        }
    }

    fn check_place(&self, place: &Place) -> Result<(), ApprovalRefusal> {
        if place.terminal_no != self.place.terminal_no {
            Err(ApprovalRefusal::OtherTerminal)
        } else if place.subject != self.place.subject {
            Err(ApprovalRefusal::OtherBasket)
        } else {
            Ok(())
        }
    }

    fn check_action(&self, action: &Action) -> Result<(), ApprovalRefusal> {
        if action.permission() != self.action.permission() {
            Err(ApprovalRefusal::OtherPermission)
        } else if action.line_id() != self.action.line_id() {
            Err(ApprovalRefusal::OtherLine)
        } else if *action != self.action {
            Err(ApprovalRefusal::OtherValue)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests;
