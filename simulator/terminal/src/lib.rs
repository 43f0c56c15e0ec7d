//! A payment terminal to test tills against: it speaks the nexo Sale to POI protocol as terminals on a
//! counter do, holds the true ledger of what was captured and reversed, and fails on request.
//!
//! It was written from the description of the protocol and shares neither code nor types with any till,
//! so that a misunderstanding on one side does not hide on the other.

mod after;
mod answer;
mod card;
mod control;
mod crypto;
mod dialogue;
mod ledger;
mod listen;
mod money;
mod nexo;
mod notify;
mod outbox;
mod page;
mod reconcile;
mod render;
mod script;
mod settle;
mod state;
mod wire;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use jiff::Timestamp;
use simulator_base::clock::Clock;
use simulator_base::connection::ListenError;

pub use crypto::{Keys, Refused, SecurityTrailer};

use ledger::Ledger;
use notify::Notifier;
use state::Simulator;

/// How to start.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where to listen.
    pub address: IpAddr,
    /// The port for all terminals and the page; 0 takes a free one.
    pub port: u16,
    /// Where the ledger is kept; in memory when absent.
    pub data: Option<PathBuf>,
    /// The webhook for notifications.
    pub notify_url: Option<String>,
    /// The key for local encryption; without it messages are in clear.
    pub key: Option<Key>,
    /// The time with which it begins; the machine's when absent.
    pub now: Option<Timestamp>,
    /// Terminals that exist from the start, some with a port of their own.
    pub terminals: Vec<Declared>,
}

/// A passphrase with its name.
#[derive(Clone, Debug)]
pub struct Key {
    /// The secret that both sides know.
    pub passphrase: String,
    /// Its identifier.
    pub identifier: String,
    /// Its version.
    pub version: u32,
}

/// A terminal named on the command line: `POIID` or `POIID@PORT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its name.
    pub poiid: String,
    /// The port of its own; 0 takes a free one.
    pub port: Option<u16>,
}

impl std::str::FromStr for Declared {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (poiid, port) = match text.split_once('@') {
            None => (text, None),
            Some((poiid, port)) => (
                poiid,
                Some(
                    port.parse()
                        .map_err(|_| format!("{port} is not a port number"))?,
                ),
            ),
        };
        if !state::is_poiid(poiid) {
            return Err(format!("{poiid:?} is not a POIID such as V400m-324688179"));
        }
        Ok(Self {
            poiid: poiid.to_owned(),
            port,
        })
    }
}

/// Why the simulator cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port is taken or may not be used.
    #[error(transparent)]
    Listen(#[from] ListenError),
    /// The ledger cannot be read or written.
    #[error("cannot use the ledger in {}: {source}", directory.display())]
    Ledger {
        /// Where.
        directory: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The address of the webhook is of no use.
    #[error("cannot notify {0}")]
    Notify(String),
}

/// Starts everything and gives the address; it runs until the runtime ends.
///
/// # Errors
/// When a port, the ledger or the webhook's address cannot be used.
pub async fn start(options: Options) -> Result<SocketAddr, StartError> {
    let notifier = Notifier::new(options.notify_url.as_deref()).map_err(StartError::Notify)?;
    let ledger = Ledger::open(options.data.as_deref()).map_err(|source| StartError::Ledger {
        directory: options.data.clone().unwrap_or_default(),
        source,
    })?;
    let keys = options
        .key
        .map(|key| Keys::derive(&key.passphrase, &key.identifier, key.version));
    let clock = options.now.map_or_else(Clock::default, Clock::starting_at);
    let simulator = Simulator::new(clock, keys, notifier, ledger);
    for declared in options.terminals {
        simulator.terminal(&declared.poiid, |_| ());
        if let Some(port) = declared.port {
            let address = SocketAddr::new(options.address, port);
            listen::open_door(&simulator, &declared.poiid, address).await?;
        }
    }
    listen::open(&simulator, SocketAddr::new(options.address, options.port)).await
}
