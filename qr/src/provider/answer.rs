use device::card_terminal::Amount;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why nothing was sent: certain, because it failed before the first byte of the request.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotSentReason {
    /// No connection: refused, no route, no answer to the connection attempt, name not found.
    #[error("no connection to the provider: {detail}")]
    NoConnection {
        /// For the log.
        detail: String,
    },
    /// The provider did not prove who it is, or does not speak TLS.
    #[error("the provider's certificate was refused: {detail}")]
    Tls {
        /// For the log.
        detail: String,
    },
    /// Our own request could not be made, for example for a currency that the provider lacks.
    #[error("the request could not be made: {detail}")]
    NotMade {
        /// For the log.
        detail: String,
    },
}

/// Why the result is not known. The provider may have done what it was asked.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum UnknownReason {
    /// A question could not be asked: its own failure says nothing about what it asks for.
    #[error("not asked: {0}")]
    NotAsked(NotSentReason),
    /// No complete reply within the given time.
    #[error("no reply in time")]
    TimedOut,
    /// The connection broke after the request may have been sent.
    #[error("connection lost: {detail}")]
    ConnectionLost {
        /// For the log.
        detail: String,
    },
    /// An HTTP status without an answer of the interface.
    #[error("HTTP status {status}")]
    HttpStatus {
        /// The status.
        status: u16,
    },
    /// More bytes than any reply has.
    #[error("the reply is too long")]
    ReplyTooLong,
    /// Cut, not JSON, or a field is missing or of the wrong kind.
    #[error("the reply cannot be read: {detail}")]
    Malformed {
        /// Where reading stopped; never the reply itself.
        detail: String,
    },
    /// Not signed, signed by somebody else, changed on the way, or old.
    #[error("the reply is not authentic: {detail}")]
    NotAuthentic {
        /// What is wrong with the signature, and the provider's code where there is one: a gateway
        /// that refuses our signature does not sign its refusal.
        detail: String,
    },
    /// The reply is about something else.
    #[error("the reply is about something else: {field} differs")]
    Stray {
        /// The first field that does not match.
        field: &'static str,
    },
    /// The provider says that it does not know itself, or something that does not tell whether
    /// money moved.
    #[error("the provider says {code}")]
    Code {
        /// The provider's code.
        code: String,
    },
}

/// Why a payment was refused, as far as the cashier can do something about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decline {
    /// The scanned code is wrong, used or too old: scan a fresh one.
    PaymentCode,
    /// The client's account or bank has not enough, or a limit is reached.
    Funds,
    /// The client or the client's account may not pay.
    Buyer,
    /// The provider says no more.
    Other,
}

/// What is wrong with our request or our set-up. Nothing was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fault {
    /// A field of the request.
    Request,
    /// Our signature, our keys, or what we are allowed to do.
    Permission,
    /// The shop's account with the provider.
    Merchant,
    /// The amount is above what the shop may take.
    Limit,
}

/// A payment, in the words of the provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// What was paid for the order, before anything the provider or the shop's coupons gave.
    #[serde(with = "crate::stored_amount")]
    pub amount: Amount,
    /// The provider's number, for reports and disputes.
    pub provider_no: String,
    /// Who paid, masked by the provider; nothing else of the client is kept.
    pub payer: Option<String>,
}

/// The result of opening an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CreateAnswer {
    /// The order is open; the client scans this.
    Shown {
        /// The text of the QR code.
        code: String,
    },
    /// The number is known already: ask what became of it.
    Known,
    /// Not opened: our request or our set-up.
    Refused {
        /// What is wrong.
        fault: Fault,
        /// The provider's words, for the log.
        text: String,
    },
    /// Not opened: no byte of the request left.
    NotSent {
        /// Why.
        reason: NotSentReason,
    },
    /// Not known.
    Unknown {
        /// Why.
        reason: UnknownReason,
    },
}

/// What is known of an order: the answer to a charge, a question, or a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderAnswer {
    /// Paid. The caller compares the amount with what was due.
    Paid(Payment),
    /// Paid, and some or all of it given back.
    GivenBack(Payment),
    /// Not paid yet: not scanned, or the client is typing the password.
    Waiting,
    /// The provider knows no such order. Alipay says so until somebody scans the code; it may also
    /// not have arrived yet.
    NotFound,
    /// It can no longer be paid, and was not.
    Closed,
    /// Not paid. The order may still be open.
    NotPaid {
        /// Why.
        decline: Decline,
        /// The provider's words, for the screen only.
        text: String,
    },
    /// A charge that was not started: our request or our set-up.
    Refused {
        /// What is wrong.
        fault: Fault,
        /// The provider's words, for the log.
        text: String,
    },
    /// A charge that was not started: no byte of the request left.
    NotSent {
        /// Why.
        reason: NotSentReason,
    },
    /// Not known. Ask again; never charge again.
    Unknown {
        /// Why.
        reason: UnknownReason,
    },
}

/// What became of the wish to end an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CloseAnswer {
    /// It was not paid and can no longer be.
    Closed,
    /// It had been paid, and the provider gave the money back.
    GivenBack,
    /// It is paid, and stays so: ask for the payment.
    Paid,
    /// Not ended yet; the same request again later, because of what the provider does or because
    /// the order is too young.
    Again,
    /// The provider knows no such order. It may not have arrived yet.
    NotFound,
    /// Not ended: our request or our set-up.
    Refused {
        /// What is wrong.
        fault: Fault,
        /// The provider's words, for the log.
        text: String,
    },
    /// Not sent.
    NotSent {
        /// Why.
        reason: NotSentReason,
    },
    /// Not known.
    Unknown {
        /// Why.
        reason: UnknownReason,
    },
}

/// Why money was not given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RefundDecline {
    /// The shop's account with the provider has not enough: later it may.
    Funds,
    /// More than what is left of the payment.
    Amount,
    /// The payment is too old, closed, or may not be given back.
    Order,
    /// The number was used for another amount.
    Number,
    /// The client's account or bank does not take it: a person must act at the provider.
    Account,
}

/// What is known of a refund: the answer to the refund itself, a question, or a notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundAnswer {
    /// The money went back.
    Refunded,
    /// The provider is at it: ask again later.
    Pending,
    /// The provider knows no such refund. The same one may be sent again.
    NotFound,
    /// Not given back.
    Declined {
        /// Why.
        decline: RefundDecline,
        /// The provider's words, for the log.
        text: String,
    },
    /// Not given back: our request or our set-up.
    Refused {
        /// What is wrong.
        fault: Fault,
        /// The provider's words, for the log.
        text: String,
    },
    /// Not sent.
    NotSent {
        /// Why.
        reason: NotSentReason,
    },
    /// Not known. The same one may be sent again.
    Unknown {
        /// Why.
        reason: UnknownReason,
    },
}
