//! Asking for a document that somebody publishes: one request, one answer.

use std::time::Duration;

use reqwest::{redirect, retry};

use crate::address::is_usable;
use crate::cause::innermost;

/// How long the answer may take, all of it.
const WAIT: Duration = Duration::from_secs(20);
/// The longest document that is read. Those of a day have a few kB.
const DOCUMENT_LEN_MAX: usize = 256 * 1024;

/// The document behind an address. `what` it holds is said when something is wrong.
///
/// An address may have a query: publishers want keys there. It is never told to anybody.
///
/// # Errors
/// Why there is none, in words.
pub async fn fetch(address: &str, what: &str) -> Result<String, String> {
    let told = address.split(['?', '#']).next().unwrap_or_default();
    if !is_usable(told) {
        return Err(format!(
            "The address for {what} is none: it begins with https://, or is on this machine"
        ));
    }
    let lost = |error: reqwest::Error| {
        format!(
            "{told} does not answer: {}",
            innermost(&error.without_url())
        )
    };
    let http = reqwest::Client::builder()
        .no_proxy()
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .timeout(WAIT)
        .build()
        .map_err(lost)?;
    let mut response = http.get(address).send().await.map_err(lost)?;
    if response.status() != reqwest::StatusCode::OK {
        return Err(format!("{told} answers {}", response.status()));
    }
    let mut document = Vec::new();
    while let Some(part) = response.chunk().await.map_err(lost)? {
        if document.len() + part.len() > DOCUMENT_LEN_MAX {
            return Err(format!("{told} answers with more than {what}"));
        }
        document.extend_from_slice(&part);
    }
    String::from_utf8(document).map_err(|_| format!("{told} answers with something else than text"))
}
