//! One request, one connection, one reply.

use std::time::Duration;

use device::cause::{innermost, is_tls};
use reqwest::header::{CONNECTION, HeaderMap};
use reqwest::{Client, RequestBuilder, Url};
use thiserror::Error;

use crate::provider::{NotSentReason, UnknownReason};

/// Longest wait for the connection.
const CONNECT_WAIT: Duration = Duration::from_secs(5);

/// Longest reply; the longest real one has a few kB.
const REPLY_LEN_MAX: usize = 256 * 1024;

/// Why a provider cannot be used as configured.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SettingsRefused {
    /// The gateway's address cannot be used.
    #[error("the provider's address must be https, or http on this machine")]
    Address,
    /// The HTTP client could not be built.
    #[error("the HTTP client could not be built")]
    Client,
    /// A key of 32 bytes is needed.
    #[error("the API v3 key must have 32 bytes")]
    ApiKey,
    /// A key cannot be read.
    #[error(transparent)]
    Key(#[from] crate::key::KeyRefused),
}

/// Why there is no reply.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Certain: no byte of the request left.
    NotSent(NotSentReason),
    /// The request may have arrived.
    Unknown(UnknownReason),
}

impl Failure {
    /// Our own request could not be made.
    pub(crate) fn not_made(detail: impl Into<String>) -> Self {
        Self::NotSent(NotSentReason::NotMade {
            detail: detail.into(),
        })
    }

    /// For questions: that they were not sent says nothing about what they ask for.
    pub(crate) fn not_asked(self) -> UnknownReason {
        match self {
            Self::NotSent(reason) => UnknownReason::NotAsked(reason),
            Self::Unknown(reason) => reason,
        }
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

#[derive(Debug)]
pub(crate) struct Transport {
    client: Client,
    base: Url,
}

impl Transport {
    /// Everything that might send a request twice or elsewhere is off: retries, redirects, proxies
    /// named in the environment, connections kept open.
    pub(crate) fn new(base: &str) -> Result<Self, SettingsRefused> {
        let base = Url::parse(base).map_err(|_| SettingsRefused::Address)?;
        let is_here = matches!(base.host_str(), Some("127.0.0.1" | "localhost" | "[::1]"));
        let is_usable = base.scheme() == "https" || (base.scheme() == "http" && is_here);
        if !is_usable || !base.username().is_empty() || base.query().is_some() {
            return Err(SettingsRefused::Address);
        }
        let client = Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .pool_max_idle_per_host(0)
            .connect_timeout(CONNECT_WAIT)
            .tcp_nodelay(true)
            .http1_only()
            .build()
            .map_err(|_| SettingsRefused::Client)?;
        Ok(Self { client, base })
    }

    pub(crate) fn base(&self) -> &Url {
        &self.base
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// Sends the request once. The connection is closed when this returns or is dropped.
    pub(crate) async fn send(
        &self,
        request: RequestBuilder,
        wait: Duration,
    ) -> Result<Reply, Failure> {
        match tokio::time::timeout(wait, exchange(request)).await {
            Ok(result) => result,
            Err(_elapsed) => Err(Failure::Unknown(UnknownReason::TimedOut)),
        }
    }
}

async fn exchange(request: RequestBuilder) -> Result<Reply, Failure> {
    let request = request.header(CONNECTION, "close");
    let mut response = request.send().await.map_err(|error| failure(&error))?;
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| lost(&error))? {
        if body.len() + chunk.len() > REPLY_LEN_MAX {
            return Err(Failure::Unknown(UnknownReason::ReplyTooLong));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Reply {
        status: response.status().as_u16(),
        headers: std::mem::take(response.headers_mut()),
        body,
    })
}

/// A failed connection attempt is certain: the request is written only to an open connection.
fn failure(error: &reqwest::Error) -> Failure {
    if error.is_builder() {
        return Failure::not_made(innermost(error));
    }
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
