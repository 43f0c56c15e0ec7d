//! How a simulator starts and ends.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use tokio::signal::unix::{SignalKind, signal};

/// Starts a simulator, says where it listens, and waits until it is told to end. `start` gives its
/// addresses.
pub async fn run<E: Display>(
    name: &str,
    start: impl Future<Output = Result<String, E>>,
) -> ExitCode {
    match run_until_told(name, start).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{name}: {reason}");
            ExitCode::FAILURE
        }
    }
}

async fn run_until_told<E: Display>(
    name: &str,
    start: impl Future<Output = Result<String, E>>,
) -> Result<(), String> {
    let heard = |error: io::Error| error.to_string();
    let mut terminate = signal(SignalKind::terminate()).map_err(heard)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(heard)?;
    let addresses = start.await.map_err(|error| error.to_string())?;
    println!("{name} listening on {addresses}");
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}
