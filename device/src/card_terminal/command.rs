use std::time::Duration;

use jiff::Timestamp;

use super::{
    Amount, Currency, OperatorId, PoiTransaction, SaleId, SaleReference, ServiceId, TransactionId,
};

/// Asks the terminal to take a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentCommand {
    /// The till.
    pub sale_id: SaleId,
    /// This exchange, from the terminal's persisted counter; never used before.
    pub service_id: ServiceId,
    /// Our name of the payment.
    pub transaction_id: TransactionId,
    /// What the cashier and the acquirer's report call the sale.
    pub sale_reference: SaleReference,
    /// Who stands at the till.
    pub operator_id: OperatorId,
    /// What to charge.
    pub amount: Amount,
    /// The brands of cards that are taken; all when there is none. The terminal turns others away.
    pub allowed_brands: Vec<String>,
    /// Server time. A terminal refuses one that is more than 24 hours off.
    pub timestamp: Timestamp,
    /// Longest wait for the result; the terminal itself gives up after 120 s (150 s in the cloud).
    pub wait: Duration,
}

/// Asks what became of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusCommand {
    /// The till.
    pub sale_id: SaleId,
    /// This exchange: a new number, not that of the payment.
    pub service_id: ServiceId,
    /// The payment in question, by the number it was sent with.
    pub payment_service_id: ServiceId,
    /// Our name of the payment in question; a reply about another one is a stray.
    pub transaction_id: TransactionId,
    /// Currency of the payment in question.
    pub currency: Currency,
    /// Longest wait for the reply.
    pub wait: Duration,
}

/// Asks what became of a reversal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReversalStatusCommand {
    /// The till.
    pub sale_id: SaleId,
    /// This exchange: a new number, not that of the reversal.
    pub service_id: ServiceId,
    /// The reversal in question, by the number it was sent with.
    pub reversal_service_id: ServiceId,
    /// Our name of the reversal in question; a reply about another one is a stray.
    pub transaction_id: TransactionId,
    /// Currency of the reversal in question.
    pub currency: Currency,
    /// Longest wait for the reply.
    pub wait: Duration,
}

/// A payment dialogue on the terminal, ours or another till's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialogueReference {
    /// The till that started it.
    pub sale_id: SaleId,
    /// The number it was started with.
    pub service_id: ServiceId,
}

/// Asks the terminal to stop a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbortCommand {
    /// The till.
    pub sale_id: SaleId,
    /// This exchange: a new number, not that of the payment.
    pub service_id: ServiceId,
    /// The payment to stop.
    pub payment: DialogueReference,
    /// Longest wait for the reply.
    pub wait: Duration,
}

/// How much of a payment to give back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReversalScope {
    /// All of it.
    Whole(Currency),
    /// A part. The terminal allows several; capping their sum is the caller's duty.
    Part(Amount),
}

impl ReversalScope {
    /// The currency of the payment.
    pub fn currency(&self) -> Currency {
        match self {
            Self::Whole(currency) => *currency,
            Self::Part(amount) => amount.currency,
        }
    }
}

/// Why a payment is reversed, in the words of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReversalReason {
    /// The cashier cancels.
    MerchantCancel,
    /// The customer cancels.
    CustomerCancel,
    /// Something broke.
    Malfunction,
    /// The sale could not be completed after the approval.
    UnableToComplete,
}

/// Gives money of an approved payment back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReversalCommand {
    /// The till.
    pub sale_id: SaleId,
    /// This exchange, from the terminal's persisted counter; never used before.
    pub service_id: ServiceId,
    /// Our name of the reversal; a repeated reversal keeps it.
    pub transaction_id: TransactionId,
    /// The approved payment.
    pub original: PoiTransaction,
    /// How much.
    pub scope: ReversalScope,
    /// Why.
    pub reason: ReversalReason,
    /// Server time.
    pub timestamp: Timestamp,
    /// Longest wait for the reply.
    pub wait: Duration,
}

/// Asks whether the terminal and the hosts behind it can work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagnosisCommand {
    /// The till.
    pub sale_id: SaleId,
    /// This exchange.
    pub service_id: ServiceId,
    /// Longest wait for the reply.
    pub wait: Duration,
}

/// Asks a terminal to close its period, and what it took in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReconciliationCommand {
    /// The till.
    pub sale_id: SaleId,
    /// This exchange, never used before.
    pub service_id: ServiceId,
    /// The currency of the store; totals in others are told in the decimals of ISO 4217.
    pub currency: Currency,
    /// Longest wait for the reply.
    pub wait: Duration,
}
