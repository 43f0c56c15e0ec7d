//! The accounts with providers, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::QrMerchantValue;
use crate::PaymentState;

/// The stores' accounts with providers of payments by code, by store.
#[utoipa::path(
    get, path = "/setting/qr-merchant", tag = "payment", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<QrMerchantValue>>>)),
)]
pub(crate) async fn list_qr_merchants(
    State(state): State<PaymentState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<QrMerchantValue>(&state.shell, query).await
}
