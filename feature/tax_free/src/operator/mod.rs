//! The operator at the wire: one command, one exchange. The protocol is described in
//! `simulator/tax_free/README.md`; nothing here is shared with that program.
//!
//! A client never retries, keeps no state between calls and reads no clock. Whoever calls it has
//! committed what is asked before: an operator that did not answer may have done it.

mod client;
mod signature;
mod wire;

pub(crate) use client::{Client, Issue, Look, Probe, VoidAnswer};
pub(crate) use signature::verify_notification;
pub(crate) use wire::{CardWire, FormWire, LineWire, ReceiptWire, RefundWire, TravellerWire};

use device::Secret;

/// A store's access to its operator.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    /// Where the operator listens.
    pub(crate) address: String,
    /// What the operator calls the store.
    pub(crate) shop_no: String,
    /// What both sign with.
    pub(crate) secret: Secret,
}
