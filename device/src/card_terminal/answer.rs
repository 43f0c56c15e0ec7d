use thiserror::Error;

use super::{Amount, Decline, ErrorCondition, Fault, OutOfOrder, PoiTransaction, ServiceId};

/// Why nothing was sent: certain, because it failed before the first byte of the request.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotSentReason {
    /// No connection: refused, no route, no answer to the connection attempt, name not found.
    #[error("no connection to the terminal: {detail}")]
    NoConnection {
        /// For the log.
        detail: String,
    },
    /// The terminal did not prove who it is, or does not speak TLS.
    #[error("the terminal's certificate was refused: {detail}")]
    Tls {
        /// For the log.
        detail: String,
    },
    /// Our own message could not be made, for example no random number.
    #[error("the message could not be made: {detail}")]
    NotMade {
        /// For the log.
        detail: String,
    },
}

/// Why the result is not known. The terminal may have done what it was asked.
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
    /// An HTTP status that is not 200.
    #[error("HTTP status {status}")]
    HttpStatus {
        /// The status.
        status: u16,
    },
    /// More bytes than any reply has.
    #[error("the reply is too long")]
    ReplyTooLong,
    /// No bytes.
    #[error("the reply is empty")]
    ReplyEmpty,
    /// Cut, not JSON, or a field is missing or of the wrong kind.
    #[error("the reply cannot be read: {detail}")]
    Malformed {
        /// Where reading stopped; never the reply itself.
        detail: String,
    },
    /// Not encrypted, encrypted with another key, or changed on the way. No more is told.
    #[error("the reply is not authentic")]
    NotAuthentic,
    /// The reply belongs to something else.
    #[error("the reply is about something else: {field} differs")]
    Stray {
        /// The first field that does not match.
        field: &'static str,
    },
    /// The terminal reports a condition that does not tell whether money moved.
    #[error("the terminal says {condition:?}")]
    Condition {
        /// The condition.
        condition: ErrorCondition,
        /// The terminal's words, for the screen and the log.
        text: String,
    },
    /// A result that the protocol does not name, or a failure without a condition.
    #[error("the terminal's result is not one of the protocol")]
    Result,
    /// An approval whose amounts cannot be right.
    #[error("the approved amount cannot be right: {detail}")]
    Amount {
        /// What does not fit.
        detail: String,
    },
}

/// The result of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentAnswer {
    /// Paid. The caller compares the amount and the currency with what was asked.
    Approved(Approval),
    /// Paid in part.
    PartiallyApproved(Approval),
    /// Not paid: the card.
    Declined {
        /// Why.
        condition: Decline,
        /// The terminal's words, for the screen only.
        text: String,
    },
    /// Not paid: our abort won.
    Aborted,
    /// Not paid: the customer cancelled on the terminal.
    CancelledOnTerminal,
    /// Not started: another dialogue runs.
    Busy {
        /// Which one.
        running: RunningDialogue,
    },
    /// Not started: the terminal cannot work.
    OutOfOrder {
        /// Why.
        condition: OutOfOrder,
        /// The terminal's words, for the screen only.
        text: String,
    },
    /// Not started: our message or our set-up.
    Refused {
        /// What is wrong.
        condition: Fault,
        /// The terminal's words, for the log.
        text: String,
    },
    /// Not started: no byte of the request left.
    NotSent {
        /// Why.
        reason: NotSentReason,
    },
    /// Not known. Ask for the status; never start again.
    Unknown {
        /// Why.
        reason: UnknownReason,
    },
}

/// Whose dialogue keeps a terminal busy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunningDialogue {
    /// The very payment that was asked for: it runs already. Ask for its status.
    ThisPayment,
    /// Another one: an earlier one of this till if the caller knows the number, else another
    /// till's.
    Other(ServiceId),
    /// The terminal does not say.
    Unnamed,
}

/// What is known of a payment that was approved. Nothing else of the card is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    /// Approved amount, tip included, in the currency that the terminal reports.
    pub authorised: Amount,
    /// Part of it that is a tip; zero if none.
    pub tip: Amount,
    /// Card brand in the terminal's spelling, for example `mc`.
    pub brand: Option<String>,
    /// Last four digits of the card number.
    pub last4: Option<String>,
    /// How the card was read.
    pub entry_mode: Option<EntryMode>,
    /// The issuer's approval code.
    pub approval_code: Option<String>,
    /// The terminal's name of the payment, needed to reverse it.
    pub poi_transaction: PoiTransaction,
    /// Lines of the customer's card receipt.
    pub customer_receipt: Vec<ReceiptLine>,
    /// Lines of the cashier's card receipt.
    pub cashier_receipt: Vec<ReceiptLine>,
    /// Whether the cashier must check a signature.
    pub signature: Signature,
}

/// Whether the cashier must check a signature, and reverse the payment if it does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signature {
    /// No.
    NotRequired,
    /// Yes.
    Required,
}

/// How a card was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryMode {
    /// Held against the terminal.
    Contactless,
    /// Chip.
    Chip,
    /// Magnetic stripe.
    MagneticStripe,
    /// Number typed in.
    Keyed,
    /// Code scanned.
    Scanned,
    /// Telephone.
    Mobile,
    /// A word that the protocol adds or we do not use.
    Other(String),
}

/// One line of a card receipt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptLine {
    /// Left side, empty for a blank line.
    pub name: String,
    /// Right side, often empty.
    pub value: String,
    /// How it is printed.
    pub weight: LineWeight,
}

/// How a receipt line is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineWeight {
    /// Normal.
    Normal,
    /// Bold.
    Bold,
}

/// What the terminal knows of an earlier exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatusAnswer<A> {
    /// It ended, and this is its own result, not that of the question.
    Processed(A),
    /// It is still running: ask again.
    InProgress,
    /// Unknown to this terminal. Not yet proof that nothing happened: it may arrive late.
    NotFound,
    /// The question was not answered.
    Unknown {
        /// Why.
        reason: UnknownReason,
    },
}

/// What became of the wish to stop a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AbortAnswer {
    /// The terminal has the message. Whether it stops is told by the payment's own result.
    Delivered,
    /// The terminal does not know that payment.
    NotFound,
    /// The terminal will not stop it, for example because it is completed.
    NotAborted {
        /// The terminal's words, for the log.
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

/// The result of a reversal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReversalAnswer {
    /// Accepted. Final only when the acquirer says so later.
    Accepted(Reversal),
    /// Not reversed.
    Declined {
        /// Why.
        condition: ErrorCondition,
        /// The terminal's words, for the screen only.
        text: String,
    },
    /// Not reversed: the terminal does not know the payment.
    NotFound,
    /// Not reversed: another dialogue runs.
    Busy {
        /// Which one.
        running: RunningDialogue,
    },
    /// Not reversed: the terminal cannot work.
    OutOfOrder {
        /// Why.
        condition: OutOfOrder,
        /// The terminal's words, for the screen only.
        text: String,
    },
    /// Not reversed: our message or our set-up.
    Refused {
        /// What is wrong.
        condition: Fault,
        /// The terminal's words, for the log.
        text: String,
    },
    /// Not reversed: no byte of the request left.
    NotSent {
        /// Why.
        reason: NotSentReason,
    },
    /// Not known. Ask for the status.
    Unknown {
        /// Why.
        reason: UnknownReason,
    },
}

/// What is known of an accepted reversal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reversal {
    /// The terminal's name of the reversal, if it gives one.
    pub poi_transaction: Option<PoiTransaction>,
    /// What is given back, if the terminal says so.
    pub reversed: Option<Amount>,
    /// Lines of the customer's card receipt.
    pub customer_receipt: Vec<ReceiptLine>,
    /// Lines of the cashier's card receipt.
    pub cashier_receipt: Vec<ReceiptLine>,
}

/// What a terminal took from the cards of one brand in a period, and gave back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrandTotal {
    /// The brand, as the terminal spells it; blank when it names none.
    pub brand: String,
    /// How many payments.
    pub payments: i64,
    /// What they took.
    pub taken: Amount,
    /// How many refunds and reversals.
    pub reversals: i64,
    /// What they gave back, in the same currency.
    pub given_back: Amount,
}

/// What a terminal did in a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodTotals {
    /// The terminal's name of the period.
    pub period: Option<String>,
    /// By brand and currency.
    pub brands: Vec<BrandTotal>,
}

/// Result of closing a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReconciliationAnswer {
    /// The period is over, and a new one began.
    Closed(PeriodTotals),
    /// Not closed.
    Refused {
        /// Why.
        condition: ErrorCondition,
        /// The terminal's words, for the log.
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

/// State of a terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiagnosisAnswer {
    /// It can work.
    Ready {
        /// Hosts behind it.
        hosts: Vec<HostStatus>,
    },
    /// It works on something.
    Busy,
    /// Somebody maintains it.
    Maintenance,
    /// It reports that it is cut off.
    CutOff,
    /// It refused the question.
    Refused {
        /// Why.
        condition: ErrorCondition,
        /// The terminal's words, for the log.
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

/// Whether an acquirer can be reached from the terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostStatus {
    /// Name of the acquirer.
    pub acquirer: String,
    /// The terminal's finding.
    pub is_reachable: bool,
}
