//! Deposits as a table for spreadsheets.

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

use crate::DepositState;
use crate::list::{Asked, DepositQuery, rows};
use crate::store::{Cursor, ListedDeposit};

/// How many deposits are read at a time.
const PAGE_ROWS: i64 = 200;

/// The first row.
const COLUMNS: [&str; 12] = [
    "Deposit no",
    "State",
    "Kind",
    "Customer",
    "Salesperson",
    "Pieces",
    "Opened on",
    "Last day",
    "Currency",
    "Total",
    "Held",
    "Balance",
];

/// Deposits as a table for spreadsheets, with the filters of the list.
///
/// UTF-8 with a byte order mark, commas, one row per deposit. A text that a spreadsheet would take for a
/// formula has an apostrophe before it. The table holds the whole list.
#[utoipa::path(
    get, path = "/deposit/export.csv", tag = "deposit", params(DepositQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
        (status = 400, description = "The status cannot be read"),
    ),
)]
pub(crate) async fn export_deposits(
    State(state): State<DepositState>,
    actor: Actor,
    Query(query): Query<DepositQuery>,
) -> Result<Response, Failure> {
    let asked = Asked::of(&actor, &query, state.shell.clock.now());
    let (text, next) = state.shell.db.read((asked.clone(), None), read).await?;
    let file_name = format!("deposits-{}.csv", actor.store_no);
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    note_export(&state.shell, desk, "deposits").await?;
    let head = csv::headed(&COLUMNS);
    Ok(long_table(&file_name, (head + &text, next), move |after| {
        let (shell, asked) = (state.shell.clone(), asked.clone());
        async move { shell.db.read((asked, Some(after)), read).await }
    }))
}

fn read<'a>(
    tx: &'a mut Tx,
    (asked, after): &'a (Asked, Option<Cursor>),
) -> TxFuture<'a, Piece<Cursor>> {
    Box::pin(async move {
        let (listed, next) = rows(tx, asked, *after, PAGE_ROWS).await?;
        let mut text = String::new();
        for row in &listed {
            add_deposit(&mut text, row);
        }
        Outcome::Ok((text, next))
    })
}

fn add_deposit(table: &mut String, row: &ListedDeposit) {
    let deposit = &row.deposit;
    csv::add_row(
        table,
        &[
            Cell::Text(&deposit.document_no),
            Cell::Text(deposit.state.name()),
            Cell::Text(deposit.kind.name()),
            Cell::Text(&deposit.customer_name),
            Cell::Text(&deposit.salesperson_name),
            Cell::Number(row.pieces),
            Cell::Text(&deposit.opened_on.to_string()),
            Cell::Text(&deposit.expires_on.to_string()),
            Cell::Text(deposit.currency.code()),
            Cell::Amount(deposit.money(deposit.total)),
            Cell::Amount(deposit.money(deposit.worth.held)),
            Cell::Amount(deposit.balance()),
        ],
    );
}
