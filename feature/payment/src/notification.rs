//! What a terminal tells by itself.

use axum::body::Bytes;
use axum::extract::State;
use device::nexo::notification::{PaymentStep, ProgressEvent, parse};
use jiff::Timestamp;
use serde::Deserialize;
use shell::db::{Tx, TxFuture};
use shell::http::TOO_LARGE;
use shell::{Failure, Outcome};

use crate::PaymentState;
use crate::store::{self, Record};
use crate::terminal::keys;
use crate::view::{StepName, add_step};

/// The largest notification.
const BYTES_MAX: usize = 64 * 1024;
/// What a terminal wants to hear within ten seconds.
const ACCEPTED: &str = "[accepted]";

/// The head of a notification, which is in clear also when the rest is encrypted.
#[derive(Deserialize)]
struct Outer {
    #[serde(rename = "SaleToPOIRequest")]
    request: Request,
}
#[derive(Deserialize)]
struct Request {
    #[serde(rename = "MessageHeader")]
    header: Header,
}
#[derive(Deserialize)]
struct Header {
    #[serde(rename = "POIID")]
    poi_id: String,
}

/// What a terminal tells by itself: how far the customer is.
///
/// For the screen only. Notifications may be lost, doubled or out of order, and they never change
/// the state of money. A terminal with a key must encrypt them.
#[utoipa::path(
    post, path = "/device/notification", tag = "device",
    request_body(content = Object, description = "A nexo DisplayRequest or EventNotification"),
    responses((status = 200, description = "`[accepted]`", body = String, content_type = "text/plain")),
)]
pub(crate) async fn notification(
    State(state): State<PaymentState>,
    body: Bytes,
) -> Result<&'static str, Failure> {
    if body.len() > BYTES_MAX {
        return Err((&TOO_LARGE).into());
    }
    let now = state.shell.clock.now();
    let input = (body, now);
    // Whether it was of use is not told: a terminal would only send it again.
    if let Some(record) = state.shell.db.write(input, note).await? {
        state.engine.tell(&record);
    }
    Ok(ACCEPTED)
}

fn note<'a>(tx: &'a mut Tx, (body, now): &'a (Bytes, Timestamp)) -> TxFuture<'a, Option<Record>> {
    Box::pin(async move {
        let Some((mut record, step)) = read(tx, body).await? else {
            return Ok(None);
        };
        if !add_step(&mut record.steps, step, *now) {
            return Ok(None);
        }
        store::save_steps(tx, record.attempt_id, &record.steps).await?;
        Ok(Some(record))
    })
}

async fn read(tx: &mut Tx, body: &[u8]) -> Outcome<Option<(Record, StepName)>> {
    let Ok(outer) = serde_json::from_slice::<Outer>(body) else {
        return Ok(None);
    };
    let device_sn = outer.request.header.poi_id;
    let Some(setup) = store::find_terminal_by_device(tx, &device_sn).await? else {
        return Ok(None);
    };
    let progress = match parse(body, keys(&setup).as_ref()) {
        Ok(progress) => progress,
        Err(reason) => {
            tracing::warn!(%device_sn, %reason, "a notification was not read");
            return Ok(None);
        }
    };
    let (ProgressEvent::Step(step), Some(sale_id), Some(service_id)) =
        (progress.event, progress.sale_id, progress.service_id)
    else {
        return Ok(None);
    };
    let record = store::find_attempt_by_service(tx, &device_sn, &sale_id, &service_id).await?;
    Ok(record.zip(step_name(&step)))
}

fn step_name(step: &PaymentStep) -> Option<StepName> {
    Some(match step {
        PaymentStep::TenderCreated
        | PaymentStep::CardInserted
        | PaymentStep::WaitForAppSelection
        | PaymentStep::ApplicationSelected
        | PaymentStep::WaitForPin
        | PaymentStep::AskGratuity
        | PaymentStep::AskDcc => StepName::PresentCard,
        PaymentStep::CardPresented | PaymentStep::CardSwiped | PaymentStep::PinEntered => {
            StepName::BankConfirms
        }
        PaymentStep::AskSignature | PaymentStep::CheckSignature | PaymentStep::SignatureChecked => {
            StepName::CheckSignature
        }
        PaymentStep::PrintReceipt
        | PaymentStep::ReceiptPrinted
        | PaymentStep::CardRemoved
        | PaymentStep::TenderFinal => StepName::Receipt,
        PaymentStep::Other(_) => return None,
    })
}
