//! Keeping: what a country asks for from a day on.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::RuleValue;
use crate::TaxFreeState;

/// Keep what a country asks for from a day on.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/tax-free-rule/{ruleId}", tag = "taxFree", request_body = SaveRequest<RuleValue>,
    params(("ruleId" = String, Path, description = "Country and first day", example = "FR~2021-01-01")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<RuleValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_tax_free_rule(
    State(state): State<TaxFreeState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<RuleValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, key, request).await
}
