//! A shop that takes codes, beside the providers' simulator that it takes them from.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};
use shell::Clock;
use testkit::{Client, QrSimulator, Settings, Shop};

use crate::payment::assert_books_hold;

/// What the bag of a basket comes to.
pub(super) const DUE: i64 = 12_900;

/// The keys, made once: that takes a while.
pub(crate) fn keys() -> PathBuf {
    static KEYS: OnceLock<PathBuf> = OnceLock::new();
    KEYS.get_or_init(|| {
        let name = format!("vitrine-qr-keys-{}.json", std::process::id());
        let path = std::env::temp_dir().join(name);
        drop(QrSimulator::start(&path));
        path
    })
    .clone()
}

/// The accounts as somebody would type them.
pub(crate) async fn accounts(simulator: &QrSimulator) -> [(&'static str, Value); 2] {
    let keys = simulator.get("keys").await;
    let address = simulator.address();
    let (alipay, wechat) = (&keys["alipay"], &keys["wechat"]);
    [
        (
            "PAR-ALIPAY",
            json!({
                "storeNo": "PAR", "provider": "ALIPAY", "isActive": true,
                "gateway": format!("{address}/gateway.do"), "appId": alipay["app_id"],
                "merchantId": "", "serialNo": "", "platformKeyId": "",
                "platformKey": alipay["alipay_public_key"], "privateKey": alipay["private_key"],
            }),
        ),
        (
            "PAR-WECHATPAY",
            json!({
                "storeNo": "PAR", "provider": "WECHATPAY", "isActive": true,
                "gateway": address, "appId": wechat["app_id"],
                "merchantId": wechat["merchant_id"], "serialNo": wechat["serial_no"],
                "platformKeyId": wechat["platform_key_id"],
                "platformKey": wechat["platform_public_key"],
                "privateKey": wechat["private_key"], "apiKey": wechat["api_key"],
            }),
        ),
    ]
}

/// Paris takes both, in both directions, and has an account with each.
pub(crate) async fn take_codes(shop: &Shop, simulator: &QrSimulator) {
    for sql in [
        "UPDATE store SET is_show_qr_code = TRUE",
        "INSERT INTO tender (tender_code, name, tender_type, over_tender_allowed, \
         under_tender_allowed, opens_drawer, counting_required) VALUES \
         ('ALIPAY', 'Alipay', 'QR', FALSE, TRUE, FALSE, TRUE), \
         ('WECHAT', 'WeChat Pay', 'QR', FALSE, TRUE, FALSE, TRUE)",
        "INSERT INTO tender_store (store_no, tender_code, position, online_pos_mapping) \
         VALUES ('PAR', 'ALIPAY', 8, 'ALIPAY'), ('PAR', 'WECHAT', 9, 'WECHATPAY')",
    ] {
        shop.change(sql).await;
    }
    let admin = shop.log_in("admin").await.repeating();
    for (key, value) in accounts(simulator).await {
        let path = format!("/setting/qr-merchant/{key}");
        let body = json!({ "version": null, "value": value });
        admin.put(&path, body).await.ok();
    }
}

/// The shop, the providers, and the time of both.
pub(crate) struct House {
    pub(crate) shop: Shop,
    pub(super) simulator: QrSimulator,
    pub(super) clock: Clock,
}

impl House {
    pub(crate) async fn open() -> Self {
        Self::with(Settings::default()).await
    }

    pub(super) async fn with(settings: Settings) -> Self {
        let simulator = QrSimulator::start(&keys());
        let now = simulator.get("clock").await["now"].clone();
        let clock = Clock::manual(now.as_str().unwrap().parse::<Timestamp>().unwrap());
        let shop = Shop::with(Settings {
            clock: Some(clock.clone()),
            ..settings
        })
        .await;
        take_codes(&shop, &simulator).await;
        Self {
            shop,
            simulator,
            clock,
        }
    }

    /// Somebody with a basket that is being paid.
    pub(super) async fn paying(&self) -> Client {
        let mei = self.shop.seller("mei").await.repeating();
        mei.add("ER-1", "", 1).await.ok();
        mei.start_payment().await;
        mei
    }

    /// Lets time pass for the shop and for the providers.
    pub(super) async fn pass(&self, seconds: u64) {
        let body = json!({ "advance_ms": seconds * 1000 });
        // The shop's clock is never ahead: it would close an order that the provider still takes for young.
        self.simulator.post("clock", body).await;
        self.clock.advance(Duration::from_secs(seconds));
    }

    /// Lets time pass second by second until an attempt is as wanted.
    pub(super) async fn until(
        &self,
        client: &Client,
        id: &str,
        is_wanted: impl Fn(&Value) -> bool,
    ) -> Value {
        let mut last = Value::Null;
        for _ in 0..300 {
            last = client.get(&format!("/payment/attempt/{id}")).await.ok();
            if is_wanted(&last) {
                return last;
            }
            self.pass(1).await;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("never came: {last:#}");
    }

    pub(crate) async fn until_state(&self, client: &Client, id: &str, state: &str) -> Value {
        self.until(client, id, |attempt| attempt["state"] == state)
            .await
    }

    pub(super) async fn until_shown(&self, client: &Client, id: &str) -> Value {
        self.until(client, id, |attempt| attempt["qr"]["code"].is_string())
            .await
    }

    pub(super) async fn pay(&self, face: &str, attempt: &Value) -> u16 {
        let body = json!({ "face": face, "order_no": attempt["qr"]["orderNo"] });
        self.simulator.try_post("pay", body).await.0
    }

    /// What the providers keep in all.
    pub(crate) async fn kept(&self) -> i64 {
        self.simulator.kept().await.0
    }

    /// Pays what a basket comes to by a code that the client scans.
    pub(crate) async fn paid_by_code(&self, client: &Client, tender: &str, face: &str) -> Value {
        let begun = start(client, tender, json!({ "direction": "clientScans" })).await;
        let id = id(&begun.ok());
        let shown = self.until_shown(client, &id).await;
        assert_eq!(self.pay(face, &shown).await, 204);
        self.until_state(client, &id, "APPROVED").await
    }

    pub(super) async fn assert_in_order(&self, kept: i64) {
        assert_eq!(self.simulator.kept().await.0, kept);
        let booked = self
            .shop
            .number(
                "SELECT CAST(COALESCE(SUM(t.amount), 0) AS BIGINT) FROM sales_order_tender t \
                 JOIN payment_attempt a ON a.attempt_id = t.attempt_id WHERE a.channel = 'QR'",
            )
            .await;
        assert_eq!(booked, kept);
        assert_books_hold(&self.shop).await;
    }
}

pub(super) async fn start(client: &Client, tender: &str, more: Value) -> testkit::Answer {
    let amount = json!({ "minor": DUE, "currency": "EUR" });
    let mut body = json!({ "tenderCode": tender, "amount": amount });
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    client.post("/payment/attempt", body).await
}

pub(super) fn id(attempt: &Value) -> String {
    attempt["attemptId"].as_str().unwrap().to_owned()
}
