//! Keeping a reason of discounts.

use axum::extract::State;
use session::Actor;
use setting::Desk;
use setting::entry::{self, Entry, SaveRequest};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::DiscountReasonValue;
use crate::SaleState;

/// Keep a reason of discounts, new or changed.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/discount-reason/{reasonCode}", tag = "sale", request_body = SaveRequest<DiscountReasonValue>,
    params(("reasonCode" = String, Path, description = "The code of the reason", example = "LOYAL")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<DiscountReasonValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The code is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_discount_reason(
    State(state): State<SaleState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<DiscountReasonValue>>,
) -> Reply {
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    entry::save(&state.shell, (desk, idempotency), key, request).await
}
