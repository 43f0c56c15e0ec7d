//! A price group.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::PriceGroupValue;
use crate::admin::CatalogState;

/// A price group.
#[utoipa::path(
    get, path = "/setting/price-group/{salesCode}", tag = "catalog",
    params(("salesCode" = String, Path, description = "The code of the price group", example = "EUR-RETAIL")),
    responses(
        (status = 200, description = "A price group", body = Envelope<Entry<PriceGroupValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_price_group(
    State(state): State<CatalogState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<PriceGroupValue>(&state.shell, key).await
}
