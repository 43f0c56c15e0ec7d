//! The report of a day as a table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use kernel::csv::{Cell, add_row, headed};
use session::Actor;
use setting::Desk;
use setting::table::note_export;
use shell::Failure;
use shell::http::{Query, file};

use crate::ReportOffice;
use crate::day::{DayReportQuery, read};
use crate::view::{DayReportView, ReportFiguresView, ReportPartView};

/// The first row.
const COLUMNS: [&str; 9] = [
    "part",
    "key",
    "name",
    "transactions",
    "pieces",
    "sales",
    "vat",
    "turnover",
    "discount",
];

/// The report of a day as a table for spreadsheets: all of it, and by hour, business date, salesperson,
/// collection, class and VAT rate.
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
    text
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
        ],
    );
}
