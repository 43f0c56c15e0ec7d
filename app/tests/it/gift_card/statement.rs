//! What ends on a card moves no money: it is in the ledger and the journal of its day, and in no statement
//! (decision 0044).

use std::sync::Arc;

use gift_card::rule::state::CardState;
use journal::Signer;
use serde_json::json;

use super::{CODE, assert_ledgers_hold, at_ten, check, euro, number, open_cards, paying, standing};
use crate::statement::{calculate, tender};

/// What ended on cards on the day.
const ENDED: &str = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM gift_card_ledger \
     WHERE store_no = 'PAR' AND business_date = '2026-11-21' \
     AND entry_type IN ('CLEAR', 'EXPIRE', 'VOID')";

#[tokio::test]
async fn what_is_given_up_expired_and_voided_is_in_the_ledger_and_in_no_statement() {
    let (shop, _) = at_ten().await;
    open_cards(&shop, 3, 10_000).await;
    let manager = shop.seller("manager").await;
    // The first pays for a part of 450.00, and the rest on it is given up.
    let mei = paying(&shop).await;
    let checked = check(&mei, &number(1), CODE).await.ok();
    let body = json!({ "tenderCode": "GIFTCARD", "amount": euro(9_950),
        "reference": checked["reference"], "clearsRest": true });
    mei.post("/payment/tender", body).await.ok();
    mei.pay_cash(35_050).await.ok();
    // The time of the second is over, and the office takes back the third.
    shop.change("UPDATE gift_card SET expires_on = '2026-11-20' WHERE last_four = '0002'")
        .await;
    let expire = gift_card::expire_gift_cards(Arc::new(Signer::new(&testkit::KEY)));
    expire(shop.shell.clone()).await.unwrap();
    let list = manager.get("/gift-card?search=0003").await.ok();
    let card = &list["page"]["items"][0];
    let path = format!("/gift-card/{}", card["giftCardId"].as_str().unwrap());
    let version = manager.get(&path).await.ok()["version"].clone();
    let body = json!({ "action": "VOID", "version": version, "reason": "Typing error" });
    manager.post(&format!("{path}/state"), body).await.ok();
    let ended = [CardState::Empty, CardState::Expired, CardState::Voided];
    for (card, state) in (1..).zip(ended) {
        assert_eq!(standing(&shop, card).await.state, state, "card {card}");
    }
    assert_eq!(shop.number(ENDED).await, -50 - 10_000 - 10_000);

    let x = manager.get("/statement/x").await.ok();
    let sales = &x["sales"];
    assert_eq!(sales["salesAmount"], euro(45_000));
    assert_eq!(sales["paymentAmount"], euro(45_000));
    assert_eq!(sales["giftCards"], euro(0), "none was sold");
    assert_eq!(
        sales["moneyIn"],
        euro(35_050),
        "the card pays what is owed already"
    );
    let statement = calculate(&manager).await.ok();
    assert_eq!(
        tender(&statement, "GIFTCARD")["transactionAmount"],
        euro(9_950)
    );
    let sums = "SELECT COUNT(*) FROM statement WHERE sales_amount = 45000 \
         AND payment_amount = 45000 AND liabilities = 0 AND rounding_amount = 0";
    assert_eq!(shop.number(sums).await, 1);
    assert_ledgers_hold(&shop).await;
}
