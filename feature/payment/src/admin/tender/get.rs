//! A tender.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::TenderValue;
use crate::PaymentState;

/// A tender.
#[utoipa::path(
    get, path = "/setting/tender/{tenderCode}", tag = "payment",
    params(("tenderCode" = String, Path, description = "Its code", example = "CASH")),
    responses(
        (status = 200, description = "The entry", body = Envelope<Entry<TenderValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_tender_setting(
    State(state): State<PaymentState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<TenderValue>(&state.shell, key).await
}
