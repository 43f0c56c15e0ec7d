//! A mail server that keeps what it gets: a real SMTP conversation on one port, the mails to read on another.

mod mail;
mod page;
mod smtp;
mod store;

use std::net::{IpAddr, SocketAddr};

use simulator_base::connection::{ListenError, bind};

use store::Store;

/// How to start.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Where to listen.
    pub address: IpAddr,
    /// Port for mail; 0 takes a free one.
    pub smtp_port: u16,
    /// Port for the page; 0 takes a free one.
    pub port: u16,
}

/// Where it listens.
#[derive(Clone, Copy, Debug)]
pub struct Running {
    /// For mail.
    pub smtp: SocketAddr,
    /// For the page.
    pub http: SocketAddr,
}

/// Starts both servers; they run until the runtime ends.
///
/// # Errors
/// When a port is taken or may not be used.
pub async fn start(options: &Options) -> Result<Running, ListenError> {
    let store = Store::default();
    let (mail, smtp) = bind(SocketAddr::new(options.address, options.smtp_port)).await?;
    let (page, http) = bind(SocketAddr::new(options.address, options.port)).await?;
    let router = page::router(store.clone());
    tokio::spawn(smtp::serve(mail, store));
    tokio::spawn(async move {
        if let Err(error) = axum::serve(page, router).await {
            eprintln!("The page ended: {error}.");
        }
    });
    Ok(Running { smtp, http })
}
