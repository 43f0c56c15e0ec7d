//! What goes over the wire, and its signature.

use std::collections::BTreeMap;

use device::card_terminal::Amount;
use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};
use serde::Serialize;

use super::Alipay;
use crate::provider::{ChargeCommand, CreateCommand, OrderNo, RefundCommand, RefundQueryCommand};

/// The gateway's clock, whatever the shop's: China Standard Time, without summer time.
const GATEWAY_HOURS: i8 = 8;

/// Longest `subject` of the interface, in characters.
const SUBJECT_LEN_MAX: usize = 127;

/// A method of the gateway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Precreate,
    Pay,
    Query,
    Cancel,
    Refund,
    RefundQuery,
}

impl Method {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Precreate => "alipay.trade.precreate",
            Self::Pay => "alipay.trade.pay",
            Self::Query => "alipay.trade.query",
            Self::Cancel => "alipay.trade.cancel",
            Self::Refund => "alipay.trade.refund",
            Self::RefundQuery => "alipay.trade.fastpay.refund.query",
        }
    }

    /// The name of the node that answers it.
    pub(super) fn node(self) -> String {
        format!("{}_response", self.name().replace('.', "_"))
    }

    /// Whether it may lead to a notification.
    fn is_notified(self) -> bool {
        matches!(self, Self::Precreate | Self::Pay)
    }
}

#[derive(Serialize)]
struct Precreate<'a> {
    out_trade_no: &'a str,
    total_amount: String,
    subject: &'a str,
    product_code: &'static str,
    store_id: &'a str,
    terminal_id: &'a str,
    /// The last moment at which the order can be paid.
    time_expire: String,
    /// How long the code can be scanned, in whole minutes.
    qr_code_timeout_express: String,
}

#[derive(Serialize)]
struct Pay<'a> {
    out_trade_no: &'a str,
    scene: &'static str,
    auth_code: &'a str,
    total_amount: String,
    subject: &'a str,
    product_code: &'static str,
    store_id: &'a str,
    terminal_id: &'a str,
    time_expire: String,
}

#[derive(Serialize)]
struct About<'a> {
    out_trade_no: &'a str,
}

#[derive(Serialize)]
struct Refund<'a> {
    out_trade_no: &'a str,
    refund_amount: String,
    out_request_no: &'a str,
    refund_reason: &'a str,
}

#[derive(Serialize)]
struct AboutRefund<'a> {
    out_trade_no: &'a str,
    out_request_no: &'a str,
}

impl Alipay {
    pub(super) fn precreate(&self, command: &CreateCommand) -> Result<String, String> {
        let seconds = command.expires_at.duration_since(command.now).as_secs();
        json(&Precreate {
            out_trade_no: command.order_no.as_str(),
            total_amount: self.total(command.amount)?,
            subject: subject(&command.subject)?,
            product_code: "FACE_TO_FACE_PAYMENT",
            store_id: &self.store_id,
            terminal_id: &command.till,
            time_expire: gateway_time(command.expires_at),
            qr_code_timeout_express: format!("{}m", (seconds.max(1) + 59) / 60),
        })
    }

    pub(super) fn pay(&self, command: &ChargeCommand) -> Result<String, String> {
        json(&Pay {
            out_trade_no: command.order_no.as_str(),
            scene: "bar_code",
            auth_code: command.payment_code.expose(),
            total_amount: self.total(command.amount)?,
            subject: subject(&command.subject)?,
            product_code: "FACE_TO_FACE_PAYMENT",
            store_id: &self.store_id,
            terminal_id: &command.till,
            time_expire: gateway_time(command.expires_at),
        })
    }

    pub(super) fn refunding(&self, command: &RefundCommand) -> Result<String, String> {
        json(&Refund {
            out_trade_no: command.order_no.as_str(),
            refund_amount: self.total(command.amount)?,
            out_request_no: command.refund_no.as_str(),
            refund_reason: &command.reason,
        })
    }

    fn total(&self, amount: Amount) -> Result<String, String> {
        if amount.currency != self.currency {
            return Err(format!("the account is in {}", self.currency.code()));
        }
        if amount.minor <= 0 {
            return Err("the amount is not above 0".to_owned());
        }
        Ok(amount.to_decimal())
    }

    /// The signed form: all parameters but `sign`, sorted by name, empty ones left out.
    pub(super) fn form(
        &self,
        method: Method,
        content: &str,
        now: Timestamp,
    ) -> Result<String, String> {
        let timestamp = gateway_time(now);
        let mut fields = BTreeMap::from([
            ("app_id", self.app_id.as_str()),
            ("method", method.name()),
            ("format", "JSON"),
            ("charset", "utf-8"),
            ("sign_type", "RSA2"),
            ("timestamp", &timestamp),
            ("version", "1.0"),
            ("biz_content", content),
        ]);
        if let Some(url) = self.notify_url.as_deref().filter(|_| method.is_notified()) {
            fields.insert("notify_url", url);
        }
        let sign = self
            .private_key
            .sign(sorted(&fields).as_bytes())
            .ok_or("the request could not be signed")?;
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(&fields);
        form.append_pair("sign", &sign);
        Ok(form.finish())
    }
}

/// What is signed: `name=value` joined by `&`, in the order of the names.
pub(super) fn sorted(fields: &BTreeMap<&str, &str>) -> String {
    let pairs: Vec<String> = fields
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    pairs.join("&")
}

pub(super) fn about(order_no: &OrderNo) -> Result<String, String> {
    json(&About {
        out_trade_no: order_no.as_str(),
    })
}

pub(super) fn about_refund(command: &RefundQueryCommand) -> Result<String, String> {
    json(&AboutRefund {
        out_trade_no: command.order_no.as_str(),
        out_request_no: command.refund_no.as_str(),
    })
}

fn subject(text: &str) -> Result<&str, String> {
    if text.is_empty() || text.chars().count() > SUBJECT_LEN_MAX {
        return Err(format!("a subject has 1 to {SUBJECT_LEN_MAX} characters"));
    }
    Ok(text)
}

fn json(content: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(content).map_err(|error| error.to_string())
}

/// An instant as the gateway writes it, in its own zone.
pub(super) fn gateway_time(at: Timestamp) -> String {
    let zone = TimeZone::fixed(Offset::constant(GATEWAY_HOURS));
    at.to_zoned(zone).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_the_gateways() {
        let at: Timestamp = "2026-11-21T16:00:01.9Z".parse().expect("a time");
        assert_eq!(gateway_time(at), "2026-11-22 00:00:01");
    }

    #[test]
    fn what_is_signed_is_sorted_and_has_nothing_empty() {
        let fields = BTreeMap::from([
            ("version", "1.0"),
            ("app_id", "1"),
            ("notify_url", ""),
            ("biz_content", "{\"a\":\"b&c=d\"}"),
        ]);
        assert_eq!(
            sorted(&fields),
            "app_id=1&biz_content={\"a\":\"b&c=d\"}&version=1.0"
        );
    }

    #[test]
    fn nodes_are_named_after_their_method() {
        assert_eq!(
            Method::RefundQuery.node(),
            "alipay_trade_fastpay_refund_query_response"
        );
    }
}
