//! The lists of words that staff are warned of, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::WarningListValue;
use crate::admin::CatalogState;

/// The lists of words that staff are warned of, by code.
#[utoipa::path(
    get, path = "/setting/warning-list", tag = "catalog", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<WarningListValue>>>)),
)]
pub(crate) async fn list_warning_lists(
    State(state): State<CatalogState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<WarningListValue>(&state.shell, query).await
}
