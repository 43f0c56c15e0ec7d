//! The mails on a page and as JSON.

use std::fmt::Write;
use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};

use crate::mail::Mail;
use crate::store::Store;

const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Every address of the page.
pub(crate) fn router(store: Store) -> Router {
    Router::new()
        .route("/", get(list))
        .route("/delete", post(delete_and_return))
        .route("/mail", get(mails).delete(delete))
        .route("/mail/{id}/raw", get(raw))
        .route("/mail/{id}/attachment/{n}", get(attachment))
        .route("/static/mail.css", get(style))
        .route("/static/mail.js", get(code))
        .with_state(store)
}

async fn mails(State(store): State<Store>) -> Response {
    Json(store.all().iter().map(Arc::as_ref).collect::<Vec<&Mail>>()).into_response()
}

async fn delete(State(store): State<Store>) -> StatusCode {
    store.clear();
    StatusCode::NO_CONTENT
}

async fn delete_and_return(State(store): State<Store>) -> Redirect {
    store.clear();
    Redirect::to("/")
}

/// The mail as it arrived.
async fn raw(State(store): State<Store>, Path(id): Path<u64>) -> Response {
    match store.find(id) {
        Some(mail) => download(&format!("{id}.eml"), "message/rfc822", mail.raw.clone()),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The n-th attachment, counted from 0 as in the JSON.
async fn attachment(State(store): State<Store>, Path((id, n)): Path<(u64, usize)>) -> Response {
    let mail = store.find(id);
    match mail.as_ref().and_then(|mail| mail.attachments.get(n)) {
        Some(file) => download(&file.name, &file.content_type, file.content.clone()),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Always a download: a page that came by mail must not run as one of ours.
fn download(name: &str, kind: &str, content: Vec<u8>) -> Response {
    let mut encoded = String::new();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => {
                encoded.push(char::from(byte));
            }
            _ => drop(write!(encoded, "%{byte:02X}")),
        }
    }
    let mut headers = HeaderMap::new();
    let octets = HeaderValue::from_static("application/octet-stream");
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_str(kind).unwrap_or(octets),
    );
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename*=UTF-8''{encoded}")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    (headers, content).into_response()
}

async fn list(State(store): State<Store>) -> Response {
    let mails = store.all();
    let mut rows = String::new();
    for mail in mails.iter().rev() {
        rows.push_str(&row(mail));
    }
    if rows.is_empty() {
        rows.push_str(r#"<p class="quiet">No mail yet. What is sent here is kept here and goes no further.</p>"#);
    }
    let (count, last) = (mails.len(), mails.last().map_or(0, |mail| mail.id));
    let disabled = if mails.is_empty() { " disabled" } else { "" };
    let html = format!(
        r#"<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail ({count})</title><link rel="stylesheet" href="/static/mail.css"><script src="/static/mail.js" defer></script>
<noscript><meta http-equiv="refresh" content="5"></noscript></head>
<body><main data-last="{last}" data-count="{count}"><header><h1>Mail</h1><form method="post" action="/delete"><button{disabled}>Delete all mails</button></form></header>
{rows}</main></body></html>
"#
    );
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, Html(html)).into_response()
}

fn row(mail: &Mail) -> String {
    let mut files = String::new();
    for (n, file) in mail.attachments.iter().enumerate() {
        let (id, name, kind, size) = (
            mail.id,
            escape(&file.name),
            escape(&file.content_type),
            file.size,
        );
        let _ = write!(
            files,
            r#"<li><a href="/mail/{id}/attachment/{n}">{name}</a> <span class="quiet">{kind}, {size} bytes</span></li>"#
        );
    }
    if !files.is_empty() {
        files = format!("<ul>{files}</ul>");
    }
    let id = mail.id;
    let subject = if mail.subject.is_empty() {
        "No subject"
    } else {
        &mail.subject
    };
    let sender = match &mail.from_name {
        Some(name) => format!("{name} <{}>", mail.from),
        None => mail.from.clone(),
    };
    let date = mail.date.as_deref().unwrap_or("No date");
    format!(
        r#"<article id="mail-{id}"><h2>{}</h2><p class="quiet">{} to {} · {} · <a href="/mail/{id}/raw">Source</a></p><pre>{}</pre>{files}</article>"#,
        escape(subject),
        escape(&sender),
        escape(&mail.to.join(", ")),
        escape(date),
        escape(mail.text.trim_end()),
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

async fn style() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/css; charset=utf-8")],
        include_str!("../static/mail.css"),
    )
}

async fn code() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")],
        include_str!("../static/mail.js"),
    )
}
