//! What the end of a day costs: a statement over many orders is calculated, cleared and calculated again.

use std::time::Instant;

use serde_json::json;

use crate::client::{Client, Fault};
use crate::figure::{Figure, median};
use crate::server::Server;

/// How many orders wait for the statement.
pub(crate) const ORDERS: usize = 20_000;
/// Who closes the day.
const MANAGER: &str = "manager";

/// Calculates the statement of a store in which [`ORDERS`] wait.
pub(crate) fn figure(server: &Server, rounds: usize) -> Result<Figure, Fault> {
    let mut client = Client::log_in(server.address, MANAGER)?;
    let mut seconds = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let start = Instant::now();
        let statement = client.call("POST", "/statement", Some(&json!({})))?;
        seconds.push(start.elapsed().as_secs_f64());
        if statement["documents"]
            .as_u64()
            .is_none_or(|it| it < ORDERS as u64)
        {
            return Err(format!("the statement leaves orders out: {statement}").into());
        }
        let statement_no = statement["statementNo"].as_str().ok_or("no number")?;
        client.call("POST", &format!("/statement/{statement_no}/clear"), None)?;
    }
    Ok(Figure::told(
        "statement_calculate",
        median(seconds),
        "s",
        "20,000 orders of one store into a statement, over HTTP",
    )
    .at_most(2.0))
}
