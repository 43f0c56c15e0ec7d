//! The page of a terminal: its screen and keys, the customer in front of it, the plug in the wall.
//! Everything is rendered here; a small script only saves the reader from reloading.

use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use serde::Deserialize;

use crate::card::{Card, Entry};
use crate::control::switch;
use crate::render;
use crate::script::Auto;
use crate::state::{Event, Simulator, is_poiid};

/// Header that says which version of the panel this is, for the next `since`.
const VERSION: HeaderName = HeaderName::from_static("x-version");
const LONG_POLL: Duration = Duration::from_secs(20);
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

pub(crate) fn routes() -> Router<Simulator> {
    Router::new()
        .route("/", get(list))
        .route("/terminal", post(add))
        .route("/terminal/{poiid}", get(terminal))
        .route("/terminal/{poiid}/panel", get(panel))
        .route("/terminal/{poiid}/act", post(act))
        .route("/static/terminal.css", get(style))
        .route("/static/terminal.js", get(code))
        .route("/static/hanken-grotesk.woff2", get(font))
}

fn page(html: String) -> Response {
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, Html(html)).into_response()
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, page(render::not_found())).into_response()
}

async fn list(State(simulator): State<Simulator>) -> Response {
    page(simulator.look(render::list))
}

#[derive(Deserialize)]
struct New {
    poiid: String,
}

async fn add(State(simulator): State<Simulator>, Form(new): Form<New>) -> Response {
    match simulator.terminal(new.poiid.trim(), |_| ()) {
        Some(()) => Redirect::to(&format!("/terminal/{}", new.poiid.trim())).into_response(),
        None => {
            let html = simulator.look(|state| render::list_refusing(state, &new.poiid));
            (StatusCode::UNPROCESSABLE_ENTITY, page(html)).into_response()
        }
    }
}

async fn terminal(State(simulator): State<Simulator>, Path(poiid): Path<String>) -> Response {
    // A page may be opened before the till's first request, so the terminal comes into being here, too.
    let known = simulator.look(|state| state.terminals.contains_key(&poiid));
    if !known && simulator.terminal(&poiid, |_| ()).is_none() {
        return missing();
    }
    let (now, version) = (simulator.clock().now(), *simulator.version().borrow());
    page(simulator.look(|state| render::terminal(state, &poiid, now, version)))
}

#[derive(Deserialize)]
struct Since {
    since: Option<u64>,
}

/// The changing part of the page; with `since` it waits until something has changed.
async fn panel(
    State(simulator): State<Simulator>,
    Path(poiid): Path<String>,
    Query(Since { since }): Query<Since>,
) -> Response {
    if !simulator.look(|state| state.terminals.contains_key(&poiid)) {
        return missing();
    }
    let mut versions = simulator.version();
    let newer = versions.wait_for(|version| Some(*version) != since);
    let version = match tokio::time::timeout(LONG_POLL, newer).await {
        Ok(Ok(version)) => *version,
        _ => return StatusCode::NO_CONTENT.into_response(),
    };
    let now = simulator.clock().now();
    let panel = page(simulator.look(|state| render::panel(state, &poiid, now)));
    ([(VERSION, version.to_string())], panel).into_response()
}

#[derive(Deserialize)]
struct Act {
    act: String,
    card: Option<Card>,
    refused: Option<String>,
}

/// What a person does: with the card, on the keys, at the plug. Acts that do not apply change nothing.
async fn act(
    State(simulator): State<Simulator>,
    Path(poiid): Path<String>,
    Form(form): Form<Act>,
) -> Response {
    if !is_poiid(&poiid) {
        return missing();
    }
    let card = form.card.unwrap_or(Card::Visa);
    let present = |entry| Event::Present {
        card,
        entry,
        refused: form.refused.is_some(),
    };
    let event = match form.act.as_str() {
        "contactless" => Some(present(Entry::Contactless)),
        "chip" => Some(present(Entry::Chip)),
        "swipe" => Some(present(Entry::Swipe)),
        "cancel" => Some(Event::Cancel),
        "correct" => Some(Event::Correct),
        "confirm" => Some(Event::Confirm),
        digit if digit.len() == 1 => digit.chars().find(char::is_ascii_digit).map(Event::Digit),
        _ => None,
    };
    match (form.act.as_str(), event) {
        (_, Some(event)) => {
            simulator.terminal(&poiid, |terminal| {
                if let Some(dialogue) = &terminal.dialogue {
                    // A dialogue that has just ended needs no customer any more.
                    let _ = dialogue.customer.send(event);
                }
            });
        }
        ("unplug", None) => drop(switch(&simulator, &poiid, false, true).await),
        ("plug", None) => drop(switch(&simulator, &poiid, true, true).await),
        ("plug-empty", None) => drop(switch(&simulator, &poiid, true, false).await),
        ("auto", None) => {
            let decline = form.refused.is_some();
            let auto = Auto {
                card,
                entry: Entry::Contactless,
                after_ms: 1500,
                decline,
            };
            simulator.terminal(&poiid, |terminal| terminal.auto = Some(auto));
        }
        ("by-hand", None) => drop(simulator.terminal(&poiid, |terminal| terminal.auto = None)),
        (_, None) => return StatusCode::UNPROCESSABLE_ENTITY.into_response(),
    }
    Redirect::to(&format!("/terminal/{poiid}")).into_response()
}

async fn style() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/css; charset=utf-8")],
        include_str!("../static/terminal.css"),
    )
}

async fn code() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")],
        include_str!("../static/terminal.js"),
    )
}

async fn font() -> impl IntoResponse {
    let file: &'static [u8] = include_bytes!("../static/hanken-grotesk-latin.woff2");
    (
        [
            (header::CONTENT_TYPE, "font/woff2"),
            (header::CACHE_CONTROL, "max-age=86400"),
        ],
        file,
    )
}
