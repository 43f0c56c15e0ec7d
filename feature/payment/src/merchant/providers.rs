//! Connections to the providers, made of what is set up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use qr::Currency;
use qr::alipay::{self, Alipay};
use qr::provider::Provider;
use qr::wechat::{self, PlatformKey, Wechat};

use super::{MerchantSetup, Vault};
use crate::rule::qr::QrProvider;

/// Gives something that stands between the till and a provider, and hears what both say.
pub type Between = dyn Fn(Arc<dyn Provider>) -> Arc<dyn Provider> + Send + Sync;

/// Where WeChat is told that a scanned code was read, when the shop's own address is a name.
const THIS_MACHINE: &str = "127.0.0.1";

/// Makes connections to providers, and keeps them: reading keys takes a while.
pub struct Providers {
    vault: Vault,
    public_address: String,
    between: Option<Arc<Between>>,
    known: Mutex<HashMap<String, Known>>,
}

/// A connection, and what it was made of.
type Known = (MerchantSetup, Arc<dyn Provider>);

impl Providers {
    /// Connections for the accounts whose secrets this vault opens. `public_address` is where
    /// providers reach this server, `https://pos.example`, for their notifications.
    #[must_use]
    pub fn new(vault: Vault, public_address: &str) -> Self {
        Self {
            vault,
            public_address: public_address.trim_end_matches('/').to_owned(),
            between: None,
            known: Mutex::default(),
        }
    }

    /// Puts something between the till and each provider.
    #[must_use]
    pub fn through(mut self, between: Arc<Between>) -> Self {
        self.between = Some(between);
        self
    }

    /// The vault of the accounts' secrets.
    #[must_use]
    pub const fn vault(&self) -> &Vault {
        &self.vault
    }

    /// The connection for an account as it is set up now; nothing is sent yet.
    ///
    /// # Errors
    /// What is wrong with the set-up, for the log.
    pub(crate) fn connect(&self, setup: &MerchantSetup) -> Result<Arc<dyn Provider>, String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((old, provider)) = known.get(&setup.merchant_key)
            && old == setup
        {
            return Ok(provider.clone());
        }
        let provider = self.make(setup)?;
        let provider = match &self.between {
            Some(between) => between(provider),
            None => provider,
        };
        known.insert(
            setup.merchant_key.clone(),
            (setup.clone(), provider.clone()),
        );
        Ok(provider)
    }

    fn make(&self, setup: &MerchantSetup) -> Result<Arc<dyn Provider>, String> {
        let text = |error: &dyn std::fmt::Display| error.to_string();
        let private_key = self
            .vault
            .open(&setup.private_key)
            .map_err(|error| text(&error))?;
        let currency = Currency::from_iso(setup.currency.code()).map_err(|error| text(&error))?;
        let notify_url = format!(
            "{}/api/v1/device/qr/{}",
            self.public_address, setup.merchant_key
        );
        match setup.provider {
            QrProvider::Alipay => {
                let settings = alipay::Settings {
                    gateway: setup.gateway.clone(),
                    app_id: setup.app_id.clone(),
                    private_key,
                    alipay_public_key: setup.platform_key.clone(),
                    notify_url: Some(notify_url),
                    currency,
                    store_id: setup.store_no.to_string(),
                };
                Ok(Arc::new(
                    Alipay::new(settings).map_err(|error| text(&error))?,
                ))
            }
            QrProvider::WechatPay => {
                let api_key = self
                    .vault
                    .open(&setup.api_key)
                    .map_err(|error| text(&error))?;
                let id = setup.platform_key_id.clone();
                let settings = wechat::Settings {
                    gateway: setup.gateway.clone(),
                    app_id: setup.app_id.clone(),
                    merchant_id: setup.merchant_id.clone(),
                    private_key,
                    serial_no: setup.serial_no.clone(),
                    platform_keys: vec![PlatformKey {
                        id: Some(id).filter(|id| !id.is_empty()),
                        text: setup.platform_key.clone(),
                    }],
                    api_key,
                    notify_url,
                    currency,
                    store_id: setup.store_no.to_string(),
                    device_ip: self.device_ip(),
                };
                Ok(Arc::new(
                    Wechat::new(settings).map_err(|error| text(&error))?,
                ))
            }
        }
    }

    fn device_ip(&self) -> String {
        let host = self.public_address.split("://").nth(1).unwrap_or_default();
        let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
        match host.parse::<std::net::IpAddr>() {
            Ok(address) => address.to_string(),
            Err(_) => THIS_MACHINE.to_owned(),
        }
    }
}
