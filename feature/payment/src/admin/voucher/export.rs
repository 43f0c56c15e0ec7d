//! The vouchers as a table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use kernel::csv::{Cell, add_row, headed};
use session::Actor;
use setting::entry::{EntryQuery, Window};
use setting::table::note_export;
use shell::Failure;
use shell::http::{Query, file};

use crate::{PaymentState, store};

/// The columns of the table.
const COLUMNS: [&str; 7] = [
    "voucherNo",
    "amount",
    "currency",
    "issuedOn",
    "expiresOn",
    "isBlocked",
    "redeemedAt",
];

/// The vouchers as a table for spreadsheets, as the list finds them.
#[utoipa::path(
    get, path = "/setting/voucher/export.csv", tag = "payment", params(EntryQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
    ),
)]
pub(crate) async fn export_voucher_settings(
    State(state): State<PaymentState>,
    actor: Actor,
    Query(query): Query<EntryQuery>,
) -> Result<Response, Failure> {
    let text = query.search.unwrap_or_default();
    let (found, _) = state
        .shell
        .db
        .read(text, |tx, text| {
            Box::pin(store::voucher::list(tx, text, Window::whole()))
        })
        .await?;
    let mut table = headed(&COLUMNS);
    let text = |value: Option<String>| value.unwrap_or_default();
    for entry in &found {
        let voucher = &entry.value;
        add_row(
            &mut table,
            &[
                Cell::Text(&entry.key),
                Cell::Amount(voucher.amount),
                Cell::Text(voucher.amount.currency.code()),
                Cell::Text(&voucher.issued_on.to_string()),
                Cell::Text(&text(voucher.expires_on.map(|day| day.to_string()))),
                Cell::Text(&voucher.is_blocked.to_string()),
                Cell::Text(&text(voucher.redeemed_at.map(|at| at.to_string()))),
            ],
        );
    }
    note_export(&state.shell, state.desk(&actor), "vouchers").await?;
    Ok(file::table("vouchers.csv", table))
}
