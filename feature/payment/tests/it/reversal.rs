use serde_json::json;
use uuid::Uuid;

use crate::shop::{DUE, Shop, eur, poiid};

/// A basket on which 100.00 were paid by card; answers with the tender.
async fn half_paid(shop: &Shop, reversal: serde_json::Value) -> String {
    shop.basket(1).await;
    let steps = json!([{ "card": "visa" }, reversal]);
    shop.terminals().script(&poiid(1), steps).await;
    let id = shop.pay(1, 10_000).await;
    shop.until(&id, &["APPROVED"]).await;
    let payment = shop.get("/payment").await;
    assert_eq!(payment["remaining"], eur(DUE - 10_000));
    assert_eq!(payment["tenders"][0]["code"], "VISA");
    payment["tenders"][0]["tenderId"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn a_removed_card_is_given_back_by_the_terminal() {
    let shop = Shop::open().await;
    let tender = half_paid(&shop, json!({ "on": "Reversal" })).await;
    let path = format!("/payment/tender/{tender}");
    let key = Some(Uuid::new_v4());
    let removed = shop.ask("cashier", "DELETE", &path, None, key).await;
    assert_eq!(removed.status, 202, "{}", removed.body);
    assert_eq!(removed.data()["kind"], "REVERSAL");
    let id = removed.data()["attemptId"].as_str().unwrap().to_owned();
    let attempt = shop.until(&id, &["REVERSED"]).await;
    assert_eq!(attempt["outcome"]["key"], "payment.reversed");
    assert_eq!(shop.get("/payment").await["tenders"], json!([]));
    assert_eq!(shop.terminals().kept(&poiid(1)).await, 0);
    // The repeat answers as the first time and gives back nothing more.
    let again = shop.ask("cashier", "DELETE", &path, None, key).await;
    assert_eq!((again.status, again.data()), (202, removed.data()));
    assert_eq!(shop.terminals().requests(&poiid(1), "Reversal").await, 1);
}

#[tokio::test]
async fn a_lost_reply_to_a_reversal_is_found_by_asking() {
    let shop = Shop::open().await;
    let tender = half_paid(&shop, json!({ "fault": "F25" })).await;
    let removed = shop.delete(&format!("/payment/tender/{tender}")).await;
    let id = removed.data()["attemptId"].as_str().unwrap().to_owned();
    shop.until(&id, &["REVERSED"]).await;
    assert_eq!(shop.terminals().kept(&poiid(1)).await, 0);
    assert_eq!(shop.terminals().requests(&poiid(1), "Reversal").await, 1);
    assert_eq!(shop.get("/payment").await["tenders"], json!([]));
}

#[tokio::test]
async fn a_refused_reversal_leaves_the_tender_booked() {
    let shop = Shop::open().await;
    let tender = half_paid(&shop, json!({ "fault": "F26" })).await;
    let path = format!("/payment/tender/{tender}");
    let removed = shop.delete(&path).await;
    let id = removed.data()["attemptId"].as_str().unwrap().to_owned();
    let attempt = shop.until(&id, &["FAILED"]).await;
    assert_eq!(attempt["outcome"]["key"], "payment.failed");
    assert_eq!(attempt["choices"], json!(["retry", "cancel"]));
    assert_eq!(
        shop.get("/payment").await["tenders"][0]["amount"],
        eur(10_000)
    );
    assert_eq!(shop.terminals().kept(&poiid(1)).await, 10_000);
    // Another try succeeds.
    let removed = shop.delete(&path).await;
    let id = removed.data()["attemptId"].as_str().unwrap().to_owned();
    shop.until(&id, &["REVERSED"]).await;
    assert_eq!(shop.terminals().kept(&poiid(1)).await, 0);
}

#[tokio::test]
async fn a_reversal_in_doubt_locks_the_basket_until_a_manager_decides() {
    let shop = Shop::open().await;
    let tender = half_paid(&shop, json!({ "on": "Reversal", "fault": "F2" })).await;
    let removed = shop.delete(&format!("/payment/tender/{tender}")).await;
    let id = removed.data()["attemptId"].as_str().unwrap().to_owned();
    shop.until(&id, &["REVERSING"]).await;
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    shop.terminals().power(&poiid(1), false).await;
    shop.until(&id, &["UNKNOWN"]).await;
    let body = json!({ "tenderCode": "CASH", "amount": eur(100) });
    let cash = shop.post("/payment/tender", body).await;
    assert_eq!(cash.key(), "payment.attempt_live");
    let path = format!("/payment/attempt/{id}/decide");
    let body = json!({ "decision": "notPaid" });
    let decided = shop
        .ask("manager", "POST", &path, Some(body), Some(Uuid::new_v4()))
        .await;
    assert_eq!(decided.data()["state"], "FAILED");
    assert_eq!(
        shop.get("/payment").await["tenders"][0]["amount"],
        eur(10_000)
    );
}
