//! Ask a colleague to approve something, and let them sign on the same screen (domain §1.7).

use axum::extract::State;
use jiff::Timestamp;
use journal::{Event, record_event};
use kernel::id::{LineId, StaffId};
use kernel::weight::Weight;
use kernel::{Money, Rate, Refusal};
use serde::{Deserialize, Serialize};
use session::{Actor, Signatory, check_signatory, has_approver};
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Answer, Envelope, IdempotencyKey, Json, Path, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::authorise::{decision, limits, place};
use crate::change_line::open_basket_of;
use crate::give_discount::demand_of;
use crate::refund_tender::paying_basket_of;
use crate::rule::action::{Action, Decision};
use crate::rule::approval::{ApprovalRefusal, ApprovalState, Approver, Place, request};
use crate::rule::discount::Asked;
use crate::rule::limit::Demand;
use crate::store;
use crate::view::ManualKind;
use crate::{
    APPROVAL_BY_SOMEBODY_ELSE, APPROVAL_ENDED, APPROVAL_LIMIT, APPROVAL_NOBODY,
    APPROVAL_NOT_NEEDED, APPROVAL_NOT_THEIRS, APPROVAL_OTHER_ACTION, SaleState, Till,
};

/// What shall be approved.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(
    tag = "action",
    rename_all = "SCREAMING_SNAKE_CASE",
    deny_unknown_fields
)]
pub(crate) enum ApprovalRequest {
    /// A discount on a line.
    #[serde(rename_all = "camelCase")]
    LineDiscount {
        /// The line.
        line_id: LineId,
        /// How it is entered.
        kind: ManualKind,
        /// The percentage in ten-thousandths, or the amount or target in minor units.
        value: i64,
    },
    /// A discount on the basket.
    #[serde(rename_all = "camelCase")]
    BasketDiscount {
        /// How it is entered.
        kind: ManualKind,
        /// The percentage in ten-thousandths, or the amount or target in minor units.
        value: i64,
    },
    /// Another price for a line.
    #[serde(rename_all = "camelCase")]
    PriceOverride {
        /// The line.
        line_id: LineId,
        /// What one piece shall cost, in minor units.
        price: i64,
    },
    /// A weight outside of the tolerance.
    #[serde(rename_all = "camelCase")]
    GoldWeight {
        /// The line.
        line_id: LineId,
        /// The weight, in milligrams.
        weight: i64,
    },
    /// A deposit below the store's minimum.
    #[serde(rename_all = "camelCase")]
    DepositBelowMinimum {
        /// What is paid, in minor units.
        amount: i64,
    },
    /// Money that goes back to something else than it came from.
    #[serde(rename_all = "camelCase")]
    RefundTender {
        /// What goes back, in minor units.
        amount: i64,
    },
}

impl ApprovalRequest {
    fn action(&self, till_currency: kernel::Currency) -> Action {
        match *self {
            Self::LineDiscount {
                line_id,
                kind,
                value,
            } => Action::LineDiscount {
                line_id,
                asked: asked(kind, value),
            },
            Self::BasketDiscount { kind, value } => Action::BasketDiscount {
                asked: asked(kind, value),
            },
            Self::PriceOverride { line_id, price } => Action::PriceOverride {
                line_id,
                typed: Money::new(price, till_currency),
            },
            Self::GoldWeight { line_id, weight } => Action::GoldWeight {
                line_id,
                weight: Weight(weight),
            },
            Self::DepositBelowMinimum { amount } => Action::DepositBelowMinimum {
                amount: Money::new(amount, till_currency),
            },
            Self::RefundTender { amount } => Action::RefundTender {
                amount: Money::new(amount, till_currency),
            },
        }
    }
}

/// A discount as it is entered.
pub(crate) const fn asked(kind: ManualKind, value: i64) -> Asked {
    match kind {
        ManualKind::Percent => Asked::Percent(Rate(value)),
        ManualKind::Amount => Asked::Amount(value),
        ManualKind::Target => Asked::Target(value),
    }
}

/// An approval that waits to be signed, or to be used.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApprovalView {
    /// Its id, which the action names once it is signed.
    approval_id: Uuid,
    /// The permission that the approver must hold.
    #[schema(example = "discount.line")]
    permission: String,
    /// Who approved it; none before.
    #[schema(example = "manager")]
    approved_by: Option<StaffId>,
}

impl ApprovalView {
    /// One that nobody has signed yet.
    pub(crate) fn waiting(approval_id: Uuid, action: &Action) -> Self {
        Self {
            approval_id,
            permission: action.permission().to_owned(),
            approved_by: None,
        }
    }
}

/// Ask for an approval of something that whoever works the till may not do alone.
#[utoipa::path(
    post, path = "/basket/approval", tag = "sale", request_body = ApprovalRequest,
    responses(
        (status = 200, description = "It waits for an approver", body = Envelope<ApprovalView>),
        (status = 404, description = "Please select a line"),
        (status = 409, description = "No approval is needed, or nobody here could give it"),
        (status = 422, description = "The discount cannot be given"),
    ),
)]
pub(crate) async fn ask_approval(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(asked): Json<ApprovalRequest>,
) -> Reply {
    let till = Till::of(&actor, &state);
    let scope = &till.terminal_no.0;
    let intent = Intent::new(key, "basket.ask_approval", scope, &asked, till.now)?;
    once(&state.shell, intent, (till, asked), ask).await
}

fn ask<'a>(
    tx: &'a mut Tx,
    (till, asked): &'a (Till, ApprovalRequest),
) -> TxFuture<'a, ApprovalView> {
    Box::pin(async move {
        let store = setting::get_store(tx, &till.store_no).await?;
        let action = asked.action(store.currency);
        let basket = match action.is_of_payment() {
            true => paying_basket_of(tx, till).await?,
            false => open_basket_of(tx, till).await?,
        };
        if let Some(line_id) = action.line_id() {
            store::get_line(tx, &basket, line_id).await?;
        }
        let demand = demand_of(tx, till, &store, &basket, &action).await?;
        let decision = decision(tx, till, &action, &demand).await?;
        let asked = (place(till, &basket), demand, decision);
        ask_for(tx, till, action, asked).await
    })
}

/// Lets an approval of an action wait for whoever signs it.
///
/// # Errors
/// When none is needed, or nobody here could give it.
pub(crate) async fn ask_for(
    tx: &mut Tx,
    till: &Till,
    action: Action,
    (place, demand, decision): (Place, Demand, Decision),
) -> Outcome<ApprovalView> {
    let permission = action.permission();
    let somebody = has_approver(tx, &till.store_no, permission, &till.staff_id).await?;
    let requested_by = till.staff_id.clone();
    let approval = request(action, place, demand, requested_by, decision, somebody)
        .map_err(|refusal| refuse(&refusal, till.now))?;
    let approval_id = Uuid::now_v7();
    store::insert_approval(tx, approval_id, &approval, till).await?;
    Ok(ApprovalView::waiting(approval_id, &action))
}

/// Who signs.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SignRequest {
    /// The approver's user name.
    #[schema(example = "manager")]
    staff_id: String,
    /// The approver's password.
    #[schema(example = "four plain words here")]
    password: String,
}

/// Sign an approval with the approver's own name and password, on the screen of the till.
///
/// It counts once, for this action on this basket, for two minutes. Three wrong passwords lock the
/// approver for fifteen minutes.
#[utoipa::path(
    post, path = "/basket/approval/{approvalId}/sign", tag = "sale", request_body = SignRequest,
    params(("approvalId" = uuid::Uuid, Path, description = "The approval")),
    responses(
        (status = 200, description = "Approved", body = Envelope<ApprovalView>),
        (status = 401, description = "Incorrect username or password"),
        (status = 404, description = "There is no such approval at this till"),
        (status = 409, description = "This person cannot approve it"),
        (status = 423, description = "Locked, please try again later"),
    ),
)]
pub(crate) async fn sign_approval(
    State(state): State<SaleState>,
    actor: Actor,
    Path(approval_id): Path<Uuid>,
    Json(request): Json<SignRequest>,
) -> Reply {
    let till = Till::of(&actor, &state);
    let input = (till.clone(), approval_id);
    let permission = state.shell.db.write(input, permission_of).await?;
    let signatory = check_signatory(
        &state.shell,
        &state.passwords,
        (request.staff_id, request.password),
        &till.store_no,
        permission,
    )
    .await?;
    let input = (till, approval_id, signatory);
    let (view, refused) = state.shell.db.write(input, sign).await?;
    match refused {
        Some(refusal) => Err(refusal.into()),
        None => Answer::of(&view),
    }
}

fn permission_of<'a>(
    tx: &'a mut Tx,
    (till, approval_id): &'a (Till, Uuid),
) -> TxFuture<'a, &'static str> {
    Box::pin(async move {
        let approval = store::get_approval(tx, *approval_id, till).await?;
        Ok(approval.action.permission())
    })
}

type Signing = (Till, Uuid, Signatory);

/// What a wrong password changes is kept, so that a refusal is an answer and no failure here.
fn sign<'a>(
    tx: &'a mut Tx,
    (till, approval_id, signatory): &'a Signing,
) -> TxFuture<'a, (ApprovalView, Option<Refusal>)> {
    Box::pin(async move {
        let mut approval = store::get_approval(tx, *approval_id, till).await?;
        let permission = approval.action.permission();
        let mut view = ApprovalView::waiting(*approval_id, &approval.action);
        let staff_id = signatory.staff_id.clone();
        // The same person again, whose answer was lost.
        let is_signed = approval.state == ApprovalState::Granted
            && signatory.has_right_password
            && approval
                .approved
                .as_ref()
                .is_some_and(|(by, _)| *by == staff_id);
        if is_signed {
            view.approved_by = Some(staff_id);
            return Ok((view, None));
        }
        if let Some(until) = signatory.locked_until {
            let locked = ApprovalRefusal::ApproverLocked { until };
            return Ok((view, Some(refuse(&locked, till.now))));
        }
        let before = u32::try_from(signatory.wrong_tries).unwrap_or(u32::MAX);
        approval.wrong_passwords.insert(staff_id.clone(), before);
        let approver = Approver {
            staff_id: staff_id.clone(),
            has_right_password: signatory.has_right_password,
            locked_until: signatory.locked_until,
            is_blocked: signatory.is_blocked,
            is_linked: signatory.is_linked,
            grant: signatory.authority.grant,
            limits: limits(&signatory.authority),
        };
        if let Err(refusal) = approval.sign(&approver, till.now) {
            store::save_approval(tx, *approval_id, &approval, till.now).await?;
            return Ok((view, Some(refuse(&refusal, till.now))));
        }
        store::save_approval(tx, *approval_id, &approval, till.now).await?;
        let event = Event::ApprovalGiven {
            permission,
            requested_by: approval.requested_by.clone(),
            approved_by: staff_id.clone(),
            action: serde_json::to_value(approval.action).map_err(Failure::internal)?,
        };
        record_event(tx, &till.signer, &till.scene(), &event).await?;
        view.approved_by = Some(staff_id);
        Ok((view, None))
    })
}

/// What a refusal of the rules is called.
pub(crate) fn refuse(refusal: &ApprovalRefusal, now: Timestamp) -> Refusal {
    match refusal {
        ApprovalRefusal::NotNeeded => Refusal::new(&APPROVAL_NOT_NEEDED),
        ApprovalRefusal::Denied => Refusal::new(&session::FORBIDDEN),
        ApprovalRefusal::NobodyMayApprove => Refusal::new(&APPROVAL_NOBODY),
        ApprovalRefusal::OwnRequest => Refusal::new(&APPROVAL_BY_SOMEBODY_ELSE),
        ApprovalRefusal::WrongPassword { left } => {
            Refusal::new(&session::BAD_CREDENTIALS).with("triesLeft", i64::from(*left))
        }
        ApprovalRefusal::ApproverLocked { until } => {
            let minutes = (until.duration_since(now).as_secs() + 59) / 60;
            Refusal::new(&session::LOCKED).with("minutesLeft", minutes.max(1))
        }
        ApprovalRefusal::ApproverBlocked
        | ApprovalRefusal::ApproverNotLinked
        | ApprovalRefusal::ApproverWithoutPermission => Refusal::new(&APPROVAL_NOT_THEIRS),
        ApprovalRefusal::ApproverLimit { demand, .. } => {
            Refusal::new(&APPROVAL_LIMIT).with("percent", most(demand).text())
        }
        ApprovalRefusal::NotRequested
        | ApprovalRefusal::NotGranted
        | ApprovalRefusal::AlreadyUsed
        | ApprovalRefusal::TooLate
        | ApprovalRefusal::BasketChanged => Refusal::new(&APPROVAL_ENDED),
        ApprovalRefusal::OtherTerminal
        | ApprovalRefusal::OtherBasket
        | ApprovalRefusal::OtherLine
        | ApprovalRefusal::OtherPermission
        | ApprovalRefusal::OtherValue => Refusal::new(&APPROVAL_OTHER_ACTION),
    }
}

/// The largest part that an action demands.
fn most(demand: &Demand) -> Rate {
    demand.line.max(demand.basket).max(demand.total)
}
