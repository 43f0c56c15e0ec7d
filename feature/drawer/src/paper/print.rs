//! Print a paper of a drawer entry. The first print is the original; each further one is a copy, which the
//! journal knows.

use axum::extract::State;
use journal::Kind;
use kernel::Refusal;
use order::letterhead::letterhead;
use order::printer::{Delivery, earlier_print, print_paper};
use order::{NO_PRINTER, PrintView, Target};
use serde::{Deserialize, Serialize};
use session::Actor;
use setting::Desk;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::http::idempotency::{Intent, once};
use shell::http::{Envelope, IdempotencyKey, Json, KEY_REUSED, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use super::slip::Slip;
use super::{slip, with_paper};
use crate::DrawerState;
use crate::rule::paper::Paper;
use crate::store::print::{self as prints, Print};
use crate::view::DrawerEntryView;

/// How a paper of an entry is printed.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(example = json!({"paper": "slip", "target": "printer"}))]
pub(crate) struct PrintSlipRequest {
    /// Which paper; the slip when it is not said.
    #[serde(default)]
    paper: Paper,
    /// Where.
    target: Target,
    /// A language tag; else the language of the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
}

/// Print a paper of an entry of this store's drawers: the slip that stays in the shop, or the paper that goes
/// with a bank bag.
///
/// The first print of each is the original. Each further one is a copy: the paper says so with its number, and
/// the journal gets an entry, both or neither. For the browser the answer names the PDF to print. The
/// printer of the store prints at once; when it does not answer, nothing was printed, and the same command with
/// the same `Idempotency-Key` tries the same paper again.
#[utoipa::path(
    post, path = "/drawer/entry/{entryId}/print", tag = "drawer", request_body = PrintSlipRequest,
    params(("entryId" = Uuid, Path, description = "The entry")),
    responses(
        (status = 200, description = "Printed, or ready for the browser", body = Envelope<PrintView>),
        (status = 404, description = "There is no such entry in this store"),
        (status = 409, description = "The entry has no such paper, the store has no receipt printer, this print is under way, or nobody knows what was printed"),
        (status = 422, description = "There are no papers in the language, or the key was used"),
        (status = 500, description = "PDF printing error"),
        (status = 503, description = "The printer does not answer; nothing was printed"),
    ),
)]
pub(crate) async fn print_drawer_slip(
    State(state): State<DrawerState>,
    actor: Actor,
    key: IdempotencyKey,
    Path(entry_id): Path<Uuid>,
    Json(request): Json<PrintSlipRequest>,
) -> Reply {
    let desk = state.desk(&actor);
    let scope = desk.terminal_no.0.clone();
    let sent = (entry_id, &request);
    let intent = Intent::new(key, "drawer.print", &scope, &sent, desk.now)?;
    let command = PrintSlip {
        desk,
        print_id: intent.key(),
        entry_id,
        request,
    };
    if command.request.target == Target::Browser {
        return once(&state.shell, intent, command, print_in_browser).await;
    }
    let db = state.shell.db.clone();
    let prepared = async move { db.write(command, prepare).await };
    print_paper(&state.shell, intent, "drawer", prepared, Slip::sheet).await
}

#[derive(Clone)]
struct PrintSlip {
    desk: Desk,
    print_id: Uuid,
    entry_id: Uuid,
    request: PrintSlipRequest,
}

fn print_in_browser<'a>(tx: &'a mut Tx, command: &'a PrintSlip) -> TxFuture<'a, PrintView> {
    Box::pin(async move {
        let (entry_id, request) = (command.entry_id, &command.request);
        let language = request.language.as_deref();
        // Refuses a language in which there are no papers, so that nothing in it needs escaping.
        letterhead(tx, &command.desk.store_no, language, None).await?;
        let (_, print_no) = record(tx, command).await?;
        let paper = request.paper.name();
        let pdf_url =
            format!("/api/v1/drawer/entry/{entry_id}/slip.pdf?paper={paper}&print={print_no}");
        Ok(PrintView::in_browser(pdf_url, language, print_no))
    })
}

fn prepare<'a>(tx: &'a mut Tx, command: &'a PrintSlip) -> TxFuture<'a, (Slip, Delivery)> {
    Box::pin(async move {
        let language = command.request.language.as_deref();
        let head = letterhead(tx, &command.desk.store_no, language, None).await?;
        let address = head.printer.clone();
        let address = address.ok_or_else(|| Refusal::new(&NO_PRINTER))?;
        let (entry, print_no) = record(tx, command).await?;
        let head = head.in_asked_language(language);
        let slip = slip(tx, head, (entry, command.request.paper), print_no).await?;
        let delivery = Delivery {
            address,
            is_copy: print_no > 1,
            earlier: earlier_print(tx, command.print_id).await?,
        };
        Ok((slip, delivery))
    })
}

/// What the journal keeps of another print.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SlipCopy<'a> {
    event: &'static str,
    code: i64,
    entry_id: Uuid,
    entry_no: i64,
    paper: &'static str,
    print_no: i64,
    target: &'static str,
    operator_id: &'a str,
}

/// The number of the event: those of drawers begin at 1110.
const COPY_CODE: i64 = 1112;

/// Records a print once, and a copy in the journal; the same id finds the print that it named before.
async fn record(tx: &mut Tx, command: &PrintSlip) -> Outcome<(DrawerEntryView, i64)> {
    let PrintSlip {
        desk,
        print_id,
        entry_id,
        request,
    } = command;
    let entry = with_paper(tx, &desk.store_no, *entry_id, request.paper).await?;
    let new = Print {
        entry_id: *entry_id,
        paper: request.paper.name().to_owned(),
        print_no: prints::count(tx, *entry_id, request.paper).await? + 1,
        target: request.target.name().to_owned(),
    };
    if let Some(print) = prints::find(tx, *print_id).await? {
        let is_same = (print.entry_id, &print.paper, &print.target)
            == (new.entry_id, &new.paper, &new.target);
        return match is_same {
            true => Ok((entry, print.print_no)),
            false => Err((&KEY_REUSED).into()),
        };
    }
    prints::insert(tx, *print_id, &new, (&desk.staff_id, desk.now)).await?;
    if new.print_no > 1 {
        let copy = SlipCopy {
            event: "drawerSlipCopied",
            code: COPY_CODE,
            entry_id: *entry_id,
            entry_no: entry.entry_no,
            paper: request.paper.name(),
            print_no: new.print_no,
            target: request.target.name(),
            operator_id: desk.staff_id.as_str(),
        };
        let stated = (Kind::Event, journal::payload(&copy)?);
        journal::record(tx, &desk.signer, &desk.scene(), stated).await?;
    }
    Ok((entry, new.print_no))
}
