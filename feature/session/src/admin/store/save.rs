//! Saying what a store does.

use axum::extract::State;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::StoreValue;
use crate::admin::desk;
use crate::{Actor, SessionState};

/// Say what a store does.
///
/// It holds for what is begun from now on. A change says which version it saw; stores are not made here.
#[utoipa::path(
    put, path = "/setting/store/{storeNo}", tag = "session",
    request_body = SaveRequest<StoreValue>,
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<StoreValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "Somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_store_setting(
    State(state): State<SessionState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<StoreValue>>,
) -> Reply {
    let desk = desk(&state, &actor);
    entry::save(&state.shell, (desk, idempotency), key, request).await
}
