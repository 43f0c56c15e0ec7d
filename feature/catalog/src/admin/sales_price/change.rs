//! Changing or ending a sales price.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::SalesPriceValue;
use crate::admin::CatalogState;

/// Change a sales price, or end it with its last day.
///
/// Item and price group stay as they are.
#[utoipa::path(
    put, path = "/setting/sales-price/{priceId}", tag = "catalog",
    request_body = SaveRequest<SalesPriceValue>,
    params(("priceId" = String, Path, description = "Item, price group and number with ~ between \
     them", example = "BR-1042~EUR-RETAIL~1")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<SalesPriceValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "There is a price for this from the same day already, or \
         somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn change_sales_price(
    State(state): State<CatalogState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<SalesPriceValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, key, request).await
}
