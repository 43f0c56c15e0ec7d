//! The rates as a table for spreadsheets.

use axum::extract::State;
use axum::response::Response;
use session::Actor;
use setting::entry::EntryQuery;
use shell::Failure;
use shell::http::Query;

use super::ExchangeRateValue;
use crate::PaymentState;

/// The rates as a table for spreadsheets, as the list finds them.
#[utoipa::path(
    get, path = "/setting/exchange-rate/export.csv", tag = "payment", params(EntryQuery),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv"),
    ),
)]
pub(crate) async fn export_exchange_rate_settings(
    State(state): State<PaymentState>,
    actor: Actor,
    Query(query): Query<EntryQuery>,
) -> Result<Response, Failure> {
    setting::export::export::<ExchangeRateValue>(&state.shell, state.desk(&actor), query).await
}
