//! Keeping a till with its card terminal.

use axum::extract::State;
use journal::{Event, record_event};
use session::Actor;
use setting::Desk;
use setting::entry::{Entry, Kept, SaveRequest, keep};
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::TerminalValue;
use crate::PaymentState;

/// Keep a till with its card terminal. A new till is noted in the journal.
///
/// A change says which version it saw; what is new says none.
#[utoipa::path(
    put, path = "/setting/terminal/{terminalNo}", tag = "payment",
    request_body = SaveRequest<TerminalValue>,
    params(("terminalNo" = String, Path, description = "Its number", example = "PAR01-T1")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<TerminalValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The number is in use, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_terminal_setting(
    State(state): State<PaymentState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(request): Json<SaveRequest<TerminalValue>>,
) -> Reply {
    let desk = state.desk(&actor);
    let scope = format!("{} {key}", desk.terminal_no);
    let operation = <TerminalValue as Kept>::OPERATION;
    let intent = Intent::new(idempotency, operation, &scope, &request, desk.now)?;
    once(&state.shell, intent, (desk, key, request), save).await
}

type Input = (Desk, String, SaveRequest<TerminalValue>);

fn save<'a>(tx: &'a mut Tx, (desk, key, request): &'a Input) -> TxFuture<'a, Entry<TerminalValue>> {
    Box::pin(async move {
        let entry = keep(tx, desk, key, request).await?;
        if request.version.is_none() {
            let added = Event::TerminalAdded {
                terminal_no: key.as_str().into(),
            };
            record_event(tx, &desk.signer, &desk.scene(), &added).await?;
        }
        Ok(entry)
    })
}
