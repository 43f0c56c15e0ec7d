use serde_json::json;
use uuid::Uuid;

use crate::shop::{DUE, Shop, eur};

#[tokio::test]
async fn cash_closes_the_sale_with_rounding_and_change() {
    let shop = Shop::open().await;
    assert_eq!(shop.get("/payment").await, json!(null), "none is under way");

    let basket = shop.basket_of(1, 22_913, "").await;
    let payment = shop.get("/payment").await;
    assert_eq!(payment["due"], eur(22_913));
    assert_eq!(payment["cashRemaining"], eur(22_915));
    assert_eq!(payment["rounding"], eur(2));
    assert_eq!(
        payment["quickAmounts"],
        json!([eur(22_915), eur(23_000), eur(24_000), eur(25_000)])
    );

    let part = json!({ "tenderCode": "CASH", "amount": eur(10_000) });
    let booked = shop.post("/payment/tender", part).await.data();
    assert_eq!(booked["remaining"], eur(12_913));
    assert_eq!(booked["order"], json!(null));
    assert_eq!(booked["tenders"][0]["removable"], true);

    let rest = json!({ "tenderCode": "CASH", "amount": eur(13_000) });
    let closed = shop.post("/payment/tender", rest).await.data();
    assert_eq!(closed["remaining"], eur(0));
    assert_eq!(closed["tenders"][1]["amount"], eur(12_913));
    assert_eq!(closed["tenders"][1]["change"], eur(85));
    assert_eq!(closed["rounding"], eur(2));
    assert_eq!(closed["order"], json!({ "orderNo": 1 }));
    assert_eq!(shop.booked(basket).await, (22_913, true));
}

#[tokio::test]
async fn a_repeated_booking_is_carried_out_once() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    let key = Uuid::new_v4();
    let body = json!({ "tenderCode": "CASH", "amount": eur(10_000) });
    let book = |body| shop.ask("cashier", "POST", "/payment/tender", Some(body), Some(key));
    let first = book(body.clone()).await;
    let second = book(body).await;
    assert_eq!(first.data(), second.data());
    assert_eq!(shop.booked(basket).await, (10_000, false));
    let other = book(json!({ "tenderCode": "CASH", "amount": eur(1) })).await;
    assert_eq!((other.status, other.key()), (422, "request.key_reused"));
    let without = shop
        .ask(
            "cashier",
            "POST",
            "/payment/tender",
            Some(json!({ "tenderCode": "CASH", "amount": eur(1) })),
            None,
        )
        .await;
    assert_eq!(without.key(), "request.key_missing");
}

#[tokio::test]
async fn cash_is_refused_as_the_rules_say_and_can_be_removed() {
    let shop = Shop::open().await;
    let basket = shop.basket(1).await;
    let table = [
        ("CASH", eur(0), 422, "payment.amount_not_positive"),
        ("CASH", eur(90_000), 409, "payment.over_tender_limit"),
        (
            "CASH",
            json!({"minor": 5, "currency": "HKD"}),
            422,
            "payment.wrong_currency",
        ),
        ("CARD", eur(DUE), 422, "payment.tender_type"),
        ("SHELLS", eur(DUE), 404, "payment.tender_unknown"),
    ];
    for (code, amount, status, key) in table {
        let body = json!({ "tenderCode": code, "amount": amount });
        let refused = shop.post("/payment/tender", body).await;
        assert_eq!((refused.status, refused.key()), (status, key));
    }
    let body = json!({ "tenderCode": "CASH", "amount": eur(10_000) });
    let booked = shop.post("/payment/tender", body).await.data();
    let tender = booked["tenders"][0]["tenderId"].as_str().unwrap();
    let path = format!("/payment/tender/{tender}");
    let elsewhere = shop
        .ask("stranger", "DELETE", &path, None, Some(Uuid::new_v4()))
        .await;
    assert_eq!(elsewhere.status, 409, "no payment there: {elsewhere:?}");
    let removed = shop.delete(&path).await;
    assert_eq!(removed.status, 200);
    assert_eq!(removed.data()["remaining"], eur(DUE));
    assert_eq!(shop.booked(basket).await, (0, false));
    let again = shop.delete(&path).await;
    assert_eq!(
        (again.status, again.key()),
        (404, "payment.tender_not_found")
    );
}

#[tokio::test]
async fn the_tenders_of_the_store_are_listed_with_their_terms() {
    let shop = Shop::open().await;
    let tenders = shop.get("/tender").await;
    let codes: Vec<_> = tenders
        .as_array()
        .unwrap()
        .iter()
        .map(|t| &t["code"])
        .collect();
    assert_eq!(codes, ["CASH", "VISA", "AMEX", "CARD"]);
    assert_eq!(tenders[0]["roundingStep"], 5);
    assert_eq!(tenders[0]["maximumOverTender"], eur(50_000));
    assert_eq!(tenders[0]["terminalReady"], json!(null));
    assert_eq!(tenders[3]["terminalReady"], true);
    assert_eq!(tenders[3]["refusal"], json!(null));
    // A store without tenders offers none, and none of another store.
    let other = shop.ask("stranger", "GET", "/tender", None, None).await;
    assert_eq!(other.data(), json!([]));
}
