//! How far two stores are apart.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::StoreDistanceValue;
use crate::InventoryState;

/// How far two stores are apart.
#[utoipa::path(
    get, path = "/setting/store-distance/{storePair}", tag = "inventory",
    params(("storePair" = String, Path, description = "The two stores in the order of their numbers", example = "MIL01~PAR01")),
    responses(
        (status = 200, description = "How far they are apart", body = Envelope<Entry<StoreDistanceValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_store_distance(
    State(state): State<InventoryState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<StoreDistanceValue>(&state.shell, key).await
}
