//! The item classes, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::ItemClassValue;
use crate::admin::CatalogState;

/// The item classes, in their order.
#[utoipa::path(
    get, path = "/setting/item-class", tag = "catalog", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<ItemClassValue>>>)),
)]
pub(crate) async fn list_item_classes(
    State(state): State<CatalogState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<ItemClassValue>(&state.shell, query).await
}
