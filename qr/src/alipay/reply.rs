//! The envelope of a reply, its signature, and the nodes in it.

use std::collections::HashMap;

use device::card_terminal::{Amount, Currency};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::request::Method;
use crate::key::VerifyingKey;
use crate::provider::UnknownReason;
use crate::transport::Reply;

/// A node that Alipay signed.
pub(super) enum Node<T> {
    /// Carried out (`10000`), or begun (`10003`: the client is typing the password).
    Done { is_begun: bool, body: T },
    /// Refused, with the code and sub code.
    Refused(Verdict),
}

/// The verdict that every node carries.
#[derive(Debug, Deserialize)]
pub(super) struct Verdict {
    pub(super) code: String,
    #[serde(default)]
    pub(super) sub_code: String,
    #[serde(default)]
    msg: String,
    #[serde(default)]
    sub_msg: String,
}

impl Verdict {
    /// The provider's words.
    pub(super) fn text(&self) -> String {
        match self.sub_msg.trim() {
            "" => self.msg.clone(),
            words => words.to_owned(),
        }
    }

    /// The codes, for the log.
    pub(super) fn codes(&self) -> String {
        format!("{} {}", self.code, self.sub_code).trim().to_owned()
    }
}

/// Checks the signature over the bytes of the node as they came, then reads it.
///
/// Source: "Signatures", verification of a synchronous reply: what is signed is the value of
/// `…_response` exactly as it stands between its braces.
pub(super) fn open<T: DeserializeOwned>(
    reply: &Reply,
    method: Method,
    key: &VerifyingKey,
) -> Result<Node<T>, UnknownReason> {
    if reply.status != 200 {
        return Err(UnknownReason::HttpStatus {
            status: reply.status,
        });
    }
    let members: HashMap<&str, &RawValue> =
        serde_json::from_slice(&reply.body).map_err(malformed)?;
    let node = members
        .get(method.node().as_str())
        .or_else(|| members.get("error_response"))
        .ok_or_else(|| UnknownReason::Malformed {
            detail: "there is no response".to_owned(),
        })?
        .get();
    let verdict: Verdict = serde_json::from_str(node).map_err(malformed)?;
    let sign = members
        .get("sign")
        .and_then(|sign| serde_json::from_str::<String>(sign.get()).ok())
        .filter(|sign| !sign.is_empty());
    match sign {
        None => Err(not_authentic("no signature", &verdict)),
        Some(sign) if !is_signed(node, &sign, key) => {
            Err(not_authentic("wrong signature", &verdict))
        }
        Some(_) => read(node, verdict),
    }
}

/// Alipay's own libraries accept a signature over the text with its slashes unescaped, too.
fn is_signed(node: &str, sign: &str, key: &VerifyingKey) -> bool {
    key.verifies(node.as_bytes(), sign)
        || (node.contains("\\/") && key.verifies(node.replace("\\/", "/").as_bytes(), sign))
}

fn read<T: DeserializeOwned>(node: &str, verdict: Verdict) -> Result<Node<T>, UnknownReason> {
    match verdict.code.as_str() {
        code @ ("10000" | "10003") => Ok(Node::Done {
            is_begun: code == "10003",
            body: serde_json::from_str(node).map_err(malformed)?,
        }),
        _ => Ok(Node::Refused(verdict)),
    }
}

fn not_authentic(what: &str, verdict: &Verdict) -> UnknownReason {
    UnknownReason::NotAuthentic {
        detail: format!("{what}, {}", verdict.codes()),
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "handed to map_err as it is, so that only the place of an error is kept"
)]
pub(super) fn malformed(error: serde_json::Error) -> UnknownReason {
    UnknownReason::Malformed {
        detail: format!(
            "{:?} at line {} column {}",
            error.classify(),
            error.line(),
            error.column()
        ),
    }
}

/// A price, which the interface writes as text in some places and as a number in others.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Price(Box<RawValue>);

impl Price {
    /// From a form, where everything is text.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        serde_json::value::to_raw_value(text).ok().map(Self)
    }

    /// The amount, never through a float.
    pub(super) fn amount(&self, currency: Currency) -> Result<Amount, UnknownReason> {
        let text = self.0.get().trim_matches('"');
        Amount::from_decimal(text, currency).map_err(|error| UnknownReason::Malformed {
            detail: error.to_string(),
        })
    }
}

/// The answer to a precreate.
#[derive(Debug, Deserialize)]
pub(super) struct Created {
    pub(super) out_trade_no: String,
    pub(super) qr_code: String,
}

/// The answer to a payment or to a question about it.
#[derive(Debug, Deserialize)]
pub(super) struct Trade {
    pub(super) out_trade_no: String,
    #[serde(default)]
    pub(super) trade_no: String,
    /// Absent in the answer to a payment: its code says the same.
    pub(super) trade_status: Option<String>,
    pub(super) total_amount: Option<Price>,
    pub(super) buyer_logon_id: Option<String>,
    /// When it was paid; a closed trade that was never paid has none.
    pub(super) send_pay_date: Option<String>,
}

/// The answer to a cancel.
#[derive(Debug, Deserialize)]
pub(super) struct Cancelled {
    pub(super) out_trade_no: String,
    #[serde(default)]
    pub(super) retry_flag: String,
    /// Absent when there was no trade yet, because nobody had scanned the code.
    pub(super) action: Option<String>,
}

/// The answer to a refund.
#[derive(Debug, Deserialize)]
pub(super) struct Refunded {
    pub(super) out_trade_no: String,
    #[serde(default)]
    pub(super) fund_change: String,
}

/// The answer to a question about a refund; all but the verdict is absent when there is none.
#[derive(Debug, Deserialize)]
pub(super) struct RefundTold {
    pub(super) out_trade_no: Option<String>,
    pub(super) out_request_no: Option<String>,
    pub(super) refund_status: Option<String>,
    pub(super) refund_amount: Option<Price>,
}
