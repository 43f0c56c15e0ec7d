//! Keeping an item.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::ItemValue;
use crate::admin::CatalogState;

/// Keep an item, new or changed, with its sizes and barcodes.
///
/// A change says which version it saw; what is new says none. A size that has stock, or stood in a
/// basket or an order, stays. The picture is set apart.
#[utoipa::path(
    put, path = "/setting/item/{itemNo}", tag = "catalog", request_body = SaveRequest<ItemValue>,
    params(("itemNo" = String, Path, description = "The number of the item", example = "BR-1042")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<ItemValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The number or a barcode is in use, a size has stock, or \
         somebody changed the item meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_item(
    State(state): State<CatalogState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(item_no): Path<String>,
    Json(request): Json<SaveRequest<ItemValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, item_no, request).await
}
