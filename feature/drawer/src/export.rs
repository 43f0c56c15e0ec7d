//! The entries of a store's drawers as a table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use jiff::civil::Date;
use kernel::csv::{Cell, add_row, headed};
use serde::Deserialize;
use session::Actor;
use setting::Desk;
use setting::table::{EXPORT_ROWS_MAX, note_export};
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Query, file};
use utoipa::IntoParams;

use crate::view::DrawerEntryView;
use crate::{DrawerState, store};

const COLUMNS: [&str; 12] = [
    "businessDate",
    "terminalNo",
    "entryNo",
    "entryType",
    "currency",
    "amount",
    "reason",
    "bagNo",
    "isCorrection",
    "staff",
    "approvedBy",
    "bookedAt",
];

/// Of which business dates.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DrawerExportQuery {
    /// From which business date on; today when it is not said.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<Date>,
    /// To which, included; today when it is not said.
    #[param(value_type = Option<String>, format = Date)]
    to: Option<Date>,
}

/// What happened to the drawers of this store as a table for spreadsheets.
#[utoipa::path(
    get, path = "/drawer/export.csv", tag = "drawer", params(DrawerExportQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
    ),
)]
pub(crate) async fn export_drawer(
    State(state): State<DrawerState>,
    actor: Actor,
    Query(query): Query<DrawerExportQuery>,
) -> Result<Response, Failure> {
    let desk = state.desk(&actor);
    let input = (desk.clone(), query);
    let entries = state.shell.db.read(input, list).await?;
    let mut table = headed(&COLUMNS);
    for entry in &entries {
        let (date, at) = (entry.business_date.to_string(), entry.booked_at.to_string());
        add_row(
            &mut table,
            &[
                Cell::Text(&date),
                Cell::Text(&entry.terminal_no),
                Cell::Number(entry.entry_no),
                Cell::Text(entry.entry_type.name()),
                Cell::Text(entry.amount.currency.code()),
                Cell::Amount(entry.amount),
                Cell::Text(&entry.reason),
                Cell::Text(entry.bag_no.as_deref().unwrap_or_default()),
                Cell::Number(entry.corrects.is_some().into()),
                Cell::Text(&entry.staff_name),
                Cell::Text(entry.approved_by.as_deref().unwrap_or_default()),
                Cell::Text(&at),
            ],
        );
    }
    note_export(&state.shell, desk, "drawerEntries").await?;
    Ok(file::table("drawer.csv", table))
}

fn list<'a>(
    tx: &'a mut Tx,
    (desk, query): &'a (Desk, DrawerExportQuery),
) -> TxFuture<'a, Vec<DrawerEntryView>> {
    Box::pin(async move {
        let store = setting::get_store(tx, &desk.store_no).await?;
        let today = store.business_date(desk.now);
        let days = (query.from.unwrap_or(today), query.to.unwrap_or(today));
        store::entry::list_of_store(tx, &desk.store_no, days, EXPORT_ROWS_MAX).await
    })
}
