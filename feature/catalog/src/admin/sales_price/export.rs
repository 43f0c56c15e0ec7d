//! The sales prices as a table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use kernel::csv::{Cell, add_row, headed};
use session::Actor;
use setting::entry::Window;
use setting::table::note_export;
use shell::Failure;
use shell::http::{Query, file};

use super::list::{SalesPriceQuery, read};
use super::row::{COLUMNS, cells};
use crate::admin::CatalogState;

/// The sales prices as a table for spreadsheets, with the filters of the list.
///
/// The table can be changed and imported again: a row with its `rowNo` changes that price.
#[utoipa::path(
    get, path = "/setting/sales-price/export.csv", tag = "catalog", params(SalesPriceQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
    ),
)]
pub(crate) async fn export_sales_prices(
    State(state): State<CatalogState>,
    actor: Actor,
    Query(query): Query<SalesPriceQuery>,
) -> Result<Response, Failure> {
    let window = Window::whole();
    let page = read(&state, actor.clone(), query, window).await?;
    let mut table = headed(&COLUMNS);
    for price in &page.items {
        let cells = cells(price);
        let cells: Vec<Cell<'_>> = cells.iter().map(|cell| Cell::Text(cell)).collect();
        add_row(&mut table, &cells);
    }
    note_export(&state.shell, state.desk(&actor), "salesPrices").await?;
    Ok(file::table("sales-prices.csv", table))
}
