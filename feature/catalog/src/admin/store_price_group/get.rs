//! A store with its price groups.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::StorePriceGroupValue;
use crate::admin::CatalogState;

/// A store with its price groups.
#[utoipa::path(
    get, path = "/setting/store-price-group/{storeNo}", tag = "catalog",
    params(("storeNo" = String, Path, description = "The store", example = "PAR01")),
    responses(
        (status = 200, description = "A store with its price groups", body = Envelope<Entry<StorePriceGroupValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_store_price_group(
    State(state): State<CatalogState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<StorePriceGroupValue>(&state.shell, key).await
}
