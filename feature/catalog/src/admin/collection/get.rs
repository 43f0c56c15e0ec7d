//! A collection.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::CollectionValue;
use crate::admin::CatalogState;

/// A collection.
#[utoipa::path(
    get, path = "/setting/collection/{collectionCode}", tag = "catalog",
    params(("collectionCode" = String, Path, description = "The code of the collection", example = "LAGUNE")),
    responses(
        (status = 200, description = "A collection", body = Envelope<Entry<CollectionValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_collection(
    State(state): State<CatalogState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<CollectionValue>(&state.shell, key).await
}
