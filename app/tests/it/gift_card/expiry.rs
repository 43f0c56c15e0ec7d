//! Cards end with their last day.

use std::sync::Arc;

use gift_card::rule::state::CardState;
use journal::Signer;
use serde_json::Value;

use super::{
    CODE, assert_ledgers_hold, at_ten, check, hours, minutes, number, open_cards, pay_with, paying,
    standing,
};

#[tokio::test]
async fn cards_end_with_their_last_day_and_never_where_nobody_wants_it() {
    let (shop, clock) = at_ten().await;
    open_cards(&shop, 2, 10_000).await;
    shop.change("UPDATE gift_card SET expires_on = NULL WHERE last_four = '0002'")
        .await;
    let job = gift_card::expire_gift_cards(Arc::new(Signer::new(&testkit::KEY)));
    // Two years, one of them a leap year: the evening of the last day.
    clock.advance(hours(731 * 24 + 12));
    job(shop.shell.clone()).await.unwrap();
    assert_eq!(standing(&shop, 1).await.state, CardState::Active);
    clock.advance(hours(24));
    for _ in 0..2 {
        job(shop.shell.clone()).await.unwrap();
    }
    let over = standing(&shop, 1).await;
    assert_eq!((over.state, over.balance), (CardState::Expired, 0));
    assert_eq!(standing(&shop, 2).await.state, CardState::Active);
    let entries = "SELECT COUNT(*) FROM gift_card_ledger WHERE entry_type = 'EXPIRE'";
    assert_eq!(shop.number(entries).await, 1);
    assert_ledgers_hold(&shop).await;
}

/// Between the last day of a card and the run of the job: nothing is paid with it, nothing is put on it,
/// and a tender that it paid before comes back to it.
#[tokio::test]
async fn a_card_whose_last_day_has_passed_pays_nothing_though_no_job_ran() {
    let (shop, clock) = at_ten().await;
    open_cards(&shop, 1, 10_000).await;
    shop.change("UPDATE gift_card SET expires_on = '2026-11-21'")
        .await;
    let mei = paying(&shop).await;
    let last_day = check(&mei, &number(1), CODE).await.ok();
    assert_eq!(last_day["refusal"], Value::Null);
    let paid = pay_with(&mei, &last_day["reference"], 4_000).await.ok();
    let proof = check(&mei, &number(1), CODE).await.ok()["reference"].clone();
    // The business date ends at four in the morning; the proof is from before.
    shop.change("UPDATE gift_card SET expires_on = '2026-11-20'")
        .await;
    let late = pay_with(&mei, &proof, 1_000).await;
    assert_eq!(late.refused(), (409, "gift_card.expired"));
    let message = late.envelope["message"].as_str().unwrap();
    assert!(message.contains("2026-11-20"), "{message}");
    clock.advance(minutes(1));
    let over = check(&mei, &number(1), CODE).await.ok();
    assert_eq!(over["refusal"]["key"], "gift_card.expired");
    assert_eq!(over["topUp"]["refusal"]["key"], "gift_card.expired");
    assert_eq!(over["balance"]["minor"], 6_000);
    assert_eq!(over["reference"], Value::Null);
    // What is taken off the payment is on the card again, and ends with it.
    let tender = paid["tenders"][0]["tenderId"].as_str().unwrap();
    mei.delete(&format!("/payment/tender/{tender}")).await.ok();
    assert_eq!(standing(&shop, 1).await.balance, 10_000);
    let job = gift_card::expire_gift_cards(Arc::new(Signer::new(&testkit::KEY)));
    clock.advance(hours(48));
    job(shop.shell.clone()).await.unwrap();
    assert_eq!(standing(&shop, 1).await.state, CardState::Expired);
    let mei = shop.log_in("mei").await.repeating();
    let ended = check(&mei, &number(1), CODE).await.ok();
    assert_eq!(ended["refusal"]["key"], "gift_card.expired");
    assert_ledgers_hold(&shop).await;
}
