//! Every fault of the catalogue, as a till would notice it.

use std::time::Duration;

use serde_json::{Value, json};
use terminal_simulator::Declared;
use tokio::net::TcpStream;

use crate::till::{Received, TERMINAL, Till, exchange, options, payment, request, verdict};

/// Scripts one step and pays 10 euro as request `X1`.
async fn paid_under(step: Value) -> (Till, Received) {
    let till = Till::new().await;
    till.script(json!([step])).await;
    let received = till.pay("X1", "10").await;
    (till, received)
}

/// The payment's own result as a status query tells it.
async fn told(till: &Till) -> String {
    let status = till.status("X1").await;
    match status.verdict().as_str() {
        "Success" => {
            let repeated = status.answer()["RepeatedMessageResponse"].take();
            assert_eq!(repeated["MessageHeader"]["ServiceID"], "X1");
            verdict(&repeated["RepeatedResponseMessageBody"]["PaymentResponse"])
        }
        other => other.to_owned(),
    }
}

#[tokio::test]
async fn f1_refuses_connections_until_the_port_opens_again() {
    let mut options = options();
    options.terminals = vec![Declared {
        poiid: TERMINAL.to_owned(),
        port: Some(0),
    }];
    let till = Till::with(options).await;
    let port = till.terminal().await["port"]
        .as_u64()
        .and_then(|port| u16::try_from(port).ok())
        .expect("a port");
    let own = std::net::SocketAddr::new(till.address.ip(), port);
    let body = request("/nexo", "application/json", &payment(TERMINAL, "X1", "10"));

    till.script(json!([{"fault": "F1", "ms": 5000}])).await;
    assert!(TcpStream::connect(own).await.is_err());
    till.waits(1).await;
    till.advance(5000).await;
    while till.terminal().await["port_open"] != true {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    till.script(json!([{"card": "visa"}])).await;
    assert_eq!(exchange(own, &body).await.verdict(), "Success");

    let stranger = request("/nexo", "application/json", &payment("V400m-1", "X2", "10"));
    assert_eq!(
        exchange(own, &stranger).await.verdict(),
        "MessageFormat",
        "the port is one terminal's"
    );
    till.script(json!([{"fault": "F1"}])).await;
    assert!(TcpStream::connect(own).await.is_err());
    till.sim("/sim/port", json!({"poiid": TERMINAL, "open": true}))
        .await;
    assert!(TcpStream::connect(own).await.is_ok());
}

#[tokio::test]
async fn faults_that_the_simulator_cannot_show_are_refused_with_a_reason() {
    let till = Till::new().await;
    for (fault, reason) in [
        ("F1", "POIID@PORT"),
        ("F17", "--passphrase"),
        ("F18", "TLS"),
        ("F19", "--passphrase"),
    ] {
        let body = json!({"poiid": TERMINAL, "steps": [{"fault": fault}]}).to_string();
        let received = till.post("/sim/script", "application/json", &body).await;
        assert_eq!(received.status(), 422);
        assert!(received.body().contains(reason), "{}", received.body());
    }
    let unknown = json!({"poiid": TERMINAL, "steps": [{"fault": "F31"}]}).to_string();
    assert_eq!(
        till.post("/sim/script", "application/json", &unknown)
            .await
            .status(),
        422
    );
}

#[tokio::test]
async fn f2_takes_the_request_and_never_answers() {
    let till = Till::new().await;
    till.script(json!([{"fault": "F2"}])).await;
    let waiting = till.pay_later("X1", "10");
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(!waiting.is_finished());
    assert_eq!(told(&till).await, "NotFound");
    assert_eq!(till.ledger().await, (0, 0));
    waiting.abort();
}

#[tokio::test]
async fn f3_drops_a_request_that_was_not_processed() {
    let (till, received) = paid_under(json!({"fault": "F3"})).await;
    assert!(received.nothing());
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("NotFound", (0, 0))
    );
}

#[tokio::test]
async fn f4_takes_the_money_and_drops_the_reply() {
    let (till, received) = paid_under(json!({"fault": "F4"})).await;
    assert!(received.nothing());
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("Success", (1000, 0))
    );
}

#[tokio::test]
async fn f5_replies_after_200_seconds() {
    let till = Till::new().await;
    till.script(json!([{"fault": "F5"}])).await;
    let waiting = till.pay_later("X1", "10");
    till.phase(&Value::Null).await;
    till.advance(190_000).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!waiting.is_finished());
    assert_eq!(told(&till).await, "Success", "the status knows it already");
    // The wait may have begun a moment after the first advance.
    while !waiting.is_finished() {
        till.advance(10_000).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(waiting.await.expect("an answer").verdict(), "Success");
}

#[tokio::test]
async fn f6_replies_twice_on_one_connection() {
    let (till, received) = paid_under(json!({"fault": "F6"})).await;
    assert_eq!(received.0.matches("HTTP/1.1 200 OK").count(), 2);
    assert_eq!(received.0.matches("pspReference").count(), 2);
    assert_eq!(till.ledger().await, (1000, 0));
}

#[tokio::test]
async fn f7_replies_with_another_service_id() {
    let (till, received) = paid_under(json!({"fault": "F7", "service_id": "OTHER"})).await;
    assert_eq!(
        received.json()["SaleToPOIResponse"]["MessageHeader"]["ServiceID"],
        "OTHER"
    );
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("Success", (1000, 0))
    );
}

#[tokio::test]
async fn f8_cuts_the_json() {
    let (till, received) = paid_under(json!({"fault": "F8"})).await;
    assert_eq!(received.status(), 200);
    assert!(received.body().starts_with("{\"SaleToPOIResponse\""));
    assert!(serde_json::from_str::<Value>(received.body()).is_err());
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("Success", (1000, 0))
    );
}

#[tokio::test]
async fn f9_is_an_empty_200_and_f10_a_bad_gateway() {
    let (till, received) = paid_under(json!({"fault": "F9"})).await;
    assert_eq!((received.status(), received.body()), (200, ""));
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("Success", (1000, 0))
    );

    let (till, received) = paid_under(json!({"fault": "F10"})).await;
    assert_eq!(received.status(), 502);
    assert!(received.body().contains("502 Bad Gateway"));
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("Success", (1000, 0))
    );

    let (till, received) = paid_under(json!({"fault": "F10", "processed": false})).await;
    assert_eq!(received.status(), 502);
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("NotFound", (0, 0))
    );
}

#[tokio::test]
async fn f11_is_busy_with_our_own_request_and_f12_with_anothers() {
    let (till, received) = paid_under(json!({"fault": "F11"})).await;
    assert_eq!(received.verdict(), "Busy");
    assert!(
        received.body().contains("X1%20PaymentRequest"),
        "{}",
        received.body()
    );
    till.phase(&Value::Null).await;
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("Success", (1000, 0))
    );

    let (till, received) = paid_under(json!({"fault": "F12", "service_id": "THEIRS"})).await;
    assert_eq!(received.verdict(), "Busy");
    assert!(
        received.body().contains("THEIRS%20PaymentRequest"),
        "{}",
        received.body()
    );
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("NotFound", (0, 0))
    );
}

#[tokio::test]
async fn f13_to_f16_take_something_else_than_was_asked() {
    for (step, result, amount, details, captured) in [
        (
            json!({"fault": "F13"}),
            "Partial",
            "\"AuthorizedAmount\":5,",
            "posAuthAmountValue=500&",
            500,
        ),
        (
            json!({"fault": "F14"}),
            "Success",
            "\"AuthorizedAmount\":11,",
            "posAuthAmountValue=1100&",
            1100,
        ),
        (
            json!({"fault": "F14", "amount_minor": 999}),
            "Success",
            "\"AuthorizedAmount\":9.99,",
            "posAuthAmountValue=999&",
            999,
        ),
        (
            json!({"fault": "F15"}),
            "Success",
            "\"Currency\":\"USD\"",
            "posAuthAmountCurrency=USD",
            0,
        ),
        (
            json!({"fault": "F16", "tip_minor": 150}),
            "Success",
            "\"TipAmount\":1.5",
            "posAuthAmountValue=1150&",
            1150,
        ),
    ] {
        let (till, received) = paid_under(step.clone()).await;
        assert_eq!(received.verdict(), result, "{step}");
        assert!(
            received.body().contains(amount) && received.body().contains(details),
            "{}",
            received.body()
        );
        assert_eq!(
            till.ledger().await,
            (captured, 0),
            "{step}: the ledger holds the truth"
        );
    }
}

#[tokio::test]
async fn f20_is_cancelled_by_the_customer() {
    let (till, received) = paid_under(json!({"fault": "F20"})).await;
    assert_eq!(received.verdict(), "Cancel");
    assert_eq!(till.ledger().await, (0, 0));
}

#[tokio::test]
async fn f21_lets_an_abort_come_after_the_approval() {
    let till = Till::new().await;
    till.script(json!([{"fault": "F21"}])).await;
    let waiting = till.pay_later("X1", "10");
    till.phase(&json!("approved")).await;
    assert_eq!(told(&till).await, "InProgress");
    assert_eq!(till.abort("X1").await.body(), "");
    assert_eq!(waiting.await.expect("an answer").verdict(), "Success");
    assert_eq!(till.ledger().await, (1000, 0));
}

#[tokio::test]
async fn f22_is_in_progress_for_130_seconds_whatever_the_till_tries() {
    let (till, received) = paid_under(json!({"fault": "F22"})).await;
    assert!(received.nothing());
    till.phase(&json!("asking_bank")).await;
    till.waits(1).await;
    till.advance(125_000).await;
    till.abort("X1").await;
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("InProgress", (0, 0))
    );
    till.advance(5_000).await;
    till.phase(&Value::Null).await;
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("Success", (1000, 0))
    );
}

#[tokio::test]
async fn f23_is_not_found_until_the_request_arrives_late() {
    let (till, received) = paid_under(json!({"fault": "F23"})).await;
    assert!(received.nothing());
    till.waits(1).await;
    till.advance(15_000).await;
    assert_eq!(told(&till).await, "NotFound");
    assert_eq!(
        till.diagnose().await.answer()["POIStatus"]["GlobalStatus"],
        "OK"
    );
    till.advance(5_000).await;
    while told(&till).await != "Success" {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(till.ledger().await, (1000, 0));
}

#[tokio::test]
async fn f24_answers_the_first_status_about_another_request() {
    let (till, received) = paid_under(json!({"fault": "F24", "service_id": "OTHER"})).await;
    assert!(received.nothing());
    let repeated = till.status("X1").await.answer()["RepeatedMessageResponse"].take();
    assert_eq!(repeated["MessageHeader"]["ServiceID"], "OTHER");
    assert_eq!(told(&till).await, "Success");

    till.script(json!([{"fault": "F24", "on": "TransactionStatus"}]))
        .await;
    let repeated = till.status("X1").await.answer()["RepeatedMessageResponse"].take();
    assert_ne!(repeated["MessageHeader"]["ServiceID"], "X1");
}

#[tokio::test]
async fn f27_captures_and_forgets() {
    let (till, received) = paid_under(json!({"fault": "F27"})).await;
    assert!(received.nothing());
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("NotFound", (1000, 0))
    );
}

#[tokio::test]
async fn f29_asks_the_cashier_for_a_signature() {
    let (till, received) = paid_under(json!({"fault": "F29"})).await;
    assert_eq!(received.verdict(), "Success");
    let receipts = received.answer()["PaymentReceipt"].take();
    let flags: Vec<_> = receipts
        .as_array()
        .expect("two")
        .iter()
        .map(|one| &one["RequiredSignatureFlag"])
        .collect();
    assert_eq!(flags, [false, true]);
    assert_eq!(till.ledger().await, (1000, 0));
}

#[tokio::test]
async fn f30_is_unreachable_although_the_money_was_taken() {
    let (till, received) = paid_under(json!({"fault": "F30"})).await;
    assert_eq!(received.verdict(), "UnreachableHost");
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("Success", (1000, 0))
    );

    let (till, received) =
        paid_under(json!({"fault": "F30", "status_repeats_failure": true})).await;
    assert_eq!(received.verdict(), "UnreachableHost");
    assert_eq!(
        (told(&till).await.as_str(), till.ledger().await),
        ("UnreachableHost", (1000, 0))
    );
}

#[tokio::test]
async fn a_fault_of_carrying_can_hit_any_request() {
    let till = Till::new().await;
    till.script(
        json!([{"fault": "F10", "on": "Diagnosis", "count": 2}, {"fault": "F3", "on": "Abort"}]),
    )
    .await;
    assert_eq!(till.diagnose().await.status(), 502);
    assert_eq!(till.diagnose().await.status(), 502);
    assert_eq!(till.diagnose().await.verdict(), "Success");
    assert!(till.abort("X9").await.nothing());
    assert_eq!(till.terminal().await["steps_left"], 0);
}
