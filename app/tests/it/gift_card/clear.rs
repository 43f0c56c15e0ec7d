//! A rest below one unit may be given up with the purchase that leaves it (domain §6.3, rule 6).

use gift_card::rule::state::{CardState, Standing};
use serde_json::json;
use testkit::{Answer, Client, Shop};

use super::{CODE, assert_ledgers_hold, check, euro, number, open_cards, pay, paying, standing};

/// Pays with the first card, and gives up what is left on it.
async fn pay_clearing(till: &Client, minor: i64) -> Answer {
    let checked = check(till, &number(1), CODE).await.ok();
    let body = json!({ "tenderCode": "GIFTCARD", "amount": euro(minor),
        "reference": checked["reference"], "clearsRest": true });
    till.post("/payment/tender", body).await
}

const CLEARED: &str = "SELECT COUNT(*) FROM gift_card_ledger WHERE entry_type = 'CLEAR'";

#[tokio::test]
async fn a_rest_that_is_given_up_is_in_the_ledger_and_comes_back_with_its_tender() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = paying(&shop).await;
    let checked = check(&mei, &number(1), CODE).await.ok();
    assert_eq!(checked["clearableBelow"], euro(100));
    let paid = pay_clearing(&mei, 9_950).await.ok();
    // The customer paid no more than that; the rest is the shop's.
    assert_eq!(paid["tenders"][0]["amount"], euro(9_950));
    assert_eq!(paid["remaining"], euro(35_050));
    let empty = Standing {
        state: CardState::Empty,
        initial: 10_000,
        balance: 0,
    };
    assert_eq!(standing(&shop, 1).await, empty);
    let cleared = "SELECT COUNT(*) FROM gift_card_ledger WHERE entry_type = 'CLEAR' \
         AND amount = -50 AND balance = 0 AND tender_id IS NOT NULL";
    assert_eq!(shop.number(cleared).await, 1);
    assert_ledgers_hold(&shop).await;
    let tender_id = paid["tenders"][0]["tenderId"].as_str().unwrap();
    mei.delete(&format!("/payment/tender/{tender_id}"))
        .await
        .ok();
    let card = standing(&shop, 1).await;
    assert_eq!((card.state, card.balance), (CardState::Active, 10_000));
    assert_ledgers_hold(&shop).await;
}

#[tokio::test]
async fn a_rest_of_a_whole_unit_is_not_given_up_and_nothing_is_unasked() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = paying(&shop).await;
    let refused = pay_clearing(&mei, 9_900).await;
    assert_eq!(refused.refused(), (409, "gift_card.rest_too_large"));
    assert_eq!(refused.envelope["error"]["params"]["limit"], euro(100));
    assert_eq!(standing(&shop, 1).await.balance, 10_000);
    // Nobody was asked: the rest stays on the card and pays the next time.
    pay(&mei, 1, 9_950).await.ok();
    assert_eq!(standing(&shop, 1).await.balance, 50);
    pay(&mei, 1, 20).await.ok();
    // The last purchase takes what it needs; what it leaves may be given up.
    pay_clearing(&mei, 10).await.ok();
    assert_eq!(standing(&shop, 1).await.state, CardState::Empty);
    assert_eq!(shop.number(CLEARED).await, 1);
    assert_ledgers_hold(&shop).await;
}

#[tokio::test]
async fn what_leaves_no_rest_clears_none() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = paying(&shop).await;
    pay_clearing(&mei, 10_000).await.ok();
    assert_eq!(standing(&shop, 1).await.state, CardState::Empty);
    assert_eq!(shop.number(CLEARED).await, 0);
}
