//! The terms on which a store takes a tender.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::TenderStoreValue;
use crate::PaymentState;

/// The terms on which a store takes a tender.
#[utoipa::path(
    get, path = "/setting/tender-store/{tenderStoreKey}", tag = "payment",
    params(("tenderStoreKey" = String, Path, description = "Store and tender", example = "PAR01~CASH")),
    responses(
        (status = 200, description = "The entry", body = Envelope<Entry<TenderStoreValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_tender_store_setting(
    State(state): State<PaymentState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<TenderStoreValue>(&state.shell, key).await
}
