//! Keeping a tender and the stores that take it.

use axum::extract::State;
use session::Actor;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::TenderValue;
use crate::PaymentState;

/// Keep a tender and the stores that take it.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/tender/{tenderCode}", tag = "payment",
    request_body = SaveRequest<TenderValue>,
    params(("tenderCode" = String, Path, description = "Its code", example = "CASH")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<TenderValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_tender_setting(
    State(state): State<PaymentState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<TenderValue>>,
) -> Reply {
    let desk = (state.desk(&actor), idempotency);
    entry::save(&state.shell, desk, key, request).await
}
