//! How much cash a country allows from a day on.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::CashLimitValue;
use crate::PaymentState;

/// How much cash a country allows from a day on.
#[utoipa::path(
    get, path = "/setting/cash-limit/{cashLimitKey}", tag = "payment",
    params(("cashLimitKey" = String, Path, description = "Country and first day", example = "FR~2015-09-01")),
    responses(
        (status = 200, description = "The entry", body = Envelope<Entry<CashLimitValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_cash_limit_setting(
    State(state): State<PaymentState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<CashLimitValue>(&state.shell, key).await
}
