//! Keeping a list of words that staff are warned of.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::WarningListValue;
use crate::admin::CatalogState;

/// Keep a list of words that staff are warned of, new or changed.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/warning-list/{listCode}", tag = "catalog", request_body = SaveRequest<WarningListValue>,
    params(("listCode" = String, Path, description = "The code of the list", example = "FR")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<WarningListValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_warning_list(
    State(state): State<CatalogState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<WarningListValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, key, request).await
}
