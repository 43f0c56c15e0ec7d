//! A permission group.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::PermissionGroupValue;
use crate::SessionState;

/// A permission group.
#[utoipa::path(
    get, path = "/setting/permission-group/{permissionGroupCode}", tag = "session",
    params(("permissionGroupCode" = String, Path, description = "The code of the group", example = "SENIOR")),
    responses(
        (status = 200, description = "A permission group", body = Envelope<Entry<PermissionGroupValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_permission_group(
    State(state): State<SessionState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<PermissionGroupValue>(&state.shell, key).await
}
