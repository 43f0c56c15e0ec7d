//! The order history as a table for spreadsheets.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::Money;
use kernel::csv::{self, Cell};
use kernel::id::OrderId;
use session::Actor;
use setting::Desk;
use setting::table::note_export;
use shell::db::{Tx, TxFuture};
use shell::http::Query;
use shell::http::file::{Piece, long_table};
use shell::{Failure, Outcome};

use crate::OrderState;
use crate::list_orders::{OrderQuery, cut, resolve};
use crate::record::Viewer;
use crate::rule::list::{Cursor, Wish};
use crate::store::{self, Filter, OrderRow, VisibleStore};

/// How many orders are read at a time.
const PAGE_ROWS: i64 = 200;

/// The first row.
const COLUMNS: [&str; 15] = [
    "Order no",
    "Receipt no",
    "Business date",
    "Date",
    "Time",
    "Store",
    "Till",
    "Salesperson",
    "Credited",
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
/// list. Where several people sold an order, it says who is credited with what.
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
    let first = state.shell.db.read(input, read_first).await?;
    let desk = Desk::new(state.signer.clone(), &actor, state.shell.clock.now());
    note_export(&state.shell, desk, "orders").await?;
    let Export {
        file_name,
        filter,
        zones,
        piece: (text, next),
    } = first;
    let head = csv::headed(&COLUMNS);
    let known = Arc::new((filter, zones));
    Ok(long_table(&file_name, (head + &text, next), move |after| {
        let (shell, known) = (state.shell.clone(), Arc::clone(&known));
        async move { shell.db.read((known, after), read_further).await }
    }))
}

/// The export after its first page.
struct Export {
    file_name: String,
    filter: Filter,
    zones: Zones,
    piece: Piece<Cursor>,
}

/// The time zone of each shop.
type Zones = HashMap<String, TimeZone>;

fn read_first<'a>(
    tx: &'a mut Tx,
    (viewer, wish, now): &'a (Viewer, Wish, Timestamp),
) -> TxFuture<'a, Export> {
    Box::pin(async move {
        let resolved = resolve(tx, viewer, wish, *now).await?;
        let zones: Zones = resolved.stores.into_iter().map(by_number).collect();
        Ok(Export {
            file_name: file_name(&viewer.store_no.0, &resolved.filter),
            piece: read_rows(tx, &resolved.filter, &zones, None).await?,
            filter: resolved.filter,
            zones,
        })
    })
}

fn by_number(store: VisibleStore) -> (String, TimeZone) {
    (store.store_no, store.zone)
}

async fn read_rows(
    tx: &mut Tx,
    filter: &Filter,
    zones: &Zones,
    after: Option<Cursor>,
) -> Outcome<Piece<Cursor>> {
    let mut orders = store::list_orders(tx, filter, after, PAGE_ROWS + 1).await?;
    let next = cut(&mut orders, PAGE_ROWS);
    let order_ids: Vec<OrderId> = orders.iter().map(|order| order.head.order_id).collect();
    let mut credits = store::credits_of(tx, &order_ids).await?;
    let mut text = String::new();
    for order in &orders {
        let credits = credits.remove(&order.head.order_id).unwrap_or_default();
        add_order(&mut text, order, &credits, zones);
    }
    Ok((text, next))
}

fn read_further<'a>(
    tx: &'a mut Tx,
    (known, after): &'a (Arc<(Filter, Zones)>, Cursor),
) -> TxFuture<'a, Piece<Cursor>> {
    let (filter, zones) = known.as_ref();
    Box::pin(read_rows(tx, filter, zones, Some(*after)))
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

fn add_order(table: &mut String, order: &OrderRow, credits: &[(String, i64)], zones: &Zones) {
    let head = &order.head;
    let credits: Vec<String> = credits
        .iter()
        .map(|(name, minor)| {
            format!(
                "{name} {}",
                Money::new(*minor, head.total.currency).figures()
            )
        })
        .collect();
    let zone = zones
        .get(&head.store_no.0)
        .cloned()
        .unwrap_or(TimeZone::UTC);
    let local = zone.to_datetime(head.completed_at);
    let tenders: Vec<&str> = order
        .tenders
        .iter()
        .map(|(_, name)| name.as_str())
        .collect();
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
            Cell::Text(&credits.join(" + ")),
            Cell::Text(head.customer_name.as_deref().unwrap_or_default()),
            Cell::Number(head.pieces),
            Cell::Text(&tenders.join(" + ")),
            Cell::Text(head.total.currency.code()),
            Cell::Amount(head.total),
            Cell::Text("COMPLETED"),
        ],
    );
}
