//! The tills with their card terminals, page by page.

use axum::extract::State;
use kernel::page::Page;
use setting::entry::{self, Entry, EntryQuery};
use shell::http::{Envelope, Query, Reply};

use super::TerminalValue;
use crate::PaymentState;

/// The tills with their card terminals.
#[utoipa::path(
    get, path = "/setting/terminal", tag = "payment", params(EntryQuery),
    responses((status = 200, description = "A page of them", body = Envelope<Page<Entry<TerminalValue>>>)),
)]
pub(crate) async fn list_terminal_settings(
    State(state): State<PaymentState>,
    Query(query): Query<EntryQuery>,
) -> Reply {
    entry::list::<TerminalValue>(&state.shell, query).await
}
