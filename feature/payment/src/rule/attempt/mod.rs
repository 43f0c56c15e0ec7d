//! A payment attempt: its states and the one function that says what may happen next.
//!
//! [`next`] is a function of the attempt, an event and the time. It answers with the attempt
//! afterwards, what to book in the same transaction, and at most one thing to ask of the terminal.
//! Whatever is asked is committed before it is sent, so that a process that dies leaves a row that
//! says what may have been sent.

mod answer;
mod choice;
mod next;
mod state;
#[cfg(test)]
mod tests;
mod tick;
mod timing;

use device::card_terminal::{AbortAnswer, Approval, PaymentAnswer, ReversalAnswer, StatusAnswer};
use jiff::Timestamp;
use kernel::Money;
use kernel::refusal::ErrorView;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) use answer::shown;
pub use choice::{Choice, choices};
pub use next::next;
pub use state::{State, leads_to};
pub use tick::wake_at;
pub use timing::Timing;

/// What an attempt is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = AttemptKind)]
pub enum Kind {
    /// To take money.
    Payment,
    /// To give back the money of a booked tender that is removed.
    Reversal,
}

/// Who wants a payment to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ender {
    /// Somebody pressed cancel.
    Person,
    /// The second countdown ran out.
    System,
}

/// An attempt, as far as decisions need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// What it is for.
    pub kind: Kind,
    /// Where it stands.
    pub state: State,
    /// What is to be taken (or, for a reversal, given back).
    pub amount: Money,
    /// When the payment request was about to leave; from here on money can move.
    pub sent_at: Option<Timestamp>,
    /// Who wants it to end.
    pub ended_by: Option<Ender>,
    /// When the terminal was asked to stop.
    pub abort_sent_at: Option<Timestamp>,
    /// Since when the end is in doubt.
    pub inquiry_since: Option<Timestamp>,
    /// When the terminal was last asked what became of it.
    pub asked_at: Option<Timestamp>,
    /// When the terminal first said that it knows nothing of it, where that counts.
    pub not_found_at: Option<Timestamp>,
    /// When it ended.
    pub final_at: Option<Timestamp>,
    /// When to do something although nothing is under way: look again for a late success, or try
    /// again to give one back.
    pub next_at: Option<Timestamp>,
    /// The money that the terminal took.
    pub captured: Option<Captured>,
    /// When the reversal that is under way was about to leave.
    pub reversal_sent_at: Option<Timestamp>,
    /// How many reversals were sent.
    pub reversal_tries: i64,
    /// What the till says about it.
    pub outcome: Option<ErrorView>,
}

/// Money that the terminal took, in its own words: the currency may be one that we do not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captured {
    /// Minor units, tip included.
    pub minor: i64,
    /// ISO 4217 code.
    pub currency: String,
}

impl Captured {
    /// How it stands to what was asked for.
    fn against(&self, amount: Money) -> Match {
        if self.currency != amount.currency.code() || self.minor <= 0 {
            return Match::Other;
        }
        match self.minor.cmp(&amount.minor) {
            std::cmp::Ordering::Equal => Match::Equal,
            std::cmp::Ordering::Less => Match::Lower,
            std::cmp::Ordering::Greater => Match::Other,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Match {
    Equal,
    Lower,
    /// Higher, or another currency: it cannot be booked.
    Other,
}

/// What of an attempt is under way on a connection of this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The payment request: its answer may still come.
    pub payment: bool,
    /// The reversal request.
    pub reversal: bool,
    /// A question about the payment or the reversal.
    pub question: bool,
}

/// Something that happens to an attempt.
#[derive(Clone, Debug)]
pub enum Event {
    /// Somebody takes it up who did not start it: after a restart, or from a process that died.
    Found,
    /// Time goes by; also the way to learn what is to be asked of the terminal now.
    Tick(Line),
    /// The payment's own answer.
    Paid(Box<PaymentAnswer>),
    /// The answer to the question what became of the payment.
    PaymentTold {
        /// The answer.
        answer: Box<StatusAnswer<PaymentAnswer>>,
        /// Whether a diagnosis before the question found the terminal ready.
        ready: bool,
        /// What else is under way.
        line: Line,
    },
    /// The answer to the wish to stop.
    AbortTold(Box<AbortAnswer>),
    /// The reversal's own answer.
    Reversed(Box<ReversalAnswer>),
    /// The answer to the question what became of the reversal.
    ReversalTold {
        /// The answer.
        answer: Box<StatusAnswer<ReversalAnswer>>,
        /// Whether a diagnosis before the question found the terminal ready.
        ready: bool,
        /// What else is under way.
        line: Line,
    },
    /// The acquirer's report says that the payment was taken, whatever the terminal said.
    Reported(Box<Approval>),
    /// Cancel was pressed.
    Cancel,
    /// Somebody decided.
    Decide(Decision),
    /// The tender is removed that a manager's word alone had booked.
    TakenBack,
}

/// What a person can decide about an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AttemptDecision)]
pub enum Decision {
    /// Keep the amount that was taken, as all or a part of what is due.
    AcceptPart,
    /// Give back what was taken.
    Reverse,
    /// What is in doubt was carried out: the payment was taken or, where a reversal is in doubt,
    /// the money was given back. Of held or late money that the terminal did not give back: it went
    /// back by hand.
    Paid,
    /// What is in doubt was not carried out.
    NotPaid,
}

/// What is asked of the terminal. The attempt that says so is committed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take the payment.
    Pay,
    /// Stop the payment.
    Abort,
    /// What became of the payment?
    AskPayment {
        /// Find out first whether the terminal is in order.
        diagnose: bool,
    },
    /// Give the money back.
    Reverse,
    /// What became of the reversal?
    AskReversal {
        /// Find out first whether the terminal is in order.
        diagnose: bool,
    },
}

/// What is written beside the attempt, in the same transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Booking {
    /// Book a tender of this amount, which is a part of what is due.
    Book(Money),
    /// Remove the tender that was to be reversed.
    Remove,
}

/// Something that a person should look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alarm {
    /// The end of a payment or reversal is not known.
    Unknown,
    /// Money was taken although the attempt was believed to be over.
    LateSuccess,
    /// The terminal or the acquirer refuses to give money back.
    ReversalRefused,
    /// The terminal took or gave back something else than a person decided or we asked for.
    Contradiction,
    /// The terminal refuses our message or our set-up.
    Fault,
}

/// What an event leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// The attempt afterwards.
    pub attempt: Attempt,
    /// What to write beside it.
    pub booking: Option<Booking>,
    /// What to ask of the terminal, once the attempt is committed.
    pub command: Option<Command>,
    /// What somebody should look at.
    pub alarm: Option<Alarm>,
}

/// What a decision depends on besides the attempt.
#[derive(Clone, Copy, Debug)]
pub struct Circumstance<'a> {
    /// The present instant.
    pub now: Timestamp,
    /// How long to wait for what.
    pub timing: &'a Timing,
    /// Whether the basket is still being paid, so that a tender can be booked on it.
    pub basket_open: bool,
}
