//! How stores are set up for tax-free shopping, by number, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::ShopValue;
use crate::TaxFreeState;

/// How stores are set up for tax-free shopping, by number.
#[utoipa::path(
    get, path = "/setting/tax-free-store", tag = "taxFree", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<ShopValue>>>)),
)]
pub(crate) async fn list_tax_free_stores(
    State(state): State<TaxFreeState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<ShopValue>(&state.shell, query).await
}
