//! What whoever is logged in may do, in which way and up to which limits.

use axum::extract::State;
use setting::entry::Entry;
use shell::http::{Answer, Envelope, Reply};

use crate::admin::permission_group::PermissionGroupValue;
use crate::{Actor, NO_PERMISSIONS, SessionState, store};

/// The permission group of whoever is logged in: what they may do, in which way and up to which
/// limits.
#[utoipa::path(
    get, path = "/session/permission-group", tag = "session",
    responses(
        (status = 200, description = "The permission group", body = Envelope<Entry<PermissionGroupValue>>),
        (status = 403, description = "This account has no permissions"),
    ),
)]
pub(crate) async fn get_own_permission_group(
    State(state): State<SessionState>,
    actor: Actor,
) -> Reply {
    let found = state
        .shell
        .db
        .read(actor.staff_id, |tx, staff_id| {
            Box::pin(async move {
                let code = store::group::of(tx, staff_id).await?.unwrap_or_default();
                Ok(store::group::read(tx, Some(&code)).await?.pop())
            })
        })
        .await?;
    Answer::of(&found.ok_or(&NO_PERMISSIONS)?)
}
