//! What a store does.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::StoreValue;
use crate::SessionState;

/// What a store does.
#[utoipa::path(
    get, path = "/setting/store/{storeNo}", tag = "session",
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "What it does", body = Envelope<Entry<StoreValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_store_setting(
    State(state): State<SessionState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<StoreValue>(&state.shell, key).await
}
