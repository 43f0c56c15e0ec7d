//! Tenders and payments: cash at the till, cards at a terminal.
//!
//! A card payment is an attempt: a row that is committed before the first byte goes to the
//! terminal, that one driver carries on until its end is certain, and that outlives the request,
//! the browser and this process. A reply that was lost is not a "no": the terminal is asked what
//! became of the payment, and nothing is ever sent again (reliability b.7).

mod book_tender;
mod cancel_attempt;
mod current_payment;
mod decide_attempt;
pub mod engine;
mod get_attempt;
mod list_tenders;
mod notification;
mod reconcile;
mod remove_tender;
pub mod rule;
mod start_attempt;
pub mod store;
pub mod terminal;
pub mod view;

use std::sync::Arc;

use jiff::Timestamp;
use kernel::ErrorKind;
use kernel::id::BasketId;
use shell::Shell;
use shell::db::{Tx, TxFuture};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use current_payment::payment_view;
pub use engine::PaymentEngine;
pub use rule::attempt::Timing;
pub use view::OrderSummary;

/// The permission to decide about payments in doubt.
pub(crate) const MAY_RESOLVE: &str = "payment.resolveUnknown";

/// No basket of this till is being paid.
pub static NOT_STARTED: ErrorKind =
    ErrorKind::new("payment.not_started", 409, "Payment has not been started");
/// Nothing, or less, was offered.
pub static AMOUNT_NOT_POSITIVE: ErrorKind =
    ErrorKind::new("payment.amount_not_positive", 422, "amount must be above 0");
/// An amount in another currency than the store's.
pub static WRONG_CURRENCY: ErrorKind = ErrorKind::new(
    "payment.wrong_currency",
    422,
    "The amount must be in the currency of the store",
);
/// More than the balance where that is not taken.
pub static OVER_TENDER: ErrorKind = ErrorKind::new(
    "payment.over_tender",
    409,
    "This tender cannot take more than the amount due",
);
/// More than the largest over-tender.
pub static OVER_TENDER_LIMIT: ErrorKind = ErrorKind::new(
    "payment.over_tender_limit",
    409,
    "This tender can take at most {limit} more than the amount due",
);
/// Less than the balance where that is not taken.
pub static UNDER_TENDER: ErrorKind = ErrorKind::new(
    "payment.under_tender",
    409,
    "This tender must cover the amount due",
);
/// The store does not take this tender, or not in this way.
pub static TENDER_UNKNOWN: ErrorKind = ErrorKind::new(
    "payment.tender_unknown",
    404,
    "This tender is not taken in this store",
);
/// Cash is booked at once, cards go through an attempt; this one was asked for the other way.
pub static TENDER_TYPE: ErrorKind = ErrorKind::new(
    "payment.tender_type",
    422,
    "This tender is not taken in this way",
);
/// No such tender on the basket of this till.
pub static TENDER_NOT_FOUND: ErrorKind =
    ErrorKind::new("payment.tender_not_found", 404, "There is no such tender");
/// No such attempt in this store.
pub static ATTEMPT_NOT_FOUND: ErrorKind = ErrorKind::new(
    "payment.attempt_not_found",
    404,
    "There is no such payment attempt",
);
/// The till or the basket has an attempt whose end is not certain.
pub static ATTEMPT_LIVE: ErrorKind = ErrorKind::new(
    "payment.attempt_live",
    409,
    "Another payment is still under way",
);
/// Cancel was pressed before the countdown ended.
pub static NOT_CANCELLABLE_YET: ErrorKind = ErrorKind::new(
    "payment.not_cancellable_yet",
    409,
    "The payment can be cancelled in {secondsLeft} seconds",
);
/// The attempt does not wait for this decision.
pub static NOT_DECIDABLE: ErrorKind = ErrorKind::new(
    "payment.not_decidable",
    409,
    "The payment does not wait for this decision",
);
/// A payment was called paid without the number of its slip.
pub static SLIP_REQUIRED: ErrorKind = ErrorKind::new(
    "payment.slip_required",
    422,
    "Enter the number of the terminal's slip",
);

/// Outcome: paid.
pub static SUCCESSFUL: ErrorKind = ErrorKind::new("payment.successful", 200, "Payment successful");
/// Outcome: not paid.
pub static FAILED: ErrorKind = ErrorKind::new("payment.failed", 402, "Payment failed: {reason}");
/// Outcome: the system ended the payment.
pub static TIMED_OUT: ErrorKind = ErrorKind::new("payment.timed_out", 408, "Payment time out");
/// Outcome: the terminal works on something else.
pub static OCCUPIED: ErrorKind = ErrorKind::new(
    "payment.occupied",
    409,
    "POS cash register occupied (cancel the receipt)",
);
/// Outcome: another amount was taken than was due.
pub static AMOUNT_MISMATCH: ErrorKind = ErrorKind::new(
    "payment.amount_mismatch",
    409,
    "The amount received {received} does not match the amount due {due}",
);
/// Outcome: the card's owner signed the slip; the cashier compares before it is booked.
pub static CHECK_SIGNATURE: ErrorKind = ErrorKind::new(
    "payment.check_signature",
    409,
    "Compare the signature on the slip with the card",
);
/// Outcome: cancelled.
pub static CANCELLED: ErrorKind = ErrorKind::new(
    "payment.cancelled",
    409,
    "Payment cancelled; resend after cancelling payment from the POS",
);
/// While cancelling: the terminal has the message.
pub static CANCELLATION_RECEIVED: ErrorKind = ErrorKind::new(
    "payment.cancellation_received",
    409,
    "Cash register cancellation message received, confirm",
);
/// While cancelling: the terminal does not answer.
pub static CANCEL_MANUALLY: ErrorKind = ErrorKind::new(
    "payment.cancel_manually",
    409,
    "Cancel manually at the POS machine",
);
/// Outcome: the terminal cannot be reached or cannot work.
pub static UNREACHABLE: ErrorKind =
    ErrorKind::new("payment.unreachable", 503, "The POS is not available now");
/// The end is not known; a manager decides.
pub static UNKNOWN: ErrorKind = ErrorKind::new(
    "payment.unknown",
    409,
    "It is not known whether the payment was taken; check the slip of the POS machine",
);
/// Outcome: given back.
pub static REVERSED: ErrorKind =
    ErrorKind::new("payment.reversed", 409, "The payment was given back");
/// The payment succeeded after it was believed to be over.
pub static LATE_SUCCESS: ErrorKind = ErrorKind::new(
    "payment.late_success",
    409,
    "The payment succeeded although it had been ended",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &NOT_STARTED,
    &AMOUNT_NOT_POSITIVE,
    &WRONG_CURRENCY,
    &OVER_TENDER,
    &OVER_TENDER_LIMIT,
    &UNDER_TENDER,
    &TENDER_UNKNOWN,
    &TENDER_TYPE,
    &TENDER_NOT_FOUND,
    &ATTEMPT_NOT_FOUND,
    &ATTEMPT_LIVE,
    &NOT_CANCELLABLE_YET,
    &NOT_DECIDABLE,
    &SLIP_REQUIRED,
    &SUCCESSFUL,
    &FAILED,
    &TIMED_OUT,
    &OCCUPIED,
    &AMOUNT_MISMATCH,
    &CHECK_SIGNATURE,
    &CANCELLED,
    &CANCELLATION_RECEIVED,
    &CANCEL_MANUALLY,
    &UNREACHABLE,
    &UNKNOWN,
    &REVERSED,
    &LATE_SUCCESS,
];

/// What happens with a basket when a tender was booked on it. The feature that owns baskets
/// provides it; it runs in the transaction of the booking.
pub trait Settlement: Send + Sync {
    /// Completes the sale when the booked tenders cover what is due, and answers with the order's
    /// summary for the till; answers nothing while a balance is left.
    ///
    /// The balance is `basket.due` less the sum of `basket_tender.amount`; cash rounding is in
    /// `basket_tender.rounding` and is not part of the amount.
    fn settle<'a>(
        &'a self,
        tx: &'a mut Tx,
        basket: BasketId,
        now: Timestamp,
    ) -> TxFuture<'a, Option<serde_json::Value>>;
}

/// What the operations of this feature need.
#[derive(Clone)]
pub struct PaymentState {
    /// The plumbing.
    pub shell: Shell,
    /// Drives the attempts.
    pub engine: Arc<PaymentEngine>,
    /// Completes sales.
    pub settlement: Arc<dyn Settlement>,
}

/// The operations of this feature. `POST /device/notification` is for terminals and needs no
/// session; all others need one.
pub fn routes(state: PaymentState) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list_tenders::list_tenders))
        .routes(routes!(current_payment::current_payment))
        .routes(routes!(book_tender::book_tender))
        .routes(routes!(remove_tender::remove_tender))
        .routes(routes!(start_attempt::start_attempt))
        .routes(routes!(get_attempt::get_attempt))
        .routes(routes!(cancel_attempt::cancel_attempt))
        .routes(routes!(decide_attempt::decide_attempt))
        .routes(routes!(
            reconcile::import_report,
            reconcile::list_differences
        ))
        .routes(routes!(notification::notification))
        .with_state(state)
}
