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

/// Whether requests with names and passports may go to an address: over TLS, or on this machine.
pub(crate) fn is_usable(address: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(address) else {
        return false;
    };
    let is_here = matches!(url.host_str(), Some("127.0.0.1" | "localhost" | "[::1]"));
    let is_plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
    is_plain && (url.scheme() == "https" || (url.scheme() == "http" && is_here))
}

#[cfg(test)]
mod tests {
    use super::is_usable;

    #[test]
    fn passports_travel_encrypted_or_stay_on_this_machine() {
        for good in [
            "https://operator.example/api",
            "http://127.0.0.1:8450",
            "http://localhost",
        ] {
            assert!(is_usable(good), "{good}");
        }
        for bad in [
            "http://operator.example",
            "ftp://operator.example",
            "https://me:secret@operator.example",
            "https://operator.example/?a=b",
            "operator",
            "",
        ] {
            assert!(!is_usable(bad), "{bad}");
        }
    }
}
