//! The collections, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::CollectionValue;
use crate::admin::CatalogState;

/// The collections, in their order.
#[utoipa::path(
    get, path = "/setting/collection", tag = "catalog", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<CollectionValue>>>)),
)]
pub(crate) async fn list_collections(
    State(state): State<CatalogState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<CollectionValue>(&state.shell, query).await
}
