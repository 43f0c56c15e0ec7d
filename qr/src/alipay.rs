//! Alipay, by its open platform's gateway: the face-to-face products.
//!
//! Sources: opendocs.alipay.com, "alipay.trade.precreate", "alipay.trade.pay",
//! "alipay.trade.query", "alipay.trade.cancel", "alipay.trade.refund",
//! "alipay.trade.fastpay.refund.query", "Asynchronous notifications", "Signatures" and "Common
//! error codes". Keys are used as keys, not as certificates (`app_cert_sn`).

mod notification;
mod outcome;
mod reply;
mod request;

use std::time::Duration;

use async_trait::async_trait;
use device::Secret;
use device::card_terminal::Currency;
use jiff::Timestamp;
use reqwest::header::CONTENT_TYPE;
use serde::de::DeserializeOwned;

use crate::key::{SigningKey, VerifyingKey};
use crate::provider::{
    Acknowledgement, ChargeCommand, CloseAnswer, CloseCommand, CreateAnswer, CreateCommand,
    Incoming, Notice, NotificationRefused, OrderAnswer, Provider, QueryCommand, RefundAnswer,
    RefundCommand, RefundQueryCommand,
};
pub use crate::transport::SettingsRefused;
use crate::transport::{Failure, Transport};
use outcome::Asked;
use reply::Node;
use request::Method;

/// Where a shop's payments go and with which keys.
#[derive(Debug, Clone)]
pub struct Settings {
    /// `https://openapi.alipay.com/gateway.do`, or the sandbox's.
    pub gateway: String,
    /// The application's number at the open platform.
    pub app_id: String,
    /// The shop's private key.
    pub private_key: Secret,
    /// Alipay's public key (not the application's).
    pub alipay_public_key: String,
    /// Where Alipay is to send notifications; none means that questions alone must do.
    pub notify_url: Option<String>,
    /// The currency of the account.
    pub currency: Currency,
    /// The shop, as Alipay's reports show it.
    pub store_id: String,
}

/// One shop's account with Alipay.
#[derive(Debug)]
pub struct Alipay {
    transport: Transport,
    app_id: String,
    private_key: SigningKey,
    public_key: VerifyingKey,
    notify_url: Option<String>,
    currency: Currency,
    store_id: String,
}

impl Alipay {
    /// Connects nothing yet.
    ///
    /// # Errors
    /// [`SettingsRefused`] if the address or a key cannot be used.
    pub fn new(settings: Settings) -> Result<Self, SettingsRefused> {
        Ok(Self {
            transport: Transport::new(&settings.gateway)?,
            app_id: settings.app_id,
            private_key: SigningKey::parse(&settings.private_key)?,
            public_key: VerifyingKey::parse(&settings.alipay_public_key)?,
            notify_url: settings.notify_url,
            currency: settings.currency,
            store_id: settings.store_id,
        })
    }

    /// Calls a method of the gateway and gives the node of the reply that Alipay signed.
    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        content: Result<String, String>,
        now: Timestamp,
        wait: Duration,
    ) -> Result<Node<T>, Failure> {
        let content = content.map_err(Failure::not_made)?;
        let form = self
            .form(method, &content, now)
            .map_err(Failure::not_made)?;
        let mut url = self.transport.base().clone();
        // The gateway decodes the body with the charset that it finds here.
        url.query_pairs_mut().append_pair("charset", "utf-8");
        let request = self
            .transport
            .client()
            .post(url)
            .header(
                CONTENT_TYPE,
                "application/x-www-form-urlencoded;charset=utf-8",
            )
            .body(form);
        let reply = self.transport.send(request, wait).await?;
        reply::open(&reply, method, &self.public_key).map_err(Failure::Unknown)
    }

    fn asked<'a>(&self, order_no: &'a crate::provider::OrderNo) -> Asked<'a> {
        Asked {
            order_no,
            currency: self.currency,
        }
    }
}

#[async_trait]
impl Provider for Alipay {
    async fn create(&self, command: &CreateCommand) -> CreateAnswer {
        let content = self.precreate(command);
        let reply = self
            .call(Method::Precreate, content, command.now, command.wait)
            .await;
        match reply {
            Ok(node) => outcome::created(node, &self.asked(&command.order_no)),
            Err(Failure::NotSent(reason)) => CreateAnswer::NotSent { reason },
            Err(Failure::Unknown(reason)) => CreateAnswer::Unknown { reason },
        }
    }

    async fn charge(&self, command: &ChargeCommand) -> OrderAnswer {
        let content = self.pay(command);
        let reply = self
            .call(Method::Pay, content, command.now, command.wait)
            .await;
        match reply {
            Ok(node) => outcome::charged(node, &self.asked(&command.order_no)),
            Err(Failure::NotSent(reason)) => OrderAnswer::NotSent { reason },
            Err(Failure::Unknown(reason)) => OrderAnswer::Unknown { reason },
        }
    }

    async fn query(&self, command: &QueryCommand) -> OrderAnswer {
        let content = request::about(&command.order_no);
        let reply = self
            .call(Method::Query, content, command.now, command.wait)
            .await;
        match reply {
            Ok(node) => outcome::told(node, &self.asked(&command.order_no)),
            Err(failure) => OrderAnswer::Unknown {
                reason: failure.not_asked(),
            },
        }
    }

    /// Alipay's cancel gives the money back when the order turns out to be paid. It is valid for
    /// 24 hours; afterwards only a refund is.
    async fn close(&self, command: &CloseCommand) -> CloseAnswer {
        let content = request::about(&command.order_no);
        let reply = self
            .call(Method::Cancel, content, command.now, command.wait)
            .await;
        match reply {
            Ok(node) => outcome::cancelled(node, command.direction, &self.asked(&command.order_no)),
            Err(Failure::NotSent(reason)) => CloseAnswer::NotSent { reason },
            Err(Failure::Unknown(reason)) => CloseAnswer::Unknown { reason },
        }
    }

    async fn refund(&self, command: &RefundCommand) -> RefundAnswer {
        let content = self.refunding(command);
        let reply = self
            .call(Method::Refund, content, command.now, command.wait)
            .await;
        match reply {
            Ok(node) => outcome::refunded(node, &self.asked(&command.order_no)),
            Err(Failure::NotSent(reason)) => RefundAnswer::NotSent { reason },
            Err(Failure::Unknown(reason)) => RefundAnswer::Unknown { reason },
        }
    }

    async fn query_refund(&self, command: &RefundQueryCommand) -> RefundAnswer {
        let content = request::about_refund(command);
        let reply = self
            .call(Method::RefundQuery, content, command.now, command.wait)
            .await;
        match reply {
            Ok(node) => outcome::refund_told(node, command, &self.asked(&command.order_no)),
            Err(failure) => RefundAnswer::Unknown {
                reason: failure.not_asked(),
            },
        }
    }

    fn read(&self, incoming: &Incoming<'_>) -> Result<Notice, NotificationRefused> {
        notification::read(self, incoming)
    }

    fn acknowledge(&self, taken: bool) -> Acknowledgement {
        Acknowledgement {
            status: 200,
            content_type: "text/plain",
            body: if taken { "success" } else { "failure" },
        }
    }
}
