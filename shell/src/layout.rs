//! Laying papers out, off the threads that answer requests.

use std::fmt::Display;
use std::time::Duration;

use tokio::sync::Semaphore;

/// How many papers are laid out at a time: it is work for the processor, and selling comes first.
const AT_A_TIME: usize = 2;
/// How long a paper may take: the till waits 15 seconds (specification §9).
pub const LAYOUT_TIME: Duration = Duration::from_secs(10);

static PLACES: Semaphore = Semaphore::const_new(AT_A_TIME);

/// Lays a paper out within a time. None when that went wrong, also with the thread that does it: the
/// log says why, with the paper's number, and nothing was written.
pub async fn lay_out<E: Display>(
    number: &str,
    time: Duration,
    work: impl FnOnce() -> Result<Vec<u8>, E> + Send + 'static,
) -> Option<Vec<u8>> {
    let laid_out = tokio::time::timeout(time, async move {
        let place = PLACES.acquire().await.map_err(|error| error.to_string())?;
        tokio::task::spawn_blocking(move || {
            let _place = place;
            work().map_err(|error| error.to_string())
        })
        .await
        .map_err(|error| error.to_string())?
    });
    let reason = match laid_out.await {
        Ok(Ok(bytes)) => return Some(bytes),
        Ok(Err(reason)) => reason,
        Err(_) => format!("not within {time:?}"),
    };
    tracing::error!(reason, number, "a paper could not be laid out");
    None
}
