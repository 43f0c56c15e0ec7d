//! Testing a store's access to its operator.

use axum::extract::State;
use kernel::id::StoreNo;
use serde::Serialize;
use shell::http::{Answer, Envelope, Path, Reply};
use utoipa::ToSchema;

use crate::operator::Probe;
use crate::{NOT_SET_UP, TaxFreeState, store};

/// What a test of the connection found.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = TaxFreeTestOutcome)]
pub(crate) enum TestOutcome {
    /// Address and key are right.
    Connected,
    /// Nobody listens at the address.
    Unreachable,
    /// The other side does not prove who it is.
    Tls,
    /// The operator does not accept number or key.
    AccessRefused,
    /// The other side answers, but not as an operator.
    Unreadable,
}

/// The result of a test.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TaxFreeTestView {
    /// What it found.
    outcome: TestOutcome,
    /// The operator's name of the store, or what went wrong in technical words.
    #[schema(example = "Vitrine Paris")]
    detail: String,
}

/// Test the address and key that are kept for a store: the operator is asked who the store is.
#[utoipa::path(
    post, path = "/setting/tax-free-store/{storeNo}/test", tag = "taxFree",
    params(("storeNo" = String, Path, description = "The number of the store", example = "PAR01")),
    responses(
        (status = 200, description = "What it found", body = Envelope<TaxFreeTestView>),
        (status = 404, description = "There is no such store"),
        (status = 409, description = "This store has no tax-free operator"),
    ),
)]
pub(crate) async fn test_tax_free_store(
    State(state): State<TaxFreeState>,
    Path(store_no): Path<String>,
) -> Reply {
    let setup = state
        .shell
        .db
        .read(StoreNo(store_no), |tx, store_no| {
            Box::pin(store::shop::find(tx, store_no))
        })
        .await?;
    let setup = setup
        .filter(|setup| !setup.access.address.is_empty())
        .ok_or(&NOT_SET_UP)?;
    let now = state.shell.clock.now();
    let (outcome, detail) = match state.engine.client().probe(&setup.access, now).await {
        Probe::Connected { name } => (TestOutcome::Connected, name),
        Probe::Unreachable(detail) => (TestOutcome::Unreachable, detail),
        Probe::Tls(detail) => (TestOutcome::Tls, detail),
        Probe::AccessRefused => (TestOutcome::AccessRefused, String::new()),
        Probe::Unreadable(detail) => (TestOutcome::Unreadable, detail),
    };
    Answer::of(&TaxFreeTestView { outcome, detail })
}
