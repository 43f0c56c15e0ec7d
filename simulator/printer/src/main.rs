//! Command line of the printer simulator.

use std::net::IpAddr;
use std::process::ExitCode;

use clap::Parser;
use printer_simulator::{Options, Running, start};
use simulator_base::connection::ListenError;
use simulator_base::program;

/// Takes receipts by ESC/POS and shows them on a page.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Port for raw print data; 0 takes a free one.
    #[arg(long)]
    printer_port: u16,
    /// Port for the page and its JSON; 0 takes a free one.
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
        let options = Options {
            address: arguments.address,
            printer_port: arguments.printer_port,
            port: arguments.port,
        };
        let Running { printer, http } = start(&options).await?;
        Ok::<_, ListenError>(format!("escpos://{printer} and http://{http}"))
    };
    program::run("printer-simulator", running).await
}
