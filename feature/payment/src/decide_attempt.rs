//! Decide about an attempt that waits for a person.

use axum::extract::State;
use kernel::Refusal;
use kernel::id::AttemptId;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::http::idempotency::Intent;
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use utoipa::ToSchema;

use crate::cancel_attempt::{Wish, carry_out};
use crate::rule::attempt::{Decision, Event};
use crate::timings::Timings;
use crate::view::AttemptView;
use crate::{MAY_RESOLVE, PaymentState, SLIP_REQUIRED, rule};

/// The longest number of a slip.
const SLIP_CHARACTERS_MAX: usize = 64;

/// What a person decided.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DecideAttemptRequest {
    /// The decision.
    decision: Decision,
    /// The number on the terminal's slip; needed for `paid`.
    #[serde(default)]
    #[schema(example = "004217")]
    slip_no: Option<String>,
}

/// Decide about an attempt that waits for a person.
///
/// Where the amount differs from what was due: `acceptPart` books what was taken as a part of what
/// is due, `reverse` gives it back. Where the end is not known a manager decides: `paid` means that
/// what is in doubt was carried out (the payment was taken or, while a reversal is in doubt, the
/// money was given back), `notPaid` that it was not. Of money that is held or came late, and that the
/// terminal did not give back, `paid` means that it went back by hand.
#[utoipa::path(
    post, path = "/payment/attempt/{attemptId}/decide", tag = "payment",
    request_body = DecideAttemptRequest,
    params(("attemptId" = uuid::Uuid, Path, description = "The attempt")),
    responses(
        (status = 200, description = "The attempt", body = Envelope<AttemptView>),
        (status = 403, description = "Your permission group does not allow this"),
        (status = 404, description = "There is no such payment attempt"),
        (status = 409, description = "The payment does not wait for this decision"),
        (status = 422, description = "Enter the number of the terminal's slip"),
    ),
)]
pub(crate) async fn decide_attempt(
    State(state): State<PaymentState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(attempt_id): Path<AttemptId>,
    Json(request): Json<DecideAttemptRequest>,
) -> Reply {
    let slip_no = slip_no(&request)?;
    if matches!(request.decision, Decision::Paid | Decision::NotPaid) {
        actor.require(MAY_RESOLVE)?;
    }
    let now = state.shell.clock.now();
    let scope = actor.terminal_no.as_str();
    let decision = request.decision;
    let request = (attempt_id, request);
    let intent = Intent::new(key, "payment.decide_attempt", scope, &request, now)?;
    let mut application = state
        .engine
        .application(attempt_id, Event::Decide(decision));
    application.decided_by = Some((actor.staff_id.clone(), slip_no));
    let wish = Wish {
        application,
        of_terminal: true,
        of_order: Box::new(move |order| {
            qr::order::Event::Decide(rule::qr::decision(order, decision))
        }),
        actor,
        timings: Timings::of(&state),
    };
    carry_out(state, attempt_id, intent, wish).await
}

fn slip_no(request: &DecideAttemptRequest) -> Result<Option<String>, Refusal> {
    let slip_no = request.slip_no.as_deref().map(str::trim);
    let slip_no = slip_no.filter(|slip_no| !slip_no.is_empty());
    let is_short = slip_no.is_none_or(|slip_no| slip_no.chars().count() <= SLIP_CHARACTERS_MAX);
    if !is_short || (request.decision == Decision::Paid && slip_no.is_none()) {
        return Err(Refusal::new(&SLIP_REQUIRED).at("slipNo"));
    }
    Ok(slip_no.map(str::to_owned))
}
