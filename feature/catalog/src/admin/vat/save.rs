//! Keeping a VAT rate.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::VatValue;
use crate::admin::CatalogState;

/// Keep a VAT rate, new or changed.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/vat/{vatId}", tag = "catalog", request_body = SaveRequest<VatValue>,
    params(("vatId" = String, Path, description = "Store group, item group and first day with ~ between them", example = "FR~GOODS~2014-01-01")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<VatValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_vat(
    State(state): State<CatalogState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<VatValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, key, request).await
}
