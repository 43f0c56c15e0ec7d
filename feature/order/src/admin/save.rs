//! Keeping what the papers of a store say.

use axum::extract::State;
use session::Actor;
use setting::Desk;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::StoreDocumentValue;
use crate::OrderState;

/// Keep what the papers of a store say.
///
/// The days hold for sales from now on: a copy of an earlier receipt says what the receipt said.
#[utoipa::path(
    put, path = "/setting/store-document/{storeNo}", tag = "order", request_body = SaveRequest<StoreDocumentValue>,
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<StoreDocumentValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "Somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_store_document(
    State(state): State<OrderState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<StoreDocumentValue>>,
) -> Reply {
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    entry::save(&state.shell, (desk, idempotency), key, request).await
}
