//! The wire: the specification's envelope, extractors that answer bad input clearly, idempotency.

pub mod api;
pub mod envelope;
mod extract;
pub mod file;
pub mod host;
pub mod idempotency;
pub mod origin;
pub mod security;

use axum::response::{IntoResponse, Response};
use http::header::RETRY_AFTER;
use http::{HeaderValue, StatusCode};
use kernel::refusal::ErrorView;
use kernel::{ErrorKind, Refusal};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

pub use envelope::{Done, Envelope};
pub use extract::{Json, Path, Query, cursor};
pub use idempotency::IdempotencyKey;

use crate::Failure;

/// The version of this program as the specification's header carries it: `3.10.51`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// When to ask again what could not be done now, in seconds.
const RETRY_SECONDS: HeaderValue = HeaderValue::from_static("5");

/// The body is not JSON, or not the JSON that the operation takes.
pub static MALFORMED: ErrorKind = ErrorKind::new(
    "request.malformed",
    400,
    "The request cannot be read: {detail}",
);
/// There is no such path.
pub static NOT_FOUND: ErrorKind =
    ErrorKind::new("request.not_found", 404, "There is nothing at this address");
/// The path does not take this method.
pub static METHOD_NOT_ALLOWED: ErrorKind = ErrorKind::new(
    "request.method_not_allowed",
    405,
    "This address does not take this method",
);
/// The body is larger than any operation takes.
pub static TOO_LARGE: ErrorKind =
    ErrorKind::new("request.too_large", 413, "The request is too large");
/// The body is not declared as JSON.
pub static NOT_JSON: ErrorKind =
    ErrorKind::new("request.not_json", 415, "The request must be JSON");
/// The request took longer than the specification's 15 seconds.
pub static TIMED_OUT: ErrorKind = ErrorKind::new(
    "request.timed_out",
    503,
    "The server is busy, please try again",
);
/// A request from a page of another origin.
pub static FOREIGN_ORIGIN: ErrorKind = ErrorKind::new(
    "request.foreign_origin",
    403,
    "This request came from another site",
);
/// A writing request without its key.
pub static KEY_MISSING: ErrorKind = ErrorKind::new(
    "request.key_missing",
    400,
    "The request must carry an Idempotency-Key, a UUID that the client chose",
);
/// The same key with another content.
pub static KEY_REUSED: ErrorKind = ErrorKind::new(
    "request.key_reused",
    422,
    "This Idempotency-Key was already used for another request",
);
/// A fault of ours.
pub static INTERNAL: ErrorKind = ErrorKind::new(
    "server.internal",
    500,
    "An error has occurred, contact the admin",
);
/// The store cannot take changes now.
pub static NO_ROOM: ErrorKind = ErrorKind::new(
    "server.no_room",
    507,
    "Nothing can be saved now because the server's disk is full or failing; nothing was changed",
);
/// The store failed while it saved. The same request with the same key settles it.
pub static UNCERTAIN: ErrorKind = ErrorKind::new(
    "server.uncertain",
    503,
    "The server could not confirm that this was saved. Please do it again: nothing is done twice",
);
/// The store is so slow that the change was not begun in time.
pub static BUSY: ErrorKind = ErrorKind::new(
    "server.busy",
    503,
    "The server is slow at the moment and nothing was changed. Please try again in a few seconds",
);
/// The store does not answer now.
pub static UNAVAILABLE: ErrorKind =
    ErrorKind::new("server.unavailable", 503, "The POS is not available now");

/// The part of the error catalogue that belongs to the wire itself.
pub static ERRORS: &[&ErrorKind] = &[
    &MALFORMED,
    &NOT_FOUND,
    &METHOD_NOT_ALLOWED,
    &TOO_LARGE,
    &NOT_JSON,
    &TIMED_OUT,
    &FOREIGN_ORIGIN,
    &KEY_MISSING,
    &KEY_REUSED,
    &INTERNAL,
    &NO_ROOM,
    &UNCERTAIN,
    &BUSY,
    &UNAVAILABLE,
];

/// What an operation answers; the envelope is put around it on the way out.
#[derive(Clone, Debug)]
pub struct Payload {
    pub(crate) code: u16,
    pub(crate) message: String,
    pub(crate) success: bool,
    pub(crate) data: Option<Box<RawValue>>,
    pub(crate) error: Option<ErrorView>,
}

/// A successful answer.
#[derive(Clone, Debug)]
pub struct Answer {
    status: StatusCode,
    payload: Payload,
}

impl Answer {
    /// Answers with a value.
    ///
    /// # Errors
    /// When the value cannot be written as JSON, which is a fault of ours.
    pub fn of(value: &impl Serialize) -> Result<Self, Failure> {
        to_raw_value(value)
            .map(Self::raw)
            .map_err(Failure::internal)
    }

    /// Answers with JSON that was kept as a text.
    ///
    /// # Errors
    /// When it is no JSON, which is a fault of ours.
    pub fn kept(text: String) -> Result<Self, Failure> {
        RawValue::from_string(text)
            .map(Self::raw)
            .map_err(Failure::internal)
    }

    fn raw(data: Box<RawValue>) -> Self {
        let payload = Payload {
            code: 200,
            message: "success".to_owned(),
            success: true,
            data: Some(data).filter(|data| data.get() != "null"),
            error: None,
        };
        Self {
            status: StatusCode::OK,
            payload,
        }
    }

    /// What it answers, as JSON.
    pub(super) fn text(&self) -> &str {
        self.payload.data.as_deref().map_or("null", RawValue::get)
    }

    /// Sets the specification's code where it is not 200.
    #[must_use]
    pub const fn code(mut self, code: u16) -> Self {
        self.payload.code = code;
        self
    }

    /// Sets the HTTP status where it is not 200, for example 202 for work that goes on.
    #[must_use]
    pub const fn status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self.payload);
        response
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let refusal = match self {
            Self::Refused(refusal) => *refusal,
            Self::Db(error) => {
                tracing::error!(%error, "the database failed");
                match error {
                    error if error.is_unavailable() => Refusal::new(&UNAVAILABLE),
                    error if error.is_out_of_room() => Refusal::new(&NO_ROOM),
                    crate::db::DbError::Uncertain => Refusal::new(&UNCERTAIN),
                    crate::db::DbError::Busy => Refusal::new(&BUSY),
                    _ => Refusal::new(&INTERNAL),
                }
            }
            Self::Internal(context) => {
                tracing::error!(%context, "an operation failed");
                Refusal::new(&INTERNAL)
            }
        };
        refused(&refusal)
    }
}

/// The answer for a refusal.
pub fn refused(refusal: &Refusal) -> Response {
    let status =
        StatusCode::from_u16(refusal.kind.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = status.into_response();
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(RETRY_AFTER, RETRY_SECONDS);
    }
    response.extensions_mut().insert(Payload {
        code: refusal.kind.code,
        message: refusal.message(),
        success: false,
        data: None,
        error: Some(refusal.view()),
    });
    response
}

/// What every operation gives back.
pub type Reply = Result<Answer, Failure>;
