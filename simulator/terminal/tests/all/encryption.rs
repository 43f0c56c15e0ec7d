//! Encrypted messages, and what becomes of those that are not as they should be.

use serde_json::{Value, json};
use terminal_simulator::{Key, Keys, Options, SecurityTrailer};

use crate::till::{Received, TERMINAL, Till, header, options, payment};

async fn till() -> (Till, Keys) {
    let key = Key {
        passphrase: "mypassphrase".to_owned(),
        identifier: "mykey".to_owned(),
        version: 2,
    };
    let keys = Keys::derive(&key.passphrase, &key.identifier, key.version);
    (
        Till::with(Options {
            key: Some(key),
            ..options()
        })
        .await,
        keys,
    )
}

fn sealed(keys: &Keys, clear: &str, head: &Value) -> Value {
    let (blob, trailer) = keys.seal(clear.as_bytes());
    json!({"SaleToPOIRequest": {"MessageHeader": head, "NexoBlob": blob, "SecurityTrailer": trailer}})
}

fn opened(keys: &Keys, received: &Received) -> Option<Value> {
    let mut message = received.json()["SaleToPOIResponse"].take();
    let trailer: SecurityTrailer =
        serde_json::from_value(message["SecurityTrailer"].take()).expect("a trailer");
    let clear = keys
        .open(message["NexoBlob"].as_str().expect("a blob"), &trailer)
        .ok()?;
    let inner: Value = serde_json::from_slice(&clear).expect("JSON");
    assert_eq!(
        inner["SaleToPOIResponse"]["MessageHeader"],
        message["MessageHeader"]
    );
    Some(inner)
}

#[tokio::test]
async fn a_sealed_payment_gets_a_sealed_answer() {
    let (till, keys) = till().await;
    till.script(json!([{"card": "visa"}])).await;
    let request = sealed(
        &keys,
        &payment(TERMINAL, "E1", "10"),
        &header("Payment", "E1"),
    );
    let received = till.nexo(&request).await;
    assert!(
        !received.body().contains("PaymentResponse"),
        "nothing in clear"
    );
    let answer = opened(&keys, &received).expect("it opens");
    assert_eq!(
        answer["SaleToPOIResponse"]["PaymentResponse"]["Response"]["Result"],
        "Success"
    );
}

#[tokio::test]
async fn what_is_not_properly_sealed_is_refused_alike() {
    let (till, keys) = till().await;
    let clear = payment(TERMINAL, "E2", "10");
    let good = sealed(&keys, &clear, &header("Payment", "E2"));
    let changed = |path: &str, value: Value| {
        let mut message = good.clone();
        *message["SaleToPOIRequest"]
            .pointer_mut(path)
            .expect("a field") = value;
        message.to_string()
    };
    let old = Keys::derive("mypassphrase", "mykey", 1);
    for (name, bad) in [
        ("clear", clear.clone()),
        (
            "another message's HMAC",
            changed("/SecurityTrailer/Hmac", json!(keys.seal(b"x").1.hmac)),
        ),
        (
            "nonce",
            changed("/SecurityTrailer/Nonce", json!("AAAAAAAAAAAAAAAAAAAAAA==")),
        ),
        (
            "short nonce",
            changed("/SecurityTrailer/Nonce", json!("AAAA")),
        ),
        (
            "blob",
            changed("/NexoBlob", json!("AAAAAAAAAAAAAAAAAAAAAA==")),
        ),
        (
            "another head",
            sealed(&keys, &clear, &header("Payment", "E3")).to_string(),
        ),
        (
            "another version",
            sealed(&old, &clear, &header("Payment", "E2")).to_string(),
        ),
    ] {
        let received = till.post("/nexo", "application/json", &bad).await;
        assert_eq!(
            (received.status(), received.body()),
            (400, "The message was refused"),
            "{name}"
        );
    }
    assert_eq!(till.terminal().await["phase"], Value::Null);
}

#[tokio::test]
async fn a_terminal_without_passphrase_refuses_sealed_messages() {
    let keys = Keys::derive("mypassphrase", "mykey", 2);
    let till = Till::new().await;
    let request = sealed(
        &keys,
        &payment(TERMINAL, "E4", "10"),
        &header("Payment", "E4"),
    );
    assert_eq!(till.nexo(&request).await.status(), 400);
}

#[tokio::test]
async fn f17_and_f19_spoil_the_answer_but_not_the_payment() {
    for (fault, id) in [("F17", "E5"), ("F19", "E6")] {
        let (till, keys) = till().await;
        till.script(json!([{"fault": fault}])).await;
        let request = sealed(&keys, &payment(TERMINAL, id, "10"), &header("Payment", id));
        let received = till.nexo(&request).await;
        assert!(opened(&keys, &received).is_none(), "{fault}");
        assert_eq!(till.ledger().await, (1000, 0));
        let version = received.json()["SaleToPOIResponse"]["SecurityTrailer"]["KeyVersion"].clone();
        assert_eq!(version, if fault == "F19" { 1 } else { 2 });
    }
}
