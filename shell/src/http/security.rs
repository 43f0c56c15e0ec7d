//! Headers that browsers obey, and the refusal of requests from other sites.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderName, HeaderValue, Method, header};

use super::FOREIGN_ORIGIN;

/// Everything that the till loads comes from here; nothing inline, nothing framed by others.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self' blob:; \
     manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'";
/// The same for the pages of the till, which may compile WebAssembly: the reader of the camera's
/// pictures is made of it. No script comes from text all the same.
const POLICY_OF_TILL: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
     frame-src 'self' blob:; manifest-src 'self'; worker-src 'self'; object-src 'none'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// Where the pages of the till are.
const TILL: &str = "/pos/";

/// The headers of every answer, errors and files included.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (
        header::STRICT_TRANSPORT_SECURITY,
        "max-age=31536000; includeSubDomains",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(self), geolocation=(), microphone=()",
    ),
];

/// Adds the headers; answers of the API are not kept by any cache.
pub async fn headers(request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let is_till = request.uri().path().starts_with(TILL);
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if is_till {
        headers
            .entry(header::CONTENT_SECURITY_POLICY)
            .or_insert(HeaderValue::from_static(POLICY_OF_TILL));
    }
    for (name, value) in HEADERS {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    if is_api {
        headers
            .entry(header::CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

/// Refuses a change that a page of another origin asks for.
pub async fn refuse_foreign_origin(request: Request, next: Next) -> Response {
    let safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    if safe || is_own_origin(&request) {
        return next.run(request).await;
    }
    super::refused(&kernel::Refusal::new(&FOREIGN_ORIGIN))
}

fn is_own_origin(request: &Request) -> bool {
    let text = |name: &str| {
        request
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    let site_fits = match text("sec-fetch-site") {
        None => true,
        Some(site) => matches!(site, "same-origin" | "none"),
    };
    let origin_fits = match (text("origin"), text("host")) {
        (None, _) => true,
        (Some(origin), Some(host)) => origin
            .split_once("://")
            .is_some_and(|(_, authority)| authority == host),
        (Some(_), None) => false,
    };
    site_fits && origin_fits
}
