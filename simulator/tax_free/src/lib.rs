//! A tax-free operator to test tills against: forms by reference, signatures, customs, refunds, and
//! faults on request.
//!
//! It was written from the protocol in its README and shares neither code nor types with any till,
//! so that a misunderstanding on one side does not hide on the other.

mod api;
mod book;
mod control;
mod listen;
mod notify;
mod page;
mod sign;
mod state;

use std::net::{IpAddr, SocketAddr};

use jiff::Timestamp;
use simulator_base::connection::{self, ListenError, bind};

use state::Simulator;

/// How to start.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen.
    pub address: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The key of all shops.
    pub secret: String,
    /// Where validations and refunds are told.
    pub notify_url: Option<String>,
    /// The time with which it begins, for shops whose clocks are moved with this one; the machine's, and that
    /// of shops whose clocks nobody moves, when absent.
    pub now: Option<Timestamp>,
}

/// Starts everything and gives the address; it runs until the runtime ends.
///
/// # Errors
/// When the port is taken or may not be used.
pub async fn start(options: Options) -> Result<SocketAddr, ListenError> {
    let (listener, local) = bind(SocketAddr::new(options.address, options.port)).await?;
    let simulator = Simulator::new(options.secret, options.notify_url, options.now);
    tokio::spawn(connection::serve(listener, listen::router(simulator)));
    Ok(local)
}
