//! More is put on a card that is sold already.

use gift_card::rule::state::{CardState, Standing};
use reqwest::Method;
use serde_json::{Value, json};
use shell::clock::Clock;
use testkit::{Client, Shop};
use uuid::Uuid;

use super::{
    CODE, assert_ledgers_hold, at_ten, charge_card, check, euro, hours, number, open_cards, pay,
    paying, sell, standing, top_up,
};

const fn at(state: CardState, initial: i64, balance: i64) -> Standing {
    Standing {
        state,
        initial,
        balance,
    }
}

const HELD: &str = "SELECT COUNT(*) FROM gift_card WHERE top_up_line_id IS NOT NULL";

async fn pay_all(till: &Client, minor: i64) -> Value {
    till.start_payment().await;
    till.pay_cash(minor).await.ok()
}

#[tokio::test]
async fn a_card_gets_more_only_once_that_is_paid() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = paying(&shop).await;
    pay(&mei, 1, 4_000).await.ok();
    mei.pay_cash(41_000).await.ok();
    let checked = check(&mei, &number(1), CODE).await.ok();
    let expected = json!({ "minimum": euro(1_000), "maximum": euro(294_000), "refusal": null });
    assert_eq!(checked["topUp"], expected);
    let basket = top_up(&mei, 1, 5_000).await.ok();
    let line = &basket["lines"][0];
    assert_eq!(line["giftCardLastFour"], "0001");
    assert_eq!(line["isGiftCardTopUp"], true);
    assert_eq!((&line["net"], &line["vatRate"]), (&euro(5_000), &json!(0)));
    assert_eq!(line["needs"], json!([]));
    assert_eq!(
        standing(&shop, 1).await,
        at(CardState::Partial, 10_000, 6_000)
    );
    let paid = pay_all(&mei, 5_000).await;
    assert!(paid["order"]["receiptNo"].is_string());
    assert_eq!(
        standing(&shop, 1).await,
        at(CardState::Partial, 15_000, 11_000)
    );
    let entry = "SELECT COUNT(*) FROM gift_card_ledger l JOIN sales_order o \
         ON o.order_id = l.order_id WHERE l.entry_type = 'TOPUP' AND l.amount = 5000 \
         AND l.balance = 11000";
    assert_eq!(shop.number(entry).await, 1);
    // Owed, and no turnover.
    let owed = "SELECT CAST(SUM(net) AS BIGINT) FROM sales_order_line WHERE is_liability";
    assert_eq!(shop.number(owed).await, 5_000);
    assert_eq!(shop.number(HELD).await, 0);
    assert_ledgers_hold(&shop).await;
}

#[tokio::test]
async fn a_top_up_that_is_not_paid_leaves_the_card_as_it_was() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    let untouched = at(CardState::Active, 10_000, 10_000);
    let mei = shop.seller("mei").await.repeating();
    let basket = top_up(&mei, 1, 5_000).await.ok();
    assert_eq!(shop.number(HELD).await, 1);
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap().to_owned();
    mei.delete(&format!("/basket/line/{line_id}")).await.ok();
    assert_eq!(shop.number(HELD).await, 0);
    top_up(&mei, 1, 5_000).await.ok();
    mei.delete("/basket").await.ok();
    assert_eq!(shop.number(HELD).await, 0);
    // Paying is given up, and the basket left behind by a logout.
    top_up(&mei, 1, 5_000).await.ok();
    mei.start_payment().await;
    mei.post("/payment/back", json!({})).await.ok();
    assert_eq!(standing(&shop, 1).await, untouched);
    mei.post("/logout", json!({})).await.ok();
    assert_eq!(shop.number(HELD).await, 0);
    // Taken up again, it is paid after all.
    let mei = shop.log_in("mei").await.repeating();
    let basket = mei.post("/basket/restore", json!({})).await.ok();
    assert_eq!(basket["lines"][0]["needs"], json!([]));
    assert_eq!(shop.number(HELD).await, 1);
    assert_eq!(standing(&shop, 1).await, untouched);
    pay_all(&mei, 5_000).await;
    assert_eq!(
        standing(&shop, 1).await,
        at(CardState::Active, 15_000, 15_000)
    );
    assert_ledgers_hold(&shop).await;
}

#[tokio::test]
async fn what_does_not_fit_any_more_is_not_topped_up_by_a_basket_that_was_away() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = shop.seller("mei").await.repeating();
    top_up(&mei, 1, 200_000).await.ok();
    mei.post("/logout", json!({})).await.ok();
    let leo = shop.seller("leo").await.repeating();
    top_up(&leo, 1, 200_000).await.ok();
    leo.start_payment().await;
    // No store keeps to a limit of cash here but for whoever is known.
    leo.pay_cash(200_000).await.ok();
    let mei = shop.log_in("mei").await.repeating();
    let basket = mei.post("/basket/restore", json!({})).await.ok();
    assert_eq!(basket["lines"][0]["needs"], json!(["cardNumber"]));
    let refused = mei.post("/payment/start", json!({})).await;
    assert_eq!(refused.refused(), (409, "gift_card.cannot_be_topped_up"));
}

#[tokio::test]
async fn what_cannot_be_topped_up_is_refused_with_its_message() {
    let shop = Shop::open().await;
    open_cards(&shop, 6, 0).await;
    for (card, value) in [(1, 10_000), (3, 299_500), (4, 10_000), (5, 10_000)] {
        charge_card(&shop, card, value).await;
    }
    for sql in [
        "UPDATE gift_card SET state = 'BLOCKED' WHERE last_four = '0004'",
        "UPDATE gift_card SET state = 'EXPIRED', balance = 0 WHERE last_four = '0005'",
    ] {
        shop.change(sql).await;
    }
    let mei = shop.seller("mei").await.repeating();
    let refusal = |till: &Client, card: usize| {
        let till = till.clone();
        async move {
            let checked = check(&till, &number(card), CODE).await.ok();
            checked["topUp"]["refusal"]["key"].clone()
        }
    };
    let (no, over) = ("gift_card.cannot_be_topped_up", "gift_card.expired");
    for (card, key) in [(2, no), (3, "gift_card.card_full"), (4, no), (5, over)] {
        assert_eq!(refusal(&mei, card).await, key, "{card}");
    }
    // Of another market.
    let gia = shop.seller("gia").await.repeating();
    assert_eq!(refusal(&gia, 1).await, no);
    for (minor, key) in [
        (0, "gift_card.amount_not_positive"),
        (-5, "gift_card.amount_not_positive"),
        (999, "gift_card.top_up_out_of_bounds"),
        (290_001, "gift_card.top_up_out_of_bounds"),
    ] {
        assert_eq!(
            top_up(&mei, 1, minor).await.refused(),
            (422, key),
            "{minor}"
        );
    }
    // Nobody checked it; and a check is good at its till only.
    let leo = shop.seller("leo").await.repeating();
    let checked = check(&leo, &number(1), CODE).await.ok();
    for reference in [&json!("x"), &checked["reference"]] {
        let body = json!({ "reference": reference, "amount": euro(5_000) });
        let refused = mei.post("/basket/gift-card/top-up", body).await;
        assert_eq!(refused.refused(), (409, "gift_card.check_first"));
    }
    // Once in a basket, and in one basket.
    let basket = top_up(&mei, 1, 5_000).await.ok();
    let again = json!({ "reference": checked["reference"], "amount": euro(5_000) });
    let refused = leo.post("/basket/gift-card/top-up", again).await;
    assert_eq!(refused.refused(), (409, "gift_card.top_up_elsewhere"));
    assert_eq!(refusal(&leo, 1).await, "gift_card.top_up_elsewhere");
    assert_eq!(
        top_up(&mei, 1, 5_000).await.refused(),
        (409, "gift_card.card_repeated")
    );
    // The amount of the line keeps its bounds.
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap();
    let path = format!("/basket/line/{line_id}");
    let refused = mei.put(&path, json!({ "price": 290_001 })).await;
    assert_eq!(refused.refused(), (422, "gift_card.top_up_out_of_bounds"));
    mei.put(&path, json!({ "price": 290_000 })).await.ok();
    // No card pays for a card.
    charge_card(&shop, 6, 10_000).await;
    mei.start_payment().await;
    let refused = pay(&mei, 6, 5_000).await;
    assert_eq!(refused.refused(), (409, "gift_card.paid_with_card"));
}

#[tokio::test]
async fn the_switch_to_sell_is_the_switch_to_top_up() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = shop.seller("mei").await.repeating();
    shop.change("UPDATE gift_card_store SET redeem_gift_card = (1 = 0)")
        .await;
    let checked = check(&mei, &number(1), CODE).await.ok();
    assert_eq!(checked["refusal"]["key"], "gift_card.store_cannot_use");
    assert_eq!(checked["topUp"]["refusal"], Value::Null);
    top_up(&mei, 1, 5_000).await.ok();
    pay_all(&mei, 5_000).await;
    assert_eq!(standing(&shop, 1).await.balance, 15_000);
    shop.change("UPDATE gift_card_store SET redeem_gift_card = (1 = 1), sell_gift_card = (1 = 0)")
        .await;
    let refused = top_up(&mei, 1, 5_000).await;
    assert_eq!(refused.refused(), (409, "gift_card.cannot_be_topped_up"));
}

#[tokio::test]
async fn what_is_paid_for_is_on_the_card_whatever_happened_to_it_meanwhile() {
    let shop = Shop::open().await;
    open_cards(&shop, 2, 10_000).await;
    let mei = shop.seller("mei").await.repeating();
    top_up(&mei, 1, 5_000).await.ok();
    top_up(&mei, 2, 5_000).await.ok();
    // Blocked before payment it is refused, and the office takes no card back that is topped up.
    let block = "UPDATE gift_card SET state = 'BLOCKED' WHERE last_four = '0002'";
    shop.change(block).await;
    let refused = mei.post("/payment/start", json!({})).await;
    assert_eq!(refused.refused(), (409, "gift_card.cannot_be_topped_up"));
    shop.change("UPDATE gift_card SET state = 'ACTIVE' WHERE last_four = '0002'")
        .await;
    let manager = shop.seller("manager").await.repeating();
    let list = manager.get("/gift-card?search=0001").await.ok();
    let id = list["page"]["items"][0]["giftCardId"].as_str().unwrap();
    let card = manager.get(&format!("/gift-card/{id}")).await.ok();
    assert_eq!(card["actions"], json!(["BLOCK"]));
    let body = json!({ "action": "VOID", "version": card["version"], "reason": "Typing error" });
    let refused = manager.post(&format!("/gift-card/{id}/state"), body).await;
    assert_eq!(refused.refused(), (409, "gift_card.top_up_elsewhere"));
    // While it is paid, one is spent and the other blocked.
    mei.start_payment().await;
    manager.add("BR-1", "", 1).await.ok();
    manager.start_payment().await;
    pay(&manager, 1, 10_000).await.ok();
    shop.change(block).await;
    mei.pay_cash(10_000).await.ok();
    assert_eq!(
        standing(&shop, 1).await,
        at(CardState::Partial, 15_000, 5_000)
    );
    assert_eq!(
        standing(&shop, 2).await,
        at(CardState::Blocked, 15_000, 15_000)
    );
    assert_ledgers_hold(&shop).await;
}

async fn expiry(shop: &Shop) -> String {
    let found = shop.db().read((), |tx, ()| {
        Box::pin(async move {
            let sql = "SELECT expires_on FROM gift_card WHERE last_four = '0001'";
            Ok(tx.query_one(sql, &[]).await?.read::<String>()?)
        })
    });
    found.await.unwrap()
}

async fn top_up_now(shop: &Shop) {
    let mei = shop.seller("mei").await.repeating();
    top_up(&mei, 1, 5_000).await.ok();
    pay_all(&mei, 5_000).await;
}

async fn a_year_later(clock: &Clock) {
    clock.advance(hours(365 * 24));
}

#[tokio::test]
async fn a_card_that_is_topped_up_holds_as_long_as_one_that_is_sold_then() {
    let (shop, clock) = at_ten().await;
    open_cards(&shop, 1, 10_000).await;
    assert_eq!(expiry(&shop).await, "2028-11-21");
    a_year_later(&clock).await;
    top_up_now(&shop).await;
    assert_eq!(expiry(&shop).await, "2029-11-21");
    // Never shorter than before.
    shop.change("UPDATE gift_card_store SET valid_months = 1")
        .await;
    top_up_now(&shop).await;
    assert_eq!(expiry(&shop).await, "2029-11-21");
}

#[tokio::test]
async fn a_top_up_sent_again_is_one_line() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = shop.seller("mei").await.repeating();
    let checked = check(&mei, &number(1), CODE).await.ok();
    let body = json!({ "reference": checked["reference"], "amount": euro(5_000) });
    let (path, key) = ("/basket/gift-card/top-up", Uuid::now_v7());
    let first = mei.keyed(Method::POST, path, key, body.clone()).await;
    let again = mei.keyed(Method::POST, path, key, body).await;
    assert_eq!(first.ok(), again.ok());
    assert_eq!(again.ok()["lines"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_line_of_a_top_up_can_sell_a_card_instead() {
    let shop = Shop::open().await;
    open_cards(&shop, 2, 0).await;
    charge_card(&shop, 1, 10_000).await;
    let mei = shop.seller("mei").await.repeating();
    let basket = top_up(&mei, 1, 5_000).await.ok();
    let line_id = basket["lines"][0]["lineId"].as_str().unwrap();
    let body = json!({ "cardNo": number(2), "code": CODE });
    let reference = mei.post("/gift-card/available", body).await.ok()["reference"].clone();
    let body = json!({ "reference": reference, "amount": euro(7_000) });
    let basket = mei
        .put(&format!("/basket/gift-card/{line_id}"), body)
        .await
        .ok();
    assert_eq!(basket["lines"][0]["isGiftCardTopUp"], false);
    assert_eq!(shop.number(HELD).await, 0);
    // The first card is free for another line.
    top_up(&mei, 1, 5_000).await.ok();
    pay_all(&mei, 12_000).await;
    assert_eq!(standing(&shop, 1).await.balance, 15_000);
    assert_eq!(
        standing(&shop, 2).await,
        at(CardState::Active, 7_000, 7_000)
    );
    assert_ledgers_hold(&shop).await;
}

#[tokio::test]
async fn a_proof_tells_a_ledger_that_the_journal_does_not_know() {
    let shop = Shop::open().await;
    open_cards(&shop, 2, 0).await;
    let mei = shop.seller("mei").await.repeating();
    sell(&mei, 1, 5_000).await.ok();
    pay_all(&mei, 5_000).await;
    assert_eq!(gift_card::verify(shop.db()).await.unwrap(), []);
    shop.change("UPDATE gift_card SET initial_amount = 6000 WHERE last_four = '0001'")
        .await;
    let charged = gift_card::verify(shop.db()).await.unwrap();
    assert_eq!(charged.len(), 1);
    shop.change(
        "INSERT INTO gift_card_ledger (entry_id, gift_card_id, entry_no, entry_type, amount, \
         balance, store_no, business_date, booked_at, journal_chain, journal_seq) \
         SELECT basket_id, (SELECT gift_card_id FROM gift_card WHERE last_four = '0001'), 2, \
         'TOPUP', 1000, 6000, 'PAR', '2026-11-21', 0, 'PAR', 999 FROM basket",
    )
    .await;
    // Charged as the ledger says by now; but the balance is not, and the journal has no such entry.
    let found = gift_card::verify(shop.db()).await.unwrap();
    assert_eq!(found.len(), 2, "{found:?}");
}
