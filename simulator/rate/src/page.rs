//! The page: what is published, and what goes wrong.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use serde::Deserialize;

use crate::control::is_writable;
use crate::state::{FAULTS, Fault, Simulator};

const POLICY: &str = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

pub(crate) fn routes() -> Router<Simulator> {
    Router::new()
        .route("/", get(show))
        .route("/rate", post(change))
        .route("/metal", post(change_metal))
        .route("/fault", post(go_wrong))
        .route("/static/rate.css", get(style))
}

async fn style() -> Response {
    let css = include_str!("../static/rate.css");
    ([(header::CONTENT_TYPE, "text/css")], css).into_response()
}

async fn show(State(simulator): State<Simulator>) -> Response {
    let (day, at) = (simulator.day(), simulator.metals_at());
    let state = simulator.state();
    let rows = |published: &BTreeMap<String, String>| -> String {
        published
            .iter()
            .map(|(code, rate)| format!("<tr><td>{code}<td class=\"n\">{rate}"))
            .collect()
    };
    let (rates, metals) = (rows(&state.rates), rows(&state.metals));
    let base = &state.metal_base;
    let faults: String = FAULTS
        .iter()
        .map(|(fault, name, words)| {
            let selected = if *fault == state.fault {
                " selected"
            } else {
                ""
            };
            format!("<option value=\"{name}\"{selected}>{words}</option>")
        })
        .collect();
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Reference rates</title>\
         <link rel=\"stylesheet\" href=\"/static/rate.css\"><main><h1>Reference rates of {day}</h1>\
         <p>What one euro is worth. The rates are invented.</p>\
         <form method=\"post\" action=\"/rate\">\
         <label>Currency<input name=\"code\" required pattern=\"[A-Z]{{3}}\" size=\"5\"></label>\
         <label>Rate; blank when it is not published<input name=\"rate\" size=\"10\"></label>\
         <button>Publish</button></form>\
         <form method=\"post\" action=\"/fault\">\
         <label>What goes wrong<select name=\"fault\">{faults}</select></label>\
         <button>Go on with it</button></form>\
         <table><thead><tr><th>Currency<th class=\"n\">One euro</thead><tbody>{rates}</tbody></table>\
         <h2>Metals at {at}</h2><p>How many troy ounces one {base} buys.</p>\
         <form method=\"post\" action=\"/metal\">\
         <label>Metal<input name=\"code\" required pattern=\"[A-Z]{{3}}\" size=\"5\"></label>\
         <label>Ounces; blank when it is not published<input name=\"rate\" size=\"14\"></label>\
         <button>Publish</button></form>\
         <table><thead><tr><th>Metal<th class=\"n\">One {base}</thead><tbody>{metals}</tbody></table>\
         </main></html>"
    );
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, Html(html)).into_response()
}

#[derive(Deserialize)]
struct Change {
    code: String,
    rate: String,
}

async fn change(State(simulator): State<Simulator>, Form(change): Form<Change>) -> Response {
    publish(&mut simulator.state().rates, change)
}

async fn change_metal(State(simulator): State<Simulator>, Form(change): Form<Change>) -> Response {
    publish(&mut simulator.state().metals, change)
}

fn publish(rates: &mut BTreeMap<String, String>, change: Change) -> Response {
    if !is_writable(&change.code, &change.rate) {
        return StatusCode::UNPROCESSABLE_ENTITY.into_response();
    }
    match change.rate.trim() {
        "" => drop(rates.remove(&change.code)),
        rate => drop(rates.insert(change.code, rate.to_owned())),
    }
    Redirect::to("/").into_response()
}

#[derive(Deserialize)]
struct Wish {
    fault: Fault,
}

async fn go_wrong(State(simulator): State<Simulator>, Form(wish): Form<Wish>) -> Redirect {
    simulator.state().fault = wish.fault;
    Redirect::to("/")
}
