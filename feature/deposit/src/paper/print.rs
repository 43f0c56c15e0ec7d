//! Print the paper of a step. The first print is the original; each further one is a copy, which the journal
//! knows.

use std::sync::Arc;

use axum::extract::State;
use document::Receipt;
use journal::{Event, Scene, record_event};
use kernel::Refusal;
use order::letterhead::letterhead;
use order::printer::{Delivery, earlier_print, print_paper};
use order::{NO_PRINTER, PrintView, Target};
use sale::Till;
use serde::{Deserialize, Serialize};
use session::{Actor, FORBIDDEN};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, KEY_REUSED, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Wish, compose, found};
use crate::store::{self, Print};
use crate::{DepositState, REPRINT};

/// How a paper of a deposit is printed.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"target": "printer", "language": "fr"}))]
pub(crate) struct PrintDepositRequest {
    /// Where.
    target: Target,
    /// A language tag; the client's when it is not said. The store may demand another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
}

/// Print the paper of a step of a deposit.
///
/// The first print is the original. Each further one is a copy, which takes `order.reprint` as one of a receipt
/// does: the paper says so with its number, and the journal gets an entry, both or neither. For the browser the
/// answer names the PDF to print. The printer of the store prints at once; when it does not answer, nothing was
/// printed, and the same command with the same `Idempotency-Key` tries the same paper again.
#[utoipa::path(
    post, path = "/deposit/{depositId}/paper/{stepId}/print", tag = "deposit",
    request_body = PrintDepositRequest,
    params(
        ("depositId" = uuid::Uuid, Path, description = "The deposit"),
        ("stepId" = uuid::Uuid, Path, description = "The step"),
    ),
    responses(
        (status = 200, description = "Printed, or ready for the browser", body = Envelope<PrintView>),
        (status = 403, description = "The group may not print again"),
        (status = 404, description = "There is no such deposit, or no such step of it"),
        (status = 409, description = "The store has no receipt printer, this print is under way, or nobody knows what was printed"),
        (status = 422, description = "There are no papers in the language, or the key was used"),
        (status = 500, description = "PDF printing error"),
        (status = 503, description = "The printer does not answer; nothing was printed"),
    ),
)]
pub(crate) async fn print_deposit_paper(
    State(state): State<DepositState>,
    actor: Actor,
    key: IdempotencyKey,
    Path((deposit_id, step_id)): Path<(Uuid, Uuid)>,
    Json(request): Json<PrintDepositRequest>,
) -> Reply {
    let till = state.till(&actor);
    let sent = (deposit_id, step_id, &request);
    let scope = till.terminal_no.0.clone();
    let intent = Intent::new(key, "deposit.print", &scope, &sent, till.now)?;
    let command = PrintCommand {
        may_reprint: actor.may(REPRINT),
        till,
        print_id: intent.key(),
        deposit_id,
        step_id,
        request,
        public_url: state.public_url.clone(),
    };
    if command.request.target == Target::Browser {
        return once(&state.shell, intent, command, print_in_browser).await;
    }
    let db = state.shell.db.clone();
    let prepared = async move { db.write(command, prepare).await };
    print_paper(&state.shell, intent, "deposit", prepared, Ok).await
}

#[derive(Clone)]
struct PrintCommand {
    till: Till,
    may_reprint: bool,
    print_id: Uuid,
    deposit_id: Uuid,
    step_id: Uuid,
    request: PrintDepositRequest,
    public_url: Option<Arc<str>>,
}

impl PrintCommand {
    fn wish(&self, print_no: i64) -> Wish {
        Wish {
            store_no: self.till.store_no.clone(),
            deposit_id: self.deposit_id,
            step_id: self.step_id,
            language: self.request.language.clone(),
            print_no: Some(print_no),
            public_url: self.public_url.clone(),
        }
    }
}

fn print_in_browser<'a>(tx: &'a mut Tx, command: &'a PrintCommand) -> TxFuture<'a, PrintView> {
    Box::pin(async move {
        let language = command.request.language.as_deref();
        // Refuses a language in which there are no papers, so that nothing in it needs escaping.
        letterhead(tx, &command.till.store_no, language, None).await?;
        let print_no = record(tx, command).await?;
        let (deposit_id, step_id) = (command.deposit_id, command.step_id);
        let pdf_url = format!("/api/v1/deposit/{deposit_id}/paper/{step_id}?print={print_no}");
        Ok(PrintView::in_browser(pdf_url, language, print_no))
    })
}

fn prepare<'a>(tx: &'a mut Tx, command: &'a PrintCommand) -> TxFuture<'a, (Receipt, Delivery)> {
    Box::pin(async move {
        let language = command.request.language.as_deref();
        let head = letterhead(tx, &command.till.store_no, language, None).await?;
        let address = head.printer.ok_or_else(|| Refusal::new(&NO_PRINTER))?;
        let print_no = record(tx, command).await?;
        let receipt = compose(tx, &command.wish(print_no)).await?;
        let delivery = Delivery {
            address,
            is_copy: print_no > 1,
            earlier: earlier_print(tx, command.print_id).await?,
        };
        Ok((receipt, delivery))
    })
}

/// Records a print once, and a copy in the journal; the same id finds the print that it named before.
async fn record(tx: &mut Tx, command: &PrintCommand) -> Outcome<i64> {
    let till = &command.till;
    let (_, step) = found(tx, &till.store_no, command.deposit_id, command.step_id).await?;
    let target = command.request.target.name();
    if let Some(print) = store::find_print(tx, command.print_id).await? {
        let is_same = print.step_id == command.step_id && print.target == target;
        return match is_same {
            true => Ok(print.print_no),
            false => Err((&KEY_REUSED).into()),
        };
    }
    let new = Print {
        step_id: command.step_id,
        print_no: step.prints + 1,
        target: target.to_owned(),
    };
    let is_copy = new.print_no > 1;
    if is_copy && !command.may_reprint {
        return Err((&FORBIDDEN).into());
    }
    store::insert_print(tx, command.print_id, &new, (&till.staff_id, till.now)).await?;
    if is_copy {
        let event = Event::DepositCopied {
            print_id: command.print_id,
            step_id: command.step_id,
            paper_no: step.paper_no,
            print_no: new.print_no,
            target,
        };
        let scene = Scene {
            store_no: &till.store_no,
            terminal_no: Some(&till.terminal_no),
            operator: Some(&till.staff_id),
            at: till.now,
        };
        record_event(tx, &till.signer, &scene, &event).await?;
    }
    Ok(new.print_no)
}
