use std::time::Duration;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::shop::{DUE, Shop, eur, poiid};

#[tokio::test]
async fn an_approved_card_completes_the_sale_under_its_brand() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    let mut events = shop.shell.events.listen();
    let steps = json!([{ "card": "amex", "entry": "chip", "after_ms": 100 }]);
    shop.terminals().script(&poiid(1), steps).await;
    let id = shop.pay(1, DUE).await;
    let attempt = shop.until(&id, &["APPROVED"]).await;
    assert_eq!(attempt["outcome"]["key"], "payment.successful");
    assert_eq!(attempt["brand"], "amex");
    assert_eq!(attempt["approvedAmount"], eur(DUE));
    assert_eq!(attempt["order"], json!({ "orderNo": 1 }));
    assert_eq!(attempt["choices"], json!([]));
    assert_eq!(attempt["terminalName"], "Till 1");
    assert_eq!(shop.booked(basket).await, (DUE, true));
    assert_eq!(shop.terminals().kept(&poiid(1)).await, DUE);
    let booked = tender_of(&shop).await;
    assert_eq!(booked, "AMEX");

    // The terminal's screen, told by itself; the last step may come after the result.
    let mut told = Vec::new();
    for _ in 0..100 {
        told = names(&shop.attempt(&id).await);
        if told.contains(&"RECEIPT".to_owned()) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(told, ["SENT", "PRESENT_CARD", "BANK_CONFIRMS", "RECEIPT"]);

    let mut states = Vec::new();
    while let Ok(event) = events.try_recv() {
        assert_eq!(event.name, "payment");
        assert_eq!(event.terminal_no.as_deref(), Some("PAR01-T1"));
        assert_eq!(event.data["attemptId"], id.as_str());
        states.push(event.data["state"].as_str().unwrap().to_owned());
    }
    assert_eq!(states.first().map(String::as_str), Some("WAITING"));
    assert!(states.contains(&"APPROVED".to_owned()));
}

fn names(attempt: &Value) -> Vec<String> {
    let steps = attempt["steps"].as_array().unwrap().iter();
    steps
        .map(|step| step["step"].as_str().unwrap().to_owned())
        .collect()
}

async fn tender_of(shop: &Shop) -> String {
    shop.shell
        .db
        .read((), |tx, ()| {
            Box::pin(async move {
                let mut row = tx
                    .query_one("SELECT tender_code FROM basket_tender", &[])
                    .await?;
                Ok(row.read()?)
            })
        })
        .await
        .unwrap()
}

#[tokio::test]
async fn messages_can_be_encrypted_both_ways() {
    let shop = Shop::encrypted().await;
    shop.basket(1).await;
    shop.terminals()
        .script(&poiid(1), json!([{ "after_ms": 50, "card": "visa" }]))
        .await;
    let id = shop.pay(1, DUE).await;
    let attempt = shop.until(&id, &["APPROVED"]).await;
    assert_eq!(attempt["brand"], "visa");
    // Notifications are encrypted, too, or they are not believed.
    for _ in 0..100 {
        if names(&shop.attempt(&id).await).len() == 4 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(names(&shop.attempt(&id).await).len(), 4);
}

#[tokio::test]
async fn a_declined_card_offers_another_try() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    let steps = json!([{ "decline": true }, { "card": "visa" }]);
    shop.terminals().script(&poiid(1), steps).await;
    let declined = shop.pay(1, DUE).await;
    let attempt = shop.until(&declined, &["FAILED"]).await;
    assert_eq!(attempt["outcome"]["key"], "payment.failed");
    assert_eq!(attempt["choices"], json!(["retry", "otherTender"]));
    assert_eq!(shop.booked(basket).await, (0, false));
    let again = shop.pay(1, DUE).await;
    shop.until(&again, &["APPROVED"]).await;
    assert_eq!(shop.terminals().kept(&poiid(1)).await, DUE);
}

#[tokio::test]
async fn a_payment_can_be_cancelled_after_its_countdown() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    shop.terminals()
        .script(&poiid(1), json!([{ "manual": true }]))
        .await;
    let id = shop.pay(1, DUE).await;
    shop.until(&id, &["WAITING"]).await;
    let path = format!("/payment/attempt/{id}/cancel");
    let early = shop.post(&path, json!({})).await;
    assert_eq!(
        (early.status, early.key()),
        (409, "payment.not_cancellable_yet")
    );
    assert_eq!(early.body["error"]["params"]["secondsLeft"], 1);
    tokio::time::sleep(Duration::from_millis(420)).await;
    assert_eq!(
        shop.attempt(&id).await["choices"],
        json!(["cancel", "wait"])
    );
    let cancelling = shop.post(&path, json!({})).await;
    assert_eq!(cancelling.data()["state"], "CANCELLING");
    let attempt = shop.until(&id, &["CANCELLED"]).await;
    assert_eq!(attempt["outcome"]["key"], "payment.cancelled");
    assert_eq!(shop.booked(basket).await, (0, false));
    assert_eq!(shop.terminals().kept(&poiid(1)).await, 0);
}

#[tokio::test]
async fn an_occupied_terminal_is_told_apart() {
    let shop = Shop::open().await;
    shop.basket(1).await;
    shop.terminals()
        .script(&poiid(1), json!([{ "fault": "F12" }]))
        .await;
    let id = shop.pay(1, DUE).await;
    let attempt = shop.until(&id, &["FAILED"]).await;
    assert_eq!(attempt["outcome"]["key"], "payment.occupied");
}

#[tokio::test]
async fn a_terminal_that_cannot_be_reached_is_not_available() {
    let shop = Shop::open().await;
    shop.basket(1).await;
    shop.terminals()
        .script(&poiid(1), json!([{ "fault": "F1" }]))
        .await;
    let id = shop.pay(1, DUE).await;
    let attempt = shop.until(&id, &["FAILED"]).await;
    assert_eq!(attempt["outcome"]["key"], "payment.unreachable");
}

#[tokio::test]
async fn while_a_payment_is_under_way_nothing_else_is_taken() {
    let shop = Shop::with(2, None).await;
    shop.basket(1).await;
    shop.basket(2).await;
    shop.terminals()
        .script(&poiid(1), json!([{ "manual": true }]))
        .await;
    let id = shop.pay(1, 10_000).await;
    for (path, code) in [("/payment/attempt", "CARD"), ("/payment/tender", "CASH")] {
        let body = json!({ "tenderCode": code, "amount": eur(10_000) });
        let refused = shop.post(path, body).await;
        assert_eq!(
            (refused.status, refused.key()),
            (409, "payment.attempt_live")
        );
    }
    let payment = shop.get("/payment").await;
    assert_eq!(payment["attempt"]["attemptId"], id.as_str());
    let tenders = shop.get("/tender").await;
    assert_eq!(tenders[0]["refusal"]["key"], "payment.attempt_live");
    assert_eq!(tenders[3]["terminalReady"], false);
    // Another till is free.
    let other = shop.pay(2, DUE).await;
    shop.until(&other, &["WAITING"]).await;
    // Nobody of another store sees it.
    let path = format!("/payment/attempt/{id}");
    for (method, path, body) in [
        ("GET", path.clone(), None),
        ("POST", format!("{path}/cancel"), Some(json!({}))),
        (
            "POST",
            format!("{path}/decide"),
            Some(json!({ "decision": "reverse" })),
        ),
    ] {
        let answer = shop
            .ask("stranger", method, &path, body, Some(Uuid::new_v4()))
            .await;
        assert_eq!(
            (answer.status, answer.key()),
            (404, "payment.attempt_not_found")
        );
    }
    shop.until(&id, &["TIMED_OUT"]).await;
}

#[tokio::test]
async fn a_repeated_start_is_sent_once() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    shop.terminals()
        .script(&poiid(1), json!([{ "card": "visa", "after_ms": 200 }]))
        .await;
    let key = Some(Uuid::new_v4());
    let body = json!({ "tenderCode": "VISA", "amount": eur(DUE) });
    let start = || {
        shop.ask(
            "cashier",
            "POST",
            "/payment/attempt",
            Some(body.clone()),
            key,
        )
    };
    let (first, second) = tokio::join!(start(), start());
    let id = first.data()["attemptId"].as_str().unwrap().to_owned();
    assert_eq!(first.data(), second.data());
    assert_eq!((first.status, second.status), (202, 202));
    shop.until(&id, &["APPROVED"]).await;
    let third = start().await;
    assert_eq!(third.data()["attemptId"], id.as_str());
    assert_eq!(shop.terminals().requests(&poiid(1), "Payment").await, 1);
    assert_eq!(shop.booked(basket).await, (DUE, true));
}

#[tokio::test]
async fn cards_take_no_more_than_the_balance() {
    let shop = Shop::open().await;
    shop.basket(1).await;
    let table = [
        ("CARD", DUE + 1, 409, "payment.over_tender"),
        ("CARD", 0, 422, "payment.amount_not_positive"),
        ("CASH", DUE, 422, "payment.tender_type"),
        ("SHELLS", DUE, 404, "payment.tender_unknown"),
    ];
    for (code, minor, status, key) in table {
        let body = json!({ "tenderCode": code, "amount": eur(minor) });
        let refused = shop.post("/payment/attempt", body).await;
        assert_eq!((refused.status, refused.key()), (status, key));
    }
    assert_eq!(shop.terminals().requests(&poiid(1), "Payment").await, 0);
}

#[tokio::test]
async fn a_payment_that_cannot_complete_its_sale_is_booked_and_completed_later() {
    let shop = Shop::open().await;
    let basket = shop.basket_of(1, DUE, "cannot be completed").await;
    shop.terminals()
        .script(&poiid(1), json!([{ "card": "visa" }]))
        .await;
    let id = shop.pay(1, DUE).await;
    let attempt = shop.until(&id, &["APPROVED"]).await;
    assert_eq!(attempt["order"], json!(null));
    assert_eq!(shop.booked(basket).await, (DUE, false));
    shop.execute("UPDATE basket SET note = ''", Vec::new())
        .await;
    (shop.engine.adoption_job().run)(shop.shell.clone())
        .await
        .unwrap();
    assert_eq!(shop.booked(basket).await, (DUE, true));
    assert_eq!(shop.attempt(&id).await["order"], json!({ "orderNo": 1 }));
}
