//! Command line of the terminal simulator.

use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use jiff::Timestamp;
use simulator_base::program;
use terminal_simulator::{Declared, Key, Options, StartError, start};

/// Simulates payment terminals that speak the nexo Sale to POI protocol.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Port of all terminals and of the page; 0 takes a free one.
    #[arg(long)]
    port: u16,
    /// Address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// Directory of the ledger; without it the ledger lives in memory.
    #[arg(long)]
    data: Option<PathBuf>,
    /// Webhook that is told what the screens show, http://host:port/path.
    #[arg(long)]
    notify_url: Option<String>,
    /// Passphrase of local encryption; with it, messages in clear are refused.
    #[arg(long, requires_all = ["key_identifier", "key_version"])]
    passphrase: Option<String>,
    /// Identifier of the passphrase.
    #[arg(long, requires = "passphrase")]
    key_identifier: Option<String>,
    /// Version of the passphrase.
    #[arg(long, requires = "passphrase")]
    key_version: Option<u32>,
    /// The time with which it begins; the machine's when it is left out.
    #[arg(long)]
    now: Option<Timestamp>,
    /// A terminal that exists from the start, with a port of its own when one is given.
    #[arg(long = "terminal", value_name = "POIID[@PORT]")]
    terminals: Vec<Declared>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let running = async {
        let address = start(options(arguments));
        Ok::<_, StartError>(format!("http://{}", address.await?))
    };
    program::run("terminal-simulator", running).await
}

fn options(arguments: Arguments) -> Options {
    let key = match (
        arguments.passphrase,
        arguments.key_identifier,
        arguments.key_version,
    ) {
        (Some(passphrase), Some(identifier), Some(version)) => Some(Key {
            passphrase,
            identifier,
            version,
        }),
        _ => None,
    };
    Options {
        address: arguments.address,
        port: arguments.port,
        data: arguments.data,
        notify_url: arguments.notify_url,
        key,
        now: arguments.now,
        terminals: arguments.terminals,
    }
}
