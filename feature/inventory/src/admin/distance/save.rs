//! Keeping how far two stores are apart.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::StoreDistanceValue;
use crate::InventoryState;

/// Keep how far two stores are apart, new or changed. It holds either way.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/store-distance/{storePair}", tag = "inventory", request_body = SaveRequest<StoreDistanceValue>,
    params(("storePair" = String, Path, description = "The two stores in the order of their numbers", example = "MIL01~PAR01")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<StoreDistanceValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The two are kept already, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_store_distance(
    State(state): State<InventoryState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<StoreDistanceValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, key, request).await
}
