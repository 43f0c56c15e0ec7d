//! A till that remembers what was acknowledged and repeats what was not, with the same key.

use std::net::SocketAddr;
use std::time::Duration;

use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::shop::{PIECES, staff_id};

/// What the server said it sold.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sale {
    pub(crate) receipt_no: String,
    pub(crate) order_id: Uuid,
    pub(crate) total: i64,
    /// Item numbers and quantities, in order.
    pub(crate) lines: Vec<(String, i64)>,
}

/// A change that is asked for under a key.
#[derive(Clone, Debug)]
pub(crate) struct Intent {
    method: Method,
    path: String,
    body: Value,
    key: Uuid,
}

impl Intent {
    pub(crate) fn new(method: Method, path: &str, body: Value) -> Self {
        Self {
            method,
            path: path.to_owned(),
            body,
            key: Uuid::now_v7(),
        }
    }
}

/// An answer of the server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) envelope: Value,
    /// When to ask again.
    pub(crate) retry_after: Option<String>,
}

impl Answer {
    /// The key of the refusal, or nothing.
    pub(crate) fn refusal(&self) -> Option<&str> {
        self.envelope["error"]["key"].as_str()
    }
}

/// The server did not answer.
#[derive(Debug)]
pub(crate) struct Gone;

/// A till, somebody logged in at it.
pub(crate) struct Till {
    http: reqwest::Client,
    address: SocketAddr,
    token: String,
    staff_id: String,
    /// What is in the basket as far as the server acknowledged it.
    lines: Vec<(String, i64)>,
    /// What is still to be asked for this sale, the next last.
    to_do: Vec<Intent>,
    /// Everything that was acknowledged.
    pub(crate) sold: Vec<Sale>,
}

impl Till {
    pub(crate) async fn open(address: SocketAddr, till: usize) -> Self {
        Self::log_in(address, staff_id(till)).await
    }

    /// Somebody of the shop, logged in at the till that is theirs.
    pub(crate) async fn log_in(address: SocketAddr, staff_id: String) -> Self {
        let mut opened = Self {
            http: reqwest::Client::builder()
                .tls_certs_only([])
                .timeout(Duration::from_secs(30))
                .build()
                .unwrap(),
            address,
            token: String::new(),
            staff_id,
            lines: Vec::new(),
            to_do: Vec::new(),
            sold: Vec::new(),
        };
        let body = json!({ "username": opened.staff_id, "password": testkit::PASSWORD });
        let login = Intent::new(Method::POST, "/login", body);
        let answer = opened.send(&login).await.expect("a login");
        opened.token = answer.envelope["data"]["token"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer:?}"))
            .to_owned();
        opened
    }

    /// Talks to the server that was started in place of the former.
    pub(crate) fn turn_to(&mut self, address: SocketAddr) {
        self.address = address;
    }

    /// Another window of the same session.
    pub(crate) fn colleague(&self) -> Self {
        Self {
            http: self.http.clone(),
            address: self.address,
            token: self.token.clone(),
            staff_id: self.staff_id.clone(),
            lines: Vec::new(),
            to_do: Vec::new(),
            sold: Vec::new(),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Result<Answer, Gone> {
        self.exchange(Method::GET, path, None).await
    }

    pub(crate) async fn send(&self, intent: &Intent) -> Result<Answer, Gone> {
        self.exchange(intent.method.clone(), &intent.path, Some(intent))
            .await
    }

    async fn exchange(
        &self,
        method: Method,
        path: &str,
        intent: Option<&Intent>,
    ) -> Result<Answer, Gone> {
        let url = format!("http://{}/api/v1{path}", self.address);
        let mut request = self
            .http
            .request(method, url)
            .header("x-app-version", shell::http::VERSION)
            .header("x-device-id", "test-device");
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        if let Some(intent) = intent {
            request = request
                .header("idempotency-key", intent.key.to_string())
                .json(&intent.body);
        }
        let response = request.send().await.map_err(|_| Gone)?;
        let status = response.status();
        let retry_after = response.headers().get("retry-after");
        let retry_after = retry_after.map(|value| value.to_str().unwrap().to_owned());
        let envelope = response.json().await.map_err(|_| Gone)?;
        Ok(Answer {
            status,
            envelope,
            retry_after,
        })
    }

    /// Plans the next sale: one to three lines, paid in cash.
    pub(crate) fn plan(&mut self, random: &mut StdRng) {
        assert!(self.to_do.is_empty(), "a sale is still under way");
        self.lines.clear();
        let first = random.random_range(0..PIECES.len() - 1);
        let lines: Vec<(&str, i64, i64)> = PIECES[first..]
            .iter()
            .map(|(item_no, price)| (*item_no, *price, random.random_range(1..=3)))
            .collect();
        let total: i64 = lines
            .iter()
            .map(|(_, price, quantity)| price * quantity)
            .sum();
        let body = json!({ "staffId": self.staff_id });
        let mut steps = vec![Intent::new(Method::PUT, "/basket/salesperson", body)];
        for (item_no, _, quantity) in &lines {
            let body = json!({ "itemNo": item_no, "sizeCode": "", "quantity": quantity });
            steps.push(Intent::new(Method::POST, "/basket/line", body));
            self.lines.push(((*item_no).to_owned(), *quantity));
        }
        steps.push(Intent::new(Method::POST, "/payment/start", json!({})));
        let amount = json!({ "minor": total, "currency": "EUR" });
        let body = json!({ "tenderCode": "CASH", "amount": amount });
        steps.push(Intent::new(Method::POST, "/payment/tender", body));
        steps.reverse();
        self.to_do = steps;
    }

    /// Whether a sale is under way.
    pub(crate) fn is_busy(&self) -> bool {
        !self.to_do.is_empty()
    }

    /// Whether money is taken next.
    pub(crate) fn is_paying(&self) -> bool {
        self.to_do.len() == 1
    }

    /// Asks for the next step, again when it was asked for before. A refusal is given back and
    /// leaves the step to be done.
    pub(crate) async fn step(&mut self) -> Result<Option<Answer>, Gone> {
        let Some(intent) = self.to_do.last() else {
            return Ok(None);
        };
        let answer = self.send(intent).await?;
        if !answer.status.is_success() {
            return Ok(Some(answer));
        }
        self.to_do.pop();
        if self.to_do.is_empty() {
            let order = &answer.envelope["data"]["order"];
            let text = |name: &str| order[name].as_str().unwrap_or_else(|| panic!("{answer:?}"));
            self.lines.sort();
            self.sold.push(Sale {
                receipt_no: text("receiptNo").to_owned(),
                order_id: text("orderId").parse().unwrap(),
                total: order["total"]["minor"].as_i64().unwrap(),
                lines: std::mem::take(&mut self.lines),
            });
        }
        Ok(None)
    }

    /// Finishes the sale that is under way; nothing may be refused.
    pub(crate) async fn finish(&mut self) -> Result<(), Gone> {
        while self.is_busy() {
            if let Some(refused) = self.step().await? {
                panic!("{} refused {:?}", self.staff_id, refused);
            }
        }
        Ok(())
    }

    /// Gives up the sale that is under way, on both sides.
    pub(crate) async fn give_up(&mut self) {
        self.to_do.clear();
        for (method, path) in [(Method::POST, "/payment/back"), (Method::DELETE, "/basket")] {
            // What is refused here is refused again, and seen, when the next sale begins.
            let _ = self.send(&Intent::new(method, path, json!({}))).await;
        }
    }

    /// Sells until the server is gone.
    pub(crate) async fn sell_until_gone(&mut self, mut random: StdRng) {
        loop {
            if !self.is_busy() {
                self.plan(&mut random);
            }
            if self.finish().await.is_err() {
                return;
            }
        }
    }
}
