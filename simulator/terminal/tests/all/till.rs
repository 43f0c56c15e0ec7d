//! A till that speaks the protocol by hand and looks at every byte that comes back.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};
use terminal_simulator::{Declared, Options, start};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The terminal that most tests use.
pub(crate) const TERMINAL: &str = "V400m-324688179";

/// What came back on one connection.
#[derive(Clone, Debug)]
pub(crate) struct Received(pub(crate) String);

impl Received {
    /// True when the connection was closed without a byte.
    pub(crate) fn nothing(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn status(&self) -> u16 {
        self.0
            .get(9..12)
            .expect("a status line")
            .parse()
            .expect("a number")
    }

    pub(crate) fn body(&self) -> &str {
        self.0.split_once("\r\n\r\n").expect("a head").1
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(self.body()).unwrap_or_else(|error| panic!("{error}: {}", self.0))
    }

    /// The body of the protocol's answer, whatever its name.
    pub(crate) fn answer(&self) -> Value {
        let mut message = self.json()["SaleToPOIResponse"].take();
        let category = message["MessageHeader"]["MessageCategory"]
            .as_str()
            .expect("a category")
            .to_owned();
        message[format!("{category}Response")].take()
    }

    /// `Result`, or `ErrorCondition` when it failed.
    pub(crate) fn verdict(&self) -> String {
        verdict(&self.answer())
    }
}

/// `Result` of a body, or `ErrorCondition` when it failed.
pub(crate) fn verdict(body: &Value) -> String {
    let response = &body["Response"];
    let word = if response["Result"] == "Failure" {
        &response["ErrorCondition"]
    } else {
        &response["Result"]
    };
    word.as_str()
        .unwrap_or_else(|| panic!("no verdict in {body}"))
        .to_owned()
}

/// A running simulator and a till that uses it.
pub(crate) struct Till {
    pub(crate) address: SocketAddr,
    next: AtomicU32,
}

pub(crate) fn options() -> Options {
    Options {
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        data: None,
        notify_url: None,
        key: None,
        now: None,
        terminals: vec![Declared {
            poiid: TERMINAL.to_owned(),
            port: None,
        }],
    }
}

impl Till {
    pub(crate) async fn new() -> Self {
        Self::with(options()).await
    }

    pub(crate) async fn with(options: Options) -> Self {
        let address = start(options).await.expect("the simulator starts");
        Self {
            address,
            next: AtomicU32::new(1),
        }
    }

    /// A `ServiceID` that was not used yet.
    pub(crate) fn id(&self) -> String {
        format!("S{}", self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// A control or page request that must succeed.
    pub(crate) async fn sim(&self, path: &str, body: Value) -> Received {
        let received = self.post(path, "application/json", &body.to_string()).await;
        assert!(
            (200..300).contains(&received.status()),
            "{path}: {}",
            received.0
        );
        received
    }

    pub(crate) async fn script(&self, steps: Value) {
        self.sim("/sim/script", json!({"poiid": TERMINAL, "steps": steps}))
            .await;
    }

    pub(crate) async fn advance(&self, ms: u64) {
        self.sim("/sim/clock", json!({"advance_ms": ms})).await;
    }

    /// What a person does on the page.
    pub(crate) async fn act(&self, form: &str) {
        let path = format!("/terminal/{TERMINAL}/act");
        let received = self
            .post(&path, "application/x-www-form-urlencoded", form)
            .await;
        assert_eq!(received.status(), 303, "{}", received.0);
    }

    pub(crate) async fn get(&self, path: &str) -> Received {
        exchange(
            self.address,
            &format!("GET {path} HTTP/1.1\r\nhost: s\r\nconnection: close\r\n\r\n"),
        )
        .await
    }

    pub(crate) async fn post(&self, path: &str, kind: &str, body: &str) -> Received {
        exchange(self.address, &request(path, kind, body)).await
    }

    /// Sends a message and reads until the connection ends.
    pub(crate) async fn nexo(&self, message: &Value) -> Received {
        self.post("/nexo", "application/json", &message.to_string())
            .await
    }

    pub(crate) async fn pay(&self, id: &str, amount: &str) -> Received {
        self.post("/nexo", "application/json", &payment(TERMINAL, id, amount))
            .await
    }

    /// Sends a payment and does not wait for its answer.
    pub(crate) fn pay_later(&self, id: &str, amount: &str) -> tokio::task::JoinHandle<Received> {
        let request = request("/nexo", "application/json", &payment(TERMINAL, id, amount));
        let address = self.address;
        tokio::spawn(async move { exchange(address, &request).await })
    }

    pub(crate) async fn status(&self, id: &str) -> Received {
        let reference = json!({"MessageCategory": "Payment", "SaleID": "TILL", "ServiceID": id});
        let body = json!({"ReceiptReprintFlag": true, "MessageReference": reference});
        self.nexo(&message("TransactionStatus", &self.id(), body))
            .await
    }

    pub(crate) async fn abort(&self, id: &str) -> Received {
        let reference = json!({"MessageCategory": "Payment", "SaleID": "TILL", "ServiceID": id});
        let body = json!({"AbortReason": "MerchantAbort", "MessageReference": reference});
        self.nexo(&message("Abort", &self.id(), body)).await
    }

    pub(crate) async fn diagnose(&self) -> Received {
        self.nexo(&message(
            "Diagnosis",
            &self.id(),
            json!({"HostDiagnosisFlag": true}),
        ))
        .await
    }

    /// Minor units captured and reversed in euro.
    pub(crate) async fn ledger(&self) -> (u64, u64) {
        let total = &self.get("/sim/ledger").await.json()["total"]["EUR"];
        (
            total["captured_minor"].as_u64().unwrap_or(0),
            total["reversed_minor"].as_u64().unwrap_or(0),
        )
    }

    pub(crate) async fn terminal(&self) -> Value {
        let all = self.get("/sim/terminal").await.json();
        all.as_array()
            .expect("a list")
            .iter()
            .find(|one| one["poiid"] == TERMINAL)
            .expect("it")
            .clone()
    }

    /// Waits until the simulator itself waits for so many things, so that advancing the time ends them.
    pub(crate) async fn waits(&self, count: u64) {
        for _ in 0..1000 {
            if self.get("/sim/clock").await.json()["waits"].as_u64() >= Some(count) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("never {count} waits");
    }

    /// Waits until the terminal is in this phase, `null` for idle.
    pub(crate) async fn phase(&self, phase: &Value) {
        for _ in 0..500 {
            if &self.terminal().await["phase"] == phase {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("never {phase}: {}", self.terminal().await);
    }
}

pub(crate) fn request(path: &str, kind: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: s\r\nconnection: close\r\ncontent-type: {kind}\r\n\
         content-length: {length}\r\n\r\n{body}"
    )
}

/// Everything that comes back, until the other side closes.
pub(crate) async fn exchange(address: SocketAddr, request: &str) -> Received {
    let mut stream = TcpStream::connect(address).await.expect("the port is open");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut bytes = Vec::new();
    let read = timeout(Duration::from_secs(10), stream.read_to_end(&mut bytes)).await;
    // A connection may also be reset; what counts is what came before.
    let _ = read.expect("an end within 10 seconds");
    Received(String::from_utf8(bytes).expect("UTF-8"))
}

pub(crate) fn header(category: &str, id: &str) -> Value {
    json!({
        "ProtocolVersion": "3.0", "MessageClass": "Service", "MessageCategory": category,
        "MessageType": "Request", "ServiceID": id, "SaleID": "TILL", "POIID": TERMINAL,
    })
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "callers write the body in place"
)]
pub(crate) fn message(category: &str, id: &str, body: Value) -> Value {
    json!({"SaleToPOIRequest": {"MessageHeader": header(category, id), format!("{category}Request"): body}})
}

#[expect(clippy::disallowed_methods, reason = "a till's own clock")]
pub(crate) fn now() -> Timestamp {
    Timestamp::now()
}

/// A payment as text, so that the amount stays the token that the test wrote.
pub(crate) fn payment(poiid: &str, id: &str, amount: &str) -> String {
    payment_at(poiid, id, amount, now())
}

pub(crate) fn payment_at(poiid: &str, id: &str, amount: &str, at: Timestamp) -> String {
    format!(
        r#"{{"SaleToPOIRequest":{{"MessageHeader":{{"ProtocolVersion":"3.0","MessageClass":"Service","MessageCategory":"Payment","MessageType":"Request","ServiceID":"{id}","SaleID":"TILL","POIID":"{poiid}"}},"PaymentRequest":{{"SaleData":{{"SaleTransactionID":{{"TransactionID":"sale-{id}","TimeStamp":"{at}"}}}},"PaymentTransaction":{{"AmountsReq":{{"Currency":"EUR","RequestedAmount":{amount}}}}},"PaymentData":{{"PaymentType":"Normal"}}}}}}}}"#
    )
}
