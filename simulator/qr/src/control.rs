//! The interface for tests: scripts, payments without a person, time, ledger.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use simulator_base::control::{self, Unusable};

use crate::book::{Entry, Kind, Order};
use crate::script::{Face, Step};
use crate::state::{LogLine, Simulator};

pub(crate) fn routes() -> Router<Simulator> {
    Router::new()
        .route("/sim/keys", get(keys))
        .route("/sim/script", post(script))
        .route("/sim/pay", post(pay))
        .route("/sim/refuse", post(refuse))
        .route("/sim/notify", post(notify))
        .route("/sim/clock", control::clock())
        .route("/sim/reset", post(reset))
        .route("/sim/ledger", get(ledger))
        .route("/sim/order", get(orders))
        .route("/sim/log", get(log))
}

/// What a shop configures: its keys and numbers, and the providers' public keys.
async fn keys(State(simulator): State<Simulator>) -> Json<Value> {
    let file = &simulator.keys().file;
    Json(json!({ "alipay": file.alipay, "wechat": file.wechat }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    steps: Vec<Step>,
}

async fn script(
    State(simulator): State<Simulator>,
    Json(script): Json<Script>,
) -> Result<StatusCode, Unusable> {
    for step in &script.steps {
        step.check().map_err(Unusable)?;
    }
    simulator.state().steps.extend(script.steps);
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    face: Face,
    order_no: String,
}

impl Which {
    fn key(self) -> crate::book::Key {
        (self.face, self.order_no)
    }
}

/// The client pays an order, or confirms it with the password.
async fn pay(
    State(simulator): State<Simulator>,
    Json(which): Json<Which>,
) -> Result<StatusCode, Unusable> {
    match simulator.pay(&which.key()) {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Unusable("this order cannot be paid")),
    }
}

/// The client refuses to pay, so that the order ends.
async fn refuse(State(simulator): State<Simulator>, Json(which): Json<Which>) -> StatusCode {
    simulator.state().book.refuse(&which.key());
    StatusCode::NO_CONTENT
}

/// A notification comes once more.
async fn notify(
    State(simulator): State<Simulator>,
    Json(which): Json<Which>,
) -> Result<StatusCode, Unusable> {
    match crate::notify::again(&simulator, &which.key()) {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Unusable(
            "nothing was paid for this order, or nobody wants to know",
        )),
    }
}

/// A fresh start: no orders, no ledger, no scripts, the machine's time.
async fn reset(State(simulator): State<Simulator>) -> StatusCode {
    *simulator.state() = crate::state::State::default();
    simulator.clock().reset();
    StatusCode::NO_CONTENT
}

/// What an order came to, in minor units.
#[derive(Serialize)]
struct Total {
    face: Face,
    order_no: String,
    paid_minor: i64,
    refunded_minor: i64,
}

#[derive(Serialize)]
struct Report {
    entries: Vec<Entry>,
    by_order: Vec<Total>,
}

async fn ledger(State(simulator): State<Simulator>) -> Json<Report> {
    let state = simulator.state();
    let entries = state.book.ledger().to_vec();
    let total = |order: &Order| {
        let sum = |kind: Kind| {
            let own = |entry: &&Entry| {
                (entry.face, &entry.order_no, entry.kind) == (order.face, &order.order_no, kind)
            };
            entries
                .iter()
                .filter(own)
                .map(|entry| entry.amount_minor)
                .sum()
        };
        Total {
            face: order.face,
            order_no: order.order_no.clone(),
            paid_minor: sum(Kind::Payment),
            refunded_minor: sum(Kind::Refund),
        }
    };
    let by_order = state.book.orders().map(total).collect();
    Json(Report { entries, by_order })
}

async fn orders(State(simulator): State<Simulator>) -> Json<Value> {
    let now = simulator.now();
    let state = simulator.state();
    let node = |order: &Order| {
        let mut node = serde_json::to_value(order).unwrap_or_default();
        node["status"] = serde_json::to_value(order.status(now)).unwrap_or_default();
        node
    };
    Json(state.book.orders().map(node).collect())
}

async fn log(State(simulator): State<Simulator>) -> Json<Vec<LogLine>> {
    Json(simulator.state().log.iter().cloned().collect())
}
