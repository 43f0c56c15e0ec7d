//! Reports of cash as a table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use kernel::csv::{self, Cell};
use session::Actor;
use setting::table::note_export;
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::Query;
use shell::http::file::{Piece, long_table};

use crate::CashReportOffice;
use crate::list::{Asked, CashReportQuery, Rows, rows};
use crate::rule::report::CashReportState;
use crate::store::{Cursor, Report};

/// How many reports are read at a time.
const PAGE_ROWS: i64 = 200;

/// The first row.
const COLUMNS: [&str; 12] = [
    "Store",
    "Business date",
    "Last day",
    "State",
    "Currency",
    "Amount",
    "Report of the day",
    "Customer",
    "Identity document",
    "Receipt",
    "Filed on",
    "Reference",
];

/// Reports of cash as a table for spreadsheets, with the filters of the list. The documents of identity
/// stand in it in full: it is what the authority wants to read.
#[utoipa::path(
    get, path = "/cash-report/export.csv", tag = "cashReport", params(CashReportQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
        (status = 400, description = "A filter cannot be read"),
    ),
)]
pub(crate) async fn export_cash_reports(
    State(office): State<CashReportOffice>,
    actor: Actor,
    Query(query): Query<CashReportQuery>,
) -> Result<Response, Failure> {
    let first = Asked {
        filter: query.filter(&actor),
        after: None,
        limit: PAGE_ROWS,
        now: office.shell.clock.now(),
    };
    let (text, next) = office.shell.db.read(first.clone(), read).await?;
    note_export(&office.shell, office.desk(&actor), "cashReports").await?;
    let head = csv::headed(&COLUMNS);
    let file_name = format!("cash-reports-{}.csv", actor.store_no);
    Ok(long_table(&file_name, (head + &text, next), move |after| {
        let shell = office.shell.clone();
        let asked = Asked {
            after: Some(after),
            ..first.clone()
        };
        async move { shell.db.read(asked, read).await }
    }))
}

fn read<'a>(tx: &'a mut Tx, asked: &'a Asked) -> TxFuture<'a, Piece<Cursor>> {
    Box::pin(async move {
        let Rows {
            reports,
            next,
            today,
        } = rows(tx, asked).await?;
        let mut text = String::new();
        for report in &reports {
            add_report(&mut text, report, report.state(today));
        }
        Ok((text, next))
    })
}

fn add_report(table: &mut String, report: &Report, state: CashReportState) {
    let filing = report.filing.as_ref();
    let filed_on = filing.map(|filing| filing.filed_on.to_string());
    csv::add_row(
        table,
        &[
            Cell::Text(report.store_no.as_str()),
            Cell::Text(&report.business_date.to_string()),
            Cell::Text(&report.due_on.to_string()),
            Cell::Text(state.name()),
            Cell::Text(report.amount.currency.code()),
            Cell::Amount(report.amount),
            Cell::Number(report.entry_no),
            Cell::Text(report.customer_name.as_deref().unwrap_or_default()),
            Cell::Text(report.identity.as_deref().unwrap_or_default()),
            Cell::Text(&report.receipt_no),
            Cell::Text(filed_on.as_deref().unwrap_or_default()),
            Cell::Text(filing.map_or("", |filing| &filing.reference)),
        ],
    );
}
