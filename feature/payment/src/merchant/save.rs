//! Keeping an account with a provider.

use axum::extract::State;
use device::Secret;
use kernel::Refusal;
use qr::key::{SigningKey, VerifyingKey};
use session::Actor;
use setting::Desk;
use setting::entry::{self, Entry, SaveRequest};
use shell::Failure;
use shell::http::{Envelope, IdempotencyKey, Json, Path, Reply};

use super::QrMerchantValue;
use crate::rule::qr::QrProvider;
use crate::{PaymentState, QR_GATEWAY_REFUSED, QR_KEY_REFUSED};

/// Length of WeChat Pay's API v3 key.
const API_KEY_LEN: usize = 32;

/// Keep an account with a provider of payments by code, new or changed.
///
/// A change says which version it saw; what is new says none. A secret that is not given stays as
/// it is.
#[utoipa::path(
    put, path = "/setting/qr-merchant/{merchantKey}", tag = "payment",
    request_body = SaveRequest<QrMerchantValue>,
    params(("merchantKey" = String, Path, description = "Store and provider", example = "HKG01-ALIPAY")),
    responses(
        (status = 200, description = "As it is now", body = Envelope<Entry<QrMerchantValue>>),
        (status = 404, description = "There is no such entry"),
        (status = 409, description = "The store has such an account, or somebody changed it meanwhile"),
        (status = 422, description = "Something is missing or impossible, or nothing has changed"),
    ),
)]
pub(crate) async fn save_qr_merchant(
    State(state): State<PaymentState>,
    actor: Actor,
    idempotency: IdempotencyKey,
    Path(key): Path<String>,
    Json(mut request): Json<SaveRequest<QrMerchantValue>>,
) -> Reply {
    check(&request.value)?;
    request.value = request
        .value
        .sealed(state.engine.providers().vault())
        .map_err(Failure::internal)?;
    let desk = Desk::new(state.engine.signer(), &actor, state.shell.clock.now());
    entry::save(&state.shell, (desk, idempotency), key, request).await
}

/// Whether the keys can be read and the address be used: said now, not when a client waits.
fn check(value: &QrMerchantValue) -> Result<(), Refusal> {
    let is_here = |rest: &str| {
        ["127.0.0.1", "localhost", "[::1]"].iter().any(|host| {
            rest.strip_prefix(host)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/']))
        })
    };
    let gateway = value.gateway.trim();
    let is_usable =
        gateway.starts_with("https://") || gateway.strip_prefix("http://").is_some_and(is_here);
    if !is_usable {
        return Err(Refusal::new(&QR_GATEWAY_REFUSED).at("gateway"));
    }
    let refused = |field| Refusal::new(&QR_KEY_REFUSED).at(field);
    if VerifyingKey::parse(&value.platform_key).is_err() {
        return Err(refused("platformKey"));
    }
    let given = |secret: &Option<String>| {
        let secret = secret.as_deref().map(str::trim).unwrap_or_default();
        (!secret.is_empty()).then(|| secret.to_owned())
    };
    if let Some(secret) = given(&value.private_key)
        && SigningKey::parse(&Secret::new(secret)).is_err()
    {
        return Err(refused("privateKey"));
    }
    let is_wechat = value.provider == QrProvider::WechatPay;
    if let Some(secret) = given(&value.api_key)
        && is_wechat
        && secret.len() != API_KEY_LEN
    {
        return Err(refused("apiKey"));
    }
    Ok(())
}
