//! What countries ask for, by country, the newest first, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::RuleValue;
use crate::TaxFreeState;

/// What countries ask for, by country, the newest first.
#[utoipa::path(
    get, path = "/setting/tax-free-rule", tag = "taxFree", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<RuleValue>>>)),
)]
pub(crate) async fn list_tax_free_rules(
    State(state): State<TaxFreeState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<RuleValue>(&state.shell, query).await
}
