//! "Could not load the QR image, offer to email us".

use axum::extract::State;
use kernel::Refusal;
use kernel::id::AttemptId;
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};
use shell::mail::{Mail, Mailer};
use utoipa::ToSchema;

use crate::start_attempt::{detached, get, view};
use crate::store::Record;
use crate::timings::Timings;
use crate::view::AttemptView;
use crate::{NOT_DECIDABLE, PaymentState, QR_HELP_NOT_SENT};

/// Who helps a shop whose codes cannot be shown, and how they are written to.
#[derive(Clone)]
pub struct Help {
    /// Sends mail; none when no server is configured.
    pub mailer: Option<Mailer>,
    /// Whom it goes to.
    pub address: String,
}

/// Nothing but the wish.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskForHelpRequest {}

/// Write to the support that the QR code of a payment could not be shown.
///
/// The mail says which store, till, provider and order it was, when, and what the provider said;
/// nothing of the client. The same request twice may send it twice.
#[utoipa::path(
    post, path = "/payment/attempt/{attemptId}/help", tag = "payment",
    request_body = AskForHelpRequest,
    params(("attemptId" = uuid::Uuid, Path, description = "The attempt")),
    responses(
        (status = 200, description = "Sent; the attempt", body = Envelope<AttemptView>),
        (status = 404, description = "There is no such payment attempt"),
        (status = 409, description = "It is no payment by code"),
        (status = 503, description = "The mail could not be sent"),
    ),
)]
pub(crate) async fn ask_for_help(
    State(state): State<PaymentState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(attempt_id): Path<AttemptId>,
    Json(request): Json<AskForHelpRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let scope = actor.terminal_no.as_str();
    let request = (attempt_id, request);
    let intent = Intent::new(key, "payment.ask_for_help", scope, &request, now)?;
    let input = (attempt_id, actor, Timings::of(&state), now);
    detached(async move {
        let record = state
            .shell
            .db
            .read((attempt_id, input.1.clone()), |tx, (id, actor)| {
                Box::pin(get(tx, *id, actor))
            })
            .await?;
        send(&state.help, &record).await?;
        once(
            &state.shell,
            intent,
            input,
            |tx, (id, actor, timings, now)| Box::pin(view(tx, *id, actor, timings, *now)),
        )
        .await
    })
    .await
}

async fn send(help: &Help, record: &Record) -> Result<(), Refusal> {
    let qr = record
        .qr
        .as_ref()
        .ok_or_else(|| Refusal::new(&NOT_DECIDABLE))?;
    let mailer = help.mailer.as_ref();
    let mailer = mailer.ok_or_else(|| Refusal::new(&QR_HELP_NOT_SENT))?;
    let outcome = record.attempt.outcome.as_ref();
    let mail = Mail {
        recipient: help.address.clone(),
        subject: format!(
            "{}: the QR code of a payment could not be shown",
            record.store_no
        ),
        text: format!(
            "Store: {}\nTill: {}\nProvider: {}\nAccount: {}\nOrder number: {}\n\
             Amount: {}\nBegan: {}\nState: {}\nReason: {}\n",
            record.store_no,
            record.terminal_no,
            qr.provider.brand(),
            qr.merchant_key,
            qr.order_no,
            record.attempt.amount.text(),
            record.created_at,
            qr.order.state.name(),
            outcome.map_or("none told", |outcome| outcome.key.as_str()),
        ),
        document: None,
    };
    mailer.send(mail).await.map_err(|error| {
        tracing::error!(%error, "a call for help was not sent");
        Refusal::new(&QR_HELP_NOT_SENT)
    })
}
