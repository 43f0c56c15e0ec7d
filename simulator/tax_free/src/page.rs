//! The page: the forms, with a button for customs and one for the refund.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Form, Router};
use serde::Deserialize;

use crate::book::{Form as Paper, Status};
use crate::notify;
use crate::state::Simulator;

const POLICY: &str = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

pub(crate) fn routes() -> Router<Simulator> {
    Router::new()
        .route("/", get(list).post(act))
        .route("/static/tax-free.css", get(style))
}

async fn style() -> Response {
    let css = include_str!("../static/tax-free.css");
    ([(header::CONTENT_TYPE, "text/css")], css).into_response()
}

async fn list(State(simulator): State<Simulator>) -> Response {
    let state = simulator.state();
    let mut forms: Vec<&Paper> = state.book.forms().collect();
    forms.sort_by_key(|form| std::cmp::Reverse(form.issued_at));
    let rows: String = forms.into_iter().map(row).collect();
    let is_offline = state.is_offline;
    let switch = if is_offline { "online" } else { "offline" };
    let html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Tax-free operator</title>\
         <link rel=\"stylesheet\" href=\"/static/tax-free.css\"><main><h1>Tax-free operator</h1>\
         <form method=\"post\"><input type=\"hidden\" name=\"number\" value=\"\">\
         <button name=\"act\" value=\"{switch}\">Go {switch}</button></form>\
         <p>{}</p><table><thead><tr><th>Form<th>Shop<th>Traveller<th>Refund<th>Status<th></thead>\
         <tbody>{rows}</tbody></table></main></html>",
        if is_offline {
            "Nobody answers: the operator is offline."
        } else {
            "The operator answers."
        }
    );
    let headers = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, Html(html)).into_response()
}

fn row(form: &Paper) -> String {
    let next = match form.status {
        Status::Issued => Some(("validate", "Customs validates")),
        Status::Validated => Some(("refund", "Pay the refund")),
        Status::Voided | Status::Refunded => None,
    };
    let button = next.map_or_else(String::new, |(act, words)| {
        format!(
            "<form method=\"post\"><input type=\"hidden\" name=\"number\" value=\"{}\">\
             <button name=\"act\" value=\"{act}\">{words}</button></form>",
            escape(&form.form_number)
        )
    });
    let (whole, rest) = (form.refund / 100, form.refund % 100);
    format!(
        "<tr><td>{}<td>{}<td>{}<td class=\"n\">{whole}.{rest:02} {}<td>{:?}<td>{button}",
        escape(&form.form_number),
        escape(&form.shop),
        escape(&form.traveller),
        escape(&form.currency),
        form.status,
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[derive(Deserialize)]
struct Act {
    act: String,
    number: String,
}

async fn act(State(simulator): State<Simulator>, Form(form): Form<Act>) -> Response {
    match form.act.as_str() {
        "validate" => drop(notify::advance(
            &simulator,
            &form.number,
            Status::Validated,
            None,
        )),
        "refund" => drop(notify::advance(
            &simulator,
            &form.number,
            Status::Refunded,
            None,
        )),
        "offline" => simulator.state().is_offline = true,
        "online" => simulator.state().is_offline = false,
        _ => return StatusCode::UNPROCESSABLE_ENTITY.into_response(),
    }
    Redirect::to("/").into_response()
}
