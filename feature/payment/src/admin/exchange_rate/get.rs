//! What foreign cash is worth from a day on.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::ExchangeRateValue;
use crate::PaymentState;

/// What foreign cash is worth from a day on.
#[utoipa::path(
    get, path = "/setting/exchange-rate/{exchangeRateKey}", tag = "payment",
    params(("exchangeRateKey" = String, Path, description = "Store currency, foreign currency and first day", example = "EUR~USD~2026-11-21")),
    responses(
        (status = 200, description = "The entry", body = Envelope<Entry<ExchangeRateValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_exchange_rate_setting(
    State(state): State<PaymentState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<ExchangeRateValue>(&state.shell, key).await
}
