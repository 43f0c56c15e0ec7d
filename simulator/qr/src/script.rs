//! What a test can make a provider do with its next requests. The README has the table.

use serde::{Deserialize, Serialize};

/// A provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Face {
    Alipay,
    Wechat,
}

impl Face {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Alipay => "Alipay",
            Self::Wechat => "WeChat Pay",
        }
    }

    /// The part of a page's address.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Alipay => "alipay",
            Self::Wechat => "wechat",
        }
    }
}

/// What is asked of a provider, or sent by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    Create,
    Charge,
    Query,
    Close,
    Refund,
    RefundQuery,
    Notification,
}

/// A fault. Each is described where it acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fault {
    /// The connection is dropped, nothing is processed.
    Drop,
    /// Processed, then the connection is dropped.
    LostReply,
    /// Processed, answered after `ms`.
    Delay,
    /// The connection is dropped at once, the request is processed after `ms`.
    Late,
    /// The client pays just before the request is processed.
    PaidDuring,
    /// A signature over something else.
    WrongSignature,
    /// No signature at all.
    NoSignature,
    /// Signed ten minutes ago (WeChat).
    OldTimestamp,
    /// Signed under a serial number that nobody knows (WeChat).
    UnknownSerial,
    /// A page with `status` (502) from a broken gateway; processed behind it when `processed`.
    Http,
    /// The provider says that it does not know; processed when `processed`.
    SystemError,
    /// Half of the body.
    Cut,
    /// A signed answer about another order.
    OtherOrder,
    /// A signed answer with `amount_minor`.
    OtherAmount,
    /// A close is to be asked again.
    Again,
    /// A charge waits for the client's password.
    UserPaying,
    /// A charge is refused by the client's bank.
    Declined,
    /// A refund is refused: the shop's account has not enough.
    RefundNotEnough,
    /// A refund is taken and cannot be carried out (WeChat's ABNORMAL).
    RefundAbnormal,
    /// A notification comes `count` times instead of once.
    Duplicate,
}

/// One scripted behaviour: consumed by the next request or notification of its kind.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    /// The provider.
    pub(crate) face: Face,
    /// What consumes it.
    pub(crate) on: Action,
    /// What happens.
    pub(crate) fault: Fault,
    /// Only for this order.
    pub(crate) order_no: Option<String>,
    /// How many requests it serves, 1 when absent; for `duplicate` how often it is sent, then 2.
    pub(crate) count: Option<u32>,
    /// Length of `delay` and `late` in milliseconds of simulated time; 1000 when absent.
    pub(crate) ms: Option<u64>,
    /// Status of `http`.
    pub(crate) status: Option<u16>,
    /// Whether `http` and `system_error` process the request first; false when absent.
    #[serde(default)]
    pub(crate) processed: bool,
    /// Amount of `other_amount`; one more than it was when absent.
    pub(crate) amount_minor: Option<i64>,
}

impl Step {
    /// Why the step can do nothing.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        use Action as A;
        use Fault as F;
        let fits = match self.fault {
            F::Drop | F::Delay | F::WrongSignature | F::NoSignature => true,
            F::OldTimestamp | F::UnknownSerial => self.face == Face::Wechat,
            F::Duplicate => self.on == A::Notification,
            F::LostReply | F::Late | F::Http | F::SystemError | F::Cut => {
                self.on != A::Notification
            }
            F::PaidDuring => matches!(self.on, A::Query | A::Close),
            F::OtherOrder => match self.face {
                Face::Alipay => self.on != A::Notification,
                Face::Wechat => {
                    matches!(self.on, A::Charge | A::Query | A::Refund | A::RefundQuery)
                }
            },
            F::OtherAmount => matches!(self.on, A::Charge | A::Query | A::RefundQuery),
            F::Again => self.on == A::Close,
            F::UserPaying | F::Declined => self.on == A::Charge,
            F::RefundNotEnough => self.on == A::Refund,
            F::RefundAbnormal => self.on == A::Refund && self.face == Face::Wechat,
        };
        if fits {
            Ok(())
        } else {
            Err("this fault does nothing there")
        }
    }
}
