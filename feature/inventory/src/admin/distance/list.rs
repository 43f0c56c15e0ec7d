//! How far stores are apart, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::StoreDistanceValue;
use crate::InventoryState;

/// How far stores are apart, in the order of their numbers.
#[utoipa::path(
    get, path = "/setting/store-distance", tag = "inventory", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<StoreDistanceValue>>>)),
)]
pub(crate) async fn list_store_distances(
    State(state): State<InventoryState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<StoreDistanceValue>(&state.shell, query).await
}
