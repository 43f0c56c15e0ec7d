//! The order history as a table for spreadsheets.

use std::collections::HashMap;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures::stream::{self, Stream};
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use journal::{Event, Scene, Signer, record_event};
use kernel::csv::{self, Cell};
use session::Actor;
use shell::db::{Tx, TxFuture};
use shell::http::Query;
use shell::{Failure, Outcome, Shell};

use crate::OrderState;
use crate::list_orders::{OrderQuery, cut, resolve};
use crate::record::Viewer;
use crate::rule::list::{Cursor, Wish};
use crate::store::{self, Filter, OrderRow, VisibleStore};

/// How many orders are read at a time.
const PAGE_ROWS: i64 = 200;

/// The first row.
const COLUMNS: [&str; 14] = [
    "Order no",
    "Receipt no",
    "Business date",
    "Date",
    "Time",
    "Store",
    "Till",
    "Salesperson",
    "Customer",
    "Pieces",
    "Tenders",
    "Currency",
    "Total",
    "State",
];

/// The order history as a table for spreadsheets, with the filters of the list.
///
/// UTF-8 with a byte order mark, commas, one row per order, times in the order's shop. A text that
/// a spreadsheet would take for a formula has an apostrophe before it. The table holds the whole
/// list.
#[utoipa::path(
    get, path = "/order/export.csv", tag = "order", params(OrderQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
        (status = 400, description = "A date cannot be read"),
        (status = 422, description = "The first date is after the last"),
    ),
)]
pub(crate) async fn export_orders(
    State(state): State<OrderState>,
    actor: Actor,
    Query(query): Query<OrderQuery>,
) -> Result<Response, Failure> {
    let input = (Viewer::from(&actor), query.wish(), state.shell.clock.now());
    // The first page is read before the answer begins: what fails then still has its status.
    let first = state.shell.db.read(input, read_first).await?;
    let input = (actor, state.signer.clone(), state.shell.clock.now());
    state.shell.db.write(input, note_export).await?;
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{}\"", first.file_name),
        ),
        (CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    let body = Body::from_stream(table(state.shell, first));
    Ok((headers, body).into_response())
}

fn note_export<'a>(
    tx: &'a mut Tx,
    (actor, signer, now): &'a (Actor, Arc<Signer>, Timestamp),
) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let scene = Scene {
            store_no: &actor.store_no,
            terminal_no: Some(&actor.terminal_no),
            operator: Some(&actor.staff_id),
            at: *now,
        };
        let event = Event::Export { content: "orders" };
        record_event(tx, signer, &scene, &event).await
    })
}

/// The export after its first page.
struct Export {
    file_name: String,
    filter: Filter,
    zones: HashMap<String, TimeZone>,
    rows: Vec<OrderRow>,
    next: Option<Cursor>,
}

fn read_first<'a>(
    tx: &'a mut Tx,
    (viewer, wish, now): &'a (Viewer, Wish, Timestamp),
) -> TxFuture<'a, Export> {
    Box::pin(async move {
        let resolved = resolve(tx, viewer, wish, *now).await?;
        let (rows, next) = read_rows(tx, &resolved.filter, None).await?;
        Ok(Export {
            file_name: file_name(&viewer.store_no.0, &resolved.filter),
            filter: resolved.filter,
            zones: resolved.stores.into_iter().map(by_number).collect(),
            rows,
            next,
        })
    })
}

fn by_number(store: VisibleStore) -> (String, TimeZone) {
    (store.store_no, store.zone)
}

async fn read_rows(
    tx: &mut Tx,
    filter: &Filter,
    after: Option<Cursor>,
) -> Outcome<(Vec<OrderRow>, Option<Cursor>)> {
    let mut rows = store::list_orders(tx, filter, after, PAGE_ROWS + 1).await?;
    let next = cut(&mut rows, PAGE_ROWS);
    Ok((rows, next))
}

fn read_further<'a>(
    tx: &'a mut Tx,
    (filter, after): &'a (Filter, Cursor),
) -> TxFuture<'a, (Vec<OrderRow>, Option<Cursor>)> {
    Box::pin(read_rows(tx, filter, Some(*after)))
}

/// `orders-PAR01-2026-11-01-2026-11-21.csv`.
fn file_name(store_no: &str, filter: &Filter) -> String {
    let store_no: String = store_no
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    match filter.period {
        Some(period) => format!("orders-{store_no}-{}-{}.csv", period.from, period.to),
        None => format!("orders-{store_no}.csv"),
    }
}

/// What the stream still has to write.
enum Step {
    Write(Vec<OrderRow>, Option<Cursor>),
    Read(Cursor),
    End,
}

/// The table piece by piece, a page at a time: no more than one is in memory.
fn table(shell: Shell, first: Export) -> impl Stream<Item = Result<Bytes, Failure>> {
    let (filter, zones) = (first.filter, first.zones);
    let mut head = csv::start();
    csv::add_row(&mut head, &COLUMNS.map(Cell::Text));
    let start = (head, Step::Write(first.rows, first.next));
    stream::try_unfold(start, move |(mut text, step)| {
        let (shell, filter, zones) = (shell.clone(), filter.clone(), zones.clone());
        async move {
            let (rows, next) = match step {
                Step::End => return Ok(None),
                Step::Write(rows, next) => (rows, next),
                Step::Read(after) => shell.db.read((filter, after), read_further).await?,
            };
            for row in &rows {
                add_order(&mut text, row, &zones);
            }
            let step = next.map_or(Step::End, Step::Read);
            Ok(Some((Bytes::from(text), (String::new(), step))))
        }
    })
}

fn add_order(table: &mut String, row: &OrderRow, zones: &HashMap<String, TimeZone>) {
    let head = &row.head;
    let zone = zones
        .get(&head.store_no.0)
        .cloned()
        .unwrap_or(TimeZone::UTC);
    let local = zone.to_datetime(head.completed_at);
    let tenders: Vec<&str> = row.tenders.iter().map(|(_, name)| name.as_str()).collect();
    csv::add_row(
        table,
        &[
            Cell::Number(head.order_no),
            Cell::Text(&head.receipt_no),
            Cell::Text(&head.business_date.to_string()),
            Cell::Text(&local.date().to_string()),
            Cell::Text(&kernel::date::print_time(local)),
            Cell::Text(&head.store_no.0),
            Cell::Text(&head.terminal_no),
            Cell::Text(&head.salesperson_name),
            Cell::Text(head.customer_name.as_deref().unwrap_or_default()),
            Cell::Number(head.pieces),
            Cell::Text(&tenders.join(" + ")),
            Cell::Text(head.total.currency.code()),
            Cell::Amount(head.total),
            Cell::Text("COMPLETED"),
        ],
    );
}
