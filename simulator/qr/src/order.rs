//! An order and where it stands.

use jiff::Timestamp;
use serde::Serialize;

use crate::script::Face;

/// Who scans whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Direction {
    /// The client scans the code that the shop shows.
    Shown,
    /// The shop scanned the client's code.
    Scanned,
}

/// Where an order stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    /// Nobody has scanned the code.
    Unscanned,
    /// The client has not decided.
    Waiting,
    Paid,
    /// It can no longer be paid and was not.
    Closed,
    /// It was cancelled; money that had been paid was given back.
    Revoked,
}

/// An order.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Order {
    pub(crate) face: Face,
    pub(crate) order_no: String,
    /// The unguessable part of the code.
    pub(crate) token: String,
    pub(crate) direction: Direction,
    pub(crate) amount_minor: i64,
    pub(crate) currency: String,
    pub(crate) subject: String,
    pub(crate) till: String,
    pub(crate) notify_url: Option<String>,
    pub(crate) created_at: Timestamp,
    pub(crate) expires_at: Option<Timestamp>,
    /// What it was made; [`Order::status`] says what it is now.
    pub(crate) made: Status,
    /// The provider's number, once there is a trade.
    pub(crate) provider_no: String,
    pub(crate) paid_at: Option<Timestamp>,
    pub(crate) refunds: Vec<Refund>,
    /// Whether somebody asked to close it before it was old enough.
    pub(crate) was_closed_early: bool,
}

/// A refund that was asked for.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Refund {
    pub(crate) refund_no: String,
    pub(crate) provider_no: String,
    pub(crate) amount_minor: i64,
    pub(crate) at: Timestamp,
    /// Whether the client's account refuses it.
    pub(crate) is_abnormal: bool,
}

impl Order {
    /// Where it stands now: what is not paid in time cannot be paid any more.
    pub(crate) fn status(&self, now: Timestamp) -> Status {
        let is_open = matches!(self.made, Status::Unscanned | Status::Waiting);
        match self.expires_at {
            Some(end) if is_open && end <= now => Status::Closed,
            _ => self.made,
        }
    }

    /// What was given back.
    pub(crate) fn refunded(&self) -> i64 {
        let given = self.refunds.iter().filter(|refund| !refund.is_abnormal);
        given.map(|refund| refund.amount_minor).sum()
    }

    /// Whether there is a trade, as Alipay calls what begins with the scan.
    pub(crate) fn has_trade(&self) -> bool {
        !self.provider_no.is_empty()
    }
}
