//! Sending a receipt to the receipt printer of a store.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use device::printer::PrintAnswer;
use shell::Outcome;
use uuid::Uuid;

use crate::PRINT_UNDER_WAY;

/// How long the printer may take in all; the till waits 15 seconds (specification §9).
const TIMEOUT: Duration = Duration::from_secs(8);

static UNDER_WAY: Mutex<BTreeSet<Uuid>> = Mutex::new(BTreeSet::new());

/// Keeps two repeats of one command from sending the same paper at the same time.
pub(crate) struct Turn(Uuid);

impl Turn {
    /// Takes the turn of a print.
    ///
    /// # Errors
    /// [`PRINT_UNDER_WAY`] while somebody has it.
    pub(crate) fn take(print_id: Uuid) -> Outcome<Self> {
        match lock().insert(print_id) {
            true => Ok(Self(print_id)),
            false => Err((&PRINT_UNDER_WAY).into()),
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        lock().remove(&self.0);
    }
}

fn lock() -> std::sync::MutexGuard<'static, BTreeSet<Uuid>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What became of a receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    /// The printer took all of it.
    Printed,
    /// Certain: nothing was printed.
    Nothing,
    /// Nobody knows.
    Uncertain,
}

/// Sends bytes to the printer at `host:port`, or `host` at the usual port.
pub(crate) async fn send(address: &str, bytes: &[u8]) -> Sent {
    match device::printer::send_to(address, bytes, TIMEOUT).await {
        PrintAnswer::Printed => Sent::Printed,
        PrintAnswer::Unreachable { reason } => {
            tracing::warn!(address, reason, "the receipt printer does not answer");
            Sent::Nothing
        }
        PrintAnswer::Unknown { reason } => {
            tracing::warn!(address, %reason, "nobody knows what the receipt printer printed");
            Sent::Uncertain
        }
    }
}
