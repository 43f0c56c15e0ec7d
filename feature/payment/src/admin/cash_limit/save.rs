//! Keeping how much cash a country allows from a day on.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::CashLimitValue;
use crate::PaymentState;

/// Keep how much cash a country allows from a day on.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/cash-limit/{cashLimitKey}", tag = "payment",
    request_body = SaveRequest<CashLimitValue>,
    params(("cashLimitKey" = String, Path, description = "Country and first day", example = "FR~2015-09-01")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<CashLimitValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_cash_limit_setting(
    State(state): State<PaymentState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<CashLimitValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, key, request).await
}
