//! The salespeople as a table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use kernel::csv::{Cell, add_row, headed};
use setting::table::note_export;
use shell::Failure;
use shell::http::{Query, file};

use super::EmployeeType;
use super::list::{SalespersonQuery, read};
use crate::admin::desk;
use crate::{Actor, SessionState};

const COLUMNS: [&str; 13] = [
    "id",
    "firstName",
    "lastName",
    "nameOnReceipt",
    "blocked",
    "permissionGroupCode",
    "employeeType",
    "endsOn",
    "companyName",
    "storeNo",
    "defaultTerminalNo",
    "linkedStores",
    "lastLogin",
];

/// The salespeople as a table for spreadsheets, with the filters of the list.
#[utoipa::path(
    get, path = "/setting/salesperson/export.csv", tag = "session", params(SalespersonQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
    ),
)]
pub(crate) async fn export_salespeople(
    State(state): State<SessionState>,
    actor: Actor,
    Query(query): Query<SalespersonQuery>,
) -> Result<Response, Failure> {
    let input = (query, state.shell.clock.now());
    let people = state
        .shell
        .db
        .read(input, |tx, (query, now)| Box::pin(read(tx, query, *now)))
        .await?;
    let mut table = headed(&COLUMNS);
    for person in &people {
        let value = &person.value;
        let or_blank = |text: Option<String>| text.unwrap_or_default();
        let ends_on = or_blank(value.ends_on.map(|day| day.to_string()));
        let last_login = or_blank(person.last_login_at.map(|at| at.to_string()));
        let linked_stores = value.linked_stores.join(" ");
        let cells = [
            person.key.as_str(),
            &value.first_name,
            &value.last_name,
            &value.name_on_receipt,
            if value.blocked { "true" } else { "false" },
            &value.permission_group_code,
            value.employee_type.map_or("", EmployeeType::text),
            &ends_on,
            &person.company_name,
            &value.store_no,
            value.default_terminal_no.as_deref().unwrap_or_default(),
            &linked_stores,
            &last_login,
        ];
        add_row(&mut table, &cells.map(Cell::Text));
    }
    note_export(&state.shell, desk(&state, &actor), "salespeople").await?;
    Ok(file::table("salespeople.csv", table))
}
