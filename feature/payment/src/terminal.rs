//! Connections to the shop's card terminals.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use device::Secret;
use device::card_terminal::{CardTerminal, PoiId};
use device::nexo::{
    Endpoint, Environment, KeyRing, NexoTerminal, Security, SharedKey, SystemNonce, Trust,
};

use crate::store::TerminalSetup;

/// The port of a terminal that listens where terminals do.
const PORT: u16 = 8443;

/// By what terminals prove who they are.
#[derive(Clone, Debug)]
pub struct TerminalTrust {
    /// The certificates of the authority that signs terminals, in PEM.
    pub root_certificates_pem: String,
    /// Whether they take money or are for tests.
    pub environment: Environment,
}

/// Gives something that stands between the till and a terminal, and hears what both say.
pub type Between = dyn Fn(Arc<dyn CardTerminal>) -> Arc<dyn CardTerminal> + Send + Sync;

/// Makes connections to terminals that speak nexo, and keeps them: deriving a key takes a while.
///
/// The address of a terminal is `https://host:port` for one that proves who it is by a
/// certificate, or `host:port` for messages without TLS. The latter must be encrypted with a key
/// of the terminal, or stay on this machine.
#[derive(Default)]
pub struct Terminals {
    trust: Option<TerminalTrust>,
    between: Option<Arc<Between>>,
    known: Mutex<HashMap<TerminalSetup, Known>>,
}

/// A terminal as it was set up.
#[derive(Clone)]
struct Known {
    terminal: Arc<dyn CardTerminal>,
    keys: Option<Arc<KeyRing>>,
}

impl Terminals {
    /// Connections to terminals; those with an `https` address need `trust`.
    #[must_use]
    pub fn new(trust: Option<TerminalTrust>) -> Self {
        Self {
            trust,
            ..Self::default()
        }
    }

    /// Puts something between the till and each of its terminals.
    #[must_use]
    pub fn through(mut self, between: Arc<Between>) -> Self {
        self.between = Some(between);
        self
    }

    /// The connection to a terminal as it is set up now; nothing is sent yet.
    ///
    /// # Errors
    /// What is wrong with its set-up, for the log.
    pub(crate) fn connect(&self, setup: &TerminalSetup) -> Result<Arc<dyn CardTerminal>, String> {
        Ok(self.get(setup)?.terminal)
    }

    /// The key by which a terminal proves that a message is its own, when it has one.
    ///
    /// # Errors
    /// What is wrong with its set-up, for the log.
    pub(crate) fn keys(&self, setup: &TerminalSetup) -> Result<Option<Arc<KeyRing>>, String> {
        Ok(self.get(setup)?.keys)
    }

    fn get(&self, setup: &TerminalSetup) -> Result<Known, String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(terminal) = known.get(setup) {
            return Ok(terminal.clone());
        }
        let made = Known {
            terminal: self.make(setup)?,
            keys: keys(setup).map(Arc::new),
        };
        // A terminal that was set up anew leaves its old connection behind.
        known.retain(|other, _| other.terminal_no != setup.terminal_no);
        known.insert(setup.clone(), made.clone());
        Ok(made)
    }

    fn make(&self, setup: &TerminalSetup) -> Result<Arc<dyn CardTerminal>, String> {
        let poi_id = PoiId::parse(setup.device_sn.clone()).map_err(|error| error.to_string())?;
        let keys = keys(setup);
        let endpoint = self.endpoint(setup, &poi_id, keys.is_some())?;
        let nonces = Arc::new(SystemNonce::default());
        let terminal = NexoTerminal::new(poi_id, &endpoint, keys, nonces)
            .map_err(|error| error.to_string())?;
        let terminal: Arc<dyn CardTerminal> = Arc::new(terminal);
        Ok(match &self.between {
            Some(between) => between(terminal),
            None => terminal,
        })
    }

    fn endpoint(
        &self,
        setup: &TerminalSetup,
        poi_id: &PoiId,
        is_encrypted: bool,
    ) -> Result<Endpoint, String> {
        let address = setup.device_address.trim();
        if let Some(address) = address.strip_prefix("https://") {
            let trust = self
                .trust
                .as_ref()
                .ok_or("no certificates to trust terminals by are set up")?;
            let trust = Trust::adyen(
                trust.root_certificates_pem.clone(),
                poi_id,
                trust.environment,
            );
            let (host, port) = split(address)?;
            let security = Security::Tls(trust);
            return Ok(Endpoint {
                host,
                port,
                security,
            });
        }
        let (host, port) = split(address)?;
        if !is_encrypted && !is_this_machine(&host) {
            return Err("a terminal in the network needs https or a key".to_owned());
        }
        Ok(Endpoint {
            host,
            port,
            security: Security::None,
        })
    }
}

/// Whether a connection could be made to an address: what leaves this machine is encrypted.
pub(crate) fn is_usable_address(address: &str, is_encrypted: bool) -> bool {
    match address.trim().strip_prefix("https://") {
        Some(address) => split(address).is_ok(),
        None => split(address.trim()).is_ok_and(|(host, _)| is_encrypted || is_this_machine(&host)),
    }
}

/// The key that a terminal shares with us, when it has one.
fn keys(setup: &TerminalSetup) -> Option<KeyRing> {
    let identifier = setup.key_identifier.clone()?;
    let version = u32::try_from(setup.key_version?).ok()?;
    let passphrase = Secret::new(setup.passphrase.clone()?);
    let key = SharedKey::derive(identifier, version, &passphrase);
    Some(KeyRing::new(key, Vec::new()))
}

/// Splits `host:port`; an IPv6 address is in brackets.
fn split(address: &str) -> Result<(String, u16), String> {
    if address.is_empty() {
        return Err("the terminal has no address".to_owned());
    }
    match address.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => {
            let port = port
                .parse()
                .map_err(|_| "the port is not a number".to_owned())?;
            Ok((host.to_owned(), port))
        }
        _ => Ok((address.to_owned(), PORT)),
    }
}

fn is_this_machine(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || bare
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(address: &str, passphrase: Option<&str>) -> TerminalSetup {
        TerminalSetup {
            terminal_no: "PAR01-T1".into(),
            name: "Till 1".to_owned(),
            device_sn: "V400m-324688179".to_owned(),
            device_address: address.to_owned(),
            key_identifier: passphrase.map(|_| "shop".to_owned()),
            key_version: passphrase.map(|_| 1),
            passphrase: passphrase.map(str::to_owned),
        }
    }

    #[test]
    fn messages_in_clear_do_not_leave_this_machine() {
        let terminals = Terminals::default();
        let connects = |address, passphrase| {
            terminals
                .connect(&setup(address, passphrase))
                .map(|_| ())
                .is_ok()
        };
        assert!(connects("127.0.0.1:9001", None));
        assert!(connects("[::1]:9001", None));
        assert!(connects("192.168.1.20:8443", Some("secret")));
        assert!(!connects("192.168.1.20:8443", None));
        assert!(!connects("terminal.shop:8443", None));
        // Without certificates to trust it by, a terminal cannot prove who it is.
        assert!(!connects("https://192.168.1.20:8443", Some("secret")));
        assert!(!connects("", None));
        assert!(!connects("127.0.0.1:many", None));
    }

    #[test]
    fn an_address_is_looked_at_before_it_is_kept() {
        for (address, is_encrypted, is_usable) in [
            ("https://192.168.1.20:8443", false, true),
            ("https://terminal.shop", false, true),
            ("192.168.1.20:8443", true, true),
            ("192.168.1.20:8443", false, false),
            ("127.0.0.1:9001", false, true),
            ("127.0.0.1:many", true, false),
            ("https://", false, false),
        ] {
            let found = is_usable_address(address, is_encrypted);
            assert_eq!(found, is_usable, "{address} {is_encrypted}");
        }
    }

    #[test]
    fn a_connection_is_made_once_per_set_up() {
        let terminals = Terminals::default();
        let connect = |address| terminals.connect(&setup(address, None)).unwrap();
        let first = connect("127.0.0.1:9001");
        assert!(Arc::ptr_eq(&first, &connect("127.0.0.1:9001")));
        assert!(!Arc::ptr_eq(&first, &connect("127.0.0.1:9002")));
        assert_eq!(terminals.known.lock().unwrap().len(), 1);
    }
}
