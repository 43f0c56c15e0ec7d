//! Keeping a price group.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::PriceGroupValue;
use crate::admin::CatalogState;

/// Keep a price group, new or changed.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/price-group/{salesCode}", tag = "catalog", request_body = SaveRequest<PriceGroupValue>,
    params(("salesCode" = String, Path, description = "The code of the price group", example = "EUR-RETAIL")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<PriceGroupValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_price_group(
    State(state): State<CatalogState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<PriceGroupValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, key, request).await
}
