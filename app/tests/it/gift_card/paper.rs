//! What receipts say of cards.

use document::{GiftCard, Language};
use gift_card::GiftCardPart;
use jiff::civil::date;
use kernel::id::OrderId;
use order::{OrderParts, PaperPart};
use serde_json::{Value, json};
use shell::db::{Tx, TxFuture};
use testkit::Shop;

use super::{
    CODE, at_ten, charge_card, check, euro, number, open_cards, pay, paying, sell, top_up,
};
use crate::customised::receipt_text;
use crate::deposit;

fn cards<'a>(tx: &'a mut Tx, order_id: &'a OrderId) -> TxFuture<'a, Vec<GiftCard>> {
    Box::pin(async move {
        let mut parts = OrderParts::default();
        let part = GiftCardPart;
        part.add(tx, *order_id, Language::English, &mut parts)
            .await?;
        Ok(parts.gift_cards)
    })
}

async fn on_receipt(shop: &Shop, paid: &Value) -> Vec<GiftCard> {
    let order_id = OrderId(paid["order"]["orderId"].as_str().unwrap().parse().unwrap());
    shop.db().read(order_id, cards).await.unwrap()
}

fn paid_with(last_four: &str, paid: &str, balance: &str) -> GiftCard {
    GiftCard {
        last_four: last_four.to_owned(),
        paid: Some(paid.to_owned()),
        loaded: None,
        cleared: None,
        balance: balance.to_owned(),
        expires_on: None,
    }
}

#[tokio::test]
async fn a_receipt_says_what_a_card_paid_and_what_is_left() {
    let shop = Shop::open().await;
    open_cards(&shop, 2, 10_000).await;
    let mei = paying(&shop).await;
    pay(&mei, 1, 4_000).await.ok();
    // A tender that is removed is on no receipt.
    let paid = pay(&mei, 2, 1_000).await.ok();
    let removed = paid["tenders"][1]["tenderId"].as_str().unwrap();
    mei.delete(&format!("/payment/tender/{removed}")).await.ok();
    let checked = check(&mei, &number(2), CODE).await.ok();
    let body = json!({ "tenderCode": "GIFTCARD", "amount": euro(9_960),
        "reference": checked["reference"], "clearsRest": true });
    mei.post("/payment/tender", body).await.ok();
    let done = mei.pay_cash(31_040).await.ok();
    let first = paid_with("0001", "40.00", "60.00");
    let second = GiftCard {
        cleared: Some("0.40".to_owned()),
        ..paid_with("0002", "99.60", "0.00")
    };
    assert_eq!(
        on_receipt(&shop, &done).await,
        [first.clone(), second.clone()]
    );
    // Printed again after the card paid elsewhere, it says the same.
    let leo = shop.seller("leo").await.repeating();
    leo.add("BR-1", "", 1).await.ok();
    leo.start_payment().await;
    pay(&leo, 1, 6_000).await.ok();
    assert_eq!(on_receipt(&shop, &done).await, [first, second]);
    let order_id = done["order"]["orderId"].as_str().unwrap();
    let text = receipt_text(&mei, order_id, "en").await;
    for words in ["•••• 0002", "Rest given up", "0.40", "Left on it", "60.00"] {
        assert!(text.contains(words), "{words} in {text}");
    }
}

#[tokio::test]
async fn a_receipt_says_what_was_put_on_a_card_and_until_when_it_holds() {
    let (shop, _clock) = at_ten().await;
    open_cards(&shop, 2, 0).await;
    charge_card(&shop, 2, 4_000).await;
    let mei = shop.seller("mei").await.repeating();
    sell(&mei, 1, 5_000).await.ok();
    top_up(&mei, 2, 3_000).await.ok();
    mei.start_payment().await;
    let done = mei.pay_cash(8_000).await.ok();
    let loaded = |last_four: &str, loaded: &str, balance: &str| GiftCard {
        paid: None,
        loaded: Some(loaded.to_owned()),
        expires_on: Some(date(2028, 11, 21)),
        ..paid_with(last_four, "", balance)
    };
    let mut found = on_receipt(&shop, &done).await;
    found.sort_by(|one, other| one.last_four.cmp(&other.last_four));
    let expected = [
        loaded("0001", "50.00", "50.00"),
        loaded("0002", "30.00", "70.00"),
    ];
    assert_eq!(found, expected);
}

#[tokio::test]
async fn the_receipt_of_a_deposit_says_what_its_card_paid() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 60_000).await;
    let mei = shop.seller("mei").await.repeating();
    deposit::fill(&mei).await;
    mei.post("/basket/deposit", deposit::wanted(50_000))
        .await
        .ok();
    let paid = pay(&mei, 1, 50_000).await.ok();
    let shown = deposit::show(&mei, &paid["deposit"]["depositId"]).await;
    let entry_id = shown["entries"][0]["entryId"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let found = shop
        .db()
        .read(entry_id, |tx, entry_id| {
            Box::pin(gift_card::of_deposit_payment(tx, *entry_id))
        })
        .await;
    assert_eq!(found.unwrap(), [paid_with("0001", "500.00", "100.00")]);
}
