//! Receipt printers in the shop's network that understand ESC/POS.

use std::net::SocketAddr;
use std::time::Duration;

use thiserror::Error;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::{Instant, timeout_at};

/// TCP port on which printers take raw data.
pub const PORT: u16 = 9100;

/// `GS r 1`: asks for the paper sensor. Printers work through their buffer in order, so that the
/// answer comes after everything before it was taken up.
const ASK_PAPER: [u8; 3] = [0x1D, b'r', 1];

/// Bits of the answer that say that the roll has ended.
const PAPER_END: u8 = 0b0000_1100;

/// Bits that are zero in every answer to `GS r`.
const FIXED_ZERO: u8 = 0b1001_0000;

/// What became of a receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrintAnswer {
    /// The printer took all of it and confirmed that, or closed the connection in good order.
    Printed,
    /// Certain: nothing was sent, and sending it again cannot print it twice.
    Unreachable {
        /// Why.
        reason: String,
    },
    /// It may be printed wholly, in part or not at all; only a person can tell.
    Unknown {
        /// Why.
        reason: PrintDoubt,
    },
}

/// Why nobody knows what was printed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PrintDoubt {
    /// The printer did not take the data, or did not confirm it, in the given time.
    #[error("no confirmation in time")]
    TimedOut,
    /// The connection broke.
    #[error("connection lost: {detail}")]
    ConnectionLost {
        /// For the log.
        detail: String,
    },
    /// The printer ran out of paper.
    #[error("out of paper")]
    PaperEnd,
}

/// Prints `bytes` on the printer at `host:port`, or `host` at the usual port, as [`send`] does.
pub async fn send_to(place: &str, bytes: &[u8], timeout: Duration) -> PrintAnswer {
    match timeout_at(Instant::now() + timeout, find_address(place)).await {
        Ok(Some(address)) => send(address, bytes, timeout).await,
        Ok(None) | Err(_) => PrintAnswer::Unreachable {
            reason: "the address names nothing".to_owned(),
        },
    }
}

async fn find_address(text: &str) -> Option<SocketAddr> {
    let text = text.trim();
    let with_port = match text.parse::<SocketAddr>() {
        Ok(address) => return Some(address),
        Err(_) if text.contains(':') => text.to_owned(),
        Err(_) => format!("{text}:{PORT}"),
    };
    lookup_host(with_port).await.ok()?.next()
}

/// Prints `bytes`, waiting at most `timeout` in all. Nothing is sent twice.
///
/// Printers that do not answer the question for paper are believed when they close the connection
/// after we have closed ours: they can do so only after having taken everything.
pub async fn send(address: SocketAddr, bytes: &[u8], timeout: Duration) -> PrintAnswer {
    let deadline = Instant::now() + timeout;
    let mut stream = match timeout_at(deadline, TcpStream::connect(address)).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => {
            return PrintAnswer::Unreachable {
                reason: error.to_string(),
            };
        }
        Err(_elapsed) => {
            return PrintAnswer::Unreachable {
                reason: "no answer".to_owned(),
            };
        }
    };
    match timeout_at(deadline, print(&mut stream, bytes)).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(error)) => {
            let reason = PrintDoubt::ConnectionLost {
                detail: error.to_string(),
            };
            PrintAnswer::Unknown { reason }
        }
        Err(_elapsed) => PrintAnswer::Unknown {
            reason: PrintDoubt::TimedOut,
        },
    }
}

async fn print(stream: &mut TcpStream, bytes: &[u8]) -> std::io::Result<PrintAnswer> {
    stream.write_all(bytes).await?;
    stream.write_all(&ASK_PAPER).await?;
    stream.shutdown().await?;
    loop {
        let mut status = [0];
        if stream.read(&mut status).await? == 0 {
            return Ok(PrintAnswer::Printed);
        }
        let [status] = status;
        // Anything else is chatter, for example XON and XOFF or an automatic status.
        if status & FIXED_ZERO == 0 {
            return Ok(match status & PAPER_END {
                0 => PrintAnswer::Printed,
                _ => PrintAnswer::Unknown {
                    reason: PrintDoubt::PaperEnd,
                },
            });
        }
    }
}
