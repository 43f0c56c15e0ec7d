//! Cards are sold: reserved by their line, active once it is paid.

use gift_card::rule::state::{CardState, Standing};
use serde_json::{Value, json};
use testkit::Shop;

use super::{
    CODE, assert_ledgers_hold, at_ten, available, check, euro, hours, number, open_cards, sell,
    standing,
};

#[tokio::test]
async fn a_card_is_good_only_once_its_sale_is_paid() {
    let shop = Shop::open().await;
    open_cards(&shop, 2, 0).await;
    let mei = shop.seller("mei").await.repeating();
    let basket = sell(&mei, 1, 10_000).await.ok();
    let line = &basket["lines"][0];
    assert_eq!(line["giftCardLastFour"], "0001");
    assert_eq!(line["net"]["minor"], 10_000);
    assert_eq!((&line["needs"], &line["vatRate"]), (&json!([]), &json!(0)));
    assert_eq!(standing(&shop, 1).await.state, CardState::Reserved);
    let unpaid = check(&mei, &number(1), CODE).await.ok();
    assert_eq!(unpaid["refusal"]["key"], "gift_card.unavailable");
    assert_eq!(unpaid["reference"], Value::Null);
    mei.start_payment().await;
    let paid = mei.pay_cash(10_000).await.ok();
    assert!(paid["order"]["receiptNo"].is_string());
    let card = standing(&shop, 1).await;
    assert_eq!((card.state, card.balance), (CardState::Active, 10_000));
    // Owed, and no turnover.
    let owed = "SELECT CAST(SUM(net) AS BIGINT) FROM sales_order_line WHERE is_liability";
    assert_eq!(shop.number(owed).await, 10_000);
    let linked = "SELECT COUNT(*) FROM gift_card g JOIN sales_order o ON o.order_id = \
         g.sold_order_id JOIN gift_card_ledger l ON l.order_id = o.order_id WHERE g.expires_on > \
         g.activated_on";
    assert_eq!(shop.number(linked).await, 1);
    assert_ledgers_hold(&shop).await;
}

#[tokio::test]
async fn what_cannot_be_sold_is_refused_with_its_message() {
    let shop = Shop::open().await;
    open_cards(&shop, 3, 0).await;
    let mei = shop.seller("mei").await.repeating();
    let asked = |reference: Value, minor| json!({ "reference": reference, "amount": euro(minor) });
    // Nobody asked whether it is available.
    let refused = mei
        .post("/basket/gift-card", asked(json!("x"), 10_000))
        .await;
    assert_eq!(refused.refused(), (409, "gift_card.check_first"));
    for (minor, key) in [
        (0, "gift_card.amount_not_positive"),
        (-5, "gift_card.amount_not_positive"),
        (999, "gift_card.amount_out_of_bounds"),
        (300_001, "gift_card.amount_out_of_bounds"),
    ] {
        assert_eq!(sell(&mei, 1, minor).await.refused(), (422, key), "{minor}");
    }
    for (card_no, code, key) in [
        ("", CODE, "gift_card.number_required"),
        (" - ", CODE, "gift_card.number_required"),
        (number(1).as_str(), "", "gift_card.code_required"),
    ] {
        let body = json!({ "cardNo": card_no, "code": code });
        let refused = mei.post("/gift-card/available", body).await;
        assert_eq!(refused.refused(), (422, key));
    }
    sell(&mei, 1, 5_000).await.ok();
    // The same card again here, and at another till.
    assert_eq!(
        available(&mei, 1).await.refused(),
        (409, "gift_card.card_repeated")
    );
    let leo = shop.seller("leo").await.repeating();
    assert_eq!(
        available(&leo, 1).await.refused(),
        (409, "gift_card.cannot_be_bought")
    );
    // A reference is good once, and only at the till that asked.
    let reference = available(&mei, 2).await.ok()["reference"].clone();
    let refused = leo
        .post("/basket/gift-card", asked(reference.clone(), 5_000))
        .await;
    assert_eq!(refused.refused(), (409, "gift_card.check_first"));
    mei.post("/basket/gift-card", asked(reference.clone(), 5_000))
        .await
        .ok();
    let refused = mei.post("/basket/gift-card", asked(reference, 5_000)).await;
    assert_eq!(refused.refused(), (409, "gift_card.check_first"));
    // Another market, no sale, neither sale nor use.
    let gia = shop.seller("gia").await.repeating();
    assert_eq!(
        available(&gia, 3).await.refused(),
        (409, "gift_card.cannot_be_bought")
    );
    shop.change("UPDATE gift_card_store SET sell_gift_card = (1 = 0)")
        .await;
    assert_eq!(
        available(&mei, 3).await.refused(),
        (409, "gift_card.cannot_be_bought")
    );
    shop.change("UPDATE gift_card_store SET redeem_gift_card = (1 = 0)")
        .await;
    let unavailable = (409, "gift_card.function_unavailable");
    assert_eq!(available(&mei, 3).await.refused(), unavailable);
    assert_eq!(check(&mei, &number(3), CODE).await.refused(), unavailable);
    shop.change("DELETE FROM gift_card_store").await;
    assert_eq!(available(&mei, 3).await.refused(), unavailable);
}

#[tokio::test]
async fn a_card_is_free_again_when_its_line_or_basket_goes_and_taken_again_with_it() {
    let shop = Shop::open().await;
    open_cards(&shop, 2, 0).await;
    let mei = shop.seller("mei").await.repeating();
    let basket = sell(&mei, 1, 5_000).await.ok();
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap().to_owned();
    mei.delete(&format!("/basket/line/{line_id}")).await.ok();
    assert_eq!(standing(&shop, 1).await, Standing::STOCK);
    sell(&mei, 1, 5_000).await.ok();
    mei.delete("/basket").await.ok();
    assert_eq!(standing(&shop, 1).await, Standing::STOCK);
    // Another card in place of the first.
    let basket = sell(&mei, 1, 5_000).await.ok();
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap().to_owned();
    let reference = available(&mei, 2).await.ok()["reference"].clone();
    let body = json!({ "reference": reference, "amount": euro(7_000) });
    let path = format!("/basket/gift-card/{line_id}");
    let basket = mei.put(&path, body).await.ok();
    assert_eq!(basket["lines"][0]["giftCardLastFour"], "0002");
    assert_eq!(basket["total"]["minor"], 7_000);
    assert_eq!(standing(&shop, 1).await, Standing::STOCK);
    // The amount of the line keeps the same bounds.
    let path = format!("/basket/line/{line_id}");
    let refused = mei.put(&path, json!({ "price": 999 })).await;
    assert_eq!(refused.status.as_u16(), 422);
    // Left behind by a logout, and taken up again.
    mei.post("/logout", json!({})).await.ok();
    assert_eq!(standing(&shop, 2).await, Standing::STOCK);
    let mei = shop.log_in("mei").await.repeating();
    let basket = mei.post("/basket/restore", json!({})).await.ok();
    assert_eq!(basket["lines"][0]["needs"], json!([]));
    assert_eq!(standing(&shop, 2).await.state, CardState::Reserved);
    // While it was away somebody else bought it.
    mei.post("/logout", json!({})).await.ok();
    let leo = shop.seller("leo").await.repeating();
    sell(&leo, 2, 5_000).await.ok();
    let mei = shop.log_in("mei").await.repeating();
    let basket = mei.post("/basket/restore", json!({})).await.ok();
    assert_eq!(basket["lines"][0]["needs"], json!(["cardNumber"]));
    assert_eq!(basket["blockedBy"]["key"], "gift_card.cannot_be_bought");
    let refused = mei.post("/payment/start", json!({})).await;
    assert_eq!(refused.refused(), (409, "gift_card.cannot_be_bought"));
    // The item alone asks for its card.
    mei.delete("/basket").await.ok();
    mei.put("/basket/salesperson", json!({ "staffId": "mei" }))
        .await
        .ok();
    let basket = mei.add("GIFTCARD", "", 1).await.ok();
    assert_eq!(basket["lines"][0]["needs"], json!(["price", "cardNumber"]));
    assert_eq!(standing(&shop, 2).await.state, CardState::Reserved);
}

#[tokio::test]
async fn a_parked_card_is_free_when_the_time_of_its_basket_is_over() {
    let (shop, clock) = at_ten().await;
    open_cards(&shop, 1, 0).await;
    let mei = shop.seller("mei").await.repeating();
    sell(&mei, 1, 5_000).await.ok();
    mei.post("/basket/park", json!({})).await.ok();
    assert_eq!(standing(&shop, 1).await.state, CardState::Reserved);
    clock.advance(hours(48));
    let job = sale::job::release_expired_baskets();
    job(shop.shell.clone()).await.unwrap();
    assert_eq!(standing(&shop, 1).await, Standing::STOCK);
}

#[tokio::test]
async fn no_discount_reaches_a_gift_card() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 0).await;
    let manager = shop.seller("manager").await.repeating();
    let basket = sell(&manager, 1, 5_000).await.ok();
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap();
    let body = json!({ "kind": "PERCENT", "value": 100_000, "reasonCode": "LOYAL" });
    let path = format!("/basket/line/{line_id}/discount");
    let refused = manager.put(&path, body).await;
    assert!(!refused.status.is_success());
    let action = basket["lines"][0]["actions"].as_array().unwrap().clone();
    let discount = action.iter().find(|it| it["name"] == "discount").unwrap();
    assert_eq!(discount["refusal"]["key"], "sale.discount_not_allowed");
}
