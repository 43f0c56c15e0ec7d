//! The stores and what their papers say, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::StoreDocumentValue;
use crate::OrderState;

/// The stores and what their papers say.
#[utoipa::path(
    get, path = "/setting/store-document", tag = "order", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<StoreDocumentValue>>>)),
)]
pub(crate) async fn list_store_documents(
    State(state): State<OrderState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<StoreDocumentValue>(&state.shell, query).await
}
