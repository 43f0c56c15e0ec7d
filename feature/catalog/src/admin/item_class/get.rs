//! An item class.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::ItemClassValue;
use crate::admin::CatalogState;

/// An item class.
#[utoipa::path(
    get, path = "/setting/item-class/{itemClassCode}", tag = "catalog",
    params(("itemClassCode" = String, Path, description = "The code of the class", example = "RING")),
    responses(
        (status = 200, description = "An item class", body = Envelope<Entry<ItemClassValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_item_class(
    State(state): State<CatalogState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<ItemClassValue>(&state.shell, key).await
}
