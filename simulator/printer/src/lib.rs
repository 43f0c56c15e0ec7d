//! A receipt printer in the network: raw ESC/POS on one port, its paper to look at on another.

mod command;
mod page;
mod paper;
mod printer;

use std::net::{IpAddr, SocketAddr};

use simulator_base::connection::{ListenError, bind};

use printer::Printer;

/// How to start.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Where to listen.
    pub address: IpAddr,
    /// Port for raw print data; 0 takes a free one.
    pub printer_port: u16,
    /// Port for the page; 0 takes a free one.
    pub port: u16,
}

/// Where it listens.
#[derive(Clone, Copy, Debug)]
pub struct Running {
    /// For raw print data.
    pub printer: SocketAddr,
    /// For the page.
    pub http: SocketAddr,
}

/// Starts both servers; they run until the runtime ends.
///
/// # Errors
/// When a port is taken or may not be used.
pub async fn start(options: &Options) -> Result<Running, ListenError> {
    let printer = Printer::default();
    let (raw, raw_address) = bind(SocketAddr::new(options.address, options.printer_port)).await?;
    let (page, http) = bind(SocketAddr::new(options.address, options.port)).await?;
    let router = page::router(printer.clone());
    tokio::spawn(printer::serve(raw, printer));
    tokio::spawn(async move {
        if let Err(error) = axum::serve(page, router).await {
            eprintln!("The page ended: {error}.");
        }
    });
    Ok(Running {
        printer: raw_address,
        http,
    })
}
