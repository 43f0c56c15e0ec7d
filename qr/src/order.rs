//! An order: its states and the one function that says what may happen next.
//!
//! [`next`] is a function of the order, an event and the time, as `payment::rule::attempt` has it
//! for card terminals. It answers with the order afterwards, what to book in the same transaction,
//! and at most one thing to ask of the provider. Whatever is asked is committed before it is sent,
//! so that a process that dies leaves an order that says what may have been sent.
//!
//! Whoever drives an order applies [`Event::Tick`] when [`wake_at`] says so, sends what comes out of
//! it and applies the answer; of one order only one request is under way at a time, and each is
//! answered, at the latest when its wait is over. Notifications and people come in between.
//!
//! What holds, whatever is lost on the way:
//! - A payment code is charged once. A lost answer is asked about, never sent again.
//! - Every order ends paid, closed or given back, and until then the sale gets no other number
//!   ([`State::frees`]): else the client could pay both.
//! - An order that is found paid while it is being ended is paid, or is given back where it can no
//!   longer be booked. Money is never ignored. Nor is it booked while a lost wish to end the order
//!   may still arrive and give it back: then the order is ended once more, until that is certain.
//! - An order ends after [`Timing::open_at_most`]; the provider itself takes no payment after
//!   [`Timing::life`], which is less than ten minutes.

mod answer;
mod due;
mod next;
mod state;
#[cfg(test)]
mod tests;
mod timing;

use device::card_terminal::Amount;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::provider::{
    CloseAnswer, CreateAnswer, Decline, Direction, Fault, OrderAnswer, Payment, RefundAnswer,
};

pub use due::wake_at;
pub use next::next;
pub use state::{State, leads_to};
pub use timing::Timing;

/// Why an order was not paid, or has no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Failure {
    /// The provider could not be reached, so nothing was started.
    Unreachable,
    /// The code could not be had: "Could not load the QR image".
    NoCode,
    /// The client's payment was refused.
    Declined(Decline),
    /// Our request or our set-up.
    Fault(Fault),
    /// Nobody paid in time.
    TimedOut,
    /// Somebody stopped it.
    Stopped,
    /// It was never sent: the process died before.
    NeverSent,
    /// The money could not be given back; the payment stays.
    RefundRefused,
}

/// What is next for money that goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RefundStep {
    /// To send the refund, the same as before if there was one.
    Send,
    /// To ask what became of it.
    Ask,
    /// To ask what became of the order: it may have been given back by another way.
    AskOrder,
}

/// An order, as far as decisions need it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Who scans whom.
    pub direction: Direction,
    /// Where it stands.
    pub state: State,
    /// What is due.
    #[serde(with = "crate::stored_amount")]
    pub amount: Amount,
    /// When it was written down.
    pub created_at: Timestamp,
    /// When the request that opens it was about to leave; from here on money can move.
    pub sent_at: Option<Timestamp>,
    /// Whether the provider has answered about it, so that nothing of it is still on its way.
    pub has_arrived: bool,
    /// How many times the code was asked for.
    pub create_tries: u32,
    /// When the provider answered that it is open: it was made no later than that. Until then, when the request
    /// that opens it was last about to leave.
    #[serde(default)]
    pub opened_at: Option<Timestamp>,
    /// How old the provider wants it to be before it is asked to end it; none where it may be asked at once.
    #[serde(default)]
    pub closes_after: Option<SignedDuration>,
    /// The text of the code that is shown.
    pub code: Option<String>,
    /// When the present wait for the client is over.
    pub ends_at: Option<Timestamp>,
    /// Since when the cashier is asked "The payment was not successful. Continue waiting?".
    pub asks_since: Option<Timestamp>,
    /// When the provider was last asked what became of it.
    pub asked_at: Option<Timestamp>,
    /// Since when it is being ended.
    pub ending_since: Option<Timestamp>,
    /// When the provider was last asked to end it.
    pub close_sent_at: Option<Timestamp>,
    /// Whether the answer to the wish to end it is still to come.
    pub is_close_under_way: bool,
    /// When a wish to end it was sent whose answer was lost: it may still arrive, and give back
    /// what was paid meanwhile.
    pub loose_close_at: Option<Timestamp>,
    /// Whether the provider was asked what became of it since it was last asked to end it.
    pub is_asked_since_close: bool,
    /// When the provider first said, in answer to the wish to end it, that it knows no such order.
    pub not_found_at: Option<Timestamp>,
    /// The payment, once there is one.
    pub payment: Option<Payment>,
    /// Whether it is booked as a tender.
    pub is_booked: bool,
    /// What is next for money that goes back.
    pub refund_step: RefundStep,
    /// Since when it is being given back.
    pub refund_since: Option<Timestamp>,
    /// How many times the refund was sent.
    pub refund_tries: u32,
    /// When it was last sent.
    #[serde(default)]
    pub refund_sent_at: Option<Timestamp>,
    /// How many of those that were sent are known to have come to nothing, so that they cannot give back
    /// any more.
    #[serde(default)]
    pub refunds_void: u32,
    /// When to do what is next although nothing is under way: the next step of a refund, or a look
    /// for a late payment.
    pub next_at: Option<Timestamp>,
    /// When it ended.
    pub final_at: Option<Timestamp>,
    /// Why it was not paid.
    pub failure: Option<Failure>,
    /// Whether it only gives back a part of what another order took, which stays as it is.
    #[serde(default)]
    pub is_refund: bool,
}

impl Order {
    /// A new order, of which nothing was sent.
    #[must_use]
    pub fn new(direction: Direction, amount: Amount, now: Timestamp) -> Self {
        Self {
            direction,
            state: State::Created,
            amount,
            created_at: now,
            sent_at: None,
            has_arrived: false,
            create_tries: 0,
            opened_at: None,
            closes_after: None,
            code: None,
            ends_at: None,
            asks_since: None,
            asked_at: None,
            ending_since: None,
            close_sent_at: None,
            is_close_under_way: false,
            loose_close_at: None,
            is_asked_since_close: false,
            not_found_at: None,
            payment: None,
            is_booked: false,
            refund_step: RefundStep::Send,
            refund_since: None,
            refund_tries: 0,
            refund_sent_at: None,
            refunds_void: 0,
            next_at: None,
            final_at: None,
            failure: None,
            is_refund: false,
        }
    }

    /// An order that gives back `amount` of what another one took. Nothing was sent of it yet; when it
    /// is certain that nothing goes back it ends paid, as a removal does.
    #[must_use]
    pub fn refund(direction: Direction, amount: Amount, paid: &Payment, now: Timestamp) -> Self {
        Self {
            state: State::Refunding,
            payment: Some(Payment {
                amount,
                ..paid.clone()
            }),
            is_booked: true,
            refund_since: Some(now),
            is_refund: true,
            ..Self::new(direction, amount, now)
        }
    }

    /// Whether the provider may still carry out a wish to end it, and give back what is paid: then
    /// a payment is not money to count on, and is not booked.
    #[must_use]
    pub fn may_be_ended(&self, now: Timestamp, timing: &Timing) -> bool {
        let is_loose = |sent_at| now < sent_at + timing.arrival_window;
        self.is_close_under_way || self.loose_close_at.is_some_and(is_loose)
    }

    /// From when on the provider may be asked to end it; none where it may be asked at once.
    #[must_use]
    pub fn closes_from(&self) -> Option<Timestamp> {
        let opened_at = self.opened_at.or(self.sent_at)?;
        self.closes_after.map(|wait| opened_at + wait)
    }

    /// Until when a refund that was sent may be on its way, so that "not found" says nothing of it.
    fn refund_arrives_until(&self, timing: &Timing) -> Option<Timestamp> {
        self.refund_sent_at
            .map(|sent_at| sent_at + timing.arrival_window)
    }

    /// From when on the provider takes no payment for it.
    #[must_use]
    pub fn expires_at(&self, timing: &Timing) -> Timestamp {
        self.created_at + timing.life
    }
}

/// Something that happens to an order.
#[derive(Debug, Clone)]
pub enum Event {
    /// Somebody takes it up who did not start it: after a restart, or from a process that died.
    Found,
    /// Time goes by; also the way to learn what is to be asked of the provider now.
    Tick {
        /// Whether a request to the provider is under way.
        is_busy: bool,
    },
    /// The answer to [`Command::Create`].
    Created(CreateAnswer),
    /// What is known of the order: the answer to [`Command::Charge`] or [`Command::Query`], or a
    /// notification.
    Told(OrderAnswer),
    /// The answer to [`Command::Close`].
    CloseTold(CloseAnswer),
    /// The answer to [`Command::Refund`] or [`Command::QueryRefund`], or a notification.
    RefundTold(RefundAnswer),
    /// "Continue waiting?" was answered with yes.
    Continue,
    /// Somebody stops it, or "Continue waiting?" was answered with no.
    Stop,
    /// The tender is removed: its money is to go back.
    Refund,
    /// The tender is removed that a manager's word alone had booked.
    TakenBack,
    /// Somebody decided.
    Decide(Decision),
}

/// What a person can decide about an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The other amount that the provider says was paid is kept as a part of what is due. Nothing can
    /// be kept of an order of which the provider has named no payment.
    Part,
    /// What is in doubt was paid, though the provider has not said so: whoever decides stands for it.
    Paid,
    /// What is in doubt was not paid.
    NotPaid,
    /// A payment of another amount is to go back.
    Refund,
    /// The money went back in another way, for example in cash.
    GivenBack,
}

/// What is asked of the provider. The order that says so is committed first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Command {
    /// Open the order and give a code.
    Create,
    /// Charge the scanned code.
    Charge,
    /// What became of the order?
    Query,
    /// End the order.
    Close,
    /// Give the money back.
    Refund,
    /// What became of the refund?
    QueryRefund,
}

/// What is written beside the order, in the same transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Booking {
    /// Book a tender of this amount.
    Book(Amount),
    /// Remove the tender, whose money went back.
    Remove,
}

/// Something that a person should look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Alarm {
    /// The end of the order is not known.
    Unknown,
    /// Another amount or currency was paid than was due.
    Mismatch,
    /// It was paid although it was believed to be over, or where it cannot be booked any more.
    LatePayment,
    /// The provider refuses to give money back.
    RefundRefused,
    /// The provider says something else than it said before.
    Contradiction,
    /// The provider refuses our request or our set-up.
    Fault,
}

/// What an event leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Next {
    /// The order afterwards.
    pub order: Order,
    /// What to write beside it.
    pub booking: Option<Booking>,
    /// What to ask of the provider, once the order is committed.
    pub command: Option<Command>,
    /// What somebody should look at.
    pub alarm: Option<Alarm>,
}

/// What a decision depends on besides the order.
#[derive(Debug, Clone, Copy)]
pub struct Circumstance<'a> {
    /// The present instant.
    pub now: Timestamp,
    /// How long to wait for what.
    pub timing: &'a Timing,
    /// Whether the basket still waits for this money, so that a tender can be booked on it: it is
    /// being paid, that much is left to pay, and no other attempt on it is under way.
    pub can_book: bool,
}

/// Why what a person asked for is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum Refused {
    /// Nobody is asked whether to go on waiting.
    #[error("nobody is asked whether to go on waiting")]
    NotAsked,
    /// The order has been open as long as it may.
    #[error("the order has been open as long as it may")]
    TooLong,
    /// The order is over.
    #[error("the order is over")]
    Over,
    /// There is no booked payment to give back.
    #[error("there is no booked payment to give back")]
    NotBooked,
    /// Nothing of that kind is to be decided.
    #[error("nothing of that kind is to be decided")]
    NotDecidable,
}
