//! Tills with their card terminals. A terminal's key comes in and never goes out; what tells one from
//! another is a mark, the beginning of its hash.

pub(crate) mod export;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;
pub(crate) mod test;

use device::card_terminal::PoiId;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Few, refused};
use setting::export::Tabled;
use setting::rule::{code, filled, within, within_length};
use setting::{IN_USE, REFERENCE_UNKNOWN, REQUIRED};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::terminal::is_usable_address;
use crate::{DEVICE_ADDRESS, DEVICE_NAME, DEVICE_TAKEN, store};

/// What is kept of a till.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TerminalValue {
    /// The store.
    #[schema(example = "PAR01")]
    pub(crate) store_no: String,
    /// The till's name.
    #[schema(example = "Till 1")]
    pub(crate) name: String,
    /// The serial number by which its card terminal calls itself; blank for none.
    #[serde(rename = "deviceSN")]
    #[schema(example = "V400m-324688179")]
    pub(crate) device_sn: String,
    /// The number of the shop at the acquirer.
    #[schema(example = "000123456789")]
    pub(crate) merchant_no: String,
    /// Where the terminal is reached: `https://host:port`, or `host:port` with a key.
    #[schema(example = "https://192.168.1.20:8443")]
    pub(crate) device_address: String,
    /// The name of the key by which messages are encrypted; blank for none.
    #[schema(example = "shop")]
    pub(crate) device_key_identifier: String,
    /// The version of the key.
    #[schema(example = 1)]
    pub(crate) device_key_version: Option<i64>,
    /// The passphrase of the key; never answered. Absent: it stays as it is.
    #[serde(default, skip_serializing)]
    #[schema(write_only)]
    pub(crate) device_passphrase: Option<String>,
    /// What tells the passphrase from another; answered, not taken.
    #[serde(default)]
    #[schema(read_only, example = "3f9a1c")]
    pub(crate) device_passphrase_mark: String,
}

impl std::fmt::Debug for TerminalValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("TerminalValue")
            .field("store_no", &self.store_no)
            .field("device_sn", &self.device_sn)
            .finish_non_exhaustive()
    }
}

impl TerminalValue {
    async fn checked(&self, tx: &mut Tx, key: &str, before: Option<&Self>) -> Outcome<Self> {
        code(key, "key")?;
        if before.is_some_and(|before| before.store_no != self.store_no) {
            return Err(refused(&IN_USE, "storeNo"));
        }
        let stores = store::setup::stores(tx).await?;
        if !stores.iter().any(|(known, _)| *known == self.store_no) {
            return Err(refused(&REFERENCE_UNKNOWN, "storeNo"));
        }
        let new = Self {
            name: filled(&self.name, 40, "name")?,
            device_sn: within_length(&self.device_sn, 40, "deviceSN")?,
            merchant_no: within_length(&self.merchant_no, 40, "merchantNo")?,
            device_address: within_length(&self.device_address, 200, "deviceAddress")?,
            device_key_identifier: within_length(
                &self.device_key_identifier,
                40,
                "deviceKeyIdentifier",
            )?,
            ..self.clone()
        };
        let new = new.with_key(before)?;
        new.check_device(tx, key).await?;
        let is_encrypted = !new.device_key_identifier.is_empty();
        let address = &new.device_address;
        if !address.is_empty() && !is_usable_address(address, is_encrypted) {
            return Err(refused(&DEVICE_ADDRESS, "deviceAddress"));
        }
        Ok(new)
    }

    /// A key has a name, a version and a passphrase, or is none.
    fn with_key(mut self, before: Option<&Self>) -> Outcome<Self> {
        let given = self.device_passphrase.take();
        if self.device_key_identifier.is_empty() {
            self.device_key_version = None;
            self.device_passphrase_mark = String::new();
            return Ok(self);
        }
        let version = self
            .device_key_version
            .ok_or_else(|| refused(&REQUIRED, "deviceKeyVersion"))?;
        within(version, &(0..=9_999), "deviceKeyVersion")?;
        self.device_passphrase = given.filter(|given| !given.trim().is_empty());
        self.device_passphrase_mark = match &self.device_passphrase {
            Some(given) => {
                filled(given, 200, "devicePassphrase")?;
                mark(given)
            }
            None => before
                .map(|before| before.device_passphrase_mark.clone())
                .unwrap_or_default(),
        };
        match self.device_passphrase_mark.is_empty() {
            true => Err(refused(&REQUIRED, "devicePassphrase")),
            false => Ok(self),
        }
    }

    async fn check_device(&self, tx: &mut Tx, key: &str) -> Outcome<()> {
        if self.device_sn.is_empty() {
            return Ok(());
        }
        if PoiId::parse(self.device_sn.clone()).is_err() {
            return Err(refused(&DEVICE_NAME, "deviceSN"));
        }
        let known = store::find_terminal_by_device(tx, &self.device_sn).await?;
        match known.filter(|known| known.terminal_no.as_str() != key) {
            Some(known) => Err(Refusal::new(&DEVICE_TAKEN)
                .with("terminal", known.terminal_no.as_str())
                .at("deviceSN")
                .into()),
            None => Ok(()),
        }
    }
}

/// What tells a passphrase from another.
pub(crate) use crate::merchant::mark;

impl Few for TerminalValue {
    const SETTING: &'static str = "terminal";
    const OPERATION: &'static str = "terminal.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::setup::read_terminals(tx, key))
    }

    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(value.checked(tx, key, before))
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::setup::keep_terminal(tx, key, value))
    }

    fn text(&self) -> String {
        format!("{} {} {}", self.store_no, self.name, self.device_sn)
    }
}

impl Tabled for TerminalValue {
    const TABLE: &'static str = "terminals";
    const COLUMNS: &'static [&'static str] = &[
        "no",
        "name",
        "storeNo",
        "deviceSN",
        "merchantNo",
        "deviceAddress",
    ];

    fn cells(&self, key: &str) -> Vec<String> {
        vec![
            key.to_owned(),
            self.name.clone(),
            self.store_no.clone(),
            self.device_sn.clone(),
            self.merchant_no.clone(),
            self.device_address.clone(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value() -> TerminalValue {
        TerminalValue {
            store_no: "PAR01".to_owned(),
            name: "Till 1".to_owned(),
            device_sn: "V400m-324688179".to_owned(),
            merchant_no: "M1".to_owned(),
            device_address: "192.168.1.20:8443".to_owned(),
            device_key_identifier: "shop".to_owned(),
            device_key_version: Some(1),
            device_passphrase: Some("till and terminal".to_owned()),
            device_passphrase_mark: String::new(),
        }
    }

    #[test]
    fn a_key_is_whole_or_none_and_its_passphrase_never_goes_out() {
        let kept = value().with_key(None).unwrap();
        assert_eq!(kept.device_passphrase_mark.len(), 12);
        let told = serde_json::to_string(&kept).unwrap() + &format!("{kept:?}");
        assert!(!told.contains("till and terminal"));
        let same = TerminalValue {
            device_passphrase: None,
            ..value()
        };
        let marked = same.clone().with_key(Some(&kept)).unwrap();
        assert_eq!(marked.device_passphrase_mark, kept.device_passphrase_mark);
        assert!(same.with_key(None).is_err(), "it never had one");
        let unversioned = TerminalValue {
            device_key_version: None,
            ..value()
        };
        assert!(unversioned.with_key(None).is_err());
        let plain = TerminalValue {
            device_key_identifier: String::new(),
            ..value()
        };
        let plain = plain.with_key(Some(&kept)).unwrap();
        assert_eq!(plain.device_passphrase_mark, "");
        assert_eq!(plain.device_key_version, None);
    }
}
