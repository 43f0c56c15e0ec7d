//! Whether an account works.

use std::time::Duration;

use axum::extract::State;
use kernel::Refusal;
use kernel::refusal::ErrorView;
use qr::Currency;
use qr::provider::{OrderAnswer, OrderNo, QueryCommand};
use serde::{Deserialize, Serialize};
use setting::ENTRY_NOT_FOUND;
use shell::Failure;
use shell::http::{Answer, Envelope, Json, Path, Reply};
use utoipa::ToSchema;
use uuid::Uuid;

use super::MerchantSetup;
use crate::{PaymentState, QR_TEST_FAILED, store};

/// How long a provider may take.
const WAIT: Duration = Duration::from_secs(10);

/// Nothing but the wish.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TestQrMerchantRequest {}

/// How a connection test ended.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QrMerchantTestView {
    /// Whether the provider knows the account and both believe each other's signatures.
    works: bool,
    /// What is wrong.
    problem: Option<ErrorView>,
}

/// Ask the provider about an order that there never was.
///
/// Whoever says "there is no such order", signed, has read a request that the account's key signed:
/// address, numbers and keys are right. No money can move.
#[utoipa::path(
    post, path = "/setting/qr-merchant/{merchantKey}/test", tag = "payment",
    request_body = TestQrMerchantRequest,
    params(("merchantKey" = String, Path, description = "Store and provider", example = "HKG01-ALIPAY")),
    responses(
        (status = 200, description = "How it ended", body = Envelope<QrMerchantTestView>),
        (status = 404, description = "There is no such entry"),
    ),
)]
pub(crate) async fn test_qr_merchant(
    State(state): State<PaymentState>,
    Path(key): Path<String>,
    Json(request): Json<TestQrMerchantRequest>,
) -> Reply {
    let TestQrMerchantRequest {} = request;
    let setup = state
        .shell
        .db
        .read(key, |tx, key| Box::pin(store::find_merchant(tx, key)))
        .await?
        .ok_or_else(|| Refusal::new(&ENTRY_NOT_FOUND))?;
    let reason = ask(&state, &setup).await?;
    let problem = reason.map(|reason| {
        Refusal::new(&QR_TEST_FAILED)
            .with("provider", setup.provider.brand())
            .with("reason", reason)
            .view()
    });
    Answer::of(&QrMerchantTestView {
        works: problem.is_none(),
        problem,
    })
}

/// What is wrong; none when the provider answered as it should.
async fn ask(state: &PaymentState, setup: &MerchantSetup) -> shell::Outcome<Option<String>> {
    let provider = match state.engine.providers().connect(setup) {
        Ok(provider) => provider,
        Err(reason) => return Ok(Some(reason)),
    };
    let number = Uuid::now_v7().simple().to_string();
    let command = QueryCommand {
        order_no: OrderNo::parse(number).map_err(Failure::internal)?,
        currency: Currency::from_iso(setup.currency.code()).map_err(Failure::internal)?,
        now: state.shell.clock.now(),
        wait: WAIT,
    };
    Ok(match provider.query(&command).await {
        OrderAnswer::NotFound | OrderAnswer::Closed => None,
        OrderAnswer::Refused { text, .. } | OrderAnswer::NotPaid { text, .. } => Some(text),
        OrderAnswer::NotSent { reason } => Some(reason.to_string()),
        OrderAnswer::Unknown { reason } => Some(reason.to_string()),
        OrderAnswer::Paid(_) | OrderAnswer::GivenBack(_) | OrderAnswer::Waiting => {
            Some("the provider knows an order that there never was".to_owned())
        }
    })
}
