//! Prices of metals that a job brings to the board from whoever publishes them.

use std::time::Duration;

use serde_json::{Value, json};
use shell::Clock;
use testkit::{Client, RateSimulator, Settings, Shop, Sources};

use crate::scheduled_job::{plan, run_now};

const JOB: &str = "/setting/scheduled-job/IMPORT_METAL";
const QUARTER: Duration = Duration::from_mins(15);
const DAY: Duration = Duration::from_hours(24);
const GOLD: &str = "GOLD~EUR";
const SILVER: &str = "SILVER~EUR";
const EVENTS: &str = "SELECT COUNT(*) FROM journal_entry WHERE chain_id = 'MIL' AND kind = 'event'";

/// Two shops that take gold and silver back, on the day after somebody entered 98.50 and 0.92 a gram, and
/// a job that runs when it is asked to.
struct Desk {
    market: RateSimulator,
    shop: Shop,
    clock: Clock,
    admin: Client,
}

impl Desk {
    async fn open() -> Self {
        let market = RateSimulator::start();
        let address = market.metal_address();
        Self::asking(market, Some(address)).await
    }

    async fn asking(market: RateSimulator, url: Option<String>) -> Self {
        let settings = Settings {
            sources: Sources {
                metal_url: url,
                ..Sources::default()
            },
            ..Settings::default()
        };
        let (shop, clock) = crate::recycling::open(settings).await;
        clock.advance(DAY);
        let admin = shop.log_in("admin").await;
        let desk = Self {
            market,
            shop,
            clock,
            admin,
        };
        plan(&desk.admin, "IMPORT_METAL", json!({})).await.ok();
        desk
    }

    /// Publishes prices of now.
    async fn publish(&self, base: &str, rates: Value) {
        self.publish_at(base, self.clock.now(), rates).await;
    }

    async fn publish_at(&self, base: &str, at: jiff::Timestamp, rates: Value) {
        let publication = json!({ "base": base, "at": at, "rates": rates });
        self.market.post("metal", publication).await;
    }

    /// Runs the job: its state, how many prices it kept, and what it tells.
    async fn run(&self) -> (String, Value, String) {
        run_now(&self.shop, &self.admin, JOB).await
    }

    async fn board(&self, key: &str) -> Value {
        self.admin
            .get(&format!("/setting/metal-price/{key}"))
            .await
            .ok()
    }

    /// What a gram costs now.
    async fn gram(&self, key: &str) -> Value {
        self.board(key).await["current"]["gramPriceHundredths"].clone()
    }

    /// Somebody enters what a gram of gold costs from a moment on.
    async fn enter(&self, gram: i64, starts_at: Value) {
        let seen = self.board(GOLD).await["history"]
            .as_array()
            .unwrap()
            .iter()
            .map(|price| price["setAt"].as_str().unwrap().to_owned())
            .max();
        let body = json!({
            "itemNo": "GOLD", "salesCode": "EUR", "startsAt": starts_at,
            "gramPriceHundredths": gram, "priceIncludeVAT": false, "deductibleVatPercent": null,
            "vatPercent": null, "seenSetAt": seen,
        });
        self.admin.post("/setting/metal-price", body).await.ok();
    }
}

/// 98.5008 and 0.9212 euro a gram.
fn euro() -> Value {
    json!({ "XAU": "0.000326401", "XAG": "0.0349", "XPT": "0.00079" })
}

fn done(kept: i64, text: &str) -> (String, Value, String) {
    ("OK".to_owned(), json!(kept), text.to_owned())
}

fn failed(kept: i64, text: &str) -> (String, Value, String) {
    ("FAILED".to_owned(), json!(kept), text.to_owned())
}

#[tokio::test]
async fn prices_of_metals_come_to_the_board_once_and_old_jewellery_is_valued_by_them() {
    let desk = Desk::open().await;
    let manager = desk.shop.seller("manager").await;
    let pays = async || {
        let setup = manager.get("/recycling/setup").await.ok();
        setup["metals"][0]["gramPays"][0].clone()
    };
    assert_eq!(pays().await, Value::Null, "the price is of yesterday");
    desk.publish("EUR", euro()).await;
    assert_eq!(desk.run().await, done(2, ""));
    let board = desk.board(GOLD).await;
    let expected = json!({
        "startsAt": desk.clock.now(), "gramPriceHundredths": 985_008, "priceIncludeVAT": false,
        "deductibleVatPercent": null, "vatPercent": null, "setBy": "IMPORT_METAL",
        "setAt": desk.clock.now(),
    });
    assert_eq!(board["current"], expected);
    assert_eq!(board["history"].as_array().unwrap().len(), 2);
    assert_eq!(desk.gram(SILVER).await, 9_212);
    // 999 thousandths at 85 %.
    assert_eq!(pays().await, 836_420);
    // Each is a change of the settings that nobody made, and an event of the journal, which begins.
    assert_eq!(desk.shop.number(EVENTS).await, 1 + 2);
    let history = format!("/setting/history?setting=metalPrice&key={GOLD}");
    let history = desk.admin.get(&history).await.ok();
    let change = &history["items"][0];
    assert_eq!(
        (&history["total"], &change["staffId"], &change["terminalNo"]),
        (&json!(1), &json!("IMPORT_METAL"), &json!(""))
    );
    // What the board says already is not said again on that day, but on the next.
    desk.clock.advance(QUARTER);
    assert_eq!(desk.run().await, done(0, ""));
    desk.publish("EUR", json!({ "XAU": "0.000326", "XAG": "0.0349" }))
        .await;
    assert_eq!(desk.run().await, done(1, ""));
    assert_eq!(desk.gram(GOLD).await, 986_219);
    assert_eq!(
        desk.board(GOLD).await["history"].as_array().unwrap().len(),
        3
    );
    desk.clock.advance(DAY);
    let admin = desk.shop.log_in("admin").await;
    let desk = Desk { admin, ..desk };
    desk.publish("EUR", json!({ "XAU": "0.000326", "XAG": "0.0349" }))
        .await;
    assert_eq!(desk.run().await, done(2, ""));
    // Of the address the key stays out of every log.
    let asked = desk.market.get("log").await;
    assert_eq!(asked, json!(vec!["/api/latest"; 4]));
}

#[tokio::test]
async fn what_somebody_entered_for_the_day_stays() {
    let desk = Desk::open().await;
    desk.publish("EUR", euro()).await;
    // At noon; it is eleven in Paris.
    desk.enter(970_000, json!("2026-11-22T11:00:00Z")).await;
    let stays = "GOLD stays in EUR: somebody entered it for today";
    assert_eq!(desk.run().await, done(1, stays));
    assert_eq!(desk.gram(GOLD).await, 985_000, "of yesterday");
    assert_eq!(desk.gram(SILVER).await, 9_212);
    desk.clock.advance(Duration::from_hours(2));
    desk.publish("EUR", euro()).await;
    assert_eq!(desk.run().await, done(0, stays));
    assert_eq!(desk.gram(GOLD).await, 970_000);
    // At four the day is over, and the job goes on.
    desk.clock.advance(Duration::from_hours(15));
    let admin = desk.shop.log_in("admin").await;
    let desk = Desk { admin, ..desk };
    desk.publish("EUR", euro()).await;
    assert_eq!(desk.run().await, done(2, ""));
    assert_eq!(desk.gram(GOLD).await, 985_008);
}

#[tokio::test]
async fn a_doubtful_price_is_kept_out_and_the_others_are_kept() {
    let desk = Desk::open().await;
    // A tenth above 98.50 is 108.35.
    desk.publish("EUR", json!({ "XAU": "0.00029", "XAG": "0.0349" }))
        .await;
    let far = "GOLD at 110.8646 EUR is too far from 98.5000 EUR: it was kept out. Enter it by hand \
               when it is right";
    assert_eq!(desk.run().await, failed(1, far));
    assert_eq!(desk.gram(GOLD).await, 985_000);
    assert_eq!(desk.gram(SILVER).await, 9_212);
    // By hand it is believed, and the next day goes on from it.
    desk.enter(1_108_000, Value::Null).await;
    desk.clock.advance(DAY);
    let admin = desk.shop.log_in("admin").await;
    let desk = Desk { admin, ..desk };
    desk.publish("EUR", json!({ "XAU": "0.00029" })).await;
    let lacking = "XAG is not published: enter the price of SILVER by hand";
    assert_eq!(desk.run().await, failed(1, lacking));
    assert_eq!(desk.gram(GOLD).await, 1_108_646);
}

#[tokio::test]
async fn prices_in_another_currency_go_over_the_rates_of_the_day() {
    let desk = Desk::open().await;
    for change in [
        "UPDATE store SET currency_code = 'HKD' WHERE store_no = 'MIL'",
        "INSERT INTO price_group (price_group_code, description, currency_code, kind, \
         rounding_precision, rounding_direction) VALUES ('HK', 'Retail', 'HKD', 'STORE', 1, 'NEAREST')",
        "UPDATE store_price_group SET price_group_code = 'HK' WHERE store_no = 'MIL'",
    ] {
        desk.shop.change(change).await;
    }
    let enter = async |key: &str, rate: i64| {
        let parts: Vec<&str> = key.split('~').collect();
        let value = json!({
            "currencyCode": parts[0], "foreignCode": parts[1], "validFrom": parts[2], "rate": rate,
        });
        let body = json!({ "version": null, "value": value });
        let path = format!("/setting/exchange-rate/{key}");
        desk.admin.put(&path, body).await.ok();
    };
    desk.publish("USD", json!({ "XAU": "0.00028207", "XAG": "0.0302" }))
        .await;
    // Too old to hold.
    enter("EUR~USD~2026-11-10", 80_000_000).await;
    let lacking = "No rate of USD in EUR holds today\nNo rate of USD in HKD holds today";
    assert_eq!(desk.run().await, failed(0, lacking));
    enter("EUR~USD~2026-11-20", 86_420_000).await;
    let lacking = "No rate of USD in HKD holds today";
    assert_eq!(desk.run().await, failed(2, lacking));
    assert_eq!(desk.gram(GOLD).await, 985_028);
    // 0.8642 x 8.9 dollars of Hong Kong, over the euro; the board had none before.
    enter("HKD~EUR~2026-11-21", 890_000_000).await;
    assert_eq!(desk.run().await, done(2, ""));
    assert_eq!(desk.gram("GOLD~HK").await, 8_766_746);
    enter("HKD~USD~2026-11-22", 771_500_000).await;
    // A moment has one price.
    assert_eq!(desk.run().await, done(0, ""));
    desk.clock.advance(QUARTER);
    assert_eq!(desk.run().await, done(2, ""));
    assert_eq!(desk.gram("GOLD~HK").await, 8_793_669);
}

#[tokio::test]
async fn nothing_that_is_sold_is_priced_by_the_market() {
    let desk = Desk::open().await;
    desk.publish("EUR", euro()).await;
    desk.shop
        .change("UPDATE item SET metal_item_no = 'GOLD' WHERE item_no = 'RG-1'")
        .await;
    // Silver has a price with VAT, as pieces have.
    desk.shop
        .change(
            "INSERT INTO metal_price (item_no, sales_code, starts_at, unit_price, \
             price_includes_vat, set_by, set_at) SELECT item_no, sales_code, starts_at + 1, 20000, \
             discountable, set_by, set_at FROM metal_price JOIN (SELECT discountable FROM item \
             WHERE item_no = 'RG-1') s ON 1 = 1 WHERE item_no = 'SILVER'",
        )
        .await;
    let (state, kept, text) = desk.run().await;
    assert_eq!((state.as_str(), kept), ("FAILED", json!(0)), "{text}");
    let told = [
        "GOLD prices pieces that are sold: a metal that is bought has an item of its own",
        "MIL has no price group in EUR for SILVER without VAT",
        "PAR has no price group in EUR for SILVER without VAT",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), told);
    desk.shop
        .change("UPDATE recycling_setting SET enabled = (1 = 0)")
        .await;
    assert_eq!(desk.run().await, done(0, ""), "nobody takes anything back");
}

#[tokio::test]
async fn what_comes_wrong_is_told_and_nothing_is_kept() {
    let desk = Desk::open().await;
    desk.publish("EUR", euro()).await;
    for (fault, reason) in [
        ("silent", "does not answer"),
        ("error", "answers 503"),
        ("redirect", "answers 303"),
        ("endless", "answers with more than prices of metals"),
        ("page", "What came holds no prices of metals: it is no JSON"),
        ("cut", "What came holds no prices of metals: it is no JSON"),
    ] {
        desk.market.post("fault", json!({ "fault": fault })).await;
        let (state, _, text) = desk.run().await;
        assert_eq!(state, "FAILED", "{fault}");
        assert!(
            text.contains(reason) && !text.contains("secret"),
            "{fault}: {text}"
        );
    }
    desk.market.post("fault", json!({ "fault": "none" })).await;
    let now = desk.clock.now();
    for (at, rates, reason) in [
        (now - DAY - QUARTER, euro(), "more than a day ago"),
        (now + QUARTER, euro(), "yet to come"),
        (now, json!({}), "it has no metals"),
        (now, json!({ "XAU": "0" }), "0 is no rate of XAU"),
        (now, json!({ "XAU": "cheap" }), "it is no JSON"),
    ] {
        desk.publish_at("EUR", at, rates).await;
        let (state, _, text) = desk.run().await;
        assert_eq!(state, "FAILED", "{reason}");
        assert!(text.contains(reason), "{reason}: {text}");
    }
    assert_eq!(
        (desk.gram(GOLD).await, desk.gram(SILVER).await),
        (json!(985_000), json!(9_200))
    );
    let entry = desk.admin.get(JOB).await.ok();
    let mut value = entry["value"].clone();
    value["runParameter"] = json!("XAU");
    let body = json!({ "version": entry["version"], "value": value });
    let refused = desk.admin.put(JOB, body).await;
    assert_eq!(
        refused.refused(),
        (422, "scheduled_job.parameter_not_taken")
    );
}

#[tokio::test]
async fn nobody_is_asked_whom_the_shop_did_not_name() {
    for (url, reason) in [
        (None, "Nowhere to ask"),
        (
            Some("http://metal.example/latest?access_key=secret"),
            "it begins with https://",
        ),
        (
            Some("https://me:secret@metal.example/"),
            "it begins with https://",
        ),
        (
            Some("http://127.0.0.1:1/latest?access_key=secret"),
            "http://127.0.0.1:1/latest does not answer",
        ),
    ] {
        let market = RateSimulator::start();
        let desk = Desk::asking(market, url.map(str::to_owned)).await;
        let (state, _, text) = desk.run().await;
        assert_eq!(state, "FAILED", "{reason}");
        assert!(text.contains(reason) && !text.contains("secret"), "{text}");
    }
}
