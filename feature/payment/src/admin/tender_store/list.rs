//! The terms on which stores take tenders, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::TenderStoreValue;
use crate::PaymentState;

/// The terms on which stores take tenders.
#[utoipa::path(
    get, path = "/setting/tender-store", tag = "payment", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<TenderStoreValue>>>)),
)]
pub(crate) async fn list_tender_store_settings(
    State(state): State<PaymentState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<TenderStoreValue>(&state.shell, query).await
}
