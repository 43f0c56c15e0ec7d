//! Cancel a payment at the terminal.

use axum::extract::State;
use kernel::id::AttemptId;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;

use crate::PaymentState;
use crate::engine::{Apply, apply};
use crate::rule::attempt::Event;
use crate::start_attempt::{detached, get, view};
use crate::view::AttemptView;

/// Nothing but the wish.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CancelAttemptRequest {}

/// Cancel a payment at the terminal.
///
/// It is a wish: the terminal may have taken the money already, and says so. Cancelling what is
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
    let input = (state.engine.application(attempt_id, Event::Cancel), actor);
    detached(async move {
        let answer = once(&state.shell, intent, input, change).await?;
        state.engine.go_on(attempt_id).await?;
        Ok(answer)
    })
    .await
}

/// Applies what a person wants to an attempt of their store.
pub(crate) fn change<'a>(
    tx: &'a mut Tx,
    (input, actor): &'a (Apply, Actor),
) -> TxFuture<'a, AttemptView> {
    Box::pin(async move {
        get(tx, input.attempt_id, actor).await?;
        apply(tx, input).await?;
        view(tx, input.attempt_id, actor, &input.timing, input.now).await
    })
}
