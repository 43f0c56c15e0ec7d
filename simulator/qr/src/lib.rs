//! Alipay and WeChat Pay to test tills against: both interfaces with real signatures, one true
//! ledger of what was paid and given back, pages on which a person pays, and faults on request.
//!
//! It was written from the providers' descriptions and shares neither code nor types with any till,
//! so that a misunderstanding on one side does not hide on the other.

mod alipay;
mod book;
mod client;
mod control;
mod key;
mod listen;
mod money;
mod notify;
mod order;
mod page;
mod render;
mod script;
mod serve;
mod state;
mod wechat;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use jiff::Timestamp;
use simulator_base::clock::Clock;
use simulator_base::connection::{self, ListenError, bind};

use key::Keys;
use state::Simulator;

/// How to start.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen.
    pub address: IpAddr,
    /// The port for both interfaces and the pages; 0 takes a free one.
    pub port: u16,
    /// A file with the keys of shop and providers, made when it is not there; without one they are
    /// made at each start.
    pub keys: Option<PathBuf>,
    /// The time with which it begins; the machine's when absent.
    pub now: Option<Timestamp>,
}

/// Why the simulator cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port is taken or may not be used.
    #[error(transparent)]
    Listen(#[from] ListenError),
    /// The keys cannot be made, read or written.
    #[error("cannot use the keys: {0}")]
    Keys(String),
}

/// Starts everything and gives the address; it runs until the runtime ends.
///
/// # Errors
/// When the port or the keys cannot be used.
pub async fn start(options: Options) -> Result<SocketAddr, StartError> {
    let keys = Keys::open(options.keys.as_deref()).map_err(StartError::Keys)?;
    let (listener, local) = bind(SocketAddr::new(options.address, options.port)).await?;
    let clock = options.now.map_or_else(Clock::default, Clock::starting_at);
    let simulator = Simulator::new(clock, keys, format!("http://{local}"));
    tokio::spawn(connection::serve(listener, listen::router(simulator)));
    Ok(local)
}
