//! Keeping a voucher.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::VoucherValue;
use crate::PaymentState;

/// Keep a voucher.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/voucher/{voucherNo}", tag = "payment",
    request_body = SaveRequest<VoucherValue>,
    params(("voucherNo" = String, Path, description = "Its number", example = "EV-4F7K-2MQ9-XR3T")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<VoucherValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_voucher_setting(
    State(state): State<PaymentState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<VoucherValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, key, request).await
}
