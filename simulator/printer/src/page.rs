//! The paper on a page and as JSON.

use std::fmt::Write;
use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};

use crate::paper::Paper;
use crate::printer::Printer;

const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Every address of the page.
pub(crate) fn router(printer: Printer) -> Router {
    Router::new()
        .route("/", get(list))
        .route("/delete", post(delete_and_return))
        .route("/roll", post(turn_roll))
        .route("/paper", get(papers).delete(delete))
        .route("/paper/{file}", get(image))
        .route("/static/printer.css", get(style))
        .route("/static/printer.js", get(code))
        .with_state(printer)
}

async fn papers(State(printer): State<Printer>) -> Response {
    let papers = printer.papers();
    Json(papers.iter().map(Arc::as_ref).collect::<Vec<&Paper>>()).into_response()
}

async fn delete(State(printer): State<Printer>) -> StatusCode {
    printer.clear();
    StatusCode::NO_CONTENT
}

async fn delete_and_return(State(printer): State<Printer>) -> Redirect {
    printer.clear();
    Redirect::to("/")
}

async fn turn_roll(State(printer): State<Printer>) -> Redirect {
    printer.turn_roll();
    Redirect::to("/")
}

async fn image(State(printer): State<Printer>, Path(file): Path<String>) -> Response {
    let id = file.strip_suffix(".png").and_then(|id| id.parse().ok());
    match id.and_then(|id| printer.find(id)) {
        Some(paper) => ([(header::CONTENT_TYPE, "image/png")], paper.png.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn list(State(printer): State<Printer>) -> Response {
    let papers = printer.papers();
    let mut rows = String::new();
    for paper in papers.iter().rev() {
        let (id, image, width, height) = (paper.id, &paper.image, paper.width, paper.height);
        let end = if paper.is_cut { "cut" } else { "torn off" };
        let _ = write!(
            rows,
            r#"<article id="paper-{id}"><p class="quiet">Paper {id}, {end}</p><img src="{image}" alt="Paper {id}" width="{width}" height="{height}"></article>"#
        );
    }
    if rows.is_empty() {
        rows.push_str(r#"<p class="quiet">No paper yet. What is printed here appears here.</p>"#);
    }
    let is_roll_out = printer.is_roll_out();
    let (roll, state) = if is_roll_out {
        ("Put a new roll in", "The roll is out")
    } else {
        ("Take the roll out", "Paper is in")
    };
    let (count, last) = (papers.len(), papers.last().map_or(0, |paper| paper.id));
    let kicks = printer.drawer_kicks();
    let disabled = if papers.is_empty() { " disabled" } else { "" };
    let html = format!(
        r#"<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Printer ({count})</title><link rel="stylesheet" href="/static/printer.css"><script src="/static/printer.js" defer></script>
<noscript><meta http-equiv="refresh" content="5"></noscript></head>
<body><main data-state="{last} {count} {is_roll_out} {kicks}"><header><h1>Receipt printer</h1>
<form method="post" action="/roll"><button>{roll}</button></form><form method="post" action="/delete"><button class="danger"{disabled}>Throw all papers away</button></form></header>
<p class="quiet" role="status">{state}. The cash drawer was opened {kicks} times.</p>
{rows}</main></body></html>
"#
    );
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, Html(html)).into_response()
}

async fn style() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/css; charset=utf-8")],
        include_str!("../static/printer.css"),
    )
}

async fn code() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")],
        include_str!("../static/printer.js"),
    )
}
