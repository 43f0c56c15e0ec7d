//! Connections to the devices of a shop: card terminals and receipt printers; and to what others publish.
//!
//! Plumbing without a business word. An adapter translates one command into one exchange with one
//! device and answers with a closed enum; it never retries, keeps no state between calls, reads no
//! clock and decides nothing about money. Every enum has an `Unknown`, because a device that did
//! not answer may still have done what it was asked.

pub mod address;
pub mod card_terminal;
pub mod cause;
pub mod document;
pub mod nexo;
pub mod printer;
mod secret;

pub use secret::Secret;
