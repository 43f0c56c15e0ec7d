//! Cards pay, and get back what is removed.

use gift_card::rule::state::CardState;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::Shop;
use uuid::Uuid;

use super::{
    CODE, assert_ledgers_hold, check, euro, number, open_cards, pay, pay_with, paying, sell,
    standing,
};

#[tokio::test]
async fn a_card_pays_once_for_each_check_and_gets_back_what_is_removed() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = paying(&shop).await;
    let checked = check(&mei, &number(1), "4f7k-2mq9-xr").await.ok();
    assert_eq!(checked["lastFour"], "0001");
    assert_eq!(checked["balance"]["minor"], 10_000);
    assert_eq!(checked["refusal"], Value::Null);
    let refused = pay_with(&mei, &Value::Null, 5_000).await;
    assert_eq!(refused.refused(), (409, "gift_card.check_first"));
    let refused = pay_with(&mei, &checked["reference"], 10_001).await;
    assert_eq!(refused.refused(), (409, "gift_card.balance_too_low"));
    // What was refused is undone, the proof with it.
    let paid = pay_with(&mei, &checked["reference"], 4_000).await.ok();
    let tender = &paid["tenders"][0];
    assert_eq!(
        (&tender["last4"], &tender["amount"]["minor"]),
        (&json!("0001"), &json!(4_000))
    );
    assert_eq!(standing(&shop, 1).await.state, CardState::Partial);
    let again = pay_with(&mei, &checked["reference"], 1_000).await;
    assert_eq!(again.refused(), (409, "gift_card.check_first"));
    pay(&mei, 1, 6_000).await.ok();
    let card = standing(&shop, 1).await;
    assert_eq!((card.state, card.balance), (CardState::Empty, 0));
    let empty = check(&mei, &number(1), CODE).await.ok();
    assert_eq!(empty["refusal"]["key"], "gift_card.unavailable");
    let path = format!("/payment/tender/{}", tender["tenderId"].as_str().unwrap());
    mei.delete(&path).await.ok();
    let card = standing(&shop, 1).await;
    assert_eq!((card.state, card.balance), (CardState::Partial, 4_000));
    mei.pay_cash(39_000).await.ok();
    let order_no = "SELECT COUNT(*) FROM sales_order_tender WHERE tender_code = 'GIFTCARD' \
         AND last_four = '0001' AND amount = 6000";
    assert_eq!(shop.number(order_no).await, 1);
    assert_ledgers_hold(&shop).await;
}

#[tokio::test]
async fn the_same_booking_sent_again_takes_once() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = paying(&shop).await;
    let checked = check(&mei, &number(1), CODE).await.ok();
    let body = json!({ "tenderCode": "GIFTCARD", "amount": euro(4_000),
        "reference": checked["reference"] });
    let key = Uuid::now_v7();
    let first = mei
        .keyed(Method::POST, "/payment/tender", key, body.clone())
        .await;
    let again = mei.keyed(Method::POST, "/payment/tender", key, body).await;
    assert_eq!(first.ok(), again.ok());
    assert_eq!(standing(&shop, 1).await.balance, 6_000);
}

#[tokio::test]
async fn a_card_pays_no_card_and_not_in_another_market() {
    let shop = Shop::open().await;
    open_cards(&shop, 2, 0).await;
    let mei = shop.seller("mei").await.repeating();
    sell(&mei, 1, 10_000).await.ok();
    mei.start_payment().await;
    mei.pay_cash(10_000).await.ok();
    sell(&mei, 2, 5_000).await.ok();
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let refused = pay(&mei, 1, 5_000).await;
    assert_eq!(refused.refused(), (409, "gift_card.paid_with_card"));
    let gia = shop.seller("gia").await.repeating();
    let checked = check(&gia, &number(1), CODE).await.ok();
    assert_eq!(checked["refusal"]["key"], "gift_card.store_cannot_use");
    assert_eq!(checked["balance"]["minor"], 10_000);
    // The switch that is turned off between check and booking holds.
    let leo = shop.seller("leo").await.repeating();
    leo.add("BR-1", "", 1).await.ok();
    leo.start_payment().await;
    let checked = check(&leo, &number(1), CODE).await.ok();
    shop.change("UPDATE gift_card_store SET redeem_gift_card = (1 = 0)")
        .await;
    let refused = pay_with(&leo, &checked["reference"], 5_000).await;
    assert_eq!(refused.refused(), (409, "gift_card.store_cannot_use"));
    assert_eq!(standing(&shop, 1).await.balance, 10_000);
}
