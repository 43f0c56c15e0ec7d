//! Print an X or a Z. The first print of a Z is the original; each further one is a copy, which the journal
//! knows.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use journal::Signer;
use kernel::Refusal;
use order::letterhead::letterhead;
use order::printer::{Delivery, earlier_print, print_paper};
use order::{NO_PRINTER, PrintView, Target};
use serde::{Deserialize, Serialize};
use session::Actor;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, KEY_REUSED, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use super::report::ZPaper;
use super::show::z_paper;
use crate::desk::{Asked, visible, write_down};
use crate::event::Event;
use crate::store::{self, Print};
use crate::x_report::{self, Wish, XReport};
use crate::{NOT_POSTED, StatementOffice};

/// How a Z is printed.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PrintZRequest {
    /// Where.
    target: Target,
    /// A language tag; else the language of the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "fr")]
    language: Option<String>,
}

/// What is printed of an X.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PrintXRequest {
    /// One till; the whole store when it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "PAR01-T1")]
    terminal_no: Option<String>,
    /// A language tag; else the language of the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "fr")]
    language: Option<String>,
}

/// Print the Z of a statement.
///
/// The first print is the original. Each further one is a copy: the paper says so with its number, and the
/// journal gets an entry, both or neither. For the browser the answer names the PDF to print. The printer of
/// the store prints at once; when it does not answer, nothing was printed, and the same command with the
/// same `Idempotency-Key` tries the same paper again.
#[utoipa::path(
    post, path = "/statement/{statementNo}/z/print", tag = "statement", request_body = PrintZRequest,
    params(("statementNo" = String, Path, description = "The statement", example = "S-PAR01-2026-0116")),
    responses(
        (status = 200, description = "Printed, or ready for the browser", body = Envelope<PrintView>),
        (status = 404, description = "There is no such statement"),
        (status = 409, description = "The statement is not posted, the store has no receipt printer, this print is under way, or nobody knows what was printed"),
        (status = 422, description = "There are no papers in the language, or the key was used"),
        (status = 500, description = "PDF printing error"),
        (status = 503, description = "The printer does not answer; nothing was printed"),
    ),
)]
pub(crate) async fn print_z(
    State(office): State<StatementOffice>,
    actor: Actor,
    key: IdempotencyKey,
    Path(statement_no): Path<String>,
    Json(request): Json<PrintZRequest>,
) -> Reply {
    let now = office.shell.clock.now();
    let sent = (&statement_no, &request);
    let intent = Intent::new(key, "statement.print", actor.store_no.as_str(), &sent, now)?;
    let command = PrintZ {
        actor,
        signer: office.signer.clone(),
        now,
        print_id: intent.key(),
        statement_no,
        request,
    };
    if command.request.target == Target::Browser {
        return once(&office.shell, intent, command, print_in_browser).await;
    }
    let db = office.shell.db.clone();
    let prepared = async move { db.write(command, prepare).await };
    print_paper(&office.shell, intent, "Z", prepared, ZPaper::sheet).await
}

#[derive(Clone)]
struct PrintZ {
    actor: Actor,
    signer: Arc<Signer>,
    now: Timestamp,
    print_id: Uuid,
    statement_no: String,
    request: PrintZRequest,
}

fn print_in_browser<'a>(tx: &'a mut Tx, command: &'a PrintZ) -> TxFuture<'a, PrintView> {
    Box::pin(async move {
        let language = command.request.language.as_deref();
        // Refuses a language in which there are no papers, so that nothing in it needs escaping.
        letterhead(tx, &command.actor.store_no, language, None).await?;
        let print_no = record(tx, command).await?;
        let statement_no = &command.statement_no;
        let pdf_url = format!("/api/v1/statement/{statement_no}/z.pdf?print={print_no}");
        Ok(PrintView::in_browser(pdf_url, language, print_no))
    })
}

/// Records a print once, and a copy in the journal; the same id finds the print that it named before.
async fn record(tx: &mut Tx, command: &PrintZ) -> Outcome<i64> {
    let statement = visible(tx, &command.actor, &command.statement_no).await?;
    let target = command.request.target.name();
    if let Some(print) = store::find_print(tx, command.print_id).await? {
        let is_same = print.statement_no == command.statement_no && print.target == target;
        return match is_same {
            true => Ok(print.print_no),
            false => Err((&KEY_REUSED).into()),
        };
    }
    let z = store::find_z(tx, &command.statement_no).await?;
    let z = z.ok_or_else(|| Refusal::new(&NOT_POSTED))?;
    let print = Print {
        print_id: command.print_id,
        statement_no: command.statement_no.clone(),
        print_no: store::count_prints(tx, &command.statement_no).await? + 1,
        target: target.to_owned(),
    };
    store::insert_print(tx, &print, (&command.actor.staff_id, command.now)).await?;
    if print.print_no > 1 {
        let event = Event::ZCopied {
            statement_no: &command.statement_no,
            z_no: z.z_no,
            print_no: print.print_no,
            target,
        };
        let is_here = statement.store_no == command.actor.store_no;
        let scene = journal::Scene {
            store_no: &statement.store_no,
            terminal_no: is_here.then_some(&command.actor.terminal_no),
            operator: Some(&command.actor.staff_id),
            at: command.now,
        };
        write_down(tx, &command.signer, &scene, &event).await?;
    }
    Ok(print.print_no)
}

fn prepare<'a>(tx: &'a mut Tx, command: &'a PrintZ) -> TxFuture<'a, (ZPaper, Delivery)> {
    Box::pin(async move {
        let language = command.request.language.as_deref();
        // It comes out of the printer that stands beside whoever asked.
        let here = letterhead(tx, &command.actor.store_no, language, None).await?;
        let address = here.printer.ok_or_else(|| Refusal::new(&NO_PRINTER))?;
        let print_no = record(tx, command).await?;
        let statement = visible(tx, &command.actor, &command.statement_no).await?;
        let head = letterhead(tx, &statement.store_no, language, None).await?;
        let head = head.in_asked_language(language);
        let paper = z_paper(tx, head, &command.statement_no, print_no).await?;
        let delivery = Delivery {
            address,
            is_copy: print_no > 1,
            earlier: earlier_print(tx, command.print_id).await?,
        };
        Ok((paper, delivery))
    })
}

/// Print the X report of this store at this moment on its receipt printer. It is no document: each is a
/// reading of its own, and none is counted.
#[utoipa::path(
    post, path = "/statement/x/print", tag = "statement", request_body = PrintXRequest,
    responses(
        (status = 200, description = "Printed", body = Envelope<PrintView>),
        (status = 404, description = "There is no such till in this store"),
        (status = 409, description = "The store has no receipt printer, payments do not balance, this print is under way, or nobody knows what was printed"),
        (status = 422, description = "There are no papers in the language, or the key was used"),
        (status = 500, description = "PDF printing error"),
        (status = 503, description = "The printer does not answer; nothing was printed"),
    ),
)]
pub(crate) async fn print_x(
    State(office): State<StatementOffice>,
    actor: Actor,
    key: IdempotencyKey,
    Json(request): Json<PrintXRequest>,
) -> Reply {
    let wish = Wish {
        store_no: None,
        terminal_no: request.terminal_no.clone(),
        language: request.language.clone(),
    };
    let asked = office.asked(actor, wish);
    let scope = asked.actor.terminal_no.as_str();
    let intent = Intent::new(key, "statement.print_x", scope, &request, asked.now)?;
    let (db, print_id) = (office.shell.db.clone(), intent.key());
    let prepared = async move { db.read((asked, print_id), read_x).await };
    print_paper(&office.shell, intent, "X", prepared, |x| x.sheet()).await
}

fn read_x<'a>(
    tx: &'a mut Tx,
    (asked, print_id): &'a (Asked<Wish>, Uuid),
) -> TxFuture<'a, (XReport, Delivery)> {
    Box::pin(async move {
        let mut x = x_report::read(tx, asked).await?;
        let address = x.letterhead.printer.clone();
        x.letterhead = x
            .letterhead
            .in_asked_language(asked.request.language.as_deref());
        let delivery = Delivery {
            address: address.ok_or_else(|| Refusal::new(&NO_PRINTER))?,
            is_copy: false,
            earlier: earlier_print(tx, *print_id).await?,
        };
        Ok((x, delivery))
    })
}
