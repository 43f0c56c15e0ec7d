//! The envelope around every answer (specification §7: `code`, `message`, `success`, `data`,
//! `versionInfo`, `recallinfo`, `allpack`).

use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use kernel::refusal::ErrorView;
use kernel::{ErrorKind, Refusal};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    INTERNAL, MALFORMED, METHOD_NOT_ALLOWED, NOT_FOUND, NOT_JSON, Payload, TIMED_OUT, TOO_LARGE,
    VERSION, refused,
};

/// The oldest till that this server serves; an older one is told to update.
pub const OLDEST_CLIENT: &str = "3.10.51";
/// The header in which a till names its version.
pub const VERSION_HEADER: &str = "x-app-version";

/// What changed in this version, for the dialog of a till that must update.
const UPDATE_NOTES: &[&str] = &["The till opens: sale, payment, receipt and order history"];

/// The envelope, as the API's description shows it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Envelope<T> {
    /// 200 on success; otherwise the specification's code (501 for a session that is over, 412 for
    /// a missing second factor) or the HTTP status.
    #[schema(example = 200)]
    pub code: u16,
    /// `success`, or what went wrong, in English.
    #[schema(example = "success")]
    pub message: String,
    /// Whether the operation did what was asked.
    pub success: bool,
    /// What the operation answers; null on an error.
    pub data: Option<T>,
    /// How the client's version stands to the server's.
    pub version_info: VersionInfo,
    /// Recall orders that wait for the store.
    #[serde(rename = "recallinfo")]
    pub recall_info: RecallInfo,
    /// Whether all waiting recall orders are packaged.
    #[serde(rename = "allpack")]
    pub all_packed: bool,
    /// The error's stable name and parameters; absent on success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorView>,
}

/// What an operation answers that has nothing more to tell than that it was done.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Done {}

/// How the client's version stands to the server's.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VersionInfo {
    /// 1, or 0 when the client is older than the server serves and must update.
    pub code: u8,
    /// The client's version; the server's when the client did not say.
    #[schema(example = "3.10.51")]
    pub current_version: String,
    /// The server's version.
    #[schema(example = "3.10.51")]
    pub latest_version: String,
    /// What the update brings.
    #[schema(example = json!(["Refunds and exchanges"]))]
    pub update_notes: Vec<String>,
}

/// Recall orders that wait for the store.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct RecallInfo {
    /// How many.
    #[schema(example = 12)]
    pub count: i64,
}

/// What the answers to a signed-in client tell about waiting recalls. The session puts it among
/// the response's extensions.
#[derive(Clone, Copy, Debug)]
pub struct Recalls {
    /// How many wait.
    pub count: i64,
    /// Whether all of them are packaged.
    pub all_packed: bool,
}

/// Puts the envelope around what an operation answered, and around every error that arose before
/// an operation was reached.
pub async fn wrap(request: Request, next: Next) -> Response {
    let version_info = version_info(request.headers());
    let mut response = next.run(request).await;
    if response.extensions().get::<Payload>().is_none() && is_bare_error(&response) {
        response = refused(&Refusal::new(kind_of(response.status())));
    }
    let Some(payload) = response.extensions_mut().remove::<Payload>() else {
        return response;
    };
    let recalls = response
        .extensions()
        .get::<Recalls>()
        .copied()
        .unwrap_or(Recalls {
            count: 0,
            all_packed: true,
        });
    let envelope = Envelope {
        code: payload.code,
        message: payload.message,
        success: payload.success,
        data: payload.data,
        version_info,
        recall_info: RecallInfo {
            count: recalls.count,
        },
        all_packed: recalls.all_packed,
        error: payload.error,
    };
    let body = serde_json::to_vec(&envelope).unwrap_or_default();
    *response.body_mut() = Body::from(body);
    let headers = response.headers_mut();
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    response
}

/// An error of the framework: it carries no JSON of ours.
fn is_bare_error(response: &Response) -> bool {
    let status = response.status();
    (status.is_client_error() || status.is_server_error())
        && response
            .headers()
            .get(header::CONTENT_TYPE)
            .is_none_or(|kind| kind.as_bytes().starts_with(b"text/plain"))
}

fn kind_of(status: StatusCode) -> &'static ErrorKind {
    match status {
        StatusCode::NOT_FOUND => &NOT_FOUND,
        StatusCode::METHOD_NOT_ALLOWED => &METHOD_NOT_ALLOWED,
        StatusCode::PAYLOAD_TOO_LARGE => &TOO_LARGE,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => &NOT_JSON,
        StatusCode::REQUEST_TIMEOUT | StatusCode::SERVICE_UNAVAILABLE => &TIMED_OUT,
        status if status.is_client_error() => &MALFORMED,
        _ => &INTERNAL,
    }
}

fn version_info(headers: &HeaderMap) -> VersionInfo {
    let current = headers
        .get(VERSION_HEADER)
        .and_then(|value| value.to_str().ok())
        .filter(|text| parse_version(text).is_some());
    // A client that does not say its version, such as a script, is not told to update.
    let serves = current.is_none_or(|text| parse_version(text) >= parse_version(OLDEST_CLIENT));
    VersionInfo {
        code: u8::from(serves),
        current_version: current.unwrap_or(VERSION).to_owned(),
        latest_version: VERSION.to_owned(),
        update_notes: UPDATE_NOTES.iter().map(|note| (*note).to_owned()).collect(),
    }
}

fn parse_version(text: &str) -> Option<[u32; 3]> {
    let mut parts = text.split('.').map(|part| part.parse().ok());
    let version = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_till_is_told_to_update() {
        let code = |version: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(VERSION_HEADER, version.parse().unwrap());
            version_info(&headers).code
        };
        assert_eq!(code("3.10.51"), 1);
        assert_eq!(code("3.10.50"), 0);
        assert_eq!(code("3.9.99"), 0);
        assert_eq!(code("4.0.0"), 1);
        assert_eq!(code("nonsense"), 1);
    }
}
