//! The forms of a store as a table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use kernel::csv::{self, Cell};
use session::Actor;
use setting::table::{EXPORT_ROWS_MAX, note_export};
use shell::Failure;
use shell::http::{Query, file};

use crate::list_forms::FormQuery;
use crate::record::Form;
use crate::{TaxFreeState, store};

/// The first row.
const COLUMNS: [&str; 15] = [
    "Serial no",
    "Form no",
    "State",
    "Date",
    "Traveller",
    "Receipts",
    "Country",
    "Currency",
    "Gross",
    "VAT",
    "Refund",
    "Fee",
    "Refunded",
    "Refund method",
    "Last day",
];

/// The tax-free forms of this store as a table for spreadsheets, with the filters of the list. No
/// passport stands in it.
#[utoipa::path(
    get, path = "/tax-free/form/export.csv", tag = "taxFree", params(FormQuery),
    responses((status = 200, description = "The table", body = String, content_type = "text/csv")),
)]
pub(crate) async fn export_tax_free_forms(
    State(state): State<TaxFreeState>,
    actor: Actor,
    Query(query): Query<FormQuery>,
) -> Result<Response, Failure> {
    let filter = query.filter(&actor);
    let forms = state
        .shell
        .db
        .read(filter, |tx, filter| {
            Box::pin(store::list_forms(tx, filter, None, EXPORT_ROWS_MAX))
        })
        .await?;
    note_export(&state.shell, state.desk(&actor), "taxFreeForms").await?;
    let mut text = csv::headed(&COLUMNS);
    for form in &forms {
        add_form(&mut text, form);
    }
    Ok(file::table("tax-free-forms.csv", text))
}

fn add_form(text: &mut String, form: &Form) {
    let receipts: Vec<&str> = form
        .receipts
        .iter()
        .map(|receipt| receipt.receipt_no.as_str())
        .collect();
    let amounts = &form.amounts;
    let refunded = form.refunded.map_or(Cell::Text(""), Cell::Amount);
    csv::add_row(
        text,
        &[
            Cell::Text(&form.serial()),
            Cell::Text(form.form_no.as_deref().unwrap_or_default()),
            Cell::Text(form.state.name()),
            Cell::Text(&form.started_on.to_string()),
            Cell::Text(&form.traveller_name),
            Cell::Text(&receipts.join(" + ")),
            Cell::Text(&form.country_code),
            Cell::Text(form.currency().code()),
            Cell::Amount(amounts.gross),
            Cell::Amount(amounts.vat),
            Cell::Amount(amounts.refund),
            Cell::Amount(amounts.fee),
            refunded,
            Cell::Text(form.method.name()),
            Cell::Text(&form.deadline_on.to_string()),
        ],
    );
}
