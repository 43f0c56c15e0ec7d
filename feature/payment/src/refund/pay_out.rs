//! Give the next part of a payment below zero back.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use kernel::id::{AttemptId, StaffId, TenderId};
use kernel::{Money, Refusal};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::PaidOutView;
use super::{Authority, Exception, Step, Way, give_back, origins, steps};
use crate::current_payment::load;
use crate::start_attempt::detached;
use crate::timings::Timings;
use crate::view::Payment;
use crate::{
    ATTEMPT_LIVE, PaymentState, REFUND_CHANGED, REFUND_NOT_CASH, Settlement, Wallets, tell_basket,
};

/// The next part that goes back.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PayOutRequest {
    /// The step, as the payment names it: the booking that took the money.
    pub origin_tender_id: TenderId,
    /// What goes back, as the payment says: a step that changed meanwhile is refused.
    pub amount: Money,
    /// Whether it is paid out in cash although it came from something else.
    #[serde(default)]
    pub in_cash: bool,
    /// The new gift card, as `POST /gift-card/available` gave it; the number of a transfer or a slip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100, example = "004217")]
    pub reference: Option<String>,
    /// The approval of an exception.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval_id: Option<Uuid>,
}

/// What giving something back needs to know.
pub(super) struct Input {
    pub actor: Actor,
    pub request: PayOutRequest,
    pub tender_id: TenderId,
    pub attempt_id: AttemptId,
    pub lease: (Uuid, Timestamp),
    pub settlement: Arc<dyn Settlement>,
    pub wallets: Wallets,
    authority: Arc<dyn Authority>,
    pub timings: Timings,
    pub now: Timestamp,
}

/// Give the next part of a payment below zero back to what it came from.
///
/// Cash, a new gift card, a credit and what is paid out by hand are booked at once, and when nothing is
/// left the payment is complete and the answer carries what came of it. A card and a payment by code go
/// back by an attempt, which the answer names and which goes on whether or not somebody follows it.
#[utoipa::path(
    post, path = "/payment/refund", tag = "payment", request_body = PayOutRequest,
    responses(
        (status = 200, description = "Booked, or under way", body = Envelope<PaidOutView>),
        (status = 403, description = "An exception that nobody may approve"),
        (status = 404, description = "The store has no such tender"),
        (status = 409, description = "Another step is next, a payment is under way, or it takes an \
         approval"),
        (status = 422, description = "It cannot be given back in this way, or a reference is missing"),
    ),
)]
pub(crate) async fn pay_out(
    State(state): State<PaymentState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<PayOutRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let scope = actor.terminal_no.as_str();
    let intent = Intent::new(key, "payment.refund", scope, &request, now)?;
    let attempt_id = AttemptId(Uuid::now_v7());
    let told = actor.clone();
    let input = Input {
        actor,
        request,
        tender_id: TenderId(Uuid::now_v7()),
        attempt_id,
        lease: state.engine.lease(now),
        settlement: state.settlement.clone(),
        wallets: state.wallets.clone(),
        authority: state.authority.clone(),
        timings: Timings::of(&state),
        now,
    };
    detached(async move {
        let answer = once(&state.shell, intent, input, give).await?;
        // Of a repeated request, and of what was booked at once, there is none.
        state.engine.go_on(attempt_id).await?;
        tell_basket(&state.shell, &told);
        Ok(answer)
    })
    .await
}

fn give<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, PaidOutView> {
    Box::pin(async move {
        let actor = &input.actor;
        let payment = load(tx, &actor.store_no, &actor.terminal_no).await?;
        if payment.live.is_some() {
            return Err((&ATTEMPT_LIVE).into());
        }
        let step = next_step(tx, input, &payment).await?;
        let way = match input.request.in_cash {
            true if step.way == Way::Cash || step.may_be_cash => Way::Cash,
            true => return Err(Refusal::new(&REFUND_NOT_CASH).at("inCash").into()),
            false => step.way,
        };
        let approver = stand_for(tx, input, &payment, (&step, way)).await?;
        match way {
            Way::Terminal => give_back::by_terminal(tx, input, &payment, &step).await,
            Way::Provider => give_back::by_provider(tx, input, &payment, &step).await,
            Way::NewGiftCard | Way::Credit | Way::Manual | Way::Cash => {
                let given = give_back::Given {
                    step: &step,
                    way,
                    approver: approver.as_ref(),
                };
                give_back::at_once(tx, input, payment, &given).await
            }
        }
    })
}

/// The step that is next, when it is the one that was asked for.
async fn next_step(tx: &mut Tx, input: &Input, payment: &Payment) -> Outcome<Step> {
    let origins = origins(tx, &payment.basket).await?;
    let first = steps(&payment.basket, &payment.booked, &origins)
        .into_iter()
        .next();
    let request = &input.request;
    let step = first.filter(|step| {
        let named = step.parts.first().map(|(origin, _)| origin.tender_id);
        let amount = Money::new(step.amount(), payment.basket.due.currency);
        named == Some(request.origin_tender_id) && amount == request.amount
    });
    Ok(step.ok_or_else(|| Refusal::new(&REFUND_CHANGED))?)
}

/// Whoever stands for an exception.
async fn stand_for(
    tx: &mut Tx,
    input: &Input,
    payment: &Payment,
    (step, way): (&Step, Way),
) -> Outcome<Option<StaffId>> {
    if !step.takes_somebody(way) {
        return Ok(None);
    }
    let exception = Exception {
        actor: input.actor.clone(),
        basket_id: payment.basket.basket_id,
        amount: input.request.amount,
        approval_id: input.request.approval_id,
        now: input.now,
    };
    input.authority.stand_for(tx, &exception).await
}
