//! Orders that used or sold a card come back to a new card only.

use gift_card::Place;
use gift_card::rule::state::CardState;
use jiff::Timestamp;
use journal::Signer;
use kernel::Currency;
use kernel::id::{OrderId, StaffId, StoreNo, TerminalNo};
use serde_json::{Value, json};
use shell::db::{Tx, TxFuture};
use testkit::{Answer, Client, Shop};

use crate::{deposit, refund};

use super::{
    CODE, assert_ledgers_hold, available, charge_card, number, open_cards, pay, sell, standing,
};

fn refusal_of<'a>(tx: &'a mut Tx, order_id: &'a OrderId) -> TxFuture<'a, Option<&'static str>> {
    Box::pin(async move {
        let refusal = gift_card::return_refusal(tx, *order_id).await?;
        Ok(refusal.map(|refusal| refusal.kind.key))
    })
}

fn order_id(paid: &Value) -> OrderId {
    OrderId(paid["order"]["orderId"].as_str().unwrap().parse().unwrap())
}

#[tokio::test]
async fn orders_that_used_or_sold_a_card_come_back_to_a_new_card_only() {
    let shop = Shop::open().await;
    open_cards(&shop, 2, 0).await;
    let mei = shop.seller("mei").await.repeating();
    sell(&mei, 1, 45_000).await.ok();
    mei.start_payment().await;
    let sold = order_id(&mei.pay_cash(45_000).await.ok());
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let used = order_id(&pay(&mei, 1, 45_000).await.ok());
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    let other = order_id(&mei.pay_cash(45_000).await.ok());
    let not_returnable = Some("gift_card.not_returnable");
    for (order, expected) in [
        (sold, not_returnable),
        (used, not_returnable),
        (other, None),
    ] {
        let found = shop.db().read(order, refusal_of).await.unwrap();
        assert_eq!(found, expected);
    }
    let reference = available(&mei, 2).await.ok()["reference"].clone();
    let input = (
        used,
        reference.as_str().unwrap().to_owned(),
        shop.shell.clock.now(),
    );
    shop.db().write(input.clone(), give_back).await.unwrap();
    let card = standing(&shop, 2).await;
    assert_eq!((card.state, card.balance), (CardState::Active, 45_000));
    // The same card does not take a second refund.
    assert!(shop.db().write(input, give_back).await.is_err());
    // What is on it is the customer's: nobody takes it back, though it is unused and of today.
    let manager = shop.seller("manager").await.repeating();
    let list = manager.get("/gift-card?search=0002").await.ok();
    let id = list["page"]["items"][0]["giftCardId"].as_str().unwrap();
    let path = format!("/gift-card/{id}");
    let card = manager.get(&path).await.ok();
    assert_eq!(card["actions"], json!(["BLOCK"]));
    let body = json!({ "action": "VOID", "version": card["version"], "reason": "Typing error" });
    let refused = manager.post(&format!("{path}/state"), body).await;
    assert_eq!(refused.refused(), (409, "gift_card.refund_not_voidable"));
    assert_ledgers_hold(&shop).await;
}

/// What a gift card paid goes back on a new one by the switch to take cards: a store that sells none gives
/// back all the same, and one that takes none does not.
#[tokio::test]
async fn money_goes_back_on_a_card_where_none_is_sold() {
    let shop = Shop::open().await;
    open_cards(&shop, 3, 0).await;
    charge_card(&shop, 1, 50_000).await;
    let boss = shop.seller("manager").await.repeating();
    deposit::fill(&boss).await;
    boss.post("/basket/deposit", deposit::wanted(50_000))
        .await
        .ok();
    let paid = pay(&boss, 1, 50_000).await.ok();
    let deposit = deposit::show(&boss, &paid["deposit"]["depositId"]).await;
    shop.change("UPDATE gift_card_store SET sell_gift_card = (1 = 0)")
        .await;
    let payment = refund::cancel(&boss, &deposit, "CLIENT").await.ok();
    assert_eq!(payment["refund"]["steps"][0]["way"], "NEW_GIFT_CARD");
    let to_sell = available(&boss, 2).await;
    assert_eq!(to_sell.refused(), (409, "gift_card.cannot_be_bought"));
    let used = for_refund(&boss, 1).await;
    assert_eq!(used.refused(), (409, "gift_card.cannot_take_refund"));
    let reference = for_refund(&boss, 2).await.ok()["reference"].clone();
    // The proof sells nothing where nothing is sold.
    shop.change("UPDATE gift_card_store SET redeem_gift_card = (1 = 0), sell_gift_card = (1 = 1)")
        .await;
    let off = for_refund(&boss, 3).await;
    assert_eq!(off.refused(), (409, "gift_card.store_cannot_use"));
    let given = refund::give(&boss, &payment, json!({ "reference": reference })).await;
    assert_eq!(given.refused(), (409, "gift_card.store_cannot_use"));
    shop.change("UPDATE gift_card_store SET redeem_gift_card = (1 = 1), sell_gift_card = (1 = 0)")
        .await;
    refund::give(&boss, &payment, json!({ "reference": reference }))
        .await
        .ok();
    assert_eq!(standing(&shop, 2).await.balance, 50_000);
    refund::assert_refunds_hold(&shop).await;
    assert_ledgers_hold(&shop).await;
}

async fn for_refund(till: &Client, at: usize) -> Answer {
    let body = json!({ "cardNo": number(at), "code": CODE, "forRefund": true });
    till.post("/gift-card/available", body).await
}

type GiveBack = (OrderId, String, Timestamp);

fn give_back<'a>(tx: &'a mut Tx, (order_id, reference, now): &'a GiveBack) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let store = setting::get_store(tx, &StoreNo::from("PAR")).await?;
        let (terminal_no, staff_id) = (TerminalNo::from("PAR-1"), StaffId::from("manager"));
        let refund = gift_card::Refund {
            order_id: *order_id,
            reference,
            amount: kernel::Money::new(45_000, Currency::Eur),
            terminal_no: &terminal_no,
        };
        let place = Place {
            store: &store,
            terminal_no: Some(&terminal_no),
            staff_id: Some(&staff_id),
            now: *now,
        };
        let signer = Signer::new(&testkit::KEY);
        gift_card::refund_to_new_card(tx, &signer, &refund, place).await
    })
}

/// Hands over what is left of a deposit; answers with the order.
async fn settle(till: &Client, deposit: &Value, body: Value) -> OrderId {
    let path = deposit::path(deposit, "settlement");
    let settled = till.post(&path, body).await.ok();
    if settled["order"].is_object() {
        return order_id(&settled);
    }
    let rest = settled["remaining"]["minor"].as_i64().unwrap();
    order_id(&till.pay_cash(rest).await.ok())
}

#[tokio::test]
async fn an_order_whose_deposit_a_card_paid_comes_back_to_a_new_card_only() {
    // domain §5.5.
    let shop = Shop::open().await;
    open_cards(&shop, 1, 50_000).await;
    let mei = shop.seller("mei").await.repeating();
    deposit::fill(&mei).await;
    mei.post("/basket/deposit", deposit::wanted(50_000))
        .await
        .ok();
    let paid = pay(&mei, 1, 50_000).await.ok();
    let deposit = deposit::show(&mei, &paid["deposit"]["depositId"]).await;
    // The earrings leave first: their order is paid with a part of the deposit, and the card with it.
    let earrings = json!({ "lineIds": [deposit["lines"][0]["lineId"]] });
    let first = settle(&mei, &deposit, earrings).await;
    let second = settle(&mei, &deposit, json!({})).await;
    assert_ne!(first, second);
    for order in [first, second] {
        let found = shop.db().read(order, refusal_of).await.unwrap();
        assert_eq!(found, Some("gift_card.not_returnable"));
    }
}

#[tokio::test]
async fn an_order_whose_deposit_was_paid_in_cash_comes_back_as_any_other() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 50_000).await;
    let mei = shop.seller("mei").await.repeating();
    deposit::fill(&mei).await;
    let deposit = deposit::deposit(&mei, 50_000).await;
    let order = settle(&mei, &deposit, json!({})).await;
    assert_eq!(shop.db().read(order, refusal_of).await.unwrap(), None);
}
