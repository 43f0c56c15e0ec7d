//! The report of a day as a table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use kernel::Money;
use kernel::csv::{Cell, add_row, headed};
use session::Actor;
use setting::Desk;
use setting::table::note_export;
use shell::db::{Tx, TxFuture};
use shell::http::file::{Piece, long_table};
use shell::http::{Query, file};
use shell::{Failure, Outcome};

use crate::ReportOffice;
use crate::day::{Asked, DayReportQuery, read};
use crate::exception;
use crate::store::exception::Cursor;
use crate::view::{
    DayReportView, ReportExceptionView, ReportFiguresView, ReportGivenView, ReportPartView,
};

/// The first row.
const COLUMNS: [&str; 15] = [
    "part",
    "key",
    "name",
    "transactions",
    "pieces",
    "sales",
    "vat",
    "turnover",
    "discount",
    "currency",
    "count",
    "amount",
    "reason",
    "givenBy",
    "approvedBy",
];

/// The report of a day as a table for spreadsheets: all of it, and by hour, business date, salesperson,
/// collection, class and VAT rate; its turnover in euro; tenders; discounts and typed prices with who gave and
/// approved them. What a row does not tell is blank.
#[utoipa::path(
    get, path = "/report/day/export.csv", tag = "report", params(DayReportQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
        (status = 404, description = "There is no such store"),
        (status = 422, description = "The period is impossible"),
    ),
)]
pub(crate) async fn export_day_report(
    State(office): State<ReportOffice>,
    actor: Actor,
    Query(query): Query<DayReportQuery>,
) -> Result<Response, Failure> {
    let asked = office.asked(actor.clone(), query);
    let report = office.shell.db.read(asked, read).await?;
    let desk = Desk::new(office.signer.clone(), &actor, office.shell.clock.now());
    note_export(&office.shell, desk, "report.day").await?;
    let name = format!(
        "report-{}-{}-{}.csv",
        report.store_no, report.from, report.to
    );
    Ok(file::table(&name, table(&report)))
}

fn table(report: &DayReportView) -> String {
    let mut text = headed(&COLUMNS);
    add(&mut text, ("total", "", ""), &report.total);
    for hour in &report.hours {
        add(
            &mut text,
            ("hour", &hour.hour.to_string(), ""),
            &hour.figures,
        );
    }
    for day in &report.days {
        add(&mut text, ("date", &day.date.to_string(), ""), &day.figures);
    }
    let parts: [(&str, &[ReportPartView]); 3] = [
        ("salesperson", &report.salespeople),
        ("collection", &report.collections),
        ("class", &report.classes),
    ];
    for (name, rows) in parts {
        for row in rows {
            add(&mut text, (name, &row.key, &row.name), &row.figures);
        }
    }
    for rate in &report.vat_rates {
        add(
            &mut text,
            ("vatRate", &rate.rate.to_string(), ""),
            &rate.figures,
        );
    }
    add_amount(
        &mut text,
        &amount_row("turnoverEuro", "", "", report.turnover_euro),
    );
    for tender in &report.tenders {
        let row = AmountRow {
            count: Some(tender.quantity),
            ..amount_row("tender", &tender.tender_code, &tender.name, tender.amount)
        };
        add_amount(&mut text, &row);
    }
    let given: [(&str, &[ReportGivenView]); 2] =
        [("discount", &report.discounts), ("price", &report.prices)];
    for (part, rows) in given {
        for row in rows {
            let row = AmountRow {
                count: Some(row.count),
                people: [&row.reason, &row.given_by, &row.approved_by],
                ..amount_row(part, &row.source, &row.name, row.amount)
            };
            add_amount(&mut text, &row);
        }
    }
    text
}

/// A row that is an amount: a tender, or something that somebody gave.
struct AmountRow<'a> {
    named: [&'a str; 3],
    amount: Money,
    count: Option<i64>,
    /// Why, who gave it and who approved it.
    people: [&'a str; 3],
}

fn amount_row<'a>(part: &'a str, key: &'a str, name: &'a str, amount: Money) -> AmountRow<'a> {
    AmountRow {
        named: [part, key, name],
        amount,
        count: None,
        people: [""; 3],
    }
}

fn add_amount(text: &mut String, row: &AmountRow<'_>) {
    let mut cells: Vec<Cell<'_>> = row.named.map(Cell::Text).to_vec();
    cells.extend([""; 6].map(Cell::Text));
    cells.extend([
        Cell::Text(row.amount.currency.code()),
        row.count.map_or(Cell::Text(""), Cell::Number),
        Cell::Amount(row.amount),
    ]);
    cells.extend(row.people.map(Cell::Text));
    add_row(text, &cells);
}

fn add(text: &mut String, (part, key, name): (&str, &str, &str), figures: &ReportFiguresView) {
    add_row(
        text,
        &[
            Cell::Text(part),
            Cell::Text(key),
            Cell::Text(name),
            Cell::Number(figures.transactions),
            Cell::Number(figures.pieces),
            Cell::Amount(figures.sales),
            Cell::Amount(figures.vat),
            Cell::Amount(figures.turnover),
            Cell::Amount(figures.discount),
            Cell::Text(figures.sales.currency.code()),
            Cell::Text(""),
            Cell::Text(""),
            Cell::Text(""),
            Cell::Text(""),
            Cell::Text(""),
        ],
    );
}

/// The first row of what somebody should look at.
const EXCEPTION_COLUMNS: [&str; 9] = [
    "at",
    "businessDate",
    "what",
    "decision",
    "about",
    "till",
    "staff",
    "amount",
    "currency",
];

/// How many exceptions are read at a time.
const EXCEPTIONS: i64 = 200;

/// What somebody should look at as a table for spreadsheets, the newest first: all of it.
#[utoipa::path(
    get, path = "/report/day/exception/export.csv", tag = "report", params(DayReportQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
        (status = 404, description = "There is no such store"),
        (status = 422, description = "The period is impossible"),
    ),
)]
pub(crate) async fn export_exceptions(
    State(office): State<ReportOffice>,
    actor: Actor,
    Query(query): Query<DayReportQuery>,
) -> Result<Response, Failure> {
    let db = office.shell.db.clone();
    let asked = office.asked(actor.clone(), query);
    let (text, next) = db.read((asked.clone(), None), read_exceptions).await?;
    let store_no = asked.query.store_no.as_deref().filter(|it| !it.is_empty());
    let name = format!("exceptions-{}.csv", store_no.unwrap_or(&actor.store_no.0));
    let desk = Desk::new(office.signer.clone(), &actor, office.shell.clock.now());
    note_export(&office.shell, desk, "report.exception").await?;
    let head = headed(&EXCEPTION_COLUMNS);
    Ok(long_table(&name, (head + &text, next), move |after| {
        let (db, asked) = (db.clone(), asked.clone());
        async move { db.read((asked, Some(after)), read_exceptions).await }
    }))
}

fn read_exceptions<'a>(
    tx: &'a mut Tx,
    (asked, after): &'a (Asked, Option<Cursor>),
) -> TxFuture<'a, Piece<Cursor>> {
    Box::pin(async move {
        let (rows, next) = exception::page(tx, asked, after.as_ref(), EXCEPTIONS).await?;
        let mut text = String::new();
        for row in &rows {
            add_exception(&mut text, row);
        }
        Outcome::Ok((text, next))
    })
}

fn add_exception(text: &mut String, exception: &ReportExceptionView) {
    let (amount, currency) = match exception.amount {
        Some(amount) => (Cell::Amount(amount), amount.currency.code()),
        None => (Cell::Text(""), ""),
    };
    add_row(
        text,
        &[
            Cell::Text(&exception.at),
            Cell::Text(&exception.business_date.to_string()),
            Cell::Text(&exception.what),
            Cell::Text(exception.decision.as_deref().unwrap_or_default()),
            Cell::Text(&exception.about),
            Cell::Text(&exception.chain_id),
            Cell::Text(&exception.staff_name),
            amount,
            Cell::Text(currency),
        ],
    );
}
