//! Command line of the rate simulator.

use std::net::{IpAddr, SocketAddr};
use std::process::ExitCode;

use clap::Parser;
use rate_simulator::start;
use simulator_base::connection::ListenError;
use simulator_base::program;

/// Publishes invented reference rates as the European Central Bank publishes its own.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Port of the document and of the page; 0 takes a free one.
    #[arg(long)]
    port: u16,
    /// Address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
}

#[tokio::main]
async fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let running = async {
        let address = start(SocketAddr::new(arguments.address, arguments.port)).await?;
        Ok::<_, ListenError>(format!("http://{address}"))
    };
    program::run("rate-simulator", running).await
}
