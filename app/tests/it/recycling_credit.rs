//! The credit for old jewellery: spent, taken back from a seller who withdraws, paid back.

use std::time::Duration;

use recycling::Differences;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Client, MailSimulator, Settings, Shop};
use uuid::Uuid;

use crate::mailed_code::MailedCode;
use crate::recycling::{
    BALANCE, INES, begin, credited, open, path, piece, proof, release, shop, sign, step,
};

pub(crate) async fn withdraw(
    client: &Client,
    document: &Value,
    repayment: Value,
) -> testkit::Answer {
    let body = json!({ "version": document["version"], "repayment": repayment });
    client.post(&path(document, "withdraw"), body).await
}

/// A seller who has spent some of the credit withdraws, and has paid that back.
pub(crate) async fn withdraw_what_was_spent(shop: &Shop, manager: &Client) {
    let document = credited(manager, "A1").await;
    shop.change("UPDATE recycling_setting SET code_above = 1000000")
        .await;
    to_pay(manager).await;
    spend(manager, 12_900, Value::Null).await.ok();
    let missing = json!({ "minor": 12_900, "currency": "EUR" });
    let repaid = json!({ "means": "CARD", "reference": "0042", "amount": missing });
    withdraw(manager, &document, repaid).await.ok();
}

/// A basket of 129.00 with Inès, on its way to be paid.
async fn to_pay(client: &Client) {
    client.add("ER-1", "", 1).await.ok();
    let body = json!({ "customerId": INES });
    client.put("/basket/customer", body).await.ok();
    client.start_payment().await;
}

async fn spend(client: &Client, minor: i64, reference: Value) -> testkit::Answer {
    let mut body = json!({
        "tenderCode": "RECYCLE", "amount": { "minor": minor, "currency": "EUR" }
    });
    if !reference.is_null() {
        body["reference"] = reference;
    }
    client.post("/payment/tender", body).await
}

#[tokio::test]
async fn a_seller_withdraws_within_48_hours_and_gets_the_pieces_back() {
    let (shop, clock, manager) = shop().await;
    let key = Uuid::now_v7();
    let document = begin(&manager, json!([piece("GOLD", 750, 5_250)])).await;
    let document = sign(&manager, &document, "A1").await;
    let body = json!({ "version": document["version"] });
    let grant = path(&document, "grant");
    let first = manager
        .keyed(Method::POST, &grant, key, body.clone())
        .await
        .ok();
    let again = manager.keyed(Method::POST, &grant, key, body).await.ok();
    assert_eq!(first, again, "one press credits once");
    assert_eq!(shop.number(BALANCE).await, 32_967);
    let metal = "SELECT CAST(SUM(weight) AS BIGINT) FROM recycling_stock_entry";
    assert_eq!(shop.number(metal).await, 5_250);
    clock.advance(Duration::from_secs(48 * 3600 - 1));
    assert_eq!(release(&shop, &clock).await, 0);
    let manager = shop.seller("manager").await.repeating();
    let withdrawn = withdraw(&manager, &first, Value::Null).await.ok();
    assert_eq!(withdrawn["state"], "WITHDRAWN");
    assert_eq!(
        (shop.number(BALANCE).await, shop.number(metal).await),
        (0, 0)
    );
    let exits = "SELECT COUNT(*) FROM recycling_register WHERE entry_type = 'EXIT'";
    assert_eq!(shop.number(exits).await, 1);
    let link = manager
        .post(&path(&withdrawn, "print-link"), json!({}))
        .await;
    assert_eq!(link.refused(), (409, "recycling.not_printable"));
    assert_eq!(proof(&shop).await, Differences::default());
}

#[tokio::test]
async fn what_is_spent_is_paid_back_before_the_pieces_are_returned() {
    let (shop, clock, manager) = shop().await;
    let document = credited(&manager, "A1").await;
    shop.change("UPDATE recycling_setting SET code_above = 1000000")
        .await;
    to_pay(&manager).await;
    spend(&manager, 12_900, Value::Null).await.ok();
    let spent = withdraw(&manager, &document, Value::Null).await;
    assert_eq!(spent.refused(), (409, "recycling.credit_spent"));
    let missing = spent.envelope["error"]["params"]["missing"].clone();
    assert_eq!(missing["minor"], 12_900);
    let wrong = json!({ "means": "CARD", "reference": "0042",
                        "amount": { "minor": 12_899, "currency": "EUR" } });
    assert_eq!(withdraw(&manager, &document, wrong).await.refused().0, 409);
    let cash = json!({ "means": "CASH", "reference": "0042", "amount": missing });
    assert_eq!(withdraw(&manager, &document, cash).await.status, 400);
    let repaid = json!({ "means": "CARD", "reference": "0042", "amount": missing });
    withdraw(&manager, &document, repaid).await.ok();
    assert_eq!(shop.number(BALANCE).await, 0);
    let entries = "SELECT COUNT(*) FROM recycling_credit_entry WHERE customer_id IS NOT NULL";
    assert_eq!(shop.number(entries).await, 4);
    assert_eq!(proof(&shop).await, Differences::default());

    let late = credited(&manager, "A2").await;
    clock.advance(Duration::from_secs(48 * 3600));
    let manager = shop.seller("manager").await.repeating();
    let refused = withdraw(&manager, &late, Value::Null).await;
    assert_eq!(refused.refused(), (409, "recycling.withdrawal_too_late"));
}

#[tokio::test]
async fn credit_pays_above_fifty_only_with_the_customers_code() {
    let mail = MailSimulator::start();
    let (shop, clock) = open(Settings {
        smtp_url: Some(mail.smtp_url()),
        ..Settings::default()
    })
    .await;
    let manager = shop.seller("manager").await.repeating();
    credited(&manager, "A1").await;
    to_pay(&manager).await;
    spend(&manager, 3_000, Value::Null).await.ok();
    let parts = spend(&manager, 2_001, Value::Null).await;
    assert_eq!(parts.refused(), (409, "one_time_code.required"));
    let forged = spend(&manager, 9_900, json!(Uuid::now_v7())).await;
    assert_eq!(forged.refused(), (409, "one_time_code.over"));
    let path = format!("/customer/{INES}/recycling-credit/code");
    let code = MailedCode::ask(&manager, &mail, path.clone()).await;
    let soon = manager.post(&path, json!({})).await;
    assert_eq!(soon.refused(), (429, "session.code_too_soon"));
    let mistyped = code.enter(&manager, code.wrong()).await;
    assert_eq!(mistyped.refused(), (422, "one_time_code.mismatch"));
    let early = spend(&manager, 9_900, code.code_id.clone()).await;
    assert_eq!(early.refused(), (409, "one_time_code.over"));
    let opened = code.enter(&manager, &code.digits).await.ok();
    let mei = shop.seller("mei").await.repeating();
    let elsewhere = code.enter(&mei, &code.digits).await;
    assert_eq!(elsewhere.refused(), (409, "one_time_code.over"));
    let paid = spend(&manager, 9_900, opened["reference"].clone())
        .await
        .ok();
    assert_eq!(paid["order"]["total"]["minor"], 12_900);
    assert_eq!(shop.number(BALANCE).await, 32_967 - 12_900);

    to_pay(&manager).await;
    let used = spend(&manager, 9_900, opened["reference"].clone()).await;
    assert_eq!(used.refused(), (409, "one_time_code.over"));
    // Removing the tender gives the credit back, once.
    let booked = spend(&manager, 5_000, Value::Null).await.ok();
    assert_eq!(shop.number(BALANCE).await, 15_067);
    let tender_id = booked["tenders"][0]["tenderId"].as_str().unwrap();
    manager
        .delete(&format!("/payment/tender/{tender_id}"))
        .await
        .ok();
    assert_eq!(shop.number(BALANCE).await, 20_067);
    assert_eq!(proof(&shop).await, Differences::default());
    clock.advance(Duration::from_secs(1));
    let credit = manager
        .get(&format!("/customer/{INES}/recycling-credit"))
        .await
        .ok();
    assert_eq!(credit["balance"]["minor"], 20_067);
    assert_eq!(credit["codeAbove"]["minor"], 5_000);
}

#[tokio::test]
async fn credit_needs_its_customer_and_is_never_overdrawn() {
    let (shop, _, manager) = shop().await;
    shop.change("UPDATE recycling_setting SET code_above = 1000000")
        .await;
    manager.add("ER-1", "", 1).await.ok();
    manager.start_payment().await;
    let nobody = spend(&manager, 1_000, Value::Null).await;
    assert_eq!(nobody.refused(), (409, "recycling.basket_without_customer"));
    manager.post("/payment/back", json!({})).await.ok();
    let body = json!({ "customerId": INES });
    manager.put("/basket/customer", body).await.ok();
    manager.start_payment().await;
    let poor = spend(&manager, 1_000, Value::Null).await;
    assert_eq!(poor.refused(), (409, "recycling.balance_too_low"));
}

#[tokio::test]
async fn an_order_tells_what_its_pieces_brought_as_long_as_that_stands() {
    let (shop, _, manager) = shop().await;
    manager.add("ER-1", "", 1).await.ok();
    manager.start_payment().await;
    let paid = manager.pay_cash(12_900).await.ok();
    let order_id = paid["order"]["orderId"].clone();
    let order = format!("/order/{}", order_id.as_str().unwrap());
    let amounts = async || {
        let order = manager.get(&order).await.ok();
        [&order, &order["lines"][0]].map(|it| it["recyclingAmount"]["minor"].as_i64())
    };
    assert_eq!(amounts().await, [None, None]);
    let mut earring = piece("SILVER", 925, 3_000);
    let sold = manager.get(&order).await.ok();
    earring["orderLineId"] = sold["lines"][0]["lineId"].clone();
    let body = json!({
        "kind": "WITH_ORDER", "customerId": INES, "orderId": order_id, "pieces": [earring]
    });
    let document = manager.post("/recycling", body).await.ok();
    let document = sign(&manager, &document, "A1").await;
    assert_eq!(amounts().await, [None, None], "not credited yet");
    let document = step(&manager, &document, "grant").await.ok();
    assert_eq!(amounts().await, [Some(1_290), Some(1_290)]);
    withdraw(&manager, &document, Value::Null).await.ok();
    assert_eq!(amounts().await, [None, None], "the seller has withdrawn");
    assert_eq!(proof(&shop).await, Differences::default());
}
