//! The price groups, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::PriceGroupValue;
use crate::admin::CatalogState;

/// The price groups, in their order.
#[utoipa::path(
    get, path = "/setting/price-group", tag = "catalog", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<PriceGroupValue>>>)),
)]
pub(crate) async fn list_price_groups(
    State(state): State<CatalogState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<PriceGroupValue>(&state.shell, query).await
}
