//! Requests and what their answers mean.

use std::sync::OnceLock;
use std::time::Duration;

use device::cause::{innermost, is_tls};
use jiff::Timestamp;
use reqwest::header::CONNECTION;
use reqwest::{Method, redirect, retry};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::wire::{ErrorAnswer, FormAnswer, FormWire, ShopAnswer, VoidWire};
use super::{Access, signature};

/// Longest wait for the connection.
const CONNECT_WAIT: Duration = Duration::from_secs(3);
/// Longest wait for a reply.
const REPLY_WAIT: Duration = Duration::from_secs(8);
/// Longest reply; the longest real one has a few kB.
const REPLY_LEN_MAX: usize = 256 * 1024;
const SHOP: &str = "tf-shop";
const TIMESTAMP: &str = "tf-timestamp";
const NONCE: &str = "tf-nonce";
const SIGNATURE: &str = "tf-signature";

/// What became of a form that was to be issued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Issue {
    Issued {
        form_no: String,
        barcode: String,
    },
    Refused(String),
    /// Certain: the operator did nothing.
    NotSent(String),
    /// Nobody knows.
    Unknown(String),
}

/// What the operator knows of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Found {
        form_no: String,
        barcode: String,
        status: String,
    },
    NotThere,
    Unknown(String),
}

/// What became of a void.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum VoidAnswer {
    Voided,
    Refused(String),
    NotSent(String),
    Unknown(String),
}

/// What a test of the connection found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Probe {
    Connected { name: String },
    Unreachable(String),
    Tls(String),
    AccessRefused,
    Unreadable(String),
}

/// A request that had no readable reply.
enum Broken {
    NotSent { detail: String, is_tls: bool },
    AccessRefused,
    Unknown(String),
}

impl Broken {
    fn text(self) -> String {
        match self {
            Self::NotSent { detail, .. } | Self::Unknown(detail) => detail,
            Self::AccessRefused => "the operator does not accept the key".to_owned(),
        }
    }

    const fn is_certain(&self) -> bool {
        matches!(self, Self::NotSent { .. } | Self::AccessRefused)
    }
}

/// A readable, authentic reply.
struct Reply {
    status: u16,
    body: Vec<u8>,
}

impl Reply {
    fn read<T: DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_slice(&self.body)
            .map_err(|error| format!("the operator's reply cannot be read: {error}"))
    }

    /// The operator's words for a no.
    fn refusal(&self) -> String {
        self.read::<ErrorAnswer>().map_or_else(
            |_| format!("status {}", self.status),
            |error| format!("{} ({})", error.message, error.code),
        )
    }
}

/// Speaks with operators.
#[derive(Clone, Debug, Default)]
pub(crate) struct Client {
    /// Made when it is first needed: reading the machine's certificates takes a while, and many shops never ask.
    http: OnceLock<reqwest::Client>,
}

impl Client {
    /// Everything that might send a request twice or elsewhere is off.
    fn http(&self) -> Result<&reqwest::Client, Broken> {
        if let Some(http) = self.http.get() {
            return Ok(http);
        }
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(redirect::Policy::none())
            .retry(retry::never())
            .pool_max_idle_per_host(0)
            .connect_timeout(CONNECT_WAIT)
            .http1_only()
            .build()
            .map_err(|error| Broken::NotSent {
                detail: error.to_string(),
                is_tls: false,
            })?;
        Ok(self.http.get_or_init(|| http))
    }

    /// Asks for a form. The operator answers a repeat of a reference with the form that it has.
    pub(crate) async fn issue(&self, access: &Access, now: Timestamp, form: &FormWire) -> Issue {
        let reply = match self.post(access, now, "/v1/forms", form).await {
            Ok(reply) => reply,
            Err(broken) if broken.is_certain() => return Issue::NotSent(broken.text()),
            Err(broken) => return Issue::Unknown(broken.text()),
        };
        match reply.status {
            200 | 201 => match reply.read::<FormAnswer>() {
                Ok(answer) if answer.is_about(form.reference) => Issue::Issued {
                    form_no: answer.form_number,
                    barcode: answer.barcode,
                },
                Ok(_) => Issue::Unknown("the reply is about another form".to_owned()),
                Err(reason) => Issue::Unknown(reason),
            },
            400..=499 => Issue::Refused(reply.refusal()),
            _ => Issue::Unknown(reply.refusal()),
        }
    }

    /// Asks what became of a reference.
    pub(crate) async fn look(&self, access: &Access, now: Timestamp, reference: Uuid) -> Look {
        let path = format!("/v1/forms/by-reference/{reference}");
        let reply = match self
            .exchange(access, now, Method::GET, &path, Vec::new())
            .await
        {
            Ok(reply) => reply,
            Err(broken) => return Look::Unknown(broken.text()),
        };
        match reply.status {
            200 => match reply.read::<FormAnswer>() {
                Ok(answer) if answer.is_about(reference) => Look::Found {
                    form_no: answer.form_number,
                    barcode: answer.barcode,
                    status: answer.status,
                },
                Ok(_) => Look::Unknown("the reply is about another form".to_owned()),
                Err(reason) => Look::Unknown(reason),
            },
            404 => Look::NotThere,
            _ => Look::Unknown(reply.refusal()),
        }
    }

    /// Asks to void a form.
    pub(crate) async fn void(
        &self,
        access: &Access,
        now: Timestamp,
        form_no: &str,
        (reference, reason): (Uuid, &str),
    ) -> VoidAnswer {
        let path = format!("/v1/forms/{form_no}/void");
        let body = VoidWire { reference, reason };
        let reply = match self.post(access, now, &path, &body).await {
            Ok(reply) => reply,
            Err(broken) if broken.is_certain() => return VoidAnswer::NotSent(broken.text()),
            Err(broken) => return VoidAnswer::Unknown(broken.text()),
        };
        match reply.status {
            200 => VoidAnswer::Voided,
            400..=499 => VoidAnswer::Refused(reply.refusal()),
            _ => VoidAnswer::Unknown(reply.refusal()),
        }
    }

    /// Tests address and key.
    pub(crate) async fn probe(&self, access: &Access, now: Timestamp) -> Probe {
        let reply = match self
            .exchange(access, now, Method::GET, "/v1/shop", Vec::new())
            .await
        {
            Ok(reply) => reply,
            Err(Broken::AccessRefused) => return Probe::AccessRefused,
            Err(Broken::NotSent { detail, is_tls }) => {
                return match is_tls {
                    true => Probe::Tls(detail),
                    false => Probe::Unreachable(detail),
                };
            }
            Err(Broken::Unknown(detail)) => return Probe::Unreadable(detail),
        };
        match reply.status {
            200 => match reply.read::<ShopAnswer>() {
                Ok(shop) => Probe::Connected { name: shop.name },
                Err(reason) => Probe::Unreadable(reason),
            },
            _ => Probe::Unreadable(reply.refusal()),
        }
    }

    async fn post(
        &self,
        access: &Access,
        now: Timestamp,
        path: &str,
        body: &impl Serialize,
    ) -> Result<Reply, Broken> {
        let body = serde_json::to_vec(body).map_err(|error| Broken::NotSent {
            detail: error.to_string(),
            is_tls: false,
        })?;
        self.exchange(access, now, Method::POST, path, body).await
    }

    async fn exchange(
        &self,
        access: &Access,
        now: Timestamp,
        method: Method,
        path: &str,
        body: Vec<u8>,
    ) -> Result<Reply, Broken> {
        let nonce = Uuid::new_v4().to_string();
        let timestamp = now.as_second().to_string();
        let signature = signature::Signed {
            method: method.as_str(),
            path,
            timestamp: &timestamp,
            nonce: &nonce,
            body: &body,
        }
        .sign(&access.secret);
        let url = format!("{}{path}", access.address.trim_end_matches('/'));
        let request = self
            .http()?
            .request(method, url)
            .header(CONNECTION, "close")
            .header("content-type", "application/json")
            .header(SHOP, &access.shop_no)
            .header(TIMESTAMP, timestamp)
            .header(NONCE, &nonce)
            .header(SIGNATURE, signature)
            .body(body);
        let waited = tokio::time::timeout(REPLY_WAIT, receive(request)).await;
        let (status, signature, body) = waited
            .map_err(|_| Broken::Unknown("the operator did not answer in time".to_owned()))??;
        // Before the operator knows who asks it cannot sign.
        if matches!(status, 401 | 403) {
            return Err(Broken::AccessRefused);
        }
        match signature::is_reply(&access.secret, (status, &nonce), &body, &signature) {
            true => Ok(Reply { status, body }),
            false => Err(Broken::Unknown(format!(
                "the reply with status {status} is not signed by the operator"
            ))),
        }
    }
}

/// Status, signature and body of a reply.
async fn receive(request: reqwest::RequestBuilder) -> Result<(u16, String, Vec<u8>), Broken> {
    let mut response = request.send().await.map_err(|error| failure(&error))?;
    let signature = response
        .headers()
        .get(SIGNATURE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .to_owned();
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| lost(&error))? {
        if body.len() + chunk.len() > REPLY_LEN_MAX {
            return Err(Broken::Unknown("the reply is too long".to_owned()));
        }
        body.extend_from_slice(&chunk);
    }
    Ok((response.status().as_u16(), signature, body))
}

/// A failed connection attempt is certain: the request is written only to an open connection.
fn failure(error: &reqwest::Error) -> Broken {
    if error.is_builder() || error.is_connect() {
        return Broken::NotSent {
            detail: innermost(error),
            is_tls: is_tls(error),
        };
    }
    lost(error)
}

fn lost(error: &reqwest::Error) -> Broken {
    Broken::Unknown(innermost(error))
}
