//! Cancel a payment at the terminal.

use axum::extract::State;
use kernel::id::AttemptId;
use qr::order::Order;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;

use crate::engine::{Apply, apply, apply_qr};
use crate::rule::attempt::Event;
use crate::start_attempt::{detached, get, view};
use crate::timings::Timings;
use crate::view::AttemptView;
use crate::{NOT_DECIDABLE, PaymentState};

/// Nothing but the wish.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CancelAttemptRequest {}

/// Cancel a payment at the terminal, or stop one by code.
///
/// It is a wish: the money may have been taken already, and then that is said. Cancelling what is
/// being cancelled or is over changes nothing.
#[utoipa::path(
    post, path = "/payment/attempt/{attemptId}/cancel", tag = "payment",
    request_body = CancelAttemptRequest,
    params(("attemptId" = uuid::Uuid, Path, description = "The attempt")),
    responses(
        (status = 200, description = "The attempt", body = Envelope<AttemptView>),
        (status = 404, description = "There is no such payment attempt"),
        (status = 409, description = "The countdown has not ended"),
    ),
)]
pub(crate) async fn cancel_attempt(
    State(state): State<PaymentState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(attempt_id): Path<AttemptId>,
    Json(request): Json<CancelAttemptRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let scope = actor.terminal_no.as_str();
    let request = (attempt_id, request);
    let intent = Intent::new(key, "payment.cancel_attempt", scope, &request, now)?;
    let wish = Wish {
        application: state.engine.application(attempt_id, Event::Cancel),
        of_terminal: true,
        of_order: Box::new(|_| qr::order::Event::Stop),
        actor,
        timings: Timings::of(&state),
    };
    carry_out(state, attempt_id, intent, wish).await
}

/// Carries a wish out, and lets the engine go on with the attempt.
pub(crate) async fn carry_out(
    state: PaymentState,
    attempt_id: AttemptId,
    intent: Intent,
    wish: Wish,
) -> Reply {
    detached(async move {
        let answer = once(&state.shell, intent, wish, change).await?;
        state.engine.go_on(attempt_id).await?;
        Ok(answer)
    })
    .await
}

/// What a person wants of an attempt, whichever kind it is.
pub(crate) struct Wish {
    /// What it is, ready to be applied to an attempt at a terminal; none when terminals have no such
    /// thing.
    pub application: Apply,
    /// Whether it can be wanted of an attempt at a terminal.
    pub of_terminal: bool,
    /// What it is for an order at a provider.
    pub of_order: Box<dyn Fn(&Order) -> qr::order::Event + Send + Sync>,
    pub actor: Actor,
    pub timings: Timings,
}

/// Applies what a person wants to an attempt of their store.
fn change<'a>(tx: &'a mut Tx, wish: &'a Wish) -> TxFuture<'a, AttemptView> {
    Box::pin(async move {
        let application = &wish.application;
        let (attempt_id, now) = (application.attempt_id, application.now);
        let record = get(tx, attempt_id, &wish.actor).await?;
        match &record.qr {
            Some(qr) => {
                let event = (wish.of_order)(&qr.order);
                apply_qr(tx, &application.clone().with(event)).await?;
            }
            None if wish.of_terminal => {
                apply(tx, application).await?;
            }
            None => return Err((&NOT_DECIDABLE).into()),
        }
        view(tx, attempt_id, &wish.actor, &wish.timings, now).await
    })
}
