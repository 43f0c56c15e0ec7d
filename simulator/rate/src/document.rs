//! The documents as they are published.

use std::fmt::Write;

use axum::Extension;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use jiff::tz::TimeZone;
use simulator_base::connection::Takeover;

use crate::state::{Fault, Simulator};

/// Where the true one of the bank is.
const PATH: &str = "/stats/eurofxref/eurofxref-daily.xml";
/// Where prices of metals are at those who publish them.
const METAL_PATH: &str = "/api/latest";
/// More than anybody reads.
const ENDLESS_LEN: usize = 8 * 1024 * 1024;

pub(crate) fn routes() -> Router<Simulator> {
    Router::new()
        .route(PATH, get(publish))
        .route(METAL_PATH, get(publish_metals))
}

async fn publish(
    State(simulator): State<Simulator>,
    Extension(takeover): Extension<Takeover>,
) -> Response {
    simulator.state().note(PATH);
    let document = write(&simulator);
    answer(&simulator, takeover, ("text/xml", document)).await
}

async fn publish_metals(
    State(simulator): State<Simulator>,
    Extension(takeover): Extension<Takeover>,
) -> Response {
    simulator.state().note(METAL_PATH);
    let document = write_metals(&simulator);
    answer(&simulator, takeover, ("application/json", document)).await
}

/// Answers with a document, or with what goes wrong.
async fn answer(
    simulator: &Simulator,
    takeover: Takeover,
    (kind, document): (&'static str, String),
) -> Response {
    let fault = simulator.state().fault;
    let body = match fault {
        Fault::None => document,
        Fault::Cut => document[..document.len() / 2].to_owned(),
        Fault::Endless => document + &" ".repeat(ENDLESS_LEN),
        Fault::Silent => return takeover.write(Vec::new()).await,
        Fault::Error => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
        Fault::Redirect => return Redirect::to("/elsewhere").into_response(),
        Fault::Page => return Html("<html><body>We are at work<br></body></html>").into_response(),
    };
    ([(header::CONTENT_TYPE, kind)], body).into_response()
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

fn write_metals(simulator: &Simulator) -> String {
    let at = simulator.metals_at();
    let state = simulator.state();
    let mut rates = String::new();
    for (code, rate) in &state.metals {
        let comma = if rates.is_empty() { "" } else { "," };
        let _ = write!(rates, "{comma}\"{code}\":{rate}");
    }
    format!(
        "{{\"success\":true,\"timestamp\":{},\"date\":\"{}\",\"base\":\"{}\",\
         \"rates\":{{{rates}}},\"unit\":\"per troy ounce\"}}",
        at.as_second(),
        at.to_zoned(TimeZone::UTC).date(),
        state.metal_base
    )
}
