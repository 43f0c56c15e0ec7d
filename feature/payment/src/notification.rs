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
    // Whether it was of use is not told: a terminal would only send it again.
    if let Some(told) = read(&state, &body).await? {
        let input = (told, state.shell.clock.now());
        if let Some(record) = state.shell.db.write(input, note).await? {
            state.engine.tell(&record);
        }
    }
    Ok(ACCEPTED)
}

/// A step of a payment, and which request began it.
struct Told {
    device_sn: String,
    sale_id: String,
    service_id: String,
    step: StepName,
}

/// Reads a notification of a terminal that is set up here; with a key, only an authentic one.
async fn read(state: &PaymentState, body: &[u8]) -> Outcome<Option<Told>> {
    let Ok(outer) = serde_json::from_slice::<Outer>(body) else {
        return Ok(None);
    };
    let device_sn = outer.request.header.poi_id;
    // No terminal is called so, and PostgreSQL has no text with it.
    if device_sn.contains('\0') {
        return Ok(None);
    }
    let setup = state
        .shell
        .db
        .read(device_sn.clone(), |tx, device_sn| {
            Box::pin(store::find_terminal_by_device(tx, device_sn))
        })
        .await?;
    let Some(setup) = setup else {
        return Ok(None);
    };
    let progress = state
        .engine
        .terminals()
        .keys(&setup)
        .and_then(|keys| parse(body, keys.as_deref()).map_err(|reason| reason.to_string()));
    let progress = match progress {
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
    Ok(step_name(&step).map(|step| Told {
        device_sn,
        sale_id,
        service_id,
        step,
    }))
}

fn note<'a>(tx: &'a mut Tx, (told, now): &'a (Told, Timestamp)) -> TxFuture<'a, Option<Record>> {
    Box::pin(async move {
        let (device_sn, sale_id) = (&told.device_sn, &told.sale_id);
        let found =
            store::find_attempt_by_service(tx, device_sn, sale_id, &told.service_id).await?;
        let Some(mut record) = found else {
            return Ok(None);
        };
        if !add_step(&mut record.steps, told.step, *now) {
            return Ok(None);
        }
        store::save_steps(tx, record.attempt_id, &record.steps).await?;
        Ok(Some(record))
    })
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
