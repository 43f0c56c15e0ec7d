//! A central bank to test importers of rates and of prices of metals against: the documents of the day,
//! other rates, and faults on request.
//!
//! It was written from the published documents and shares neither code nor types with any till, so that
//! a misunderstanding on one side does not hide on the other.

mod control;
mod document;
mod page;
mod state;

use std::net::SocketAddr;

use axum::Router;
use simulator_base::connection::{self, ListenError, bind};

use state::Simulator;

/// Starts everything and gives the address; it runs until the runtime ends.
///
/// # Errors
/// When the port is taken or may not be used.
pub async fn start(address: SocketAddr) -> Result<SocketAddr, ListenError> {
    let (listener, local) = bind(address).await?;
    let router = Router::new()
        .merge(document::routes())
        .merge(control::routes())
        .merge(page::routes())
        .with_state(Simulator::default());
    tokio::spawn(connection::serve(listener, router));
    Ok(local)
}
