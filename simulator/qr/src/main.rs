//! Command line of the QR simulator.

use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use jiff::Timestamp;
use qr_simulator::{Options, StartError, start};
use simulator_base::program;

/// Simulates Alipay and WeChat Pay, with pages on which a person pays.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Port of both interfaces and of the pages; 0 takes a free one.
    #[arg(long)]
    port: u16,
    /// Address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// File with the keys, made when it is not there; without it they change with each start.
    #[arg(long)]
    keys: Option<PathBuf>,
    /// The time with which it begins; the machine's when it is left out.
    #[arg(long)]
    now: Option<Timestamp>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let running = async {
        let address = start(Options {
            address: arguments.address,
            port: arguments.port,
            keys: arguments.keys,
            now: arguments.now,
        });
        Ok::<_, StartError>(format!("http://{}", address.await?))
    };
    program::run("qr-simulator", running).await
}
