//! Gift cards: sold, active once paid, checked with a code, spent, put back, blocked, over.

use std::time::Duration;

use gift_card::rule::state::{CardState, Standing};
use gift_card::store::{NewCard, find_card_by_number, insert_batch, insert_card};
use gift_card::{Place, charge, hash_of_code};
use jiff::Timestamp;
use journal::Signer;
use kernel::Currency;
use kernel::id::{OrderId, StaffId, StoreNo, TerminalNo};
use reqwest::Method;
use serde_json::{Value, json};
use shell::clock::Clock;
use shell::db::{Tx, TxFuture};
use testkit::{Answer, Client, MailSimulator, Settings, Shop};
use uuid::Uuid;

/// The code of every card of these tests.
pub(crate) const CODE: &str = "4F7K2MQ9XR";

/// The number of a card of these tests.
pub(crate) fn number(at: usize) -> String {
    format!("627900001111{at:04}")
}

type Cards = (usize, i64, Timestamp);

/// Gift cards for the shop of the tests: the item, the tender, what the stores do, and cards in stock,
/// from 1. With a value they are charged with it, in cents.
pub(crate) async fn open_cards(shop: &Shop, cards: usize, value: i64) {
    for sql in [
        "INSERT INTO vat_posting_setup (store_group, item_group, valid_from, percent) \
         VALUES ('FR', 'OUTSIDE', '2014-01-01', 0)",
        "INSERT INTO tender (tender_code, name, tender_type, over_tender_allowed, \
         under_tender_allowed, opens_drawer, counting_required) \
         VALUES ('GIFTCARD', 'Gift card', 'GIFTCARD', (1 = 0), (1 = 1), (1 = 0), (1 = 0))",
        "INSERT INTO tender_store (store_no, tender_code, position, online_pos_mapping) \
         VALUES ('PAR', 'GIFTCARD', 9, ''), ('MIL', 'GIFTCARD', 9, '')",
        "INSERT INTO gift_card_store (store_no, sell_gift_card, redeem_gift_card, market_code, \
         minimum_amount, maximum_amount, valid_months) VALUES \
         ('PAR', (1 = 1), (1 = 1), 'EU', 1000, 300000, 24), \
         ('MIL', (1 = 1), (1 = 1), 'IT', 1000, 300000, NULL)",
    ] {
        shop.change(sql).await;
    }
    shop.change(ITEM).await;
    shop.change("INSERT INTO item_size (item_no, size_code, position) VALUES ('GIFTCARD', '', 1)")
        .await;
    let input = (cards, value, shop.shell.clock.now());
    shop.db().write(input, write_cards).await.unwrap();
}

const ITEM: &str = "INSERT INTO item (item_no, name, search_text, collection_code, \
     item_class_code, product_type, unit, unit_weight, no_stock_posting, keying_in_price, stopped, \
     discountable, sold_in_shops, vat_posting_group, pricing_method, picture, story, ranking, \
     keyed_min, keyed_max) SELECT 'GIFTCARD', 'Gift card', 'giftcard', collection_code, \
     item_class_code, product_type, unit, 0, (1 = 1), (1 = 1), (1 = 0), (1 = 0), (1 = 1), \
     'OUTSIDE', pricing_method, picture, '', 99, 1000, 300000 FROM item WHERE item_no = 'RG-1'";

fn write_cards<'a>(tx: &'a mut Tx, (cards, value, now): &'a Cards) -> TxFuture<'a, ()> {
    Box::pin(async move {
        let admin = StaffId::from("admin");
        let count = i64::try_from(*cards).unwrap();
        let head = ("TEST-1", "EU", Currency::Eur);
        insert_batch(tx, head, count, (&admin, *now)).await?;
        let store = setting::get_store(tx, &StoreNo::from("PAR")).await?;
        for at in 1..=*cards {
            let card_no = number(at);
            let new = NewCard {
                gift_card_id: Uuid::now_v7(),
                card_no: &card_no,
                batch_code: "TEST-1",
                market_code: "EU",
                currency: Currency::Eur,
                code_hash: &hash_of_code(&card_no, CODE),
            };
            insert_card(tx, &new).await?;
            if *value > 0 {
                put_on(tx, &store, (at, *value), *now).await?;
            }
        }
        Ok(())
    })
}

async fn put_on(
    tx: &mut Tx,
    store: &setting::Store,
    (at, value): (usize, i64),
    now: Timestamp,
) -> shell::Outcome<()> {
    let card = find_card_by_number(tx, &number(at)).await?.unwrap();
    let place = Place {
        store,
        terminal_no: Some(&TerminalNo::from("PAR-3")),
        staff_id: Some(&StaffId::from("admin")),
        now,
    };
    charge(tx, &Signer::new(&testkit::KEY), &card, value, None, place).await
}

/// Puts money on one of the cards.
pub(crate) async fn charge_card(shop: &Shop, at: usize, value: i64) {
    let input = (at, value, shop.shell.clock.now());
    let charged = shop.db().write(input, |tx, (at, value, now)| {
        Box::pin(async move {
            let store = setting::get_store(tx, &StoreNo::from("PAR")).await?;
            put_on(tx, &store, (*at, *value), *now).await
        })
    });
    charged.await.unwrap();
}

pub(crate) async fn standing(shop: &Shop, at: usize) -> Standing {
    let card = shop
        .db()
        .read(number(at), |tx, card_no| {
            Box::pin(find_card_by_number(tx, card_no))
        })
        .await;
    card.unwrap().unwrap().standing
}

const fn minutes(count: u64) -> Duration {
    Duration::from_secs(60 * count)
}

const fn hours(count: u64) -> Duration {
    minutes(60 * count)
}

fn euro(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "EUR" })
}

pub(crate) async fn available(till: &Client, at: usize) -> Answer {
    let body = json!({ "cardNo": number(at), "code": CODE });
    till.post("/gift-card/available", body).await
}

async fn sell(till: &Client, at: usize, minor: i64) -> Answer {
    let reference = available(till, at).await.ok()["reference"].clone();
    let body = json!({ "reference": reference, "amount": euro(minor) });
    till.post("/basket/gift-card", body).await
}

async fn check(till: &Client, card_no: &str, code: &str) -> Answer {
    let body = json!({ "cardNo": card_no, "code": code, "channel": "CARD" });
    till.post("/gift-card/check", body).await
}

/// Checks a card and pays with it.
pub(crate) async fn pay(till: &Client, at: usize, minor: i64) -> Answer {
    let checked = check(till, &number(at), CODE).await.ok();
    pay_with(till, &checked["reference"], minor).await
}

pub(crate) async fn pay_with(till: &Client, reference: &Value, minor: i64) -> Answer {
    let body = json!({ "tenderCode": "GIFTCARD", "amount": euro(minor), "reference": reference });
    till.post("/payment/tender", body).await
}

/// A till whose basket of 450.00 is being paid.
async fn paying(shop: &Shop) -> Client {
    let mei = shop.seller("mei").await.repeating();
    mei.add("BR-1", "", 1).await.ok();
    mei.start_payment().await;
    mei
}

/// initial less what was taken is the balance, for every card, and the journal says the same.
pub(crate) async fn assert_ledgers_hold(shop: &Shop) {
    let wrong = "SELECT COUNT(*) FROM gift_card g WHERE \
         g.balance <> (SELECT COALESCE(SUM(l.amount), 0) FROM gift_card_ledger l \
          WHERE l.gift_card_id = g.gift_card_id) OR \
         g.initial_amount <> (SELECT COALESCE(SUM(l.amount), 0) FROM gift_card_ledger l \
          WHERE l.gift_card_id = g.gift_card_id AND l.entry_type = 'ACTIVATE') OR g.balance < 0";
    assert_eq!(shop.number(wrong).await, 0, "a balance is not its ledger");
    let entries = shop
        .number(
            "SELECT COUNT(*) FROM gift_card_ledger l JOIN journal_entry j \
             ON j.chain_id = l.journal_chain AND j.seq = l.journal_seq AND j.kind = 'giftcard'",
        )
        .await;
    let ledger = shop.number("SELECT COUNT(*) FROM gift_card_ledger").await;
    let journal = shop
        .number("SELECT COUNT(*) FROM journal_entry WHERE kind = 'giftcard'")
        .await;
    assert_eq!((entries, journal), (ledger, ledger));
    let options = journal::VerifyOptions {
        trusted_keys: vec![Signer::new(&testkit::KEY).public_key()],
        anchors: None,
    };
    let report = journal::verify(shop.db(), &options).await;
    assert_eq!(report.findings, [], "{report}");
}

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
    let clock = Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    open_cards(&shop, 1, 0).await;
    let mei = shop.seller("mei").await.repeating();
    sell(&mei, 1, 5_000).await.ok();
    mei.post("/basket/park", json!({})).await.ok();
    assert_eq!(standing(&shop, 1).await.state, CardState::Reserved);
    clock.advance(hours(48));
    let job = sale::job::release_expired_baskets();
    (job.run)(shop.shell.clone()).await.unwrap();
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

#[tokio::test]
async fn five_wrong_codes_lock_a_number_whether_a_card_has_it_or_not() {
    let clock = Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    open_cards(&shop, 1, 10_000).await;
    let mei = shop.seller("mei").await.repeating();
    let unknown = "6279999999999999".to_owned();
    for card_no in [number(1), unknown] {
        let mut answers = Vec::new();
        for _ in 0..4 {
            let refused = check(&mei, &card_no, "WRONGCODE").await;
            assert_eq!(refused.refused(), (422, "gift_card.code_mismatch"));
            answers.push(refused.envelope["error"]["params"]["triesLeft"].clone());
        }
        assert_eq!(answers, [4, 3, 2, 1].map(Value::from));
        // The refused tries were counted: the fifth locks, and then the right code is refused too.
        for code in ["WRONGCODE", CODE] {
            let refused = check(&mei, &card_no, code).await;
            assert_eq!(refused.refused(), (423, "gift_card.locked"));
            assert_eq!(refused.envelope["error"]["params"]["minutes"], 30);
        }
    }
    clock.advance(minutes(30));
    // Long enough for the session to have ended as well.
    let mei = shop.log_in("mei").await.repeating();
    check(&mei, &number(1), CODE).await.ok();
    // A right code forgets the wrong ones.
    assert_eq!(
        shop.number("SELECT COUNT(*) FROM gift_card_try WHERE subject LIKE 'card 62790000%'")
            .await,
        0
    );
}

#[tokio::test]
async fn twenty_wrong_codes_lock_a_till_that_goes_through_numbers() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    let mei = shop.seller("mei").await.repeating();
    for at in 0..20 {
        let refused = check(&mei, &number(100 + at), "WRONGCODE").await;
        assert_eq!(refused.refused(), (422, "gift_card.code_mismatch"), "{at}");
    }
    let refused = check(&mei, &number(1), CODE).await;
    assert_eq!(refused.refused(), (423, "gift_card.locked"));
    let leo = shop.seller("leo").await.repeating();
    check(&leo, &number(1), CODE).await.ok();
}

#[tokio::test]
async fn a_proof_is_over_after_five_minutes() {
    let clock = Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    open_cards(&shop, 1, 10_000).await;
    let mei = paying(&shop).await;
    let checked = check(&mei, &number(1), CODE).await.ok();
    clock.advance(minutes(5));
    let refused = pay_with(&mei, &checked["reference"], 1_000).await;
    assert_eq!(refused.refused(), (409, "gift_card.check_first"));
}

#[tokio::test]
async fn a_code_comes_by_mail_after_it_was_asked_for() {
    let mailbox = MailSimulator::start();
    let shop = Shop::with(Settings {
        smtp_url: Some(mailbox.smtp_url()),
        ..Settings::default()
    })
    .await;
    open_cards(&shop, 2, 0).await;
    let mei = shop.seller("mei").await.repeating();
    let inès = Uuid::from_u128(1);
    mei.put("/basket/customer", json!({ "customerId": inès }))
        .await
        .ok();
    sell(&mei, 1, 10_000).await.ok();
    mei.start_payment().await;
    mei.pay_cash(10_000).await.ok();
    let by_mail = |code: String| {
        let body = json!({ "cardNo": number(1), "code": code, "channel": "EMAIL" });
        let mei = mei.clone();
        async move { mei.post("/gift-card/check", body).await }
    };
    let early = by_mail("123456".to_owned()).await;
    assert_eq!(early.refused(), (409, "gift_card.get_code_first"));
    let body = json!({ "cardNo": number(1) });
    let sent = mei.post("/gift-card/code", body.clone()).await.ok();
    assert_eq!(sent["sentTo"], "i***@mail.example");
    let soon = mei.post("/gift-card/code", body).await;
    assert_eq!(soon.refused(), (429, "session.code_too_soon"));
    // A card without a customer and a number without a card are answered alike.
    for card_no in [number(2), "6279999999999999".to_owned()] {
        let refused = mei
            .post("/gift-card/code", json!({ "cardNo": card_no }))
            .await;
        assert_eq!(refused.refused(), (409, "gift_card.no_address"));
    }
    let mails = mailbox.mails().await;
    assert_eq!(mails.len(), 1);
    let subject = mails[0]["subject"].as_str().unwrap();
    assert!(subject.contains("votre code"), "in her language: {subject}");
    let code: String = subject.chars().filter(char::is_ascii_digit).collect();
    let wrong = if code == "000000" { "000001" } else { "000000" };
    let refused = by_mail(wrong.to_owned()).await;
    assert_eq!(refused.refused(), (422, "gift_card.code_mismatch"));
    let checked = by_mail(code.clone()).await.ok();
    assert_eq!(checked["balance"]["minor"], 10_000);
    assert!(checked["reference"].is_string());
    // It is good once.
    assert_eq!(
        by_mail(code).await.refused(),
        (410, "gift_card.code_expired")
    );
}

#[tokio::test]
async fn the_office_blocks_frees_and_voids_with_a_reason() {
    let shop = Shop::open().await;
    open_cards(&shop, 2, 10_000).await;
    let manager = shop.seller("manager").await.repeating();
    let list = manager.get("/gift-card?search=0001").await.ok();
    let id = list["page"]["items"][0]["giftCardId"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/gift-card/{id}");
    let card = manager.get(&path).await.ok();
    assert_eq!(card["actions"], json!(["BLOCK", "VOID"]));
    assert_eq!(card["cardNo"], number(1));
    let change = |action: &str, version: i64, reason: &str| {
        let body = json!({ "action": action, "version": version, "reason": reason });
        let (manager, path) = (manager.clone(), format!("{path}/state"));
        async move { manager.post(&path, body).await }
    };
    let version = card["version"].as_i64().unwrap();
    assert_eq!(
        change("BLOCK", version, " ").await.refused(),
        (422, "setting.required")
    );
    let card = change("BLOCK", version, "Lost").await.ok();
    assert_eq!(card["card"]["state"], "BLOCKED");
    assert_eq!(card["notes"][0]["reason"], "Lost");
    assert_eq!(card["notes"][0]["staffName"], "Nadia Roche");
    let stale = change("UNBLOCK", version, "Found").await;
    assert_eq!(stale.refused(), (409, "setting.changed_meanwhile"));
    let mei = paying(&shop).await;
    let checked = check(&mei, &number(1), CODE).await.ok();
    assert_eq!(checked["refusal"]["key"], "gift_card.unavailable");
    let card = change("UNBLOCK", card["version"].as_i64().unwrap(), "Found")
        .await
        .ok();
    assert_eq!(card["card"]["state"], "ACTIVE");
    let card = change("VOID", card["version"].as_i64().unwrap(), "Typing error")
        .await
        .ok();
    assert_eq!(card["card"]["state"], "VOIDED");
    assert_eq!(card["ledger"][0]["entryType"], "VOID");
    assert_eq!(card["ledger"][0]["amount"]["minor"], -10_000);
    assert_eq!(card["actions"], json!([]));
    let refused = change("BLOCK", card["version"].as_i64().unwrap(), "Lost").await;
    assert_eq!(refused.refused(), (409, "gift_card.wrong_state"));
    // Of yesterday none is voided.
    shop.change("UPDATE gift_card SET activated_on = '2020-01-01' WHERE state = 'ACTIVE'")
        .await;
    let other = manager.get("/gift-card?state=ACTIVE").await.ok();
    let id = other["page"]["items"][0]["giftCardId"].as_str().unwrap();
    let card = manager.get(&format!("/gift-card/{id}")).await.ok();
    assert_eq!(card["actions"], json!(["BLOCK"]));
    let body = json!({ "action": "VOID", "version": card["version"], "reason": "Late" });
    let refused = manager.post(&format!("/gift-card/{id}/state"), body).await;
    assert_eq!(refused.refused(), (409, "gift_card.void_too_late"));
    assert_eq!(mei.get("/gift-card").await.status.as_u16(), 403);
    assert_ledgers_hold(&shop).await;
}

#[tokio::test]
async fn the_office_makes_and_imports_batches_and_lists_them() {
    let shop = Shop::open().await;
    open_cards(&shop, 3, 10_000).await;
    let admin = shop.log_in("admin").await.repeating();
    let batch = json!({ "batchCode": "B-1", "marketCode": "EU", "currency": "EUR", "count": 5 });
    let made = admin.post("/gift-card/batch", batch.clone()).await.ok();
    assert_eq!(made["cards"].as_array().unwrap().len(), 5);
    let again = admin.post("/gift-card/batch", batch).await;
    assert_eq!(again.refused(), (409, "gift_card.batch_taken"));
    // What was printed can be sold, and nothing of its code is kept.
    let mei = shop.seller("mei").await.repeating();
    let body = json!({ "cardNo": made["cards"][0]["cardNo"], "code": made["cards"][0]["code"] });
    mei.post("/gift-card/available", body).await.ok();
    let code = made["cards"][0]["code"].as_str().unwrap().to_owned();
    for (table, column) in [("idempotency", "answer"), ("setting_change", "after")] {
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE {column} LIKE '%{code}%'");
        assert_eq!(shop.number(Box::leak(sql.into_boxed_str())).await, 0);
    }
    let import = |csv: &str| json!({ "batchCode": "B-2", "marketCode": "EU", "currency": "EUR", "csv": csv });
    let good = "cardNo,code\n6279777700000001,4F7K2M\n6279777700000002,4F7K2N\n";
    let taken = format!("cardNo,code\n{},4F7K2M\n", number(1));
    let refused = admin.post("/gift-card/import", import(&taken)).await;
    assert_eq!(refused.refused(), (409, "gift_card.import_repeated"));
    let key = Uuid::now_v7();
    for _ in 0..2 {
        let done = admin
            .keyed(Method::POST, "/gift-card/import", key, import(good))
            .await;
        assert_eq!(done.ok()["cards"], 2);
    }
    // Page by page, the newest first, and filtered.
    let mut path = "/gift-card?limit=4".to_owned();
    let mut seen = Vec::new();
    loop {
        let list = admin.get(&path).await.ok();
        assert_eq!(list["page"]["total"], 10);
        for card in list["page"]["items"].as_array().unwrap() {
            seen.push(card["giftCardId"].as_str().unwrap().to_owned());
        }
        match list["page"]["nextCursor"].as_str() {
            Some(cursor) => path = format!("/gift-card?limit=4&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(seen.len(), 10);
    assert!(seen.is_sorted_by(|one, other| one > other));
    for (query, rows) in [
        ("batchCode=B-2", 2),
        ("state=ACTIVE", 3),
        ("storeNo=PAR", 3),
        ("storeNo=MIL", 0),
        ("search=6279-7777", 2),
        ("search=0002", 2),
        ("search=62797777&state=ACTIVE", 0),
    ] {
        let list = admin.get(&format!("/gift-card?{query}")).await.ok();
        assert_eq!(list["page"]["total"], rows, "{query}");
    }
    let table = admin
        .request(Method::GET, "/gift-card/export.csv?state=ACTIVE")
        .send();
    let table = table.await.unwrap().text().await.unwrap();
    assert_eq!(table.lines().count(), 4);
    let card = format!(
        "\"{}\",\"TEST-1\",\"EU\",\"ACTIVE\",\"EUR\",100.00,0.00,100.00",
        number(1)
    );
    assert!(table.contains(&card), "{table}");
    let exported = "SELECT COUNT(*) FROM journal_entry WHERE kind = 'event'";
    assert!(shop.number(exported).await > 0);
}

#[tokio::test]
async fn head_office_says_what_each_store_does() {
    let shop = Shop::open().await;
    let admin = shop.log_in("admin").await.repeating();
    let path = "/setting/gift-card-store/PAR";
    let entry = admin.get(path).await.ok();
    assert_eq!(
        (&entry["version"], &entry["value"]["sellGiftCard"]),
        (&json!(0), &json!(false))
    );
    let mut value = entry["value"].clone();
    value["sellGiftCard"] = json!(true);
    value["marketCode"] = json!("EU");
    let save = |version: i64, value: Value| {
        let (admin, body) = (admin.clone(), json!({ "version": version, "value": value }));
        async move { admin.put(path, body).await }
    };
    let saved = save(0, value.clone()).await.ok();
    assert_eq!(saved["version"], 1);
    assert_eq!(saved["value"]["validMonths"], 24);
    assert_eq!(
        save(0, value.clone()).await.refused(),
        (409, "setting.changed_meanwhile")
    );
    value["minimumAmount"] = json!(5_000);
    value["maximumAmount"] = json!(4_000);
    assert_eq!(
        save(1, value.clone()).await.refused(),
        (422, "setting.out_of_range")
    );
    value["maximumAmount"] = json!(6_000);
    value["validMonths"] = Value::Null;
    let saved = save(1, value).await.ok();
    assert_eq!(admin.get(path).await.ok(), saved);
    assert_eq!(saved["value"]["validMonths"], Value::Null);
    assert_eq!(admin.get("/setting/gift-card-store").await.ok()["total"], 2);
    let changes = "SELECT COUNT(*) FROM setting_change WHERE setting = 'giftCardStore'";
    assert_eq!(shop.number(changes).await, 2);
}

#[tokio::test]
async fn cards_end_with_their_last_day_and_never_where_nobody_wants_it() {
    let clock = Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    open_cards(&shop, 2, 10_000).await;
    shop.change("UPDATE gift_card SET expires_on = NULL WHERE last_four = '0002'")
        .await;
    let job = gift_card::expire_gift_cards(std::sync::Arc::new(Signer::new(&testkit::KEY)));
    // Two years, one of them a leap year: the evening of the last day.
    clock.advance(hours(731 * 24 + 12));
    (job.run)(shop.shell.clone()).await.unwrap();
    assert_eq!(standing(&shop, 1).await.state, CardState::Active);
    clock.advance(hours(24));
    for _ in 0..2 {
        (job.run)(shop.shell.clone()).await.unwrap();
    }
    let over = standing(&shop, 1).await;
    assert_eq!((over.state, over.balance), (CardState::Expired, 0));
    assert_eq!(standing(&shop, 2).await.state, CardState::Active);
    let entries = "SELECT COUNT(*) FROM gift_card_ledger WHERE entry_type = 'EXPIRE'";
    assert_eq!(shop.number(entries).await, 1);
    assert_ledgers_hold(&shop).await;
}

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
    assert_ledgers_hold(&shop).await;
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

#[tokio::test]
async fn ledgers_and_numbers_of_cards_refuse_change() {
    let shop = Shop::open().await;
    open_cards(&shop, 1, 10_000).await;
    for sql in [
        "DELETE FROM gift_card_ledger",
        "UPDATE gift_card_ledger SET amount = 1",
        "DELETE FROM gift_card",
        "UPDATE gift_card SET card_no = 'X'",
        "UPDATE gift_card SET balance = -1",
        "UPDATE gift_card SET balance = 10001",
        "UPDATE gift_card SET balance = 0",
    ] {
        let refused = shop
            .db()
            .write(sql, |tx, sql| {
                Box::pin(async move {
                    tx.execute(sql, &[]).await?;
                    Ok(())
                })
            })
            .await;
        assert!(refused.is_err(), "{sql}");
    }
}
