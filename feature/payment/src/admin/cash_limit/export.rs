//! The limits as a table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use session::Actor;
use setting::entry::EntryQuery;
use shell::Failure;
use shell::http::Query;

use super::CashLimitValue;
use crate::PaymentState;

/// The limits as a table for spreadsheets, as the list finds them.
#[utoipa::path(
    get, path = "/setting/cash-limit/export.csv", tag = "payment", params(EntryQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
    ),
)]
pub(crate) async fn export_cash_limit_settings(
    State(state): State<PaymentState>,
    actor: Actor,
    Query(query): Query<EntryQuery>,
) -> Result<Response, Failure> {
    setting::export::export::<CashLimitValue>(&state.shell, state.desk(&actor), query).await
}
