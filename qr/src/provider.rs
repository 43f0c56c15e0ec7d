//! What the till may ask of a provider of QR payments, whichever it is.
//!
//! One method is one exchange: it sends at most one request, waits at most `wait` as given in the
//! command, and its connection is closed when it returns. Nothing is sent twice. The state of an
//! order, the polling and the decision what an unknown result means are [`crate::order`]'s.

mod answer;
mod command;
mod identifier;
mod notification;

use async_trait::async_trait;

pub use answer::{
    CloseAnswer, CreateAnswer, Decline, Fault, NotSentReason, OrderAnswer, Payment, RefundAnswer,
    RefundDecline, UnknownReason,
};
pub use command::{
    ChargeCommand, CloseCommand, CreateCommand, Direction, QueryCommand, RefundCommand,
    RefundQueryCommand,
};
pub use identifier::{IdentifierRefused, OrderNo, PaymentCode, RefundNo};
pub use notification::{Acknowledgement, Incoming, Notice, NotificationRefused};

/// A provider of QR payments.
///
/// Dropping a future before it is ready closes the connection; the provider may go on with what it
/// was asked, so the caller must treat that exactly like an `Unknown` answer.
#[async_trait]
pub trait Provider: Send + Sync {
    /// Opens an order and gives the code that the client scans.
    ///
    /// May be called again with the very same command after an unknown answer, as long as the code
    /// was shown to nobody: both providers then give a code for the one order.
    async fn create(&self, command: &CreateCommand) -> CreateAnswer;

    /// Charges the code that the shop scanned from the client's telephone.
    ///
    /// Must be called only after the order has been stored durably, and once: from here on money
    /// can move.
    async fn charge(&self, command: &ChargeCommand) -> OrderAnswer;

    /// Asks what became of an order.
    async fn query(&self, command: &QueryCommand) -> OrderAnswer;

    /// Ends an order that was not paid, so that nobody can pay it any more.
    async fn close(&self, command: &CloseCommand) -> CloseAnswer;

    /// Gives money of a paid order back, wholly or in part. The number makes it safe to repeat.
    async fn refund(&self, command: &RefundCommand) -> RefundAnswer;

    /// Asks what became of a refund.
    async fn query_refund(&self, command: &RefundQueryCommand) -> RefundAnswer;

    /// Reads what the provider sends by itself, after checking that it comes from the provider.
    ///
    /// The same notice may come several times, late and in any order: it is one more answer about
    /// the order, not an event of its own.
    ///
    /// # Errors
    /// [`NotificationRefused`]: nothing of it may be believed.
    fn read(&self, incoming: &Incoming<'_>) -> Result<Notice, NotificationRefused>;

    /// What to answer to a notification. It comes again until it is answered as `taken`.
    fn acknowledge(&self, taken: bool) -> Acknowledgement;
}
