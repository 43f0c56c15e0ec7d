//! What stores do, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::StoreValue;
use crate::SessionState;

/// What stores do, by their number.
#[utoipa::path(
    get, path = "/setting/store", tag = "session", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<StoreValue>>>)),
)]
pub(crate) async fn list_store_settings(
    State(state): State<SessionState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<StoreValue>(&state.shell, query).await
}
