//! What the till may ask of a card terminal, whatever protocol the terminal speaks.
//!
//! One method is one exchange: it sends at most one message, waits at most `wait` as given in the
//! command, and its connection is closed when it returns. Nothing is ever sent twice. The state of
//! a payment, the polling and the decision what an unknown result means belong to the caller.

mod amount;
mod answer;
mod command;
mod condition;
mod identifier;

use async_trait::async_trait;

pub use amount::{Amount, AmountRefused, Currency};
pub use answer::{
    AbortAnswer, Approval, BrandTotal, DiagnosisAnswer, EntryMode, HostStatus, LineWeight,
    NotSentReason, PaymentAnswer, PeriodTotals, ReceiptLine, ReconciliationAnswer, Reversal,
    ReversalAnswer, RunningDialogue, Signature, StatusAnswer, UnknownReason,
};
pub use command::{
    AbortCommand, DiagnosisCommand, DialogueReference, PaymentCommand, ReconciliationCommand,
    ReversalCommand, ReversalReason, ReversalScope, ReversalStatusCommand, StatusCommand,
};
pub use condition::{Decline, ErrorCondition, Fault, OutOfOrder};
pub use identifier::{
    IdentifierRefused, OperatorId, PoiId, PoiTransaction, SaleId, SaleReference, ServiceId,
    TransactionId, service_id,
};

/// A card terminal.
///
/// Dropping a future before it is ready closes the connection; the terminal may go on with what it
/// was asked, so the caller must treat that exactly like an `Unknown` answer.
#[async_trait]
pub trait CardTerminal: Send + Sync {
    /// Asks the terminal to take a payment and waits for its result.
    ///
    /// Must be called only after the attempt has been stored durably: from here on money can move.
    async fn start(&self, command: &PaymentCommand) -> PaymentAnswer;

    /// Asks what became of a payment that was started before.
    async fn query(&self, command: &StatusCommand) -> StatusAnswer<PaymentAnswer>;

    /// Asks what became of a reversal that was sent before.
    async fn query_reversal(&self, command: &ReversalStatusCommand)
    -> StatusAnswer<ReversalAnswer>;

    /// Asks the terminal to stop a payment. A wish: the truth is the payment's own result.
    async fn abort(&self, command: &AbortCommand) -> AbortAnswer;

    /// Gives money of an approved payment back, wholly or in part.
    async fn reverse(&self, command: &ReversalCommand) -> ReversalAnswer;

    /// Asks whether the terminal and the hosts behind it can work.
    async fn diagnose(&self, command: &DiagnosisCommand) -> DiagnosisAnswer;

    /// Asks the terminal to close its period, and what it took in it. No money moves.
    async fn reconcile(&self, command: &ReconciliationCommand) -> ReconciliationAnswer;
}
