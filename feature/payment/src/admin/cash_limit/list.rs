//! How much cash countries allow, by country, the newest first, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::CashLimitValue;
use crate::PaymentState;

/// How much cash countries allow, by country, the newest first.
#[utoipa::path(
    get, path = "/setting/cash-limit", tag = "payment", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<CashLimitValue>>>)),
)]
pub(crate) async fn list_cash_limit_settings(
    State(state): State<PaymentState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<CashLimitValue>(&state.shell, query).await
}
