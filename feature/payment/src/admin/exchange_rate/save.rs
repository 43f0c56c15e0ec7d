//! Keeping what foreign cash is worth from a day on.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::ExchangeRateValue;
use crate::PaymentState;

/// Keep what foreign cash is worth from a day on.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/exchange-rate/{exchangeRateKey}", tag = "payment",
    request_body = SaveRequest<ExchangeRateValue>,
    params(("exchangeRateKey" = String, Path, description = "Store currency, foreign currency and first day", example = "EUR~USD~2026-11-21")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<ExchangeRateValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_exchange_rate_setting(
    State(state): State<PaymentState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<ExchangeRateValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, key, request).await
}
