//! A voucher.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::VoucherValue;
use crate::PaymentState;

/// A voucher.
#[utoipa::path(
    get, path = "/setting/voucher/{voucherNo}", tag = "payment",
    params(("voucherNo" = String, Path, description = "Its number", example = "EV-4F7K-2MQ9-XR3T")),
    responses(
        (status = 200, description = "The entry", body = Envelope<Entry<VoucherValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_voucher_setting(
    State(state): State<PaymentState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<VoucherValue>(&state.shell, key).await
}
