//! A list of words that staff are warned of.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::WarningListValue;
use crate::admin::CatalogState;

/// A list of words that staff are warned of.
#[utoipa::path(
    get, path = "/setting/warning-list/{listCode}", tag = "catalog",
    params(("listCode" = String, Path, description = "The code of the list", example = "FR")),
    responses(
        (status = 200, description = "The list", body = Envelope<Entry<WarningListValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_warning_list(
    State(state): State<CatalogState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<WarningListValue>(&state.shell, key).await
}
