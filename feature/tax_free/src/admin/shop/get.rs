//! How a store is set up for tax-free shopping.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::ShopValue;
use crate::TaxFreeState;

/// How a store is set up for tax-free shopping.
#[utoipa::path(
    get, path = "/setting/tax-free-store/{storeNo}", tag = "taxFree",
    params(("storeNo" = String, Path, description = "The number of the store", example = "PAR01")),
    responses(
        (status = 200, description = "The entry", body = Envelope<Entry<ShopValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_tax_free_store(
    State(state): State<TaxFreeState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<ShopValue>(&state.shell, key).await
}
