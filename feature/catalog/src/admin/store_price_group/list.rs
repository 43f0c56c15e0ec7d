//! The stores with their price groups, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::StorePriceGroupValue;
use crate::admin::CatalogState;

/// The stores with their price groups, in their order.
#[utoipa::path(
    get, path = "/setting/store-price-group", tag = "catalog", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<StorePriceGroupValue>>>)),
)]
pub(crate) async fn list_store_price_groups(
    State(state): State<CatalogState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<StorePriceGroupValue>(&state.shell, query).await
}
