//! Extractors that answer bad input with a named error and never with a fault.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, FromRequestParts, Request, rejection::JsonRejection};
use http::StatusCode;
use http::request::Parts;
use kernel::Refusal;
use serde::de::DeserializeOwned;

use super::{MALFORMED, NOT_FOUND, NOT_JSON, TOO_LARGE};
use crate::{Failure, Outcome};

/// The longest explanation of malformed input that an answer repeats.
const DETAIL_CHARACTERS_MAX: usize = 200;
/// How JSON writes the character of the code 0, which no text of PostgreSQL can hold.
const NUL_IN_JSON: &str = r"\u0000";
/// How an address writes it.
const NUL_IN_ADDRESS: &str = "%00";
/// Why a text with it is refused.
const NUL_REFUSED: &str = "a text holds the character U+0000";

/// A JSON body. Its type refuses unknown fields, and no text in it holds U+0000.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let (parts, body) = request.into_parts();
        let bytes = Bytes::from_request(Request::new(body), state)
            .await
            .map_err(|rejection| unreadable(rejection.status(), &rejection.body_text()))?;
        if names_nul(&bytes) {
            return Err(malformed(NUL_REFUSED));
        }
        let request = Request::from_parts(parts, Body::from(bytes));
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Self(value)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err((&NOT_JSON).into()),
            Err(rejection) => Err(unreadable(rejection.status(), &rejection.body_text())),
        }
    }
}

/// Whether a text of this JSON holds U+0000. The backslash that would begin it may be a character itself, written by
/// two.
fn names_nul(json: &[u8]) -> bool {
    let Ok(json) = std::str::from_utf8(json) else {
        return false;
    };
    json.match_indices(NUL_IN_JSON).any(|(at, _)| {
        let before = json.as_bytes()[..at].iter().rev();
        let backslashes = before.take_while(|byte| **byte == b'\\').count();
        backslashes.is_multiple_of(2)
    })
}

/// The refusal of a body that is not read.
fn unreadable(status: StatusCode, detail: &str) -> Failure {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => (&TOO_LARGE).into(),
        _ => malformed(detail),
    }
}

/// The query of the address, without U+0000.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let query = parts.uri.query().unwrap_or_default();
        if query.contains(NUL_IN_ADDRESS) {
            return Err(malformed(NUL_REFUSED));
        }
        axum::extract::Query::<T>::from_request_parts(parts, state)
            .await
            .map(|query| Self(query.0))
            .map_err(|rejection| malformed(&rejection.body_text()))
    }
}

/// The variable parts of the path. A part that cannot be read names nothing that exists.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        if parts.uri.path().contains(NUL_IN_ADDRESS) {
            return Err((&NOT_FOUND).into());
        }
        axum::extract::Path::<T>::from_request_parts(parts, state)
            .await
            .map(|path| Self(path.0))
            .map_err(|_| (&NOT_FOUND).into())
    }
}

/// Where a page starts, from the text that the page before gave; blank is the first page.
///
/// # Errors
/// [`MALFORMED`] when `parse` does not know it.
pub fn cursor<C>(text: Option<&str>, parse: impl FnOnce(&str) -> Option<C>) -> Outcome<Option<C>> {
    match text.filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => match parse(text) {
            Some(cursor) => Ok(Some(cursor)),
            None => Err(malformed("the cursor is not one")),
        },
    }
}

/// A refusal of input that cannot be read.
pub(crate) fn malformed(detail: &str) -> Failure {
    let detail: String = detail.chars().take(DETAIL_CHARACTERS_MAX).collect();
    Refusal::new(&MALFORMED).with("detail", detail).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_escape_that_means_the_character_names_it() {
        for (json, expected) in [
            (r#"{"name":"a\u0000b"}"#, true),
            (r#"{"\u0000":1}"#, true),
            (r#"["\\\u0000"]"#, true),
            (r#"["\\u0000 \u0000"]"#, true),
            // A backslash, and the word u0000 behind it.
            (r#"["\\u0000"]"#, false),
            (r#"["\\\\u0000"]"#, false),
            (r#"["u0000 %00 \u0001"]"#, false),
            ("", false),
        ] {
            assert_eq!(names_nul(json.as_bytes()), expected, "{json}");
        }
        assert!(!names_nul(b"\xff"));
    }
}
