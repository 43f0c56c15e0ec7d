//! The VAT rates, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::VatValue;
use crate::admin::CatalogState;

/// The VAT rates, in their order.
#[utoipa::path(
    get, path = "/setting/vat", tag = "catalog", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<VatValue>>>)),
)]
pub(crate) async fn list_vat(
    State(state): State<CatalogState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<VatValue>(&state.shell, query).await
}
