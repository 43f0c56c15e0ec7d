//! Papers of statements as PDF.

use axum::extract::State;
use axum::response::Response;
use kernel::Refusal;
use order::letterhead::{Letterhead, letterhead};
use order::printer::shown_print;
use order::sheet::{self, PaperQuery};
use serde::Deserialize;
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::{Path, Query};
use shell::{Failure, Outcome};
use utoipa::IntoParams;

use super::report::ZPaper;
use crate::desk::Asked;
use crate::view::StatementView;
use crate::x_report::{self, Wish, XReportQuery};
use crate::z::ZContent;
use crate::{NOT_POSTED, StatementOffice, store};

/// Which print of a Z is wanted.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(crate) struct ZPrintQuery {
    /// Which print it is for, as the command to print said; the last one when it is not said.
    #[param(example = 1)]
    pub print: Option<i64>,
}

/// The X report of a store at this moment as PDF. It says what the X report says.
#[utoipa::path(
    get, path = "/statement/x.pdf", tag = "statement", params(XReportQuery, PaperQuery),
    responses(
        (status = 200, description = "The paper", body = String, content_type = "application/pdf"),
        (status = 404, description = "There is no such till in the store, or no such store among theirs"),
        (status = 409, description = "Payments are not sales, liabilities and rounding together"),
        (status = 422, description = "There are no papers in the language"),
        (status = 500, description = "PDF printing error"),
    ),
)]
pub(crate) async fn show_x_report(
    State(office): State<StatementOffice>,
    actor: Actor,
    Query(query): Query<XReportQuery>,
    Query(paper): Query<PaperQuery>,
) -> Result<Response, Failure> {
    let asked = office.asked(actor, Wish::of(query, paper.language.clone()));
    let mut x = office.shell.db.read(asked, x_report::read).await?;
    x.letterhead = x.letterhead.in_asked_language(paper.language.as_deref());
    sheet::show("X", move || x.sheet()).await
}

/// A statement on A4: tenders, counts, differences and what they probably come from.
///
/// As long as cash is to be counted the paper tells as little as the statement does.
#[utoipa::path(
    get, path = "/statement/{statementNo}/document.pdf", tag = "statement",
    params(
        ("statementNo" = String, Path, description = "The statement", example = "S-PAR01-2026-0116"),
        PaperQuery,
    ),
    responses(
        (status = 200, description = "The paper", body = String, content_type = "application/pdf"),
        (status = 404, description = "There is no such statement"),
        (status = 422, description = "There are no papers in the language"),
        (status = 500, description = "PDF printing error"),
    ),
)]
pub(crate) async fn show_statement_document(
    State(office): State<StatementOffice>,
    actor: Actor,
    Path(statement_no): Path<String>,
    Query(paper): Query<PaperQuery>,
) -> Result<Response, Failure> {
    let name = statement_no.clone();
    let asked = office.asked(actor, (statement_no, paper.language));
    let now = asked.now;
    let (letterhead, view) = office.shell.db.read(asked, read_statement).await?;
    sheet::show(&name, move || view.sheet(&letterhead, now)).await
}

fn read_statement<'a>(
    tx: &'a mut Tx,
    asked: &'a Asked<(String, Option<String>)>,
) -> TxFuture<'a, (Letterhead, StatementView)> {
    Box::pin(async move {
        let (statement_no, language) = &asked.request;
        let statement = asked.statement(tx, statement_no).await?;
        let head = letterhead(tx, &statement.store_no, language.as_deref(), None).await?;
        let view = StatementView::read(tx, statement).await?;
        Ok((head.in_asked_language(language.as_deref()), view))
    })
}

/// The Z of a statement as PDF, to look at.
///
/// Looking is no print: nothing is counted. The paper carries the mark of the last print, or of the one
/// that `print` names, so that a copy is a copy on screen too.
#[utoipa::path(
    get, path = "/statement/{statementNo}/z.pdf", tag = "statement",
    params(
        ("statementNo" = String, Path, description = "The statement", example = "S-PAR01-2026-0116"),
        PaperQuery, ZPrintQuery,
    ),
    responses(
        (status = 200, description = "The paper", body = String, content_type = "application/pdf"),
        (status = 404, description = "There is no such statement, or it was not printed so often"),
        (status = 409, description = "The statement is not posted and has no Z"),
        (status = 422, description = "There are no papers in the language"),
        (status = 500, description = "PDF printing error"),
    ),
)]
pub(crate) async fn show_z(
    State(office): State<StatementOffice>,
    actor: Actor,
    Path(statement_no): Path<String>,
    Query(paper): Query<PaperQuery>,
    Query(print): Query<ZPrintQuery>,
) -> Result<Response, Failure> {
    let name = format!("Z-{statement_no}");
    let asked = office.asked(actor, (statement_no, paper.language, print.print));
    let paper = office.shell.db.read(asked, read_z).await?;
    sheet::show(&name, move || paper.sheet()).await
}

fn read_z<'a>(
    tx: &'a mut Tx,
    asked: &'a Asked<(String, Option<String>, Option<i64>)>,
) -> TxFuture<'a, ZPaper> {
    Box::pin(async move {
        let (statement_no, language, print) = &asked.request;
        let statement = asked.statement(tx, statement_no).await?;
        let prints = store::count_prints(tx, statement_no).await?;
        let print_no = shown_print(*print, prints)?;
        let language = language.as_deref();
        let head = letterhead(tx, &statement.store_no, language, None).await?;
        let head = head.in_asked_language(language);
        z_paper(tx, head, statement_no, print_no).await
    })
}

/// The Z of a statement on paper, as its print of a number.
pub(crate) async fn z_paper(
    tx: &mut Tx,
    letterhead: Letterhead,
    statement_no: &str,
    print_no: i64,
) -> Outcome<ZPaper> {
    let z = store::find_z(tx, statement_no)
        .await?
        .ok_or_else(|| Failure::from(Refusal::new(&NOT_POSTED)))?;
    let content: ZContent = serde_json::from_str(&z.content).map_err(Failure::internal)?;
    Ok(ZPaper {
        letterhead,
        content,
        hash: z.hash,
        journal: sheet::journal_mark(tx, z.journal).await?,
        posted_by: z.posted_by,
        posted_at: z.posted_at,
        copy: order::copy_of(print_no),
    })
}
