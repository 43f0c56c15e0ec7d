//! Statements as a table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use kernel::csv::{self, Cell};
use session::Actor;
use setting::Desk;
use setting::table::note_export;
use shell::db::{Tx, TxFuture};
use shell::http::Query;
use shell::http::file::{Piece, long_table};
use shell::{Failure, Outcome};

use crate::StatementOffice;
use crate::list::{StatementQuery, rows};
use crate::store::{Cursor, Filter, Statement};

/// How many statements are read at a time.
const PAGE_ROWS: i64 = 200;

/// The first row.
const COLUMNS: [&str; 11] = [
    "Statement no",
    "Store",
    "Transaction date",
    "Posting date",
    "Status",
    "Currency",
    "Sales amount",
    "Payment amount",
    "Line discount",
    "Difference",
    "Z no",
];

/// Statements as a table for spreadsheets, with the filters of the list. Sums of what is still to be
/// counted are blank.
#[utoipa::path(
    get, path = "/statement/export.csv", tag = "statement", params(StatementQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
        (status = 400, description = "A filter cannot be read"),
    ),
)]
pub(crate) async fn export_statements(
    State(office): State<StatementOffice>,
    actor: Actor,
    Query(query): Query<StatementQuery>,
) -> Result<Response, Failure> {
    let filter = query.filter(&actor);
    let (text, next) = office.shell.db.read((filter.clone(), None), read).await?;
    let file_name = format!("statements-{}.csv", actor.store_no);
    let desk = Desk::new(office.signer.clone(), &actor, office.shell.clock.now());
    note_export(&office.shell, desk, "statements").await?;
    let head = csv::headed(&COLUMNS);
    Ok(long_table(&file_name, (head + &text, next), move |after| {
        let (shell, filter) = (office.shell.clone(), filter.clone());
        async move { shell.db.read((filter, Some(after)), read).await }
    }))
}

fn read<'a>(
    tx: &'a mut Tx,
    (filter, after): &'a (Filter, Option<Cursor>),
) -> TxFuture<'a, Piece<Cursor>> {
    Box::pin(async move {
        let (rows, next) = rows(tx, filter, after.as_ref(), PAGE_ROWS).await?;
        let mut text = String::new();
        for (statement, z_no) in &rows {
            add_statement(&mut text, statement, *z_no);
        }
        Outcome::Ok((text, next))
    })
}

fn add_statement(table: &mut String, statement: &Statement, z_no: Option<i64>) {
    let totals = statement.amounts.totals;
    let is_told = statement.is_told();
    let told = |minor: i64| match is_told {
        true => Cell::Amount(statement.money(minor)),
        false => Cell::Text(""),
    };
    let posting_date = statement.posting_date.map(|date| date.to_string());
    csv::add_row(
        table,
        &[
            Cell::Text(&statement.statement_no),
            Cell::Text(statement.store_no.as_str()),
            Cell::Text(&statement.transaction_date.to_string()),
            Cell::Text(posting_date.as_deref().unwrap_or_default()),
            Cell::Text(statement.state.name()),
            Cell::Text(statement.currency.code()),
            told(totals.sales_amount),
            told(totals.payment_amount),
            Cell::Amount(statement.money(totals.line_discount)),
            statement
                .difference
                .map_or(Cell::Text(""), |it| Cell::Amount(statement.money(it))),
            z_no.map_or(Cell::Text(""), Cell::Number),
        ],
    );
}
