//! Keeping a permission group.

use axum::extract::State;
use kernel::Refusal;
use setting::Desk;
use setting::entry::{Entry, Kept, SaveRequest, keep};
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::PermissionGroupValue;
use crate::admin::desk;
use crate::rule::group::raises;
use crate::{Actor, LAST_ADMINISTRATOR, OWN_GROUP, SessionState, store};

/// Keep a permission group, new or changed.
///
/// What its people may do changes with their next call. A change says which version it saw; what is
/// new says none.
#[utoipa::path(
    put, path = "/setting/permission-group/{permissionGroupCode}", tag = "session",
    request_body = SaveRequest<PermissionGroupValue>,
    params(("permissionGroupCode" = String, Path, description = "The code of the group", example = "SENIOR")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<PermissionGroupValue>>),
        (status = 403, description = "Nobody gives more permissions to themselves"),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, somebody changed it meanwhile, or nobody would be left who may administer"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_permission_group(
    State(state): State<SessionState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<PermissionGroupValue>>,
) -> Reply {
    let desk = desk(&state, &actor);
    let operation = PermissionGroupValue::OPERATION;
    let scope = format!("{} {key}", desk.terminal_no);
    let intent = Intent::new(idempotency, operation, &scope, &request, desk.now)?;
    let answer = once(&state.shell, intent, (desk, key, request), save).await?;
    state.guard.forget_all();
    Ok(answer)
}

type Input = (Desk, String, SaveRequest<PermissionGroupValue>);

fn save<'a>(
    tx: &'a mut Tx,
    (desk, key, request): &'a Input,
) -> TxFuture<'a, Entry<PermissionGroupValue>> {
    Box::pin(async move {
        let own = store::group::of(tx, &desk.staff_id).await?;
        if own.as_ref() == Some(key)
            && let Some(before) = PermissionGroupValue::find(tx, key).await?
            && raises(before.value.powers(), request.value.powers())
        {
            return Err(Refusal::new(&OWN_GROUP).at("grants").into());
        }
        let had_administrator = store::staff::has_administrator(tx).await?;
        let kept = keep(tx, desk, key, request).await?;
        if had_administrator && !store::staff::has_administrator(tx).await? {
            return Err(Refusal::new(&LAST_ADMINISTRATOR).at("grants").into());
        }
        Ok(kept)
    })
}
