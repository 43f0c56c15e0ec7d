use serde_json::json;
use uuid::Uuid;

use crate::shop::{DUE, Shop, eur, poiid};

#[tokio::test]
async fn a_lost_reply_is_found_by_asking() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    shop.terminals()
        .script(&poiid(1), json!([{ "fault": "F4" }]))
        .await;
    let id = shop.pay(1, DUE).await;
    let attempt = shop.until(&id, &["APPROVED"]).await;
    assert_eq!(attempt["approvedAmount"], eur(DUE));
    assert_eq!(shop.terminals().requests(&poiid(1), "Payment").await, 1);
    assert_eq!(shop.terminals().kept(&poiid(1)).await, DUE);
    assert_eq!(shop.booked(basket).await, (DUE, true));
}

#[tokio::test]
async fn a_request_that_never_arrived_times_out_once_that_is_certain() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    shop.terminals()
        .script(&poiid(1), json!([{ "fault": "F3" }]))
        .await;
    let id = shop.pay(1, DUE).await;
    shop.until(&id, &["INQUIRY"]).await;
    let attempt = shop.until(&id, &["TIMED_OUT"]).await;
    assert_eq!(attempt["outcome"]["key"], "payment.timed_out");
    let (sent, ended) = (&attempt["sentAt"], &attempt["finalAt"]);
    let at = |time: &serde_json::Value| time.as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
    let lasted = at(ended).duration_since(at(sent));
    assert!(
        lasted >= jiff::SignedDuration::from_millis(1600),
        "{lasted:?}"
    );
    assert!(shop.terminals().requests(&poiid(1), "Diagnosis").await >= 1);
    assert_eq!(shop.booked(basket).await, (0, false));
}

#[tokio::test]
async fn a_late_success_is_kept_and_given_back() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    let mut events = shop.shell.events.listen();
    shop.terminals()
        .script(&poiid(1), json!([{ "fault": "F23", "ms": 2500 }]))
        .await;
    let id = shop.pay(1, DUE).await;
    shop.until(&id, &["TIMED_OUT"]).await;
    let attempt = shop.until(&id, &["REVERSED"]).await;
    assert_eq!(attempt["approvedAmount"], eur(DUE));
    assert_eq!(shop.terminals().kept(&poiid(1)).await, 0);
    assert_eq!(shop.terminals().requests(&poiid(1), "Reversal").await, 1);
    assert_eq!(shop.booked(basket).await, (0, false));
    let mut states = Vec::new();
    while let Ok(event) = events.try_recv() {
        states.push(event.data["state"].as_str().unwrap().to_owned());
    }
    assert!(states.contains(&"LATE_SUCCESS".to_owned()), "{states:?}");
}

#[tokio::test]
async fn another_amount_is_held_until_somebody_decides() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    let steps = json!([
        { "fault": "F13", "amount_minor": 10_000 },
        { "fault": "F14", "amount_minor": 20_000 },
        { "fault": "F15" },
    ]);
    shop.terminals().script(&poiid(1), steps).await;
    let decide = async |id: &str, decision: &str| {
        let path = format!("/payment/attempt/{id}/decide");
        shop.post(&path, json!({ "decision": decision })).await
    };

    let lower = shop.pay(1, DUE).await;
    let attempt = shop.until(&lower, &["MISMATCH"]).await;
    assert_eq!(attempt["outcome"]["key"], "payment.amount_mismatch");
    assert_eq!(attempt["outcome"]["params"]["received"], "€100.00");
    assert_eq!(attempt["outcome"]["params"]["due"], "€229.10");
    assert_eq!(attempt["choices"], json!(["acceptPart", "reverse"]));
    assert_eq!(shop.booked(basket).await, (0, false));
    let accepted = decide(&lower, "acceptPart").await;
    assert_eq!(accepted.data()["state"], "APPROVED");
    assert_eq!(shop.booked(basket).await, (10_000, false));

    for _ in 0..2 {
        let other = shop.pay(1, 12_910).await;
        let attempt = shop.until(&other, &["MISMATCH"]).await;
        assert_eq!(attempt["choices"], json!(["reverse"]));
        let refused = decide(&other, "acceptPart").await;
        assert_eq!(
            (refused.status, refused.key()),
            (409, "payment.not_decidable")
        );
        assert_eq!(decide(&other, "reverse").await.data()["state"], "REVERSING");
        shop.until(&other, &["REVERSED"]).await;
    }
    assert_eq!(shop.terminals().kept(&poiid(1)).await, 10_000);
    assert_eq!(shop.booked(basket).await, (10_000, false));
}

#[tokio::test]
async fn a_success_after_a_cancel_waits_for_the_cashier() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    shop.terminals()
        .script(&poiid(1), json!([{ "fault": "F21" }]))
        .await;
    let id = shop.pay(1, DUE).await;
    tokio::time::sleep(std::time::Duration::from_millis(450)).await;
    let path = format!("/payment/attempt/{id}");
    shop.post(&format!("{path}/cancel"), json!({})).await;
    let attempt = shop.until(&id, &["MISMATCH"]).await;
    assert_eq!(attempt["outcome"]["key"], "payment.late_success");
    assert_eq!(attempt["choices"], json!(["acceptPart", "reverse"]));
    shop.post(&format!("{path}/decide"), json!({ "decision": "reverse" }))
        .await;
    shop.until(&id, &["REVERSED"]).await;
    assert_eq!(shop.terminals().kept(&poiid(1)).await, 0);
    assert_eq!(shop.booked(basket).await, (0, false));
}

#[tokio::test]
async fn a_manager_decides_about_what_nobody_can_tell() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    shop.terminals()
        .script(&poiid(1), json!([{ "manual": true }]))
        .await;
    let id = shop.pay(1, DUE).await;
    shop.terminals().until_busy(&poiid(1)).await;
    shop.terminals().power(&poiid(1), false).await;
    let attempt = shop.until(&id, &["UNKNOWN"]).await;
    assert_eq!(attempt["outcome"]["key"], "payment.unknown");
    assert_eq!(attempt["choices"], json!(["wait"]), "a cashier waits");
    let path = format!("/payment/attempt/{id}/decide");
    let decide = |who: &'static str, body: serde_json::Value| {
        shop.ask(who, "POST", &path, Some(body), Some(Uuid::new_v4()))
    };
    let body = json!({ "decision": "paid", "slipNo": "004217" });
    assert_eq!(decide("cashier", body.clone()).await.status, 403);
    let no_slip = decide("manager", json!({ "decision": "paid" })).await;
    assert_eq!(
        (no_slip.status, no_slip.key()),
        (422, "payment.slip_required")
    );
    let body_cash = json!({ "tenderCode": "CASH", "amount": eur(DUE) });
    let cash = shop.post("/payment/tender", body_cash).await;
    assert_eq!(cash.key(), "payment.attempt_live", "the basket is locked");
    let paid = decide("manager", body).await;
    assert_eq!(paid.data()["state"], "APPROVED");
    assert_eq!(paid.data()["order"], json!({ "orderNo": 1 }));
    assert_eq!(shop.booked(basket).await, (DUE, true));
}

#[tokio::test]
async fn what_a_manager_takes_back_goes_back_when_the_terminal_tells_that_it_was_taken() {
    /// Longer than anybody waits.
    const BANK_MS: u64 = 600_000;
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    let slow = json!([{ "fault": "F22", "ms": BANK_MS }]);
    shop.terminals().script(&poiid(1), slow).await;
    let id = shop.pay(1, 10_000).await;
    shop.until(&id, &["UNKNOWN"]).await;
    let manager = |method: &'static str, path: String, body: Option<serde_json::Value>| {
        let shop = &shop;
        async move {
            let key = Some(Uuid::new_v4());
            shop.ask("manager", method, &path, body, key).await
        }
    };
    let body = json!({ "decision": "paid", "slipNo": "004217" });
    let path = format!("/payment/attempt/{id}/decide");
    let paid = manager("POST", path, Some(body)).await;
    assert_eq!(paid.data()["state"], "APPROVED");
    let payment = shop.get("/payment").await;
    let path = format!(
        "/payment/tender/{}",
        payment["tenders"][0]["tenderId"].as_str().unwrap()
    );
    assert_eq!(shop.delete(&path).await.status, 403, "a manager's word");
    let removed = manager("DELETE", path, None).await;
    assert_eq!(removed.status, 200, "{}", removed.body);
    assert_eq!(removed.data()["tenders"], json!([]));
    let failed = shop.until(&id, &["FAILED"]).await;
    let condition = &failed["outcome"]["params"]["condition"];
    assert_eq!(condition, "ManagerTookBack");
    // The client pays in another way, and the bank answers after all.
    let cash = json!({ "tenderCode": "CASH", "amount": eur(DUE) });
    assert_eq!(shop.post("/payment/tender", cash).await.status, 200);
    shop.terminals().pass(BANK_MS).await;
    shop.until(&id, &["REVERSED"]).await;
    assert_eq!(shop.terminals().kept(&poiid(1)).await, 0);
    assert_eq!(shop.booked(basket).await, (DUE, true));
}

/// What a manager is offered about an attempt.
async fn offered(shop: &Shop, id: &str) -> serde_json::Value {
    let path = format!("/payment/attempt/{id}");
    let seen = shop.ask("manager", "GET", &path, None, None).await;
    seen.data()["choices"].clone()
}

/// A manager says that the money went back by hand, as soon as no reversal is under way.
async fn give_back_by_hand(shop: &Shop, id: &str) {
    let path = format!("/payment/attempt/{id}/decide");
    let body = json!({ "decision": "paid", "slipNo": "004217" });
    let cashier = shop.post(&path, body.clone()).await;
    assert_eq!(cashier.status, 403, "{}", cashier.body);
    for _ in 0..200 {
        let key = Some(Uuid::new_v4());
        let decided = shop
            .ask("manager", "POST", &path, Some(body.clone()), key)
            .await;
        if decided.status == 200 {
            assert_eq!(decided.data()["state"], "REVERSED");
            return;
        }
        assert_eq!(decided.key(), "payment.not_decidable");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("nobody may say that it went back");
}

#[tokio::test]
async fn held_money_that_the_terminal_does_not_give_back_frees_the_till_by_hand() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    let steps = json!([
        { "fault": "F14", "amount_minor": DUE + 100 },
        { "fault": "F26", "count": 99 },
    ]);
    shop.terminals().script(&poiid(1), steps).await;
    let id = shop.pay(1, DUE).await;
    shop.until(&id, &["MISMATCH"]).await;
    assert_eq!(offered(&shop, &id).await, json!(["reverse"]));
    let path = format!("/payment/attempt/{id}/decide");
    let reverse = json!({ "decision": "reverse" });
    assert_eq!(shop.post(&path, reverse).await.status, 200);
    let held = shop.until(&id, &["MISMATCH"]).await;
    assert_eq!(held["outcome"]["key"], "payment.failed");
    assert_eq!(held["choices"], json!(["reverse"]), "a cashier tries again");
    assert_eq!(offered(&shop, &id).await, json!(["reverse", "paid"]));
    let cash = json!({ "tenderCode": "CASH", "amount": eur(DUE) });
    let locked = shop.post("/payment/tender", cash.clone()).await;
    assert_eq!(locked.key(), "payment.attempt_live");
    give_back_by_hand(&shop, &id).await;
    assert_eq!(shop.post("/payment/tender", cash).await.status, 200);
    assert_eq!(shop.booked(basket).await, (DUE, true));
}

#[tokio::test]
async fn a_late_success_that_went_back_by_hand_is_not_given_back_again() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    let steps = json!([
        { "fault": "F23", "ms": 2500 },
        { "fault": "F26", "count": 99 },
    ]);
    shop.terminals().script(&poiid(1), steps).await;
    let id = shop.pay(1, DUE).await;
    let late = shop.until(&id, &["LATE_SUCCESS"]).await;
    assert_eq!(late["choices"], json!([]), "a cashier goes on");
    give_back_by_hand(&shop, &id).await;
    let sent = shop.terminals().requests(&poiid(1), "Reversal").await;
    assert!(sent > 0);
    tokio::time::sleep(std::time::Duration::from_millis(1200)).await;
    let after = shop.terminals().requests(&poiid(1), "Reversal").await;
    assert_eq!(after, sent);
    assert_eq!(shop.attempt(&id).await["state"], "REVERSED");
    assert_eq!(shop.booked(basket).await, (0, false));
}
