//! Keeping: how a store is set up for tax-free shopping.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::ShopValue;
use crate::TaxFreeState;

/// Keep how a store is set up for tax-free shopping.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/tax-free-store/{storeNo}", tag = "taxFree", request_body = SaveRequest<ShopValue>,
    params(("storeNo" = String, Path, description = "The number of the store", example = "PAR01")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<ShopValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_tax_free_store(
    State(state): State<TaxFreeState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<ShopValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, key, request).await
}
