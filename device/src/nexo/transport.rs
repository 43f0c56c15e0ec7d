//! One request, one connection, one reply.

use std::time::Duration;

use reqwest::header::{CONNECTION, CONTENT_TYPE};
use reqwest::{Client, ClientBuilder, StatusCode, Url};

use super::{Endpoint, Security, SettingsRefused, tls};
use crate::card_terminal::{NotSentReason, UnknownReason};
use crate::cause::{innermost, is_tls};

/// Longest wait for the connection; a terminal in the shop's network answers within milliseconds.
const CONNECT_WAIT: Duration = Duration::from_secs(5);

/// Longest reply. One with both card receipts has about 10 kB.
const REPLY_LEN_MAX: usize = 1024 * 1024;

/// Why there is no reply.
#[derive(Debug)]
pub(super) enum Failure {
    /// Certain: no byte of the request left.
    NotSent(NotSentReason),
    /// The request may have arrived.
    Unknown(UnknownReason),
}

/// What came back: an HTTP status and its body.
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

#[derive(Debug)]
pub(super) struct Transport {
    client: Client,
    url: Url,
}

impl Transport {
    pub(super) fn new(endpoint: &Endpoint) -> Result<Self, SettingsRefused> {
        let scheme = match endpoint.security {
            Security::None => "http",
            Security::Tls(_) => "https",
        };
        let text = format!("{scheme}://{}:{}/nexo", endpoint.host, endpoint.port);
        let url = Url::parse(&text).map_err(|_| SettingsRefused::Address)?;
        if url.path() != "/nexo" || !url.username().is_empty() || url.query().is_some() {
            return Err(SettingsRefused::Address);
        }
        let builder = match &endpoint.security {
            Security::None => plain(),
            Security::Tls(trust) => plain().tls_backend_preconfigured(tls::client_config(trust)?),
        };
        let client = builder.build().map_err(|_| SettingsRefused::Client)?;
        Ok(Self { client, url })
    }

    /// Sends the request once. The connection is closed when this returns or is dropped.
    pub(super) async fn post(&self, body: Vec<u8>, wait: Duration) -> Result<Reply, Failure> {
        match tokio::time::timeout(wait, self.exchange(body)).await {
            Ok(result) => result,
            Err(_elapsed) => Err(Failure::Unknown(UnknownReason::TimedOut)),
        }
    }

    async fn exchange(&self, body: Vec<u8>) -> Result<Reply, Failure> {
        let request = self
            .client
            .post(self.url.clone())
            .header(CONTENT_TYPE, "application/json")
            .header(CONNECTION, "close")
            .body(body);
        let mut response = request.send().await.map_err(|error| failure(&error))?;
        let status = response.status();
        let mut reply = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| lost(&error))? {
            if reply.len() + chunk.len() > REPLY_LEN_MAX {
                return Err(Failure::Unknown(UnknownReason::ReplyTooLong));
            }
            reply.extend_from_slice(&chunk);
        }
        Ok(Reply {
            status: status.as_u16(),
            body: reply,
        })
    }
}

impl Reply {
    pub(super) fn is_ok(&self) -> bool {
        self.status == StatusCode::OK.as_u16()
    }
}

/// Everything that might send a request twice or elsewhere is off: retries, redirects, proxies
/// named in the environment, connections kept open.
fn plain() -> ClientBuilder {
    Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .pool_max_idle_per_host(0)
        .connect_timeout(CONNECT_WAIT)
        .tcp_nodelay(true)
        .http1_only()
}

/// A failed connection attempt is certain: the request is written only to an open connection.
fn failure(error: &reqwest::Error) -> Failure {
    if !error.is_connect() {
        return lost(error);
    }
    let detail = innermost(error);
    Failure::NotSent(match is_tls(error) {
        true => NotSentReason::Tls { detail },
        false => NotSentReason::NoConnection { detail },
    })
}

fn lost(error: &reqwest::Error) -> Failure {
    Failure::Unknown(UnknownReason::ConnectionLost {
        detail: innermost(error),
    })
}
