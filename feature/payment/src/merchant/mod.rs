//! The accounts of stores with providers of payments by code: who the store is there, and by which
//! keys the two prove who they are.
//!
//! Secrets come in, are sealed at once ([`Vault`]), and never go out again: neither an answer nor
//! what is written down of a change holds them. What tells one from another is a mark, the beginning
//! of its hash.

pub(crate) mod get;
pub(crate) mod list;
mod providers;
pub(crate) mod save;
pub(crate) mod test;
mod vault;

use kernel::Currency;
use kernel::id::StoreNo;
use serde::{Deserialize, Serialize};
use setting::entry::{self, Entry, Few, refused};
use setting::rule::{code, filled, within_length};
use setting::{REFERENCE_UNKNOWN, REQUIRED};
use sha2::{Digest, Sha256};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::rule::qr::QrProvider;
use crate::store;

pub use providers::{Between, Providers};
pub use vault::{Vault, VaultError};

/// The longest key in PEM.
const KEY_MAX: usize = 8_192;
/// How many digits of a hash tell one secret from another.
const MARK_DIGITS: usize = 12;

/// What is kept of a store's account with a provider.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QrMerchantValue {
    /// The store.
    #[schema(value_type = String, example = "HKG01")]
    pub store_no: StoreNo,
    /// The provider.
    pub provider: QrProvider,
    /// Whether payments are taken with it.
    pub is_active: bool,
    /// The provider's address.
    #[schema(example = "https://openapi.alipay.com/gateway.do")]
    pub gateway: String,
    /// The number of the store's application at the provider.
    #[schema(example = "2021000000000000")]
    pub app_id: String,
    /// The store's number at WeChat Pay; blank for Alipay.
    #[schema(example = "1600000000")]
    pub merchant_id: String,
    /// The serial number of the certificate that belongs to the private key (WeChat Pay).
    #[schema(example = "4E9C1B2A7D")]
    pub serial_no: String,
    /// What WeChat Pay calls its public key; blank for a certificate and for Alipay.
    #[schema(example = "PUB_KEY_ID_0114232134912410000000")]
    pub platform_key_id: String,
    /// The provider's public key.
    #[schema(example = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A")]
    pub platform_key: String,
    /// The store's private key, to be kept; never answered. Absent: it stays as it is.
    #[serde(default, skip_serializing)]
    #[schema(write_only)]
    pub private_key: Option<String>,
    /// What tells the private key from another; answered, not taken.
    #[serde(default)]
    #[schema(read_only, example = "3f9a1c")]
    pub private_key_mark: String,
    /// The API v3 key of WeChat Pay, to be kept; never answered. Absent: it stays as it is.
    #[serde(default, skip_serializing)]
    #[schema(write_only)]
    pub api_key: Option<String>,
    /// What tells the API v3 key from another; answered, not taken.
    #[serde(default)]
    #[schema(read_only, example = "c4d27e")]
    pub api_key_mark: String,
}

impl std::fmt::Debug for QrMerchantValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("QrMerchantValue")
            .field("store_no", &self.store_no)
            .field("provider", &self.provider)
            .finish_non_exhaustive()
    }
}

/// An account as it is stored, its secrets sealed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct MerchantSetup {
    pub merchant_key: String,
    pub version: i64,
    pub store_no: StoreNo,
    pub provider: QrProvider,
    pub is_active: bool,
    pub gateway: String,
    pub app_id: String,
    pub merchant_id: String,
    pub serial_no: String,
    pub platform_key_id: String,
    pub platform_key: String,
    pub private_key: String,
    pub private_key_mark: String,
    pub api_key: String,
    pub api_key_mark: String,
    pub currency: Currency,
}

impl QrMerchantValue {
    pub(crate) fn of(setup: MerchantSetup) -> Self {
        Self {
            store_no: setup.store_no,
            provider: setup.provider,
            is_active: setup.is_active,
            gateway: setup.gateway,
            app_id: setup.app_id,
            merchant_id: setup.merchant_id,
            serial_no: setup.serial_no,
            platform_key_id: setup.platform_key_id,
            platform_key: setup.platform_key,
            private_key: None,
            private_key_mark: setup.private_key_mark,
            api_key: None,
            api_key_mark: setup.api_key_mark,
        }
    }

    /// What the account is known by.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}-{}", self.store_no, self.provider.name())
    }

    /// Puts the secrets that were given under seal, and marks them.
    ///
    /// # Errors
    /// When the machine gives no random numbers.
    pub fn sealed(mut self, vault: &Vault) -> Result<Self, VaultError> {
        let blank = |secret: &String| secret.trim().is_empty();
        self.private_key = self.private_key.filter(|secret| !blank(secret));
        self.api_key = self.api_key.filter(|secret| !blank(secret));
        self.private_key_mark = self.private_key.as_deref().map(mark).unwrap_or_default();
        self.api_key_mark = self.api_key.as_deref().map(mark).unwrap_or_default();
        let seal = |secret: Option<String>| {
            let sealed = secret.map(|secret| vault.seal(secret.trim()));
            sealed.transpose()
        };
        self.private_key = seal(self.private_key)?;
        self.api_key = seal(self.api_key)?;
        Ok(self)
    }
}

/// What tells one secret from another.
pub(crate) fn mark(secret: &str) -> String {
    let mut digits = hex::encode(Sha256::digest(secret.trim()));
    digits.truncate(MARK_DIGITS);
    digits
}

/// Keeps an account without a change being written down: for a demonstration, whose simulators have
/// other addresses and keys at each start.
///
/// # Errors
/// The database's failure.
pub async fn keep_for_demonstration(tx: &mut Tx, sealed: &QrMerchantValue) -> Outcome<()> {
    store::keep_merchant(tx, &sealed.key(), 1, sealed).await
}

impl Few for QrMerchantValue {
    const SETTING: &'static str = "qrMerchant";
    const OPERATION: &'static str = "qr_merchant.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::read_merchants(tx, key))
    }

    /// Takes secrets that are sealed already.
    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            code(key, "key")?;
            entry::known_store(tx, &value.store_no.0, "storeNo").await?;
            if key != value.key() {
                return Err(refused(&REFERENCE_UNKNOWN, "provider"));
            }
            let is_wechat = value.provider == QrProvider::WechatPay;
            let of_wechat = |text: &str, maximum: usize, field: &'static str| match is_wechat {
                true => filled(text, maximum, field),
                false => Ok(String::new()),
            };
            let checked = Self {
                gateway: filled(&value.gateway, 200, "gateway")?,
                app_id: filled(&value.app_id, 64, "appId")?,
                merchant_id: of_wechat(&value.merchant_id, 32, "merchantId")?,
                serial_no: of_wechat(&value.serial_no, 64, "serialNo")?,
                platform_key_id: match is_wechat {
                    true => within_length(&value.platform_key_id, 64, "platformKeyId")?,
                    false => String::new(),
                },
                platform_key: filled(&value.platform_key, KEY_MAX, "platformKey")?,
                ..value.clone()
            };
            with_marks(checked, before, is_wechat)
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        let version = before.map_or(1, |entry| entry.version + 1);
        Box::pin(store::keep_merchant(tx, key, version, value))
    }

    fn text(&self) -> String {
        format!(
            "{} {} {} {}",
            self.store_no,
            self.provider.brand(),
            self.app_id,
            self.merchant_id
        )
    }
}

/// What was not given stays, with its mark; what was never given is missing.
fn with_marks(
    mut value: QrMerchantValue,
    before: Option<&QrMerchantValue>,
    is_wechat: bool,
) -> Outcome<QrMerchantValue> {
    if value.private_key.is_none() {
        value.private_key_mark = before
            .map(|before| before.private_key_mark.clone())
            .unwrap_or_default();
    }
    if value.api_key.is_none() {
        value.api_key_mark = before
            .map(|before| before.api_key_mark.clone())
            .unwrap_or_default();
    }
    if value.private_key_mark.is_empty() {
        return Err(refused(&REQUIRED, "privateKey"));
    }
    if is_wechat && value.api_key_mark.is_empty() {
        return Err(refused(&REQUIRED, "apiKey"));
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value() -> QrMerchantValue {
        QrMerchantValue {
            store_no: "HKG01".into(),
            provider: QrProvider::WechatPay,
            is_active: true,
            gateway: "https://api.mch.weixin.qq.com".to_owned(),
            app_id: "wx1".to_owned(),
            merchant_id: "1600000000".to_owned(),
            serial_no: "AB".to_owned(),
            platform_key_id: String::new(),
            platform_key: "key".to_owned(),
            private_key: Some("private words".to_owned()),
            private_key_mark: String::new(),
            api_key: Some("0123456789abcdef0123456789abcdef".to_owned()),
            api_key_mark: String::new(),
        }
    }

    #[test]
    fn secrets_come_in_and_never_go_out() {
        let vault = Vault::new(&[7; 32]);
        let sealed = value().sealed(&vault).unwrap();
        let kept = sealed.private_key.clone().unwrap();
        assert!(!kept.contains("private"));
        assert_eq!(vault.open(&kept).unwrap().expose(), "private words");
        let answered = serde_json::to_string(&sealed).unwrap() + &format!("{sealed:?}");
        for secret in ["private words", "0123456789abcdef0123", kept.as_str()] {
            assert!(!answered.contains(secret), "{secret}");
        }
        assert_eq!(sealed.private_key_mark.len(), MARK_DIGITS);
    }

    #[test]
    fn a_secret_that_is_not_given_stays_and_one_that_never_was_is_missing() {
        let vault = Vault::new(&[7; 32]);
        let before = value().sealed(&vault).unwrap();
        let without = QrMerchantValue {
            private_key: Some("  ".to_owned()),
            api_key: None,
            ..value()
        };
        let sealed = without.sealed(&vault).unwrap();
        let kept = with_marks(sealed.clone(), Some(&before), true).unwrap();
        assert_eq!(kept.private_key_mark, before.private_key_mark);
        assert_eq!(kept.api_key_mark, before.api_key_mark);
        assert!(with_marks(sealed, None, true).is_err());
    }
}
