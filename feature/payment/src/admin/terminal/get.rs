//! A till with its card terminal.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::TerminalValue;
use crate::PaymentState;

/// A till with its card terminal.
#[utoipa::path(
    get, path = "/setting/terminal/{terminalNo}", tag = "payment",
    params(("terminalNo" = String, Path, description = "Its number", example = "PAR01-T1")),
    responses(
        (status = 200, description = "The entry", body = Envelope<Entry<TerminalValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_terminal_setting(
    State(state): State<PaymentState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<TerminalValue>(&state.shell, key).await
}
