//! Rates of foreign currencies that a job brings from the bank that publishes them.

use serde_json::{Value, json};
use shell::Clock;
use testkit::{Answer, Client, RateSimulator, Settings, Shop, Sources};

use crate::scheduled_job::{plan, run_now};

const JOB: &str = "/setting/scheduled-job/IMPORT_RATES";
/// A Friday, after the rates are published.
const FRIDAY: &str = "2026-11-20T17:00:00Z";
const RATES: &str = "SELECT COUNT(*) FROM exchange_rate";
const EVENTS: &str = "SELECT COUNT(*) FROM journal_entry WHERE chain_id = 'MIL' AND kind = 'event'";

/// A shop in euro and one in Hong Kong dollars that takes dollars, with a job that runs when it is asked
/// to.
struct Desk {
    bank: RateSimulator,
    shop: Shop,
    admin: Client,
}

impl Desk {
    async fn open(now: &str, parameter: &str) -> Self {
        let bank = RateSimulator::start();
        let address = bank.address();
        Self::asking(bank, Some(address), now, parameter).await
    }

    async fn asking(bank: RateSimulator, url: Option<String>, now: &str, parameter: &str) -> Self {
        let shop = Shop::with(Settings {
            clock: Some(Clock::manual(now.parse().unwrap())),
            sources: Sources {
                rate_url: url,
                ..Sources::default()
            },
            ..Settings::default()
        })
        .await;
        for change in [
            "UPDATE store SET currency_code = 'HKD' WHERE store_no = 'MIL'",
            "INSERT INTO tender (tender_code, name, tender_type, over_tender_allowed, \
             under_tender_allowed, opens_drawer, counting_required, currency_code) \
             SELECT 'USD', 'Dollars', tender_type, over_tender_allowed, under_tender_allowed, \
             opens_drawer, counting_required, 'USD' FROM tender WHERE tender_code = 'CASH'",
            "INSERT INTO tender_store (store_no, tender_code, position, online_pos_mapping) \
             VALUES ('MIL', 'USD', 99, '')",
        ] {
            shop.change(change).await;
        }
        let admin = shop.log_in("admin").await;
        let desk = Self { bank, shop, admin };
        desk.plan(parameter).await.ok();
        desk
    }

    async fn plan(&self, parameter: &str) -> Answer {
        let of_days = json!({
            "runParameter": parameter,
            "runType": "DAILY",
            "runBeginTime": "16:30",
            "timeBetween": 60,
            "weekdays": ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"],
        });
        plan(&self.admin, "IMPORT_RATES", of_days).await
    }

    async fn publish(&self, day: &str, rates: Value) {
        let publication = json!({ "day": day, "rates": rates });
        self.bank.post("publication", publication).await;
    }

    /// Runs the job: its state, how many rates it kept, and what it tells.
    async fn run(&self) -> (String, Value, String) {
        run_now(&self.shop, &self.admin, JOB).await
    }

    async fn enter(&self, key: &str, rate: i64) {
        let parts: Vec<&str> = key.split('~').collect();
        let value = json!({
            "currencyCode": parts[0], "foreignCode": parts[1], "validFrom": parts[2], "rate": rate,
        });
        let body = json!({ "version": null, "value": value });
        let path = format!("/setting/exchange-rate/{key}");
        self.admin.put(&path, body).await.ok();
    }

    async fn rate(&self, key: &str) -> Option<i64> {
        let answer = self
            .admin
            .get(&format!("/setting/exchange-rate/{key}"))
            .await;
        (answer.status == 200).then(|| answer.envelope["data"]["value"]["rate"].as_i64().unwrap())
    }
}

/// The rates of domain §13.3.
fn rates() -> Value {
    json!({ "USD": "1.0850", "HKD": "8.4927", "CNY": "7.7980" })
}

#[tokio::test]
async fn the_rates_of_the_day_are_kept_once_and_told_of() {
    let desk = Desk::open(FRIDAY, "").await;
    desk.publish("2026-11-20", rates()).await;
    assert_eq!(desk.shop.number(EVENTS).await, 0, "nobody works there");
    let done = ("OK".to_owned(), json!(3), String::new());
    assert_eq!(desk.run().await, done);
    for (key, expected) in [
        ("HKD~EUR~2026-11-20", Some(849_270_000)),
        // 1 / 1.085
        ("EUR~USD~2026-11-20", Some(92_165_899)),
        // 8.4927 / 1.085
        ("HKD~USD~2026-11-20", Some(782_737_327)),
        ("EUR~HKD~2026-11-20", None),
        ("EUR~CNY~2026-11-20", None),
    ] {
        assert_eq!(desk.rate(key).await, expected, "{key}");
    }
    // Each is a change of the settings that nobody made, and an event of the journal, which begins.
    assert_eq!(desk.shop.number(EVENTS).await, 1 + 3);
    let history = "/setting/history?setting=exchangeRate&key=HKD~EUR~2026-11-20";
    let history = desk.admin.get(history).await.ok();
    let change = &history["items"][0];
    assert_eq!(
        (&history["total"], &change["staffId"], &change["terminalNo"]),
        (&json!(1), &json!("IMPORT_RATES"), &json!(""))
    );
    // What is there is not kept again; each run asks once.
    let nothing = ("OK".to_owned(), json!(0), String::new());
    assert_eq!(desk.run().await, nothing);
    assert_eq!(desk.shop.number(EVENTS).await, 1 + 3);
    assert_eq!(desk.bank.get("log").await.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_rate_that_somebody_entered_stays_and_one_that_is_doubtful_is_kept_out() {
    let desk = Desk::open(FRIDAY, "").await;
    desk.publish("2026-11-20", rates()).await;
    desk.enter("EUR~USD~2026-11-20", 90_000_000).await;
    // 8.4927 is more than a fifth above 7.05.
    desk.enter("HKD~EUR~2026-11-19", 705_000_000).await;
    let (state, kept, text) = desk.run().await;
    assert_eq!((state.as_str(), kept), ("FAILED", json!(1)), "{text}");
    let told = [
        "1 EUR = 8.4927 HKD of 2026-11-20 is too far from 1 EUR = 7.05 HKD of 2026-11-19: it was kept \
         out. Enter it by hand when it is right",
        "1 USD = 0.9 EUR of 2026-11-20 stays",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), told);
    assert_eq!(desk.rate("EUR~USD~2026-11-20").await, Some(90_000_000));
    assert_eq!(desk.rate("HKD~EUR~2026-11-20").await, None);
    assert_eq!(desk.rate("HKD~USD~2026-11-20").await, Some(782_737_327));
    // By hand it is believed, and the next day goes on from it.
    desk.enter("HKD~EUR~2026-11-20", 849_270_000).await;
    let (state, kept, text) = desk.run().await;
    assert_eq!((state.as_str(), kept), ("OK", json!(0)), "{text}");
}

#[tokio::test]
async fn rates_of_friday_are_not_put_behind_a_newer_one() {
    let desk = Desk::open("2026-11-21T10:00:00Z", "").await;
    desk.publish("2026-11-20", rates()).await;
    desk.enter("HKD~EUR~2026-11-21", 850_000_000).await;
    let (state, kept, text) = desk.run().await;
    assert_eq!((state.as_str(), kept), ("FAILED", json!(2)), "{text}");
    let told = "What came is of 2026-11-20, and 1 EUR = 8.5 HKD of 2026-11-21 is there";
    assert_eq!(text, told);
    assert_eq!(desk.rate("HKD~EUR~2026-11-20").await, None);
    assert!(
        desk.rate("EUR~USD~2026-11-20").await.is_some(),
        "of Friday, on a Saturday"
    );
}

#[tokio::test]
async fn what_the_bank_does_not_publish_is_named_and_the_rest_is_kept() {
    let desk = Desk::open(FRIDAY, "").await;
    desk.publish("2026-11-20", json!({ "USD": "1.0850" })).await;
    let (state, kept, text) = desk.run().await;
    assert_eq!((state.as_str(), kept), ("FAILED", json!(1)));
    assert_eq!(text, "HKD is not published: enter its rate by hand");
    assert!(desk.rate("EUR~USD~2026-11-20").await.is_some());
}

#[tokio::test]
async fn the_parameter_names_the_currencies() {
    let desk = Desk::open(FRIDAY, " HKD  CNY ").await;
    desk.publish("2026-11-20", rates()).await;
    let (state, kept, text) = desk.run().await;
    assert_eq!((state.as_str(), kept), ("OK", json!(4)), "{text}");
    for key in ["HKD~EUR", "EUR~HKD", "EUR~CNY", "HKD~CNY"] {
        assert!(
            desk.rate(&format!("{key}~2026-11-20")).await.is_some(),
            "{key}"
        );
    }
    assert_eq!(desk.rate("EUR~USD~2026-11-20").await, None);
    let entry = desk.admin.get(JOB).await.ok();
    for wrong in ["HKD,CNY", "EURO", "hkd"] {
        let mut value = entry["value"].clone();
        value["runParameter"] = json!(wrong);
        let body = json!({ "version": entry["version"], "value": value });
        let refused = desk.admin.put(JOB, body).await;
        assert_eq!(
            refused.refused(),
            (422, "scheduled_job.currencies_malformed"),
            "{wrong}"
        );
        assert_eq!(refused.envelope["error"]["field"], "runParameter");
    }
}

#[tokio::test]
async fn what_comes_wrong_is_told_and_nothing_is_kept() {
    let desk = Desk::open(FRIDAY, "").await;
    desk.publish("2026-11-20", rates()).await;
    for (fault, reason) in [
        ("silent", "does not answer"),
        ("error", "answers 503"),
        ("redirect", "answers 303"),
        ("endless", "answers with more than rates"),
        ("page", "What came holds no rates"),
        ("cut", "What came holds no rates: it is no XML"),
    ] {
        desk.bank.post("fault", json!({ "fault": fault })).await;
        let (state, _, text) = desk.run().await;
        assert_eq!(state, "FAILED", "{fault}");
        assert!(text.contains(reason), "{fault}: {text}");
    }
    desk.bank.post("fault", json!({ "fault": "none" })).await;
    for (day, rates, reason) in [
        (
            "2026-11-14",
            rates(),
            "of 2026-11-14 and does not hold on 2026-11-20",
        ),
        (
            "2026-11-21",
            rates(),
            "of 2026-11-21 and does not hold on 2026-11-20",
        ),
        ("2026-11-20", json!({}), "it has no rates"),
        (
            "2026-11-20",
            json!({ "USD": "cheap" }),
            "cheap is no rate of USD",
        ),
    ] {
        desk.publish(day, rates).await;
        let (state, _, text) = desk.run().await;
        assert_eq!(state, "FAILED", "{reason}");
        assert!(text.contains(reason), "{reason}: {text}");
    }
    assert_eq!(desk.shop.number(RATES).await, 0);
}

#[tokio::test]
async fn nobody_is_asked_whom_the_shop_did_not_name() {
    for (url, reason) in [
        (None, "Nowhere to ask"),
        (
            Some("http://bank.example/rates.xml"),
            "it begins with https://",
        ),
        (
            Some("https://me:secret@bank.example/"),
            "it begins with https://",
        ),
    ] {
        let bank = RateSimulator::start();
        let desk = Desk::asking(bank, url.map(str::to_owned), FRIDAY, "").await;
        let (state, _, text) = desk.run().await;
        assert_eq!(state, "FAILED", "{reason}");
        assert!(text.contains(reason) && !text.contains("secret"), "{text}");
    }
}
