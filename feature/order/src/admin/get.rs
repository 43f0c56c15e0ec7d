//! What the papers of a store say.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::StoreDocumentValue;
use crate::OrderState;

/// What the papers of a store say.
#[utoipa::path(
    get, path = "/setting/store-document/{storeNo}", tag = "order",
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "What its papers say", body = Envelope<Entry<StoreDocumentValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_store_document(
    State(state): State<OrderState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<StoreDocumentValue>(&state.shell, key).await
}
