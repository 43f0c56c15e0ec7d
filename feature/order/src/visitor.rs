//! Who asked the public page how often, as far as this process has seen.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use kernel::Refusal;
use session::rule::address::network;

use crate::CHECKED_TOO_OFTEN;
use crate::rule::visit::{Visits, admit};

/// How many addresses are remembered before those whose time is over are forgotten.
const REMEMBERED_MAX: usize = 4_096;

/// The visits by address; clones share them.
#[derive(Clone, Default)]
pub struct Visitors {
    seen: Arc<Mutex<HashMap<IpAddr, Visits>>>,
}

impl Visitors {
    /// Admits a visit from an address.
    ///
    /// # Errors
    /// [`CHECKED_TOO_OFTEN`].
    pub(crate) fn admit(&self, address: IpAddr, now: Timestamp) -> Result<(), Refusal> {
        let address = network(address);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() >= REMEMBERED_MAX {
            seen.retain(|_, visits| !visits.is_over(now));
        }
        let visits = admit(seen.get(&address).copied(), now)
            .ok_or_else(|| Refusal::new(&CHECKED_TOO_OFTEN))?;
        seen.insert(address, visits);
        Ok(())
    }
}
