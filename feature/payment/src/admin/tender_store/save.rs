//! Keeping the terms on which a store takes a tender.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::TenderStoreValue;
use crate::PaymentState;

/// Keep the terms on which a store takes a tender.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/tender-store/{tenderStoreKey}", tag = "payment",
    request_body = SaveRequest<TenderStoreValue>,
    params(("tenderStoreKey" = String, Path, description = "Store and tender", example = "PAR01~CASH")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<TenderStoreValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_tender_store_setting(
    State(state): State<PaymentState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<TenderStoreValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, key, request).await
}
