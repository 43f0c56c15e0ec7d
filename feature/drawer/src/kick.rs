//! The pulse that opens a drawer, through the receipt printer that it is connected to.

use std::time::Duration;

use device::printer::{PrintAnswer, PrintDoubt, send_to};

use crate::view::Kick;

/// How long the printer may take. Somebody stands in front of the drawer with cash in the hand.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Opens the drawer at the printer of an address. Nothing is sent twice.
pub(crate) async fn kick(printer: &str) -> Kick {
    match send_to(printer, &document::open_drawer(), TIMEOUT).await {
        // It answers after everything before the question, whether it has paper or not.
        PrintAnswer::Printed
        | PrintAnswer::Unknown {
            reason: PrintDoubt::PaperEnd,
        } => Kick::Opened,
        PrintAnswer::Unreachable { reason } => {
            tracing::warn!(printer, reason, "the drawer's printer does not answer");
            Kick::NotReached
        }
        PrintAnswer::Unknown { reason } => {
            tracing::warn!(printer, %reason, "nobody knows whether the drawer opened");
            Kick::Uncertain
        }
    }
}
