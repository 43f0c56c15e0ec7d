//! Keeping a store with its price groups.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::StorePriceGroupValue;
use crate::admin::CatalogState;

/// Keep a store with its price groups, new or changed.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/store-price-group/{storeNo}", tag = "catalog", request_body = SaveRequest<StorePriceGroupValue>,
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<StorePriceGroupValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_store_price_group(
    State(state): State<CatalogState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<StorePriceGroupValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, key, request).await
}
