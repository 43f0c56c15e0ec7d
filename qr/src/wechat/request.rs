//! What goes over the wire.

use std::fmt;

use device::card_terminal::Amount;
use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};
use reqwest::RequestBuilder;
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, USER_AGENT};
use serde::Serialize;

use super::Wechat;
use super::signature;
use crate::provider::{ChargeCommand, CreateCommand, OrderNo, RefundCommand, RefundNo};
use crate::transport::Failure;

/// Longest `description` of the interface, in bytes.
const DESCRIPTION_LEN_MAX: usize = 127;

/// Longest `device_id` of a scanned payment code, in bytes.
const DEVICE_LEN_MAX: usize = 16;

/// A resource of the interface.
#[derive(Clone, Copy)]
pub(super) enum Path<'a> {
    Native,
    CodePay,
    Order(&'a OrderNo),
    Close(&'a OrderNo),
    Reverse(&'a OrderNo),
    Refunds,
    Refund(&'a RefundNo),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let orders = "/v3/pay/transactions";
        let refunds = "/v3/refund/domestic/refunds";
        match self {
            Self::Native => write!(formatter, "{orders}/native"),
            Self::CodePay => write!(formatter, "{orders}/codepay"),
            Self::Order(no) => write!(formatter, "{orders}/out-trade-no/{no}"),
            Self::Close(no) => write!(formatter, "{orders}/out-trade-no/{no}/close"),
            Self::Reverse(no) => write!(formatter, "{orders}/out-trade-no/{no}/reverse"),
            Self::Refunds => formatter.write_str(refunds),
            Self::Refund(no) => write!(formatter, "{refunds}/{no}"),
        }
    }
}

#[derive(Serialize)]
struct Total<'a> {
    total: i64,
    currency: &'a str,
}

#[derive(Serialize)]
pub(super) struct Native<'a> {
    appid: &'a str,
    mchid: &'a str,
    description: &'a str,
    out_trade_no: &'a str,
    /// The last moment at which the order can be paid.
    time_expire: String,
    notify_url: &'a str,
    amount: Total<'a>,
    scene_info: Scene<'a>,
}

#[derive(Serialize)]
struct Scene<'a> {
    /// Native and payment code name the address differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    payer_client_ip: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    device_ip: Option<&'a str>,
    device_id: &'a str,
    store_info: Store<'a>,
}

#[derive(Serialize)]
struct Store<'a> {
    /// Native calls the shop's own number `id`; for a payment code `id` is WeChat's, `out_id` ours.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out_id: Option<&'a str>,
}

#[derive(Serialize)]
pub(super) struct CodePay<'a> {
    appid: &'a str,
    mchid: &'a str,
    description: &'a str,
    out_trade_no: &'a str,
    payer: Payer<'a>,
    amount: Total<'a>,
    scene_info: Scene<'a>,
}

#[derive(Serialize)]
struct Payer<'a> {
    auth_code: &'a str,
}

/// Closes or reverses.
#[derive(Serialize)]
pub(super) struct Ending<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) appid: Option<&'a str>,
    pub(super) mchid: &'a str,
}

#[derive(Serialize)]
pub(super) struct Refund<'a> {
    out_trade_no: &'a str,
    out_refund_no: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'a str,
    notify_url: &'a str,
    amount: RefundTotal<'a>,
}

#[derive(Serialize)]
struct RefundTotal<'a> {
    refund: i64,
    total: i64,
    currency: &'a str,
}

impl Wechat {
    pub(super) fn native<'a>(&'a self, command: &'a CreateCommand) -> Result<Native<'a>, String> {
        Ok(Native {
            appid: &self.app_id,
            mchid: &self.merchant_id,
            description: description(&command.subject)?,
            out_trade_no: command.order_no.as_str(),
            time_expire: china_time(command.expires_at),
            notify_url: &self.notify_url,
            amount: self.total(command.amount)?,
            scene_info: Scene {
                payer_client_ip: Some(&self.device_ip),
                device_ip: None,
                device_id: device(&command.till)?,
                store_info: Store {
                    id: Some(&self.store_id),
                    out_id: None,
                },
            },
        })
    }

    /// A payment code has no `time_expire` of ours: the code itself ends within a minute or two.
    pub(super) fn code_payment<'a>(
        &'a self,
        command: &'a ChargeCommand,
    ) -> Result<CodePay<'a>, String> {
        Ok(CodePay {
            appid: &self.app_id,
            mchid: &self.merchant_id,
            description: description(&command.subject)?,
            out_trade_no: command.order_no.as_str(),
            payer: Payer {
                auth_code: command.payment_code.expose(),
            },
            amount: self.total(command.amount)?,
            scene_info: Scene {
                payer_client_ip: None,
                device_ip: Some(&self.device_ip),
                device_id: device(&command.till)?,
                store_info: Store {
                    id: None,
                    out_id: Some(&self.store_id),
                },
            },
        })
    }

    pub(super) fn refunding<'a>(
        &'a self,
        command: &'a RefundCommand,
    ) -> Result<Refund<'a>, String> {
        let refund = self.total(command.amount)?;
        let paid = self.total(command.paid)?;
        Ok(Refund {
            out_trade_no: command.order_no.as_str(),
            out_refund_no: command.refund_no.as_str(),
            reason: &command.reason,
            notify_url: &self.notify_url,
            amount: RefundTotal {
                refund: refund.total,
                total: paid.total,
                currency: refund.currency,
            },
        })
    }

    fn total(&self, amount: Amount) -> Result<Total<'_>, String> {
        if amount.currency != self.currency {
            return Err(format!("the account is in {}", self.currency.code()));
        }
        if amount.minor <= 0 {
            return Err("the amount is not above 0".to_owned());
        }
        Ok(Total {
            total: amount.minor,
            currency: self.currency.code(),
        })
    }

    /// The request with its authorization.
    pub(super) fn signed(
        &self,
        method: &'static str,
        path: Path<'_>,
        body: String,
        now: Timestamp,
    ) -> Result<RequestBuilder, Failure> {
        let mut url = self.transport.base().clone();
        url.set_path(&path.to_string());
        if matches!(path, Path::Order(_)) {
            url.query_pairs_mut()
                .append_pair("mchid", &self.merchant_id);
        }
        let target = match url.query() {
            Some(query) => format!("{}?{query}", url.path()),
            None => url.path().to_owned(),
        };
        let authorization = signature::authorization(self, method, &target, &body, now)
            .ok_or_else(|| Failure::not_made("the request could not be signed"))?;
        let client = self.transport.client();
        let request = match method {
            "GET" => client.get(url),
            _ => client.post(url).body(body),
        };
        Ok(request
            .header(AUTHORIZATION, authorization)
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/json")
            .header(USER_AGENT, concat!("Vitrine/", env!("CARGO_PKG_VERSION"))))
    }
}

fn description(text: &str) -> Result<&str, String> {
    if text.is_empty() || text.len() > DESCRIPTION_LEN_MAX {
        return Err(format!(
            "a description has 1 to {DESCRIPTION_LEN_MAX} bytes"
        ));
    }
    Ok(text)
}

fn device(till: &str) -> Result<&str, String> {
    if till.is_empty() || till.len() > DEVICE_LEN_MAX {
        return Err(format!("a till's name has 1 to {DEVICE_LEN_MAX} bytes"));
    }
    Ok(till)
}

/// An instant as RFC 3339 in China Standard Time, to the second.
fn china_time(at: Timestamp) -> String {
    let zone = TimeZone::fixed(Offset::constant(8));
    at.to_zoned(zone)
        .strftime("%Y-%m-%dT%H:%M:%S%:z")
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_carry_the_offset() {
        let at: Timestamp = "2026-11-21T16:00:01Z".parse().expect("a time");
        assert_eq!(china_time(at), "2026-11-22T00:00:01+08:00");
    }

    #[test]
    fn each_resource_has_its_path() {
        let order_no = OrderNo::parse("VT0001").expect("a number");
        assert_eq!(
            Path::Reverse(&order_no).to_string(),
            "/v3/pay/transactions/out-trade-no/VT0001/reverse"
        );
    }
}
