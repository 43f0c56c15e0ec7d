//! A shop with accounts at a simulator of its own.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use jiff::{SignedDuration, Timestamp};
use qr::alipay::{self, Alipay};
use qr::provider::{
    ChargeCommand, CloseCommand, CreateAnswer, CreateCommand, Direction, Incoming, Notice,
    NotificationRefused, OrderAnswer, OrderNo, PaymentCode, Provider, QueryCommand, RefundCommand,
    RefundNo, RefundQueryCommand,
};
use qr::wechat::{self, PlatformKey, Wechat};
use qr::{Amount, Currency, Secret};
use qr_simulator::{Options, start};
use serde_json::{Value, json};

/// Which provider a test is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Face {
    Alipay,
    Wechat,
}

impl Face {
    pub(crate) const BOTH: [Self; 2] = [Self::Alipay, Self::Wechat];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Alipay => "alipay",
            Self::Wechat => "wechat",
        }
    }

    /// A code as the client's telephone shows it, ending as the test wants it.
    pub(crate) fn code(self, end: &str) -> PaymentCode {
        let head = match self {
            Self::Alipay => "28",
            Self::Wechat => "13",
        };
        let text = format!("{head}{:0>16}", format!("9{end}"));
        PaymentCode::parse(&text).expect("a code")
    }
}

pub(crate) const ORDER: &str = "VT0000000001";
pub(crate) const REFUND: &str = "VT0000000001R1";
pub(crate) const DUE: i64 = 22_910;
pub(crate) const LONG: Duration = Duration::from_secs(20);
pub(crate) const SHORT: Duration = Duration::from_millis(400);

/// Keys take a second to make, so all tests of a run share them.
static KEYS: LazyLock<std::path::PathBuf> = LazyLock::new(|| {
    let name = format!("qr-keys-{}.json", std::process::id());
    std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
});
static KEYS_ARE_MADE: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

pub(crate) fn yuan(minor: i64) -> Amount {
    Amount::new(minor, Currency::from_iso("CNY").expect("a currency"))
}

pub(crate) struct Shop {
    pub(crate) face: Face,
    pub(crate) provider: Arc<dyn Provider>,
    pub(crate) address: SocketAddr,
    client: reqwest::Client,
    /// By how much the shop's clock is ahead of the machine's.
    pub(crate) ahead: SignedDuration,
    /// How long it waits for an answer.
    pub(crate) patience: Duration,
    notices: Notices,
}

pub(crate) type Read = Result<Notice, NotificationRefused>;

/// Notifications as they were read.
#[derive(Clone)]
struct Notices {
    provider: Arc<Mutex<Option<Arc<dyn Provider>>>>,
    read: Arc<Mutex<Vec<Read>>>,
    ahead: Arc<Mutex<SignedDuration>>,
}

#[expect(clippy::disallowed_methods, reason = "a till's own clock")]
fn machine_now() -> Timestamp {
    Timestamp::now()
}

async fn notified(
    State(notices): State<Notices>,
    headers: HeaderMap,
    body: axum::body::Bytes,
) -> Response {
    let provider = notices.provider.lock().expect("whole").clone();
    let provider = provider.expect("a provider");
    let read = provider.read(&Incoming {
        header: &|name| headers.get(name).and_then(|value| value.to_str().ok()),
        body: &body,
        now: machine_now() + *notices.ahead.lock().expect("whole"),
    });
    let answer = provider.acknowledge(read.is_ok());
    notices.read.lock().expect("whole").push(read);
    let status = StatusCode::from_u16(answer.status).expect("a status");
    (status, [("content-type", answer.content_type)], answer.body).into_response()
}

impl Shop {
    pub(crate) async fn open(face: Face) -> Self {
        let notices = Notices {
            provider: Arc::default(),
            read: Arc::default(),
            ahead: Arc::new(Mutex::new(SignedDuration::ZERO)),
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port");
        let own = listener.local_addr().expect("an address");
        let router = Router::new()
            .route("/notify", post(notified))
            .with_state(notices.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });

        let address = {
            let _guard = KEYS_ARE_MADE.lock().await;
            let options = Options {
                address: IpAddr::V4(Ipv4Addr::LOCALHOST),
                port: 0,
                keys: Some(KEYS.clone()),
                now: None,
            };
            start(options).await.expect("the simulator starts")
        };
        let client = reqwest::Client::builder()
            .no_proxy()
            .build()
            .expect("a client");
        let keys: Value = client
            .get(format!("http://{address}/sim/keys"))
            .send()
            .await
            .expect("sent")
            .json()
            .await
            .expect("JSON");
        let notify_url = format!("http://{own}/notify");
        let provider = connect(face, &format!("http://{address}"), &keys, notify_url);
        *notices.provider.lock().expect("whole") = Some(provider.clone());
        Self {
            face,
            provider,
            address,
            client,
            ahead: SignedDuration::ZERO,
            patience: LONG,
            notices,
        }
    }

    pub(crate) fn now(&self) -> Timestamp {
        machine_now() + self.ahead
    }

    pub(crate) async fn sim(&self, path: &str, body: Value) {
        let url = format!("http://{}/sim/{path}", self.address);
        let answer = self
            .client
            .post(url)
            .json(&body)
            .send()
            .await
            .expect("sent");
        let status = answer.status();
        assert!(status.is_success(), "{path} {body}: {status}");
    }

    pub(crate) async fn told(&self, path: &str) -> Value {
        let url = format!("http://{}/sim/{path}", self.address);
        let answer = self.client.get(url).send().await.expect("sent");
        answer.json().await.expect("JSON")
    }

    /// The next request of this kind meets a fault.
    pub(crate) async fn fault(&self, on: &str, fault: &str, mut more: Value) {
        more["face"] = json!(self.face.name());
        more["on"] = json!(on);
        more["fault"] = json!(fault);
        self.sim("script", json!({ "steps": [more] })).await;
    }

    /// Time goes by, for both.
    pub(crate) async fn wait(&mut self, ms: u32) {
        self.sim("clock", json!({ "advance_ms": ms })).await;
        self.ahead += SignedDuration::from_millis(i64::from(ms));
        *self.notices.ahead.lock().expect("whole") = self.ahead;
    }

    /// The client pays the code that is shown, or types the password.
    pub(crate) async fn client_pays(&self) {
        let order = json!({ "face": self.face.name(), "order_no": ORDER });
        self.sim("pay", order).await;
    }

    /// What the provider's ledger says: paid and given back.
    pub(crate) async fn ledger(&self) -> (i64, i64) {
        let ledger = self.told("ledger").await;
        let sum = |kind: &str| -> i64 {
            let entries = ledger["entries"].as_array().expect("entries");
            let own = entries.iter().filter(|entry| entry["kind"] == kind);
            own.map(|entry| entry["amount_minor"].as_i64().expect("a number"))
                .sum()
        };
        (sum("payment"), sum("refund"))
    }

    /// Waits until the simulator itself waits for something, so that time that goes by ends it.
    pub(crate) async fn waits(&self) {
        for _ in 0..4_000 {
            if self.told("clock").await["waits"] != 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("it waits for nothing");
    }

    /// Waits until so many notifications were read.
    pub(crate) async fn notices(&self, count: usize) -> Vec<Read> {
        for _ in 0..4_000 {
            let read = self.notices.read.lock().expect("whole").clone();
            if read.len() >= count {
                return read;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("never {count} notifications: {}", self.told("log").await);
    }

    pub(crate) fn create_command(&self, wait: Duration) -> CreateCommand {
        CreateCommand {
            order_no: order_no(),
            amount: yuan(DUE),
            subject: "Boutique Shanghai".to_owned(),
            till: "T05".to_owned(),
            expires_at: self.now() + SignedDuration::from_mins(9),
            now: self.now(),
            wait,
        }
    }

    pub(crate) fn charge_command(&self, code: PaymentCode, wait: Duration) -> ChargeCommand {
        ChargeCommand {
            order_no: order_no(),
            amount: yuan(DUE),
            subject: "Boutique Shanghai".to_owned(),
            till: "T05".to_owned(),
            payment_code: code,
            expires_at: self.now() + SignedDuration::from_mins(9),
            now: self.now(),
            wait,
        }
    }

    pub(crate) async fn create(&self) -> CreateAnswer {
        self.provider
            .create(&self.create_command(self.patience))
            .await
    }

    /// Opens an order and gives its code.
    pub(crate) async fn shown(&self) -> String {
        match self.provider.create(&self.create_command(LONG)).await {
            CreateAnswer::Shown { code } => code,
            other => panic!("{other:?}"),
        }
    }

    pub(crate) async fn charge(&self) -> OrderAnswer {
        let command = self.charge_command(self.face.code("12"), self.patience);
        self.provider.charge(&command).await
    }

    pub(crate) async fn query(&self) -> OrderAnswer {
        let command = QueryCommand {
            order_no: order_no(),
            currency: yuan(0).currency,
            now: self.now(),
            wait: self.patience,
        };
        self.provider.query(&command).await
    }

    pub(crate) async fn close(&self, direction: Direction) -> qr::provider::CloseAnswer {
        let command = CloseCommand {
            order_no: order_no(),
            direction,
            now: self.now(),
            wait: self.patience,
        };
        self.provider.close(&command).await
    }

    pub(crate) async fn refund(&self, minor: i64) -> qr::provider::RefundAnswer {
        let command = RefundCommand {
            order_no: order_no(),
            refund_no: refund_no(),
            amount: yuan(minor),
            paid: yuan(DUE),
            reason: "Return".to_owned(),
            now: self.now(),
            wait: self.patience,
        };
        self.provider.refund(&command).await
    }

    pub(crate) async fn query_refund(&self, minor: i64) -> qr::provider::RefundAnswer {
        let command = RefundQueryCommand {
            order_no: order_no(),
            refund_no: refund_no(),
            amount: yuan(minor),
            now: self.now(),
            wait: self.patience,
        };
        self.provider.query_refund(&command).await
    }
}

/// The provider's interface at another address.
pub(crate) async fn at(shop: &Shop, base: &str) -> Arc<dyn Provider> {
    let keys = shop.told("keys").await;
    let notify_url = "http://127.0.0.1:9/".to_owned();
    connect(shop.face, base, &keys, notify_url)
}

fn connect(face: Face, base: &str, keys: &Value, notify_url: String) -> Arc<dyn Provider> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let currency = yuan(0).currency;
    match face {
        Face::Alipay => {
            let keys = &keys["alipay"];
            let settings = alipay::Settings {
                gateway: format!("{base}/gateway.do"),
                app_id: text(&keys["app_id"]),
                private_key: Secret::new(text(&keys["private_key"])),
                alipay_public_key: text(&keys["alipay_public_key"]),
                notify_url: Some(notify_url),
                currency,
                store_id: "SHA01".to_owned(),
            };
            Arc::new(Alipay::new(settings).expect("settings"))
        }
        Face::Wechat => {
            let settings = wechat_settings(base, &keys["wechat"], notify_url);
            Arc::new(Wechat::new(settings).expect("settings"))
        }
    }
}

pub(crate) fn wechat_settings(base: &str, keys: &Value, notify_url: String) -> wechat::Settings {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    wechat::Settings {
        gateway: base.to_owned(),
        app_id: text(&keys["app_id"]),
        merchant_id: text(&keys["merchant_id"]),
        private_key: Secret::new(text(&keys["private_key"])),
        serial_no: text(&keys["serial_no"]),
        platform_keys: vec![PlatformKey {
            id: Some(text(&keys["platform_key_id"])),
            text: text(&keys["platform_public_key"]),
        }],
        api_key: Secret::new(text(&keys["api_key"])),
        notify_url,
        currency: yuan(0).currency,
        store_id: "SHA01".to_owned(),
        device_ip: "10.0.0.5".to_owned(),
    }
}

pub(crate) fn order_no() -> OrderNo {
    OrderNo::parse(ORDER).expect("a number")
}

pub(crate) fn refund_no() -> RefundNo {
    RefundNo::parse(REFUND).expect("a number")
}

/// What was paid, or a panic that says what came instead.
pub(crate) fn paid_minor(answer: &OrderAnswer) -> i64 {
    match answer {
        OrderAnswer::Paid(payment) => payment.amount.minor,
        other => panic!("not paid: {other:?}"),
    }
}
