//! Go on waiting for a payment by code.

use axum::extract::State;
use kernel::id::AttemptId;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::http::idempotency::Intent;
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;

use crate::PaymentState;
use crate::cancel_attempt::{Wish, carry_out};
use crate::rule::attempt::{Event, Line};
use crate::timings::Timings;
use crate::view::AttemptView;

/// Nothing but the wish.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContinueAttemptRequest {}

/// Go on waiting: "The payment was not successful, continue?" is answered with yes.
///
/// The same order is waited for; no order stays open longer than it may.
#[utoipa::path(
    post, path = "/payment/attempt/{attemptId}/continue", tag = "payment",
    request_body = ContinueAttemptRequest,
    params(("attemptId" = uuid::Uuid, Path, description = "The attempt")),
    responses(
        (status = 200, description = "The attempt", body = Envelope<AttemptView>),
        (status = 404, description = "There is no such payment attempt"),
        (status = 409, description = "Nobody is asked, or it has been open as long as it may"),
    ),
)]
pub(crate) async fn continue_attempt(
    State(state): State<PaymentState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(attempt_id): Path<AttemptId>,
    Json(request): Json<ContinueAttemptRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let scope = actor.terminal_no.as_str();
    let request = (attempt_id, request);
    let intent = Intent::new(key, "payment.continue_attempt", scope, &request, now)?;
    let wish = Wish {
        application: state
            .engine
            .application(attempt_id, Event::Tick(Line::default())),
        of_terminal: false,
        of_order: Box::new(|_| qr::order::Event::Continue),
        actor,
        timings: Timings::of(&state),
    };
    carry_out(state, attempt_id, intent, wish).await
}
