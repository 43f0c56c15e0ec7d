//! The reasons of discounts, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::DiscountReasonValue;
use crate::SaleState;

/// The reasons of discounts in their order, also those that nobody gives any more.
#[utoipa::path(
    get, path = "/setting/discount-reason", tag = "sale", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<DiscountReasonValue>>>)),
)]
pub(crate) async fn list_discount_reason_settings(
    State(state): State<SaleState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<DiscountReasonValue>(&state.shell, query).await
}
