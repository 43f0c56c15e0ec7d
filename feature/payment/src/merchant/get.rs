//! An account with a provider.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::QrMerchantValue;
use crate::PaymentState;

/// An account with a provider of payments by code.
#[utoipa::path(
    get, path = "/setting/qr-merchant/{merchantKey}", tag = "payment",
    params(("merchantKey" = String, Path, description = "Store and provider", example = "HKG01-ALIPAY")),
    responses(
        (status = 200, description = "The account", body = Envelope<Entry<QrMerchantValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_qr_merchant(
    State(state): State<PaymentState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<QrMerchantValue>(&state.shell, key).await
}
