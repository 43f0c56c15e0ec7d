//! The papers of drawer entries: a slip that stays in the shop, and one that goes with a bank bag.

pub(crate) mod print;
mod slip;

use axum::extract::State;
use axum::response::Response;
use kernel::Refusal;
use kernel::id::StoreNo;
use order::letterhead::{Letterhead, letterhead};
use order::printer::shown_print;
use order::sheet::journal_mark;
use serde::Deserialize;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Path, Query};
use shell::{Failure, Outcome};
use utoipa::IntoParams;
use uuid::Uuid;

use crate::rule::paper::Paper;
use crate::store::{entry, print as prints};
use crate::view::DrawerEntryView;
use crate::{DrawerState, ENTRY_NOT_FOUND, NO_SLIP};
use slip::Slip;

document::words! {
    "../label":
    float, cash_in, cash_out, safe_drop, bank_bag, number, business_date, made_at, till, staff, approved_by,
    reason, bag_no, amount, goes_with_bag, handed_over, received, closed_by, carried_by, received_by_bank,
}

/// Which paper of an entry, in which language, and for which print.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct SlipQuery {
    /// Which paper; the slip when it is not said.
    #[param(inline)]
    paper: Paper,
    /// A language tag; else the language of the store.
    #[param(example = "fr")]
    language: Option<String>,
    /// Which print it is for, as the command to print said; the last one when it is not said.
    #[param(example = 1)]
    print: Option<i64>,
}

/// A paper of an entry of this store's drawers as PDF, to look at.
///
/// Looking is no print: nothing is counted. The paper carries the mark of the last print, or of the one
/// that `print` names.
#[utoipa::path(
    get, path = "/drawer/entry/{entryId}/slip.pdf", tag = "drawer",
    params(("entryId" = Uuid, Path, description = "The entry"), SlipQuery),
    responses(
        (status = 200, description = "The paper", body = String, content_type = "application/pdf"),
        (status = 404, description = "There is no such entry in this store, or it was not printed so often"),
        (status = 409, description = "The entry has no such paper"),
        (status = 422, description = "There are no papers in the language"),
        (status = 500, description = "PDF printing error"),
    ),
)]
pub(crate) async fn show_drawer_slip(
    State(state): State<DrawerState>,
    actor: Actor,
    Path(entry_id): Path<Uuid>,
    Query(query): Query<SlipQuery>,
) -> Result<Response, Failure> {
    let name = format!("{}-{entry_id}", query.paper.name());
    let input = (actor.store_no, entry_id, query);
    let slip = state.shell.db.read(input, read).await?;
    order::sheet::show(&name, move || slip.sheet()).await
}

fn read<'a>(
    tx: &'a mut Tx,
    (store_no, entry_id, query): &'a (StoreNo, Uuid, SlipQuery),
) -> TxFuture<'a, Slip> {
    Box::pin(async move {
        let entry = with_paper(tx, store_no, *entry_id, query.paper).await?;
        let count = prints::count(tx, *entry_id, query.paper).await?;
        let print_no = shown_print(query.print, count)?;
        let head = letterhead(tx, store_no, query.language.as_deref(), None).await?;
        let head = head.in_asked_language(query.language.as_deref());
        slip(tx, head, (entry, query.paper), print_no).await
    })
}

/// An entry of a store that has a paper.
async fn with_paper(
    tx: &mut Tx,
    store_no: &StoreNo,
    entry_id: Uuid,
    paper: Paper,
) -> Outcome<DrawerEntryView> {
    let entry = entry::find(tx, store_no, entry_id).await?;
    let entry = entry.ok_or_else(|| Refusal::new(&ENTRY_NOT_FOUND))?;
    match paper.is_of(entry.entry_type, entry.corrects.is_some()) {
        true => Ok(entry),
        false => Err((&NO_SLIP).into()),
    }
}

/// A paper of an entry, as its print of a number.
async fn slip(
    tx: &mut Tx,
    letterhead: Letterhead,
    (entry, paper): (DrawerEntryView, Paper),
    print_no: i64,
) -> Outcome<Slip> {
    let place = entry::journal_place(tx, entry.entry_id).await?;
    Ok(Slip {
        letterhead,
        journal: journal_mark(tx, place).await?,
        entry,
        paper,
        copy: order::copy_of(print_no),
    })
}
