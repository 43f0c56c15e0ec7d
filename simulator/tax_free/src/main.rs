//! Command line of the tax-free simulator.

use std::net::IpAddr;
use std::process::ExitCode;

use clap::Parser;
use jiff::Timestamp;
use simulator_base::connection::ListenError;
use simulator_base::program;
use tax_free_simulator::{Options, start};

/// Simulates a tax-free operator, with a page on which customs validates and refunds are paid.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Port of the interface and of the page; 0 takes a free one.
    #[arg(long)]
    port: u16,
    /// Address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// The key of all shops.
    #[arg(long, env = "TAX_FREE_SIMULATOR_SECRET", hide_env_values = true)]
    secret: String,
    /// Where validations and refunds are told.
    #[arg(long)]
    notify_url: Option<String>,
    /// The time with which it begins, for shops whose clocks are moved with this one; the machine's when it is
    /// left out.
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
            secret: arguments.secret,
            notify_url: arguments.notify_url,
            now: arguments.now,
        });
        Ok::<_, ListenError>(format!("http://{}", address.await?))
    };
    program::run("tax-free-simulator", running).await
}
