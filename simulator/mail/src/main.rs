//! Command line of the mail simulator.

use std::net::IpAddr;
use std::process::ExitCode;

use clap::Parser;
use mail_simulator::{Options, start};
use tokio::signal::unix::{SignalKind, signal};

/// Takes mail by SMTP, delivers it to nobody, and shows it on a page.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Port for mail; 0 takes a free one.
    #[arg(long)]
    smtp_port: u16,
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
            eprintln!("mail-simulator: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(arguments: &Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let running = start(&Options {
        address: arguments.address,
        smtp_port: arguments.smtp_port,
        port: arguments.port,
    })
    .await?;
    println!(
        "mail-simulator listening on smtp://{} and http://{}",
        running.smtp, running.http
    );
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}
