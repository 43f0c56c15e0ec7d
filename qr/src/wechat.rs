//! WeChat Pay, API v3, for a shop with an account of its own.
//!
//! Both directions exist in v3: "Native" (`POST /v3/pay/transactions/native`) gives a code that the
//! client scans, and "payment code" (`POST /v3/pay/transactions/codepay`, since 2024; before that
//! only v2's `micropay`) charges the code that the shop scans. They share the question by our
//! number, refunds and notifications. They differ in how an unpaid order ends: a Native order is
//! closed (`…/close`, refused with `ORDERPAID` when it is paid), a payment code order is reversed
//! (`…/reverse`, which gives the money back when it is paid).
//!
//! Sources: pay.weixin.qq.com/doc/v3/merchant, "Native order", "Payment code payment", "Query by
//! merchant order number", "Close order", "Reverse order", "Apply for refund", "Query one refund",
//! "Payment notification", "Signature authentication", "Verify signatures with the WeChat Pay
//! public key" and "… with platform certificates".

mod notification;
mod outcome;
mod reply;
mod request;
mod signature;

use std::collections::BTreeMap;
use std::time::Duration;

use async_trait::async_trait;
use device::Secret;
use device::card_terminal::Currency;
use jiff::Timestamp;
use serde::Serialize;

use crate::key::{SigningKey, VerifyingKey};
use crate::provider::{
    Acknowledgement, ChargeCommand, CloseAnswer, CloseCommand, CreateAnswer, CreateCommand,
    Direction, Incoming, Notice, NotificationRefused, OrderAnswer, Provider, QueryCommand,
    RefundAnswer, RefundCommand, RefundQueryCommand,
};
pub use crate::transport::SettingsRefused;
use crate::transport::{Failure, Transport};
use outcome::Asked;
use reply::Answer;
use request::Path;

/// Length of the API v3 key.
const API_KEY_LEN: usize = 32;

/// Where a shop's payments go and with which keys.
#[derive(Debug, Clone)]
pub struct Settings {
    /// `https://api.mch.weixin.qq.com`.
    pub gateway: String,
    /// The application's number.
    pub app_id: String,
    /// The shop's number.
    pub merchant_id: String,
    /// The shop's private key (`apiclient_key.pem`).
    pub private_key: Secret,
    /// Serial number of the certificate that belongs to it.
    pub serial_no: String,
    /// WeChat Pay's public keys by what `Wechatpay-Serial` calls them: `PUB_KEY_ID_…` for a public
    /// key, the serial number for a platform certificate. Several while one is being replaced.
    pub platform_keys: Vec<PlatformKey>,
    /// The API v3 key, 32 bytes, under which notifications are encrypted.
    pub api_key: Secret,
    /// Where WeChat is to send notifications; the interface demands one.
    pub notify_url: String,
    /// The currency of the account.
    pub currency: Currency,
    /// The shop, as WeChat's reports show it.
    pub store_id: String,
    /// The address that the till's requests come from, which the interface demands for a scanned
    /// payment code.
    pub device_ip: String,
}

/// A key by which WeChat Pay signs.
#[derive(Debug, Clone)]
pub struct PlatformKey {
    /// What `Wechatpay-Serial` calls it; for a certificate none is needed.
    pub id: Option<String>,
    /// Public key or certificate, in PEM.
    pub text: String,
}

/// One shop's account with WeChat Pay.
#[derive(Debug)]
pub struct Wechat {
    transport: Transport,
    app_id: String,
    merchant_id: String,
    private_key: SigningKey,
    serial_no: String,
    platform_keys: BTreeMap<String, VerifyingKey>,
    api_key: Secret,
    notify_url: String,
    currency: Currency,
    store_id: String,
    device_ip: String,
}

impl Wechat {
    /// Connects nothing yet.
    ///
    /// # Errors
    /// [`SettingsRefused`] if the address or a key cannot be used, or a public key has no name.
    pub fn new(settings: Settings) -> Result<Self, SettingsRefused> {
        if settings.api_key.expose().len() != API_KEY_LEN {
            return Err(SettingsRefused::ApiKey);
        }
        let mut platform_keys = BTreeMap::new();
        for platform in &settings.platform_keys {
            let key = VerifyingKey::parse(&platform.text)?;
            let id = platform.id.clone();
            let id = id.or_else(|| key.serial().map(str::to_owned));
            let id = id.ok_or(crate::key::KeyRefused::Text)?;
            platform_keys.insert(id, key);
        }
        Ok(Self {
            transport: Transport::new(&settings.gateway)?,
            app_id: settings.app_id,
            merchant_id: settings.merchant_id,
            private_key: SigningKey::parse(&settings.private_key)?,
            serial_no: settings.serial_no,
            platform_keys,
            api_key: settings.api_key,
            notify_url: settings.notify_url,
            currency: settings.currency,
            store_id: settings.store_id,
            device_ip: settings.device_ip,
        })
    }

    /// Sends a request with a body.
    async fn post(
        &self,
        path: Path<'_>,
        body: Result<impl Serialize, String>,
        now: Timestamp,
        wait: Duration,
    ) -> Result<Answer, Failure> {
        let body = body.map_err(Failure::not_made)?;
        let body = serde_json::to_string(&body).map_err(|error| {
            // Only the kind: the text may hold the client's payment code.
            Failure::not_made(format!("{:?}", error.classify()))
        })?;
        self.exchange("POST", path, body, now, wait).await
    }

    /// Asks a question.
    async fn get(&self, path: Path<'_>, now: Timestamp, wait: Duration) -> Result<Answer, Failure> {
        self.exchange("GET", path, String::new(), now, wait).await
    }

    async fn exchange(
        &self,
        method: &'static str,
        path: Path<'_>,
        body: String,
        now: Timestamp,
        wait: Duration,
    ) -> Result<Answer, Failure> {
        let request = self.signed(method, path, body, now)?;
        // The reply's time stamp is compared with the time at which it comes.
        let started = tokio::time::Instant::now();
        let reply = self.transport.send(request, wait).await?;
        let arrived = now + started.elapsed();
        reply::open(self, &reply, arrived).map_err(Failure::Unknown)
    }

    fn asked<'a>(&'a self, order_no: &'a crate::provider::OrderNo) -> Asked<'a> {
        Asked {
            app_id: &self.app_id,
            merchant_id: &self.merchant_id,
            order_no,
            currency: self.currency,
        }
    }
}

#[async_trait]
impl Provider for Wechat {
    async fn create(&self, command: &CreateCommand) -> CreateAnswer {
        let body = self.native(command);
        match self
            .post(Path::Native, body, command.now, command.wait)
            .await
        {
            Ok(answer) => outcome::created(&answer),
            Err(Failure::NotSent(reason)) => CreateAnswer::NotSent { reason },
            Err(Failure::Unknown(reason)) => CreateAnswer::Unknown { reason },
        }
    }

    async fn charge(&self, command: &ChargeCommand) -> OrderAnswer {
        let body = self.code_payment(command);
        match self
            .post(Path::CodePay, body, command.now, command.wait)
            .await
        {
            Ok(answer) => outcome::charged(&answer, &self.asked(&command.order_no)),
            Err(Failure::NotSent(reason)) => OrderAnswer::NotSent { reason },
            Err(Failure::Unknown(reason)) => OrderAnswer::Unknown { reason },
        }
    }

    async fn query(&self, command: &QueryCommand) -> OrderAnswer {
        let path = Path::Order(&command.order_no);
        match self.get(path, command.now, command.wait).await {
            Ok(answer) => outcome::told(&answer, &self.asked(&command.order_no)),
            Err(failure) => OrderAnswer::Unknown {
                reason: failure.not_asked(),
            },
        }
    }

    async fn close(&self, command: &CloseCommand) -> CloseAnswer {
        let (path, body) = self.ending(command);
        match self.post(path, Ok(body), command.now, command.wait).await {
            Ok(answer) => outcome::closed(&answer, command.direction),
            Err(Failure::NotSent(reason)) => CloseAnswer::NotSent { reason },
            Err(Failure::Unknown(reason)) => CloseAnswer::Unknown { reason },
        }
    }

    async fn refund(&self, command: &RefundCommand) -> RefundAnswer {
        let body = self.refunding(command);
        let asked = self.asked(&command.order_no);
        match self
            .post(Path::Refunds, body, command.now, command.wait)
            .await
        {
            Ok(answer) => {
                let about = (&command.refund_no, command.amount);
                outcome::refunded(&answer, about, &asked, false)
            }
            Err(Failure::NotSent(reason)) => RefundAnswer::NotSent { reason },
            Err(Failure::Unknown(reason)) => RefundAnswer::Unknown { reason },
        }
    }

    async fn query_refund(&self, command: &RefundQueryCommand) -> RefundAnswer {
        let path = Path::Refund(&command.refund_no);
        let asked = self.asked(&command.order_no);
        match self.get(path, command.now, command.wait).await {
            Ok(answer) => {
                let about = (&command.refund_no, command.amount);
                outcome::refunded(&answer, about, &asked, true)
            }
            Err(failure) => RefundAnswer::Unknown {
                reason: failure.not_asked(),
            },
        }
    }

    fn read(&self, incoming: &Incoming<'_>) -> Result<Notice, NotificationRefused> {
        notification::read(self, incoming)
    }

    /// Source: "Payment notification": 200 or 204 without a body, or 4xx/5xx with a `FAIL`.
    fn acknowledge(&self, taken: bool) -> Acknowledgement {
        let (status, body) = match taken {
            true => (204, ""),
            false => (500, r#"{"code":"FAIL","message":"not taken"}"#),
        };
        Acknowledgement {
            status,
            content_type: "application/json",
            body,
        }
    }
}

impl Wechat {
    /// How an order ends: a Native order is closed, a payment code order reversed.
    fn ending<'a>(&'a self, command: &'a CloseCommand) -> (Path<'a>, request::Ending<'a>) {
        match command.direction {
            Direction::ClientScans => (
                Path::Close(&command.order_no),
                request::Ending {
                    appid: None,
                    mchid: &self.merchant_id,
                },
            ),
            Direction::ShopScans => (
                Path::Reverse(&command.order_no),
                request::Ending {
                    appid: Some(&self.app_id),
                    mchid: &self.merchant_id,
                },
            ),
        }
    }
}
