//! Replies: status, signature, and the objects in them.

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Wechat, signature};
use crate::provider::UnknownReason;
use crate::transport::Reply;

/// A reply that WeChat signed.
#[derive(Debug)]
pub(super) enum Answer {
    /// Carried out, or begun (202); without a body for 204.
    Done(Vec<u8>),
    /// Refused.
    Refused(Refusal),
}

/// An error of the interface.
#[derive(Debug, Deserialize)]
pub(super) struct Refusal {
    #[serde(skip)]
    pub(super) status: u16,
    code: String,
    #[serde(default)]
    pub(super) message: String,
}

impl Refusal {
    /// The code without underscores: pages and answers write `ORDERNOTEXIST` and
    /// `ORDER_NOT_EXIST` for one thing.
    pub(super) fn code(&self) -> String {
        self.code.replace('_', "").to_ascii_uppercase()
    }

    pub(super) fn unknown(&self) -> UnknownReason {
        UnknownReason::Code {
            code: format!("{} {}", self.status, self.code),
        }
    }
}

/// Checks the signature before anything of the body is believed, also of a refusal.
pub(super) fn open(
    wechat: &Wechat,
    reply: &Reply,
    now: Timestamp,
) -> Result<Answer, UnknownReason> {
    let header = |name: &str| {
        reply
            .headers
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    let signed = signature::check(wechat, &header, &reply.body, now);
    let is_done = (200..300).contains(&reply.status);
    match signed {
        Ok(()) if is_done => Ok(Answer::Done(reply.body.clone())),
        Ok(()) => {
            let mut refusal: Refusal = read(&reply.body)?;
            refusal.status = reply.status;
            Ok(Answer::Refused(refusal))
        }
        Err(detail) if is_done => Err(UnknownReason::NotAuthentic { detail }),
        // A refusal without a signature proves nothing; the code helps whoever sets it up.
        Err(detail) => Err(match read::<Refusal>(&reply.body) {
            Ok(refusal) => UnknownReason::NotAuthentic {
                detail: format!("{detail}, {} {}", reply.status, refusal.code),
            },
            Err(_) => UnknownReason::HttpStatus {
                status: reply.status,
            },
        }),
    }
}

pub(super) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, UnknownReason> {
    serde_json::from_slice(body).map_err(|error| UnknownReason::Malformed {
        detail: format!(
            "{:?} at line {} column {}",
            error.classify(),
            error.line(),
            error.column()
        ),
    })
}

#[derive(Debug, Deserialize)]
pub(super) struct Created {
    pub(super) code_url: String,
}

/// An order, in answers and notifications.
#[derive(Debug, Deserialize)]
pub(super) struct Transaction {
    #[serde(default)]
    pub(super) appid: String,
    pub(super) mchid: String,
    pub(super) out_trade_no: String,
    #[serde(default)]
    pub(super) transaction_id: String,
    pub(super) trade_state: String,
    #[serde(default)]
    pub(super) trade_state_desc: String,
    pub(super) payer: Option<Payer>,
    pub(super) amount: Option<Total>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Payer {
    #[serde(default)]
    pub(super) openid: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Total {
    pub(super) total: i64,
    pub(super) currency: Option<String>,
}

/// A refund, in answers (`status`) and notifications (`refund_status`).
#[derive(Debug, Deserialize)]
pub(super) struct Refund {
    pub(super) out_refund_no: String,
    pub(super) out_trade_no: String,
    #[serde(alias = "refund_status")]
    pub(super) status: String,
    pub(super) amount: RefundTotal,
    /// Only in notifications.
    pub(super) mchid: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct RefundTotal {
    pub(super) refund: i64,
}
