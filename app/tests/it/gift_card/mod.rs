//! Gift cards: sold, active once paid, checked with a code, spent, put back, blocked, over. Here: cards
//! for the shop of the tests, and what all stories do with them.

mod check;
mod clear;
mod expiry;
mod office;
mod paper;
mod pay;
mod race;
mod returned;
mod sale;
mod scan;
mod statement;
mod top_up;

use std::time::Duration;

use gift_card::rule::state::Standing;
use gift_card::store::{NewCard, find_card_by_number, insert_batch, insert_card};
use gift_card::{Place, charge, hash_of_code};
use jiff::Timestamp;
use journal::Signer;
use kernel::Currency;
use kernel::id::{StaffId, StoreNo, TerminalNo};
use serde_json::{Value, json};
use shell::clock::Clock;
use shell::db::{Tx, TxFuture};
use testkit::{Answer, Client, Settings, Shop};
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

/// A shop in the morning, whose clock the test moves.
async fn at_ten() -> (Shop, Clock) {
    let clock = Clock::manual("2026-11-21T10:00:00Z".parse().unwrap());
    let shop = Shop::with(Settings {
        clock: Some(clock.clone()),
        ..Settings::default()
    })
    .await;
    (shop, clock)
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

pub(crate) async fn sell(till: &Client, at: usize, minor: i64) -> Answer {
    let reference = available(till, at).await.ok()["reference"].clone();
    let body = json!({ "reference": reference, "amount": euro(minor) });
    till.post("/basket/gift-card", body).await
}

/// Checks a card and puts a line into the basket that tops it up.
pub(crate) async fn top_up(till: &Client, at: usize, minor: i64) -> Answer {
    let checked = check(till, &number(at), CODE).await.ok();
    let body = json!({ "reference": checked["reference"], "amount": euro(minor) });
    till.post("/basket/gift-card/top-up", body).await
}

pub(crate) async fn check(till: &Client, card_no: &str, code: &str) -> Answer {
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
          WHERE l.gift_card_id = g.gift_card_id AND l.entry_type IN ('ACTIVATE', 'TOPUP')) \
         OR g.balance < 0";
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
    assert_eq!(gift_card::verify(shop.db()).await.unwrap(), []);
}
