//! What the operator tells shops: again until it is taken.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::book::{Form, Status};
use crate::sign::Stamp;
use crate::state::{Action, Fault, Simulator};

/// Waits before a notification is sent again.
const WAITS_MS: [u64; 6] = [0, 1_000, 5_000, 15_000, 60_000, 300_000];

/// Customs validates a form, or its refund is paid: the shop is told. False when it cannot be.
pub(crate) fn advance(
    simulator: &Simulator,
    number: &str,
    to: Status,
    refund: Option<i64>,
) -> bool {
    let moved = simulator.state().book.advance(number, to);
    let Some(form) = moved else {
        return false;
    };
    let message = message(simulator, &form, refund);
    let simulator = simulator.clone();
    tokio::spawn(async move { tell(&simulator, &form, message).await });
    true
}

fn message(simulator: &Simulator, form: &Form, refund: Option<i64>) -> Value {
    let is_refund = form.status == Status::Refunded;
    let mut message = json!({
        "notificationId": Uuid::new_v4(),
        "type": if is_refund { "form.refunded" } else { "form.validated" },
        "reference": form.reference,
        "formNumber": form.form_number,
        "occurredAt": simulator.clock().now().to_string(),
    });
    if is_refund {
        message["refundAmount"] = json!(refund.unwrap_or(form.refund));
        message["currency"] = json!(form.currency);
    }
    message
}

async fn tell(simulator: &Simulator, form: &Form, message: Value) {
    let fault = simulator.step(Action::Notification).map(|step| step.fault);
    if fault == Some(Fault::Drop) {
        simulator.log(Action::Notification, &form.form_number, "never sent");
        return;
    }
    for (index, wait) in WAITS_MS.into_iter().enumerate() {
        simulator.clock().wait(wait).await;
        let is_wrong = fault == Some(Fault::WrongSignature) && index == 0;
        let is_taken = send(simulator, form, &message, is_wrong).await;
        if is_taken {
            if fault == Some(Fault::Duplicate) && index == 0 {
                send(simulator, form, &message, false).await;
            }
            return;
        }
    }
}

async fn send(simulator: &Simulator, form: &Form, message: &Value, is_wrong: bool) -> bool {
    let Some(url) = simulator.notify_url() else {
        return true;
    };
    let Ok(parsed) = reqwest::Url::parse(&url) else {
        return true;
    };
    let body = message.to_string();
    let timestamp = simulator.time_of_shops().as_second().to_string();
    let nonce = Uuid::new_v4().to_string();
    let stamp = Stamp {
        method: "POST",
        path: parsed.path(),
        timestamp: &timestamp,
        nonce: &nonce,
    };
    let secret = if is_wrong {
        "another secret"
    } else {
        simulator.secret()
    };
    let signature = stamp.sign(secret, body.as_bytes());
    let sent = simulator
        .http()
        .post(parsed.clone())
        .header("content-type", "application/json")
        .header("tf-shop", &form.shop)
        .header("tf-timestamp", &timestamp)
        .header("tf-nonce", &nonce)
        .header("tf-signature", signature)
        .body(body)
        .send()
        .await;
    let status = sent.map_or(0, |answer| answer.status().as_u16());
    simulator.log(
        Action::Notification,
        &form.form_number,
        format!("status {status}"),
    );
    status == 200
}
