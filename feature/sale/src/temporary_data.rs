//! Temporary data of a till: what it wants to find again after an abnormal exit.

use axum::extract::State;
use kernel::id::TerminalNo;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Answer, Done, Envelope, IdempotencyKey, Json, Path, Reply};
use shell::{Failure, Outcome};
use utoipa::ToSchema;

use crate::{SaleState, TEMPORARY_DATA_NOT_FOUND, Till, store};

/// The most bytes that a till may save.
const CONTENT_BYTES_MAX: usize = 256 * 1024;

/// What a till wants to find again.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TemporaryDataRequest {
    /// Basket data including `abnormalExit` true.
    #[schema(value_type = std::collections::HashMap<String, Value>, example = json!({"abnormalExit": true, "lines": []}))]
    content: serde_json::Map<String, Value>,
}

/// What a till saved: basket data including `abnormalExit`.
#[derive(ToSchema)]
#[schema(example = json!({"abnormalExit": true, "lines": []}))]
#[expect(dead_code, reason = "it only describes what the store gives as text")]
pub(crate) struct TemporaryData(std::collections::HashMap<String, Value>);

/// Save what this till wants to find again after an abnormal exit (specification §7).
#[utoipa::path(
    post, path = "/temp-data/terminal/right/{terminalNo}", tag = "sale",
    request_body = TemporaryDataRequest,
    params(("terminalNo" = String, Path, description = "The till", example = "PAR01-T1")),
    responses(
        (status = 200, description = "Saved", body = Envelope<Done>),
        (status = 404, description = "Not the till of this session"),
        (status = 413, description = "Too much"),
    ),
)]
pub(crate) async fn save(
    State(state): State<SaleState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(terminal_no): Path<TerminalNo>,
    Json(request): Json<TemporaryDataRequest>,
) -> Reply {
    own_till(&actor, &terminal_no)?;
    let till = Till::of(&actor, &state);
    let scope = &till.terminal_no.0;
    let intent = Intent::new(key, "temporary_data.save", scope, &request, till.now)?;
    once(&state.shell, intent, (till, request), save_content).await
}

fn save_content<'a>(
    tx: &'a mut Tx,
    (till, request): &'a (Till, TemporaryDataRequest),
) -> TxFuture<'a, Done> {
    Box::pin(async move {
        let content = serde_json::to_string(&request.content).map_err(Failure::internal)?;
        if content.len() > CONTENT_BYTES_MAX {
            return Err((&shell::http::TOO_LARGE).into());
        }
        store::save_temporary_data(tx, till, &content).await?;
        Ok(Done {})
    })
}

/// What this till saved last.
#[utoipa::path(
    get, path = "/temp-data/terminal/right/{terminalNo}", tag = "sale",
    params(("terminalNo" = String, Path, description = "The till", example = "PAR01-T1")),
    responses(
        (status = 200, description = "The content", body = Envelope<TemporaryData>),
        (status = 404, description = "Nothing was saved, or not the till of this session"),
    ),
)]
pub(crate) async fn load(
    State(state): State<SaleState>,
    actor: Actor,
    Path(terminal_no): Path<TerminalNo>,
) -> Reply {
    own_till(&actor, &terminal_no)?;
    let content = state
        .shell
        .db
        .read(terminal_no, |tx, terminal_no| {
            Box::pin(store::find_temporary_data(tx, terminal_no))
        })
        .await?;
    let content = content.ok_or_else(|| Failure::from(&TEMPORARY_DATA_NOT_FOUND))?;
    Answer::kept(content)
}

fn own_till(actor: &Actor, terminal_no: &TerminalNo) -> Outcome<()> {
    if actor.terminal_no == *terminal_no {
        Ok(())
    } else {
        Err((&TEMPORARY_DATA_NOT_FOUND).into())
    }
}
