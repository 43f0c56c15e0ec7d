//! Whether a card terminal works.

use std::time::Duration;

use axum::extract::State;
use device::card_terminal::{DiagnosisAnswer, DiagnosisCommand, SaleId, ServiceId};
use kernel::Refusal;
use kernel::id::TerminalNo;
use kernel::refusal::ErrorView;
use serde::{Deserialize, Serialize};
use setting::ENTRY_NOT_FOUND;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Json, Path, Reply};
use utoipa::ToSchema;

use crate::store::TerminalSetup;
use crate::{DEVICE_TEST_FAILED, PaymentState, store};

/// How long a terminal may take.
const WAIT: Duration = Duration::from_secs(10);

/// Nothing but the wish.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TestTerminalRequest {}

/// How a connection test ended.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TerminalTestView {
    /// Whether the terminal answered that it can take payments.
    works: bool,
    /// The acquirers behind it that it cannot reach.
    #[schema(example = json!(["Acquirer"]))]
    unreachable_hosts: Vec<String>,
    /// What is wrong.
    problem: Option<ErrorView>,
}

/// Ask a card terminal how it is.
///
/// The diagnosis of the payment protocol goes the way of every payment: address, certificate or key
/// and serial number are right when it is answered. No money can move.
#[utoipa::path(
    post, path = "/setting/terminal/{terminalNo}/test", tag = "payment",
    request_body = TestTerminalRequest,
    params(("terminalNo" = String, Path, description = "Its number", example = "PAR01-T1")),
    responses(
        (status = 200, description = "How it ended", body = Envelope<TerminalTestView>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn test_terminal_setting(
    State(state): State<PaymentState>,
    Path(key): Path<String>,
    Json(request): Json<TestTerminalRequest>,
) -> Reply {
    let TestTerminalRequest {} = request;
    let terminal_no = TerminalNo(key);
    let (setup, service_id) = state.shell.db.write(terminal_no, prepare).await?;
    let (reason, unreachable_hosts) = match ask(&state, &setup, service_id).await {
        Ok(hosts) => (None, hosts),
        Err(reason) => (Some(reason), Vec::new()),
    };
    let problem = reason.map(|reason| {
        let refusal = Refusal::new(&DEVICE_TEST_FAILED).with("reason", reason);
        refusal.view()
    });
    Answer::of(&TerminalTestView {
        works: problem.is_none(),
        unreachable_hosts,
        problem,
    })
}

/// The terminal, and a number for the question that is never used again.
fn prepare<'a>(
    tx: &'a mut Tx,
    terminal_no: &'a TerminalNo,
) -> TxFuture<'a, (TerminalSetup, String)> {
    Box::pin(async move {
        let known = store::setup::read_terminals(tx, Some(terminal_no.as_str())).await?;
        if known.is_empty() {
            return Err((&ENTRY_NOT_FOUND).into());
        }
        let setup = store::get_terminal(tx, terminal_no).await?;
        Ok((setup, store::next_service_id(tx, terminal_no).await?))
    })
}

/// The hosts that a working terminal cannot reach, or why it does not work.
async fn ask(
    state: &PaymentState,
    setup: &TerminalSetup,
    service_id: String,
) -> Result<Vec<String>, String> {
    let terminal = state.engine.terminals().connect(setup)?;
    let text = |error: device::card_terminal::IdentifierRefused| error.to_string();
    let command = DiagnosisCommand {
        sale_id: SaleId::parse(setup.terminal_no.0.clone()).map_err(text)?,
        service_id: ServiceId::parse(service_id).map_err(text)?,
        wait: WAIT,
    };
    match terminal.diagnose(&command).await {
        DiagnosisAnswer::Ready { hosts } => {
            let lost = hosts.into_iter().filter(|host| !host.is_reachable);
            Ok(lost.map(|host| host.acquirer).collect())
        }
        DiagnosisAnswer::Busy => Err("it is busy with a payment".to_owned()),
        DiagnosisAnswer::Maintenance => Err("it is being maintained".to_owned()),
        DiagnosisAnswer::CutOff => Err("it is cut off from its acquirer".to_owned()),
        DiagnosisAnswer::Refused { text, .. } => Err(text),
        DiagnosisAnswer::NotSent { reason } => Err(reason.to_string()),
        DiagnosisAnswer::Unknown { reason } => Err(reason.to_string()),
    }
}
