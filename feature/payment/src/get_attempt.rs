//! How an attempt stands.

use axum::extract::State;
use kernel::id::AttemptId;
use session::Actor;
use shell::http::{Answer, Envelope, Path, Reply};

use crate::timings::Timings;
use crate::view::AttemptView;
use crate::{PaymentState, start_attempt};

/// How an attempt stands.
#[utoipa::path(
    get, path = "/payment/attempt/{attemptId}", tag = "payment",
    params(("attemptId" = uuid::Uuid, Path, description = "The attempt")),
    responses(
        (status = 200, description = "The attempt", body = Envelope<AttemptView>),
        (status = 404, description = "There is no such payment attempt"),
    ),
)]
pub(crate) async fn get_attempt(
    State(state): State<PaymentState>,
    actor: Actor,
    Path(attempt_id): Path<AttemptId>,
) -> Reply {
    let now = state.shell.clock.now();
    let input = (attempt_id, actor, Timings::of(&state), now);
    let view = state
        .shell
        .db
        .read(input, |tx, (attempt_id, actor, timings, now)| {
            Box::pin(start_attempt::view(tx, *attempt_id, actor, timings, *now))
        })
        .await?;
    Answer::of(&view)
}
