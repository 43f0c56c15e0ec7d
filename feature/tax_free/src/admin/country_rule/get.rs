//! What a country asks for from a day on.

use axum::extract::State;
use setting::entry::{self, Entry};
use shell::http::{Envelope, Path, Reply};

use super::RuleValue;
use crate::TaxFreeState;

/// What a country asks for from a day on.
#[utoipa::path(
    get, path = "/setting/tax-free-rule/{ruleId}", tag = "taxFree",
    params(("ruleId" = String, Path, description = "Country and first day", example = "FR~2021-01-01")),
    responses(
        (status = 200, description = "The entry", body = Envelope<Entry<RuleValue>>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn get_tax_free_rule(
    State(state): State<TaxFreeState>,
    Path(key): Path<String>,
) -> Reply {
    entry::get::<RuleValue>(&state.shell, key).await
}
