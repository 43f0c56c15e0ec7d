//! The document as it is published.

use std::fmt::Write;

use axum::Extension;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use simulator_base::connection::Takeover;

use crate::state::{Fault, Simulator};

/// Where the true one is.
const PATH: &str = "/stats/eurofxref/eurofxref-daily.xml";
/// More than anybody reads.
const ENDLESS_LEN: usize = 8 * 1024 * 1024;

pub(crate) fn routes() -> Router<Simulator> {
    Router::new().route(PATH, get(publish))
}

async fn publish(
    State(simulator): State<Simulator>,
    Extension(takeover): Extension<Takeover>,
) -> Response {
    simulator.state().note(PATH);
    let fault = simulator.state().fault;
    let document = write(&simulator);
    let body = match fault {
        Fault::None => document,
        Fault::Cut => document[..document.len() / 2].to_owned(),
        Fault::Endless => document + &" ".repeat(ENDLESS_LEN),
        Fault::Silent => return takeover.write(Vec::new()).await,
        Fault::Error => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
        Fault::Redirect => return Redirect::to("/elsewhere").into_response(),
        Fault::Page => return Html("<html><body>We are at work<br></body></html>").into_response(),
    };
    ([(header::CONTENT_TYPE, "text/xml")], body).into_response()
}

fn write(simulator: &Simulator) -> String {
    let day = simulator.day();
    let mut cubes = String::new();
    for (code, rate) in &simulator.state().rates {
        let _ = writeln!(cubes, "\t\t\t<Cube currency='{code}' rate='{rate}'/>");
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <gesmes:Envelope xmlns:gesmes=\"http://www.gesmes.org/xml/2002-08-01\" \
         xmlns=\"http://www.ecb.int/vocabulary/2002-08-01/eurofxref\">\n\
         \t<gesmes:subject>Reference rates</gesmes:subject>\n\
         \t<gesmes:Sender>\n\t\t<gesmes:name>Simulated bank</gesmes:name>\n\t</gesmes:Sender>\n\
         \t<Cube>\n\t\t<Cube time='{day}'>\n{cubes}\t\t</Cube>\n\t</Cube>\n</gesmes:Envelope>"
    )
}
