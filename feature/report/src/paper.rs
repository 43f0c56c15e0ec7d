//! The report of a day on paper.

mod sheet;

use axum::extract::State;
use axum::response::Response;
use order::letterhead::letterhead;
use order::sheet::PaperQuery;
use session::Actor;
use setting::Desk;
use setting::table::note_export;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::Query;

use crate::day::{Asked, DayReportQuery};
use crate::{ReportOffice, day, exception};
use sheet::DayPaper;

/// How many exceptions stand on the paper; the screen shows all of them.
const EXCEPTIONS_MAX: i64 = 100;

document::words! {
    "../label":
    title, store, business_date, made_at, staff, state, closed, not_closed, empty, without_rate, turnover,
    vat, sales, turnover_euro, transactions, pieces, turnover_each, pieces_each, discount, discount_rate,
    total, share, chart_hour, chart_day, hour, day, salespeople, collections, classes, no_name,
    no_collection, vat_title, vat_rate, tenders, tender, tenders_waiting, count, amount, given, what, reason,
    given_by, approved_by, given_package, given_line, given_basket, given_price, exceptions, happened, about,
    till, more, line_void, basket_abandoned, payment_held, held_payment_decided, manual_payment,
    payment_unmatched, drawer_opened, log_in_locked, reprint, statement_terminal_unmatched,
    statement_terminal_not_read,
    statement_recounted, statement_cleared, cash_in, cash_out, with_decision, decision_paid, decision_not_paid,
    decision_accept_part, decision_reverse, decision_not_booked, decision_not_captured,
    decision_amount_differs, decision_no_attempt, decision_unknown, decision_manual,
}

/// The report of a day as PDF: its figures, columns by hour or day, and all tables, with the newest of what
/// somebody should look at.
#[utoipa::path(
    get, path = "/report/day/export.pdf", tag = "report", params(DayReportQuery, PaperQuery),
    responses(
        (status = 200, description = "The paper", body = String, content_type = "application/pdf"),
        (status = 404, description = "There is no such store"),
        (status = 422, description = "The period is impossible, or there are no papers in the language"),
        (status = 500, description = "PDF printing error"),
    ),
)]
pub(crate) async fn show_day_report(
    State(office): State<ReportOffice>,
    actor: Actor,
    Query(query): Query<DayReportQuery>,
    Query(paper): Query<PaperQuery>,
) -> Result<Response, Failure> {
    let asked = office.asked(actor.clone(), query);
    let desk = Desk::new(office.signer.clone(), &actor, asked.now);
    let paper = office.shell.db.read((asked, paper.language), read).await?;
    note_export(&office.shell, desk, "report.day").await?;
    let report = &paper.report;
    let name = format!("report-{}-{}-{}", report.store_no, report.from, report.to);
    order::sheet::show(&name, move || paper.sheet()).await
}

fn read<'a>(
    tx: &'a mut Tx,
    (asked, language): &'a (Asked, Option<String>),
) -> TxFuture<'a, DayPaper> {
    Box::pin(async move {
        let report = day::read(tx, asked).await?;
        let input = (asked.clone(), None, EXCEPTIONS_MAX);
        let exceptions = exception::read(tx, &input).await?;
        let store_no = report.store_no.as_str().into();
        let language = language.as_deref();
        let head = letterhead(tx, &store_no, language, None).await?;
        Ok(DayPaper {
            letterhead: head.in_asked_language(language),
            report,
            exceptions,
            staff: asked.actor.name.clone(),
            at: asked.now,
        })
    })
}
