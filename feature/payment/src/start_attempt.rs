//! Take money at the terminal.

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use jiff::Timestamp;
use kernel::Money;
use kernel::id::{AttemptId, TenderCode};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::current_payment::load;
use crate::rule::attempt::{Kind, Timing};
use crate::rule::tender::TenderType;
use crate::store::{self, Card, NewAttempt};
use crate::view::{AttemptView, Look};
use crate::{
    ATTEMPT_LIVE, ATTEMPT_NOT_FOUND, MAY_RESOLVE, PaymentState, TENDER_TYPE, TENDER_UNKNOWN,
};

/// What to take.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StartAttemptRequest {
    /// The tender that was pressed. What is booked follows the brand that the terminal reports.
    #[schema(value_type = String, example = "CARD")]
    tender_code: TenderCode,
    /// What to take: the balance, or a part of it.
    amount: Money,
}

struct Input {
    actor: Actor,
    request: StartAttemptRequest,
    attempt_id: AttemptId,
    lease: (Uuid, Timestamp),
    timing: Arc<Timing>,
    now: Timestamp,
}

/// Take money at the terminal.
///
/// Answers at once; the attempt goes on whether or not somebody follows it, and survives a
/// restart. Follow it by its id, by live events, or by reading the payment.
#[utoipa::path(
    post, path = "/payment/attempt", tag = "payment", request_body = StartAttemptRequest,
    responses(
        (status = 202, description = "Started", body = Envelope<AttemptView>),
        (status = 404, description = "This tender is not taken in this store"),
        (status = 409, description = "Over tender, or another payment is under way"),
        (status = 422, description = "amount must be above 0"),
    ),
)]
pub(crate) async fn start_attempt(
    State(state): State<PaymentState>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<StartAttemptRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let scope = actor.terminal_no.as_str();
    let intent = Intent::new(key, "payment.start_attempt", scope, &request, now)?;
    let attempt_id = AttemptId(Uuid::now_v7());
    let input = Input {
        actor,
        request,
        attempt_id,
        lease: state.engine.lease(now),
        timing: state.engine.timing().clone(),
        now,
    };
    detached(async move {
        let answer = once(&state.shell, intent, input, start).await?;
        // Of a repeated request this one does not exist: the first is driven already.
        state.engine.start(attempt_id);
        Ok(answer.status(StatusCode::ACCEPTED))
    })
    .await
}

/// Carries something out even when the client goes away before it has its answer.
pub(crate) async fn detached(work: impl Future<Output = Reply> + Send + 'static) -> Reply {
    tokio::spawn(work).await.map_err(Failure::internal)?
}

fn start<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, AttemptView> {
    Box::pin(async move {
        let actor = &input.actor;
        let code = &input.request.tender_code;
        let tender = store::find_tender(tx, &actor.store_no, code)
            .await?
            .ok_or(&TENDER_UNKNOWN)?;
        if tender.terms.tender_type != TenderType::Card {
            return Err((&TENDER_TYPE).into());
        }
        let payment = load(tx, &actor.store_no, &actor.terminal_no).await?;
        // The indexes refuse it, too; asked first, the answer has words.
        if payment.live.is_some() || store::is_terminal_live(tx, &actor.terminal_no).await? {
            return Err((&ATTEMPT_LIVE).into());
        }
        let settled = tender
            .terms
            .settle(payment.remaining(), input.request.amount)?;
        let terminal = store::get_terminal(tx, &actor.terminal_no).await?;
        let new = NewAttempt {
            attempt_id: input.attempt_id,
            store_no: &actor.store_no,
            terminal_no: &actor.terminal_no,
            basket_id: payment.basket.basket_id,
            tender_code: code,
            kind: Kind::Payment,
            amount: settled.amount,
            device_sn: &terminal.device_sn,
            reversed_tender_id: None,
            captured: None,
            card: &Card::default(),
            started_by: &actor.staff_id,
            created_at: input.now,
            driver_id: input.lease.0,
            driver_until: input.lease.1,
        };
        store::insert_attempt(tx, &new).await?;
        view(tx, input.attempt_id, actor, &input.timing, input.now).await
    })
}

/// An attempt of the actor's store.
///
/// # Errors
/// [`ATTEMPT_NOT_FOUND`], also for an attempt of another store.
pub(crate) async fn get(tx: &mut Tx, id: AttemptId, actor: &Actor) -> Outcome<store::Record> {
    let record = store::find_attempt(tx, id).await?;
    Ok(record
        .filter(|record| record.store_no == actor.store_no)
        .ok_or(&ATTEMPT_NOT_FOUND)?)
}

/// An attempt as the actor sees it.
pub(crate) async fn view(
    tx: &mut Tx,
    id: AttemptId,
    actor: &Actor,
    timing: &Timing,
    now: Timestamp,
) -> Outcome<AttemptView> {
    let record = get(tx, id, actor).await?;
    Ok(AttemptView::of(
        record,
        &Look {
            now,
            timing,
            may_resolve: actor.may(MAY_RESOLVE),
        },
    ))
}
