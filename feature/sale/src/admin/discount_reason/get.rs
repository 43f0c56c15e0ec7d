//! A reason of discounts.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::DiscountReasonValue;
use crate::SaleState;

/// A reason of discounts.
#[utoipa::path(
    get, path = "/setting/discount-reason/{reasonCode}", tag = "sale",
    params(("reasonCode" = String, Path, description = "The code of the reason", example = "LOYAL")),
    responses(
        (status = 200, description = "A reason", body = Envelope<Entry<DiscountReasonValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_discount_reason(
    State(state): State<SaleState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<DiscountReasonValue>(&state.shell, key).await
}
