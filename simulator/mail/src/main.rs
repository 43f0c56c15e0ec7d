//! Command line of the mail simulator.

use std::net::IpAddr;
use std::process::ExitCode;

use clap::Parser;
use mail_simulator::{Options, Running, start};
use simulator_base::connection::ListenError;
use simulator_base::program;

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
    let arguments = Arguments::parse();
    let running = async {
        let options = Options {
            address: arguments.address,
            smtp_port: arguments.smtp_port,
            port: arguments.port,
        };
        let Running { smtp, http } = start(&options).await?;
        Ok::<_, ListenError>(format!("smtp://{smtp} and http://{http}"))
    };
    program::run("mail-simulator", running).await
}
