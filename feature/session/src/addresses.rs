//! Where wrong passwords come from, as far as this process has seen.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use kernel::Refusal;

use crate::LOCKED;
use crate::rule::address::{Tries, admit, network};

/// How many addresses are remembered before those whose time is over are forgotten.
const REMEMBERED_MAX: usize = 4_096;

/// The tries by address; clones share them.
#[derive(Clone, Default)]
pub struct Addresses {
    seen: Arc<Mutex<HashMap<IpAddr, Tries>>>,
}

impl Addresses {
    /// Admits a try from an address, which counts as wrong until it is forgiven.
    ///
    /// # Errors
    /// [`LOCKED`].
    pub(crate) fn admit(&self, address: IpAddr, now: Timestamp) -> Result<(), Refusal> {
        let address = network(address);
        let mut seen = self.lock();
        if seen.len() >= REMEMBERED_MAX {
            seen.retain(|_, tries| !tries.is_over(now));
        }
        let tries = admit(seen.get(&address).copied(), now)
            .map_err(|minutes| Refusal::new(&LOCKED).with("minutesLeft", minutes))?;
        seen.insert(address, tries);
        Ok(())
    }

    /// The try was right.
    pub(crate) fn forgive(&self, address: IpAddr) {
        if let Some(tries) = self.lock().get_mut(&network(address)) {
            tries.wrong = tries.wrong.saturating_sub(1);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Tries>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
