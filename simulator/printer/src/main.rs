//! Command line of the printer simulator.

use std::net::IpAddr;
use std::process::ExitCode;

use clap::Parser;
use printer_simulator::{Options, start};
use tokio::signal::unix::{SignalKind, signal};

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
    match run(&Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("printer-simulator: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let running = start(&Options {
        address: arguments.address,
        printer_port: arguments.printer_port,
        port: arguments.port,
    })
    .await?;
    println!(
        "printer-simulator listening on escpos://{} and http://{}",
        running.printer, running.http
    );
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}
