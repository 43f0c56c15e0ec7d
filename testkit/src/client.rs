//! A till's side of the wire.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::ConnectInfo;
use reqwest::{Method, Request, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tower::ServiceExt;
use uuid::Uuid;

use crate::contract::Contract;

/// How long something may take to come.
const PATIENCE: Duration = Duration::from_mins(1);
/// How long after one look the next follows.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Sends requests as a till does.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    address: SocketAddr,
    token: Option<String>,
    is_repeating: bool,
    inside: Option<Inside>,
}

/// The server without its socket, and the threads on which it works.
#[derive(Clone)]
struct Inside {
    router: Router,
    threads: Handle,
}

/// What came back.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The HTTP status.
    pub status: StatusCode,
    /// The whole envelope.
    pub envelope: Value,
}

impl Answer {
    /// The data of a success.
    ///
    /// # Panics
    /// When the answer is a refusal.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(
            self.envelope["success"], true,
            "{} {}",
            self.status, self.envelope
        );
        assert!(
            self.status.is_success(),
            "{} {}",
            self.status,
            self.envelope
        );
        self.envelope["data"].clone()
    }

    /// The key of a refusal.
    ///
    /// # Panics
    /// When the answer is a success.
    #[track_caller]
    #[must_use]
    pub fn refusal(&self) -> &str {
        assert_eq!(self.envelope["success"], false, "{}", self.envelope);
        self.envelope["error"]["key"]
            .as_str()
            .expect("an error key")
    }

    /// Status and key of a refusal.
    #[track_caller]
    #[must_use]
    pub fn refused(&self) -> (u16, &str) {
        (self.status.as_u16(), self.refusal())
    }

    /// The specification's code.
    #[must_use]
    pub fn code(&self) -> i64 {
        self.envelope["code"].as_i64().unwrap_or_default()
    }
}

/// Asks servers of this machine without TLS, so that no certificates need to be read, which would take a test longer
/// than most of what it asks.
///
/// # Panics
/// When the machine gives no HTTP client.
#[must_use]
pub fn http() -> reqwest::Client {
    let builder = reqwest::Client::builder().tls_certs_only([]);
    builder.build().expect("an HTTP client")
}

impl Client {
    /// Somebody who has not logged in, at a server.
    #[must_use]
    pub fn at(address: SocketAddr) -> Self {
        Self {
            http: http(),
            address,
            token: None,
            is_repeating: false,
            inside: None,
        }
    }

    /// The same somebody, who hands requests to a server without a socket between: the wire has tests of its own, and
    /// random steps ask a hundred thousand times.
    pub(crate) fn inside(self, router: Router, threads: Handle) -> Self {
        Self {
            inside: Some(Inside { router, threads }),
            ..self
        }
    }

    /// The same somebody, whose answers get lost: every change is sent a second time under its key,
    /// and must be answered as it was.
    #[must_use]
    pub fn repeating(self) -> Self {
        Self {
            is_repeating: true,
            ..self
        }
    }

    /// Logs in and keeps the token.
    ///
    /// # Panics
    /// When the login is refused.
    pub async fn log_in(&mut self, staff_id: &str, password: &str) {
        let body = json!({ "username": staff_id, "password": password });
        let data = self.post("/login", body).await.ok();
        self.use_token(data["token"].as_str().expect("a token"));
    }

    /// Carries a token from now on.
    pub fn use_token(&mut self, token: &str) {
        self.token = Some(token.to_owned());
    }

    /// The token that it carries.
    #[must_use]
    pub fn token(&self) -> &str {
        self.token.as_deref().expect("somebody logged in")
    }

    /// A request to a path of the API, ready for what a test wants to add.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("http://{}/api/v1{path}", self.address);
        let request = self
            .http
            .request(method, url)
            .header("x-app-version", shell::http::VERSION)
            .header("x-device-id", "test-device");
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// Looks at a path again and again until it shows what is wanted, as long as a crowded machine
    /// may take for it; what it shows then.
    ///
    /// # Panics
    /// When it does not come within a minute.
    pub async fn until(&self, path: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let shown = self.get(path).await.ok();
            if is_wanted(&shown) {
                return shown;
            }
            assert!(begun.elapsed() < PATIENCE, "it never comes: {shown:#}");
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    }

    /// Sends a request and reads the envelope.
    ///
    /// # Panics
    /// When the server does not answer with JSON, or not as its description says.
    pub async fn send(&self, request: RequestBuilder) -> Answer {
        let request = request.build().expect("a request");
        let (method, path) = (request.method().clone(), request.url().path().to_owned());
        let (status, text) = match &self.inside {
            Some(inside) => inside.answer(request, self.address).await,
            None => {
                let response = self.http.execute(request).await.expect("an answer");
                (response.status(), response.text().await.expect("a body"))
            }
        };
        let envelope = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{status} is no envelope: {error}: {text}"));
        Contract::check(method.as_str(), &path, status.as_u16(), &envelope);
        Answer { status, envelope }
    }

    /// Reads.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    /// Changes, with a fresh key.
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.keyed(Method::POST, path, Uuid::now_v7(), body).await
    }

    /// Changes, with a fresh key.
    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.keyed(Method::PUT, path, Uuid::now_v7(), body).await
    }

    /// Takes away, with a fresh key.
    pub async fn delete(&self, path: &str) -> Answer {
        let request = self.request(Method::DELETE, path);
        self.send(request.header("idempotency-key", Uuid::now_v7().to_string()))
            .await
    }

    /// Changes, under a key that the test chose.
    pub async fn keyed(&self, method: Method, path: &str, key: Uuid, body: Value) -> Answer {
        let send = || {
            let request = self.request(method.clone(), path);
            self.send(
                request
                    .header("idempotency-key", key.to_string())
                    .json(&body),
            )
        };
        let answer = send().await;
        let is_repeated = self.is_repeating && Contract::is_keyed(method.as_str(), path);
        if is_repeated && answer.status.is_success() {
            let again = send().await;
            assert_eq!(again.status, answer.status, "{method} {path} again");
            let data = |answer: &Answer| answer.envelope["data"].clone();
            assert_eq!(data(&again), data(&answer), "{method} {path} again");
        }
        answer
    }

    /// Puts a piece into the basket.
    pub async fn add(&self, item_no: &str, size_code: &str, quantity: i64) -> Answer {
        let body = json!({ "itemNo": item_no, "sizeCode": size_code, "quantity": quantity });
        self.post("/basket/line", body).await
    }

    /// Goes on to payment.
    ///
    /// # Panics
    /// When payment cannot start.
    pub async fn start_payment(&self) -> Value {
        self.post("/payment/start", json!({})).await.ok()
    }

    /// Offers cash.
    pub async fn pay_cash(&self, minor: i64) -> Answer {
        let body = json!({ "tenderCode": "CASH", "amount": { "minor": minor, "currency": "EUR" } });
        self.post("/payment/tender", body).await
    }
}

impl Inside {
    /// Has the server answer on its own threads, where whatever it begins ends with it.
    async fn answer(&self, request: Request, address: SocketAddr) -> (StatusCode, String) {
        let path = match request.url().query() {
            Some(query) => format!("{}?{query}", request.url().path()),
            None => request.url().path().to_owned(),
        };
        let body = request.body().and_then(reqwest::Body::as_bytes);
        let mut asked = axum::http::Request::new(Body::from(body.unwrap_or_default().to_vec()));
        *asked.method_mut() = request.method().clone();
        *asked.uri_mut() = path.parse().expect("a path");
        *asked.headers_mut() = request.headers().clone();
        asked.extensions_mut().insert(ConnectInfo(address));
        let router = self.router.clone();
        let answering = self.threads.spawn(async move {
            let response = router.oneshot(asked).await.expect("an answer");
            let status = response.status();
            let body = to_bytes(response.into_body(), usize::MAX).await;
            (status, body.expect("a body"))
        });
        let (status, body) = answering.await.expect("an answer");
        let text = String::from_utf8(body.to_vec()).expect("text");
        (status, text)
    }
}
