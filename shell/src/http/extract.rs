//! Extractors that answer bad input with a named error and never with a fault.

use axum::extract::{FromRequest, FromRequestParts, Request, rejection::JsonRejection};
use http::request::Parts;
use kernel::Refusal;
use serde::de::DeserializeOwned;

use super::{MALFORMED, NOT_FOUND, NOT_JSON, TOO_LARGE};
use crate::{Failure, Outcome};

/// The longest explanation of malformed input that an answer repeats.
const DETAIL_CHARACTERS_MAX: usize = 200;

/// A JSON body. Its type refuses unknown fields.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Self(value)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err((&NOT_JSON).into()),
            Err(rejection) if rejection.status() == http::StatusCode::PAYLOAD_TOO_LARGE => {
                Err((&TOO_LARGE).into())
            }
            Err(rejection) => Err(malformed(&rejection.body_text())),
        }
    }
}

/// The query of the address.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
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
