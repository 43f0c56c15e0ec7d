//! The pages: the orders, the client's telephone after scanning one, and its own payment code.
//! Everything is rendered here; a small script only saves the reader from reloading.

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Form, Router};
use serde::Deserialize;

use crate::book::{Key, Status};
use crate::render;
use crate::script::Face;
use crate::state::Simulator;

const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
                      img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

pub(crate) fn routes() -> Router<Simulator> {
    Router::new()
        .route("/", get(list))
        .route("/pay/{token}", get(scanned).post(act))
        .route("/client/{face}", get(client).post(confirm))
        .route("/static/qr.css", get(style))
        .route("/static/qr.js", get(code))
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
    let now = simulator.now();
    let state = simulator.state();
    page(render::list(&state.book, now))
}

fn key_of(simulator: &Simulator, token: &str) -> Option<Key> {
    let state = simulator.state();
    let order = state.book.by_token(token)?;
    Some((order.face, order.order_no.clone()))
}

/// Opening the address in a code is what scanning does.
async fn scanned(State(simulator): State<Simulator>, Path(token): Path<String>) -> Response {
    let Some(key) = key_of(&simulator, &token) else {
        return missing();
    };
    let now = simulator.now();
    let mut state = simulator.state();
    state.book.scan(&key, now);
    match state.book.find(&key) {
        Some(order) => page(render::order(order, now)),
        None => missing(),
    }
}

#[derive(Deserialize)]
struct Act {
    act: String,
}

async fn act(
    State(simulator): State<Simulator>,
    Path(token): Path<String>,
    Form(form): Form<Act>,
) -> Response {
    let Some(key) = key_of(&simulator, &token) else {
        return missing();
    };
    match form.act.as_str() {
        // An order that has ended shows so on the page that follows.
        "pay" => drop(simulator.pay(&key)),
        "refuse" => simulator.state().book.refuse(&key),
        _ => return StatusCode::UNPROCESSABLE_ENTITY.into_response(),
    }
    Redirect::to(&format!("/pay/{token}")).into_response()
}

/// The telephone that shows its payment code, and what waits for its password.
async fn client(State(simulator): State<Simulator>, Path(face): Path<Face>) -> Response {
    let now = simulator.now();
    let state = simulator.state();
    page(render::client(&state.book, face, now))
}

#[derive(Deserialize)]
struct Confirm {
    act: String,
    order_no: String,
}

async fn confirm(
    State(simulator): State<Simulator>,
    Path(face): Path<Face>,
    Form(form): Form<Confirm>,
) -> Response {
    let key = (face, form.order_no);
    let now = simulator.now();
    let is_waiting = simulator
        .state()
        .book
        .find(&key)
        .is_some_and(|order| order.status(now) == Status::Waiting);
    match form.act.as_str() {
        "pay" if is_waiting => drop(simulator.pay(&key)),
        "refuse" if is_waiting => simulator.state().book.refuse(&key),
        "pay" | "refuse" => {}
        _ => return StatusCode::UNPROCESSABLE_ENTITY.into_response(),
    }
    Redirect::to(&format!("/client/{}", face.id())).into_response()
}

async fn style() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/css; charset=utf-8")],
        include_str!("../static/qr.css"),
    )
}

async fn code() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")],
        include_str!("../static/qr.js"),
    )
}
