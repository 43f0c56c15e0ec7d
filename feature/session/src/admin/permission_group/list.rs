//! The permission groups, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::PermissionGroupValue;
use crate::SessionState;

/// The permission groups, by their code.
#[utoipa::path(
    get, path = "/setting/permission-group", tag = "session", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<PermissionGroupValue>>>)),
)]
pub(crate) async fn list_permission_groups(
    State(state): State<SessionState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<PermissionGroupValue>(&state.shell, query).await
}
