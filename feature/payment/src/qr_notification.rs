//! What a provider tells by itself.

use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, StatusCode};
use kernel::id::AttemptId;
use qr::order::Event;
use qr::provider::{Acknowledgement, Incoming, Notice, NotificationRefused, Provider};
use shell::db::{Tx, TxFuture};
use shell::http::{Path, TOO_LARGE};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::engine::{Apply, apply_qr};
use crate::merchant::MerchantSetup;
use crate::rule::attempt::{Event as TerminalEvent, Line};
use crate::store::{self, Record};
use crate::{PaymentState, QR_NOT_SET_UP};

/// The largest notification.
const BYTES_MAX: usize = 64 * 1024;

/// What a provider tells by itself: that an order was paid or given back.
///
/// Believed only when the provider's signature is right. It is one more answer about the order, not
/// an event of its own: twice the same, late, or in another order, it changes nothing. The answer is
/// in the provider's words; what was not taken comes again.
#[utoipa::path(
    post, path = "/device/qr/{merchantKey}", tag = "device",
    params(("merchantKey" = String, Path, description = "The account that the order was made with", example = "HKG01-ALIPAY")),
    request_body(content = Object, description = "A signed notification of Alipay or WeChat Pay"),
    responses(
        (status = 200, description = "In the provider's words", body = String, content_type = "text/plain"),
        (status = 404, description = "There is no such account"),
    ),
)]
pub(crate) async fn qr_notification(
    State(state): State<PaymentState>,
    Path(merchant_key): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Failure> {
    if body.len() > BYTES_MAX {
        return Err((&TOO_LARGE).into());
    }
    let setup = state
        .shell
        .db
        .read(merchant_key, |tx, key| {
            Box::pin(store::find_merchant(tx, key))
        })
        .await?;
    let setup = setup.ok_or(&setting::ENTRY_NOT_FOUND)?;
    let provider = match state.engine.providers().connect(&setup) {
        Ok(provider) => provider,
        Err(reason) => {
            tracing::error!(merchant_key = setup.merchant_key, %reason,
                "a notification came for an account that cannot be used");
            return Err((&QR_NOT_SET_UP).into());
        }
    };
    let is_taken = take(&state, &setup, provider.as_ref(), (&headers, &body)).await?;
    Ok(answer(provider.acknowledge(is_taken)))
}

/// Whether the provider need not tell it again.
async fn take(
    state: &PaymentState,
    setup: &MerchantSetup,
    provider: &dyn Provider,
    (headers, body): (&HeaderMap, &Bytes),
) -> Outcome<bool> {
    let notice = match read(state, provider, (headers, body)) {
        Ok(notice) => notice,
        Err(refused) => {
            metrics::counter!("payment_notifications_refused_total").increment(1);
            tracing::warn!(merchant_key = setup.merchant_key, %refused,
                "a notification was not believed");
            // What is authentic and about something else would come again for nothing.
            return Ok(matches!(refused, NotificationRefused::Stray { .. }));
        }
    };
    let application = state
        .engine
        .application(AttemptId(Uuid::nil()), TerminalEvent::Tick(Line::default()));
    let input = Input {
        merchant_key: setup.merchant_key.clone(),
        notice,
        application,
    };
    let record = state.shell.db.write(input, apply).await?;
    if let Some(record) = record {
        state.engine.go_on(record.attempt_id).await?;
    }
    Ok(true)
}

fn read(
    state: &PaymentState,
    provider: &dyn Provider,
    (headers, body): (&HeaderMap, &Bytes),
) -> Result<Notice, NotificationRefused> {
    provider.read(&Incoming {
        header: &|name| headers.get(name).and_then(|value| value.to_str().ok()),
        body,
        now: state.shell.clock.now(),
    })
}

struct Input {
    merchant_key: String,
    notice: Notice,
    application: Apply,
}

/// Applies it to the order of that number, when there is one.
fn apply<'a>(tx: &'a mut Tx, input: &'a Input) -> TxFuture<'a, Option<Record>> {
    Box::pin(async move {
        let (order_no, refund, event) = match &input.notice {
            Notice::Order { order_no, answer } => (order_no, None, Event::Told(answer.clone())),
            Notice::Refund {
                order_no,
                refund_no,
                answer,
            } => (order_no, Some(refund_no), Event::RefundTold(answer.clone())),
        };
        let found =
            store::find_attempt_by_order(tx, &input.merchant_key, order_no.as_str()).await?;
        let Some(record) = found else {
            return Ok(None);
        };
        let is_ours = match (&record.qr, refund) {
            (Some(qr), Some(refund_no)) => qr.refund_no() == refund_no.as_str(),
            (Some(_), None) => true,
            (None, _) => false,
        };
        if !is_ours {
            return Ok(None);
        }
        let mut application = input.application.clone().with(event);
        application.attempt_id = record.attempt_id;
        let applied = apply_qr(tx, &application).await?;
        Ok(applied
            .filter(|applied| applied.is_changed)
            .map(|applied| applied.record))
    })
}

fn answer(acknowledgement: Acknowledgement) -> Response {
    let status = StatusCode::from_u16(acknowledgement.status).unwrap_or(StatusCode::OK);
    let head = [(CONTENT_TYPE, acknowledgement.content_type)];
    (status, head, acknowledgement.body).into_response()
}
