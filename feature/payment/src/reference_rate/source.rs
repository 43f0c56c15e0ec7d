//! Asking for the document of the day: one request, one answer.

use std::time::Duration;

use device::address::is_usable;
use device::cause::innermost;
use reqwest::{redirect, retry};

/// How long the answer may take, all of it.
const WAIT: Duration = Duration::from_secs(20);
/// The longest document that is read. That of a day has less than 2 kB.
const DOCUMENT_LEN_MAX: usize = 256 * 1024;

/// The document behind an address.
///
/// # Errors
/// Why there is none, in words.
pub(super) async fn fetch(address: &str) -> Result<String, String> {
    if !is_usable(address) {
        return Err(
            "The address for rates is none: it begins with https://, or is on this machine"
                .to_owned(),
        );
    }
    let lost = |error: reqwest::Error| format!("{address} does not answer: {}", innermost(&error));
    let http = reqwest::Client::builder()
        .no_proxy()
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .timeout(WAIT)
        .build()
        .map_err(lost)?;
    let mut response = http.get(address).send().await.map_err(lost)?;
    if response.status() != reqwest::StatusCode::OK {
        return Err(format!("{address} answers {}", response.status()));
    }
    let mut document = Vec::new();
    while let Some(part) = response.chunk().await.map_err(lost)? {
        if document.len() + part.len() > DOCUMENT_LEN_MAX {
            return Err(format!("{address} answers with more than rates"));
        }
        document.extend_from_slice(&part);
    }
    String::from_utf8(document)
        .map_err(|_| format!("{address} answers with something else than text"))
}
