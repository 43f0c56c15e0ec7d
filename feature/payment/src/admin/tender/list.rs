//! The tenders, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::TenderValue;
use crate::PaymentState;

/// The tenders.
#[utoipa::path(
    get, path = "/setting/tender", tag = "payment", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<TenderValue>>>)),
)]
pub(crate) async fn list_tender_settings(
    State(state): State<PaymentState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<TenderValue>(&state.shell, query).await
}
