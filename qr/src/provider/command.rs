use std::time::Duration;

use device::card_terminal::{Amount, Currency};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{OrderNo, PaymentCode, RefundNo};

/// Who scans whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// The client scans the code that the till shows.
    ClientScans,
    /// The shop scans the code on the client's telephone.
    ShopScans,
}

/// Opens an order that the client pays by scanning.
#[derive(Debug, Clone)]
pub struct CreateCommand {
    /// Our number.
    pub order_no: OrderNo,
    /// What is due.
    pub amount: Amount,
    /// What the client sees on the telephone, at most 127 bytes.
    pub subject: String,
    /// The till, as the provider's reports show it.
    pub till: String,
    /// From when on the provider takes no payment for it.
    pub expires_at: Timestamp,
    /// The present instant.
    pub now: Timestamp,
    /// Longest wait for the answer.
    pub wait: Duration,
}

/// Charges a code that the shop scanned.
#[derive(Debug, Clone)]
pub struct ChargeCommand {
    /// Our number.
    pub order_no: OrderNo,
    /// What is due.
    pub amount: Amount,
    /// What the client sees on the telephone, at most 127 bytes.
    pub subject: String,
    /// The till, as the provider's reports show it.
    pub till: String,
    /// The code on the client's telephone.
    pub payment_code: PaymentCode,
    /// From when on the provider takes no payment for it.
    pub expires_at: Timestamp,
    /// The present instant.
    pub now: Timestamp,
    /// Longest wait for the answer.
    pub wait: Duration,
}

/// Asks what became of an order.
#[derive(Debug, Clone)]
pub struct QueryCommand {
    /// Our number.
    pub order_no: OrderNo,
    /// The currency of the order.
    pub currency: Currency,
    /// The present instant.
    pub now: Timestamp,
    /// Longest wait for the answer.
    pub wait: Duration,
}

/// Ends an order.
#[derive(Debug, Clone)]
pub struct CloseCommand {
    /// Our number.
    pub order_no: OrderNo,
    /// How it was to be paid: WeChat has one way to end for each.
    pub direction: Direction,
    /// The present instant.
    pub now: Timestamp,
    /// Longest wait for the answer.
    pub wait: Duration,
}

/// Gives money back.
#[derive(Debug, Clone)]
pub struct RefundCommand {
    /// The order.
    pub order_no: OrderNo,
    /// Our number of this refund.
    pub refund_no: RefundNo,
    /// What is given back.
    pub amount: Amount,
    /// What was paid.
    pub paid: Amount,
    /// Why, at most 80 bytes; the client sees it.
    pub reason: String,
    /// The present instant.
    pub now: Timestamp,
    /// Longest wait for the answer.
    pub wait: Duration,
}

/// Asks what became of a refund.
#[derive(Debug, Clone)]
pub struct RefundQueryCommand {
    /// The order.
    pub order_no: OrderNo,
    /// Our number of the refund.
    pub refund_no: RefundNo,
    /// What was to be given back.
    pub amount: Amount,
    /// The present instant.
    pub now: Timestamp,
    /// Longest wait for the answer.
    pub wait: Duration,
}
