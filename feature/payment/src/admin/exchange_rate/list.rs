//! What foreign cash is worth, the newest first, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::ExchangeRateValue;
use crate::PaymentState;

/// What foreign cash is worth, the newest first.
#[utoipa::path(
    get, path = "/setting/exchange-rate", tag = "payment", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<ExchangeRateValue>>>)),
)]
pub(crate) async fn list_exchange_rate_settings(
    State(state): State<PaymentState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<ExchangeRateValue>(&state.shell, query).await
}
