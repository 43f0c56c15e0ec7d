//! A sales price.

use axum::extract::State;
use shell::http::{Answer, Envelope, Path, Reply};

use super::SalesPriceView;
use crate::admin::CatalogState;
use crate::{ENTRY_NOT_FOUND, store};

/// A sales price.
#[utoipa::path(
    get, path = "/setting/sales-price/{priceId}", tag = "catalog",
    params(("priceId" = String, Path, description = "Item, price group and number with ~ between \
     them", example = "BR-1042~EUR-RETAIL~1")),
    responses(
        (status = 200, description = "The price", body = Envelope<SalesPriceView>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_sales_price(
    State(state): State<CatalogState>,
    Path(key): Path<String>,
) -> Reply {
    let view = state
        .shell
        .db
        .read(key, |tx, key| Box::pin(store::sales_price::find(tx, key)))
        .await?
        .ok_or(&ENTRY_NOT_FOUND)?;
    Answer::of(&view)
}
