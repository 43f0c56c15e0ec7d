//! A VAT rate.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::VatValue;
use crate::admin::CatalogState;

/// A VAT rate.
#[utoipa::path(
    get, path = "/setting/vat/{vatId}", tag = "catalog",
    params(("vatId" = String, Path, description = "Store group, item group and first day with ~ between them", example = "FR~GOODS~2014-01-01")),
    responses(
        (status = 200, description = "A VAT rate", body = Envelope<Entry<VatValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_vat(State(state): State<CatalogState>, Path(key): Path<String>) -> Reply {
    entry::get::<VatValue>(&state.shell, key).await
}
