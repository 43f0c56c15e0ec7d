//! The interface for tests and demonstrations: scripts, customs, refunds, time, forms.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use simulator_base::control;

use crate::book::{Known, Status};
use crate::notify;
use crate::state::{LogLine, Simulator, State as Everything, Step};

pub(crate) fn routes() -> Router<Simulator> {
    Router::new()
        .route("/sim/script", post(script))
        .route("/sim/offline", post(offline))
        .route("/sim/validate", post(validate))
        .route("/sim/refund", post(refund))
        .route("/sim/notify-url", post(notify_url))
        .route("/sim/form", get(forms).post(import))
        .route("/sim/clock", control::clock())
        .route("/sim/reset", post(reset))
        .route("/sim/log", get(log))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    steps: Vec<Step>,
}

async fn script(State(simulator): State<Simulator>, Json(script): Json<Script>) -> StatusCode {
    simulator.state().steps.extend(script.steps);
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Offline {
    offline: bool,
}

async fn offline(State(simulator): State<Simulator>, Json(wish): Json<Offline>) -> StatusCode {
    simulator.state().is_offline = wish.offline;
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Which {
    form_number: String,
    #[serde(default)]
    amount: Option<i64>,
}

fn moved(is_moved: bool) -> StatusCode {
    match is_moved {
        true => StatusCode::NO_CONTENT,
        false => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

async fn validate(State(simulator): State<Simulator>, Json(which): Json<Which>) -> StatusCode {
    moved(notify::advance(
        &simulator,
        &which.form_number,
        Status::Validated,
        None,
    ))
}

async fn refund(State(simulator): State<Simulator>, Json(which): Json<Which>) -> StatusCode {
    moved(notify::advance(
        &simulator,
        &which.form_number,
        Status::Refunded,
        which.amount,
    ))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Address {
    url: Option<String>,
}

async fn notify_url(State(simulator): State<Simulator>, Json(wish): Json<Address>) -> StatusCode {
    simulator.set_notify_url(wish.url);
    StatusCode::NO_CONTENT
}

async fn forms(State(simulator): State<Simulator>) -> Json<Value> {
    let state = simulator.state();
    let forms: Vec<Value> = state.book.forms().map(|form| json!(form)).collect();
    Json(json!(forms))
}

async fn import(State(simulator): State<Simulator>, Json(known): Json<Vec<Known>>) -> StatusCode {
    let mut state = simulator.state();
    for form in known {
        state.book.import(form);
    }
    StatusCode::NO_CONTENT
}

/// A fresh start: no forms, no scripts, the machine's time.
async fn reset(State(simulator): State<Simulator>) -> StatusCode {
    *simulator.state() = Everything::default();
    simulator.clock().reset();
    StatusCode::NO_CONTENT
}

async fn log(State(simulator): State<Simulator>) -> Json<Vec<LogLine>> {
    Json(simulator.state().log.iter().cloned().collect())
}
