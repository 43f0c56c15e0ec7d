//! The interface for tests and demonstrations: what is published, faults, time.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;
use simulator_base::control::{self, Unusable};

use crate::state::{Fault, Simulator, State as Everything};

pub(crate) fn routes() -> Router<Simulator> {
    Router::new()
        .route("/sim/publication", post(publication))
        .route("/sim/metal", post(metal))
        .route("/sim/fault", post(fault))
        .route("/sim/clock", control::clock())
        .route("/sim/reset", post(reset))
        .route("/sim/log", get(log))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Publication {
    day: Option<Date>,
    rates: BTreeMap<String, String>,
}

async fn publication(
    State(simulator): State<Simulator>,
    Json(wish): Json<Publication>,
) -> Result<StatusCode, Unusable> {
    if !are_writable(&wish.rates) {
        return Err(Unusable(
            "a currency has three capital letters, a rate no quote and no bracket",
        ));
    }
    let mut state = simulator.state();
    (state.day, state.rates) = (wish.day, wish.rates);
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Metals {
    base: String,
    at: Option<Timestamp>,
    rates: BTreeMap<String, String>,
}

async fn metal(
    State(simulator): State<Simulator>,
    Json(wish): Json<Metals>,
) -> Result<StatusCode, Unusable> {
    if !is_writable(&wish.base, "") || !are_writable(&wish.rates) {
        return Err(Unusable(
            "a currency and a metal have three capital letters, a rate no quote and no bracket",
        ));
    }
    let mut state = simulator.state();
    (state.metal_base, state.metals_at, state.metals) = (wish.base, wish.at, wish.rates);
    Ok(StatusCode::NO_CONTENT)
}

fn are_writable(rates: &BTreeMap<String, String>) -> bool {
    rates.iter().all(|(code, rate)| is_writable(code, rate))
}

/// Whether a rate can be written into the document. It need not be one.
pub(crate) fn is_writable(code: &str, rate: &str) -> bool {
    let is_code = code.len() == 3 && code.bytes().all(|letter| letter.is_ascii_uppercase());
    is_code && !rate.contains(['\'', '"', '<', '>', '&'])
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wish {
    fault: Fault,
}

async fn fault(State(simulator): State<Simulator>, Json(wish): Json<Wish>) -> StatusCode {
    simulator.state().fault = wish.fault;
    StatusCode::NO_CONTENT
}

/// A fresh start: the rates of the start, no fault, the machine's time.
async fn reset(State(simulator): State<Simulator>) -> StatusCode {
    *simulator.state() = Everything::default();
    simulator.clock().reset();
    StatusCode::NO_CONTENT
}

async fn log(State(simulator): State<Simulator>) -> Json<Vec<String>> {
    Json(simulator.state().log.clone())
}
