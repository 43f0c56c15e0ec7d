//! What Alipay sends by itself: a signed form.
//!
//! Source: "Asynchronous notifications": signed are all parameters but `sign` and `sign_type`, with
//! their values decoded, sorted by name; the notification comes again (25 hours long, eight times)
//! until it is answered with the word `success`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::outcome::{self, Asked};
use super::reply::{Price, Trade};
use super::{Alipay, request};
use crate::provider::{Incoming, Notice, NotificationRefused, OrderNo, UnknownReason};

pub(super) fn read(
    alipay: &Alipay,
    incoming: &Incoming<'_>,
) -> Result<Notice, NotificationRefused> {
    let fields: BTreeMap<Cow<'_, str>, Cow<'_, str>> =
        form_urlencoded::parse(incoming.body).collect();
    let field = |name: &str| fields.get(name).map(AsRef::as_ref);
    let signed: BTreeMap<&str, &str> = fields
        .iter()
        .map(|(name, value)| (name.as_ref(), value.as_ref()))
        .filter(|(name, _)| !matches!(*name, "sign" | "sign_type"))
        .collect();
    let is_authentic = field("sign_type") == Some("RSA2")
        && field("sign").is_some_and(|sign| {
            let text = request::sorted(&signed);
            alipay.public_key.verifies(text.as_bytes(), sign)
        });
    if !is_authentic {
        return Err(NotificationRefused::NotAuthentic {
            detail: "no signature or a wrong one".to_owned(),
        });
    }
    if field("app_id") != Some(alipay.app_id.as_str()) {
        return Err(NotificationRefused::Stray { field: "app_id" });
    }
    let order_no = field("out_trade_no").and_then(|number| OrderNo::parse(number).ok());
    let order_no = order_no.ok_or(NotificationRefused::Stray {
        field: "out_trade_no",
    })?;
    let trade = Trade {
        out_trade_no: order_no.as_str().to_owned(),
        trade_no: field("trade_no").unwrap_or_default().to_owned(),
        trade_status: None,
        total_amount: field("total_amount").and_then(Price::from_text),
        buyer_logon_id: field("buyer_logon_id").map(str::to_owned),
        // A notification calls the moment of payment by another name.
        send_pay_date: field("gmt_payment").map(str::to_owned),
    };
    let asked = Asked {
        order_no: &order_no,
        currency: alipay.currency,
    };
    let status = field("trade_status").unwrap_or_default();
    let answer = outcome::order(&trade, status, &asked).map_err(unreadable)?;
    Ok(Notice::Order { order_no, answer })
}

#[expect(clippy::needless_pass_by_value, reason = "handed to map_err as it is")]
fn unreadable(reason: UnknownReason) -> NotificationRefused {
    NotificationRefused::Malformed {
        detail: reason.to_string(),
    }
}

#[cfg(test)]
mod tests;
