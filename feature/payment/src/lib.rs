//! Tenders and payments: cash at the till, cards at a terminal.
//!
//! A card payment is an attempt: a row that is committed before the first byte goes to the
//! terminal, that one driver carries on until its end is certain, and that outlives the request,
//! the browser and this process. A reply that was lost is not a "no": the terminal is asked what
//! became of the payment, and nothing is ever sent again (reliability b.7).

pub mod admin;
mod ask_for_help;
mod book_tender;
mod cancel_attempt;
mod cash_limit;
mod continue_attempt;
mod current_payment;
mod decide_attempt;
pub mod engine;
mod get_attempt;
mod given;
pub mod held;
mod list_tenders;
pub mod merchant;
mod notification;
pub mod period;
mod qr_notification;
mod reconcile;
mod reference_rate;
pub mod refund;
pub mod refusal;
mod remove_tender;
pub mod rule;
mod start_attempt;
pub mod store;
pub mod terminal;
mod timings;
pub mod view;
mod voucher;
mod voucher_book;
mod voucher_proof;
pub mod wallet;

use std::sync::Arc;

use jiff::Timestamp;
use kernel::ErrorKind;
use kernel::id::BasketId;
use session::Actor;
use shell::Shell;
use shell::db::{Tx, TxFuture};
use shell::event::Event;
use shell::http::api::ApiRouter;
use shell::routes;

pub use ask_for_help::Help;
pub use cash_limit::{ReportableCash, erase_identities, reportable_cash, reporting_countries};
pub use current_payment::payment_view;
pub use engine::PaymentEngine;
pub use given::rate_on;
pub use reconcile::unmatched::{
    KeptAmount, PaymentReceipt, UnmatchedPayment, receipts_of, unmatched_payments,
};
pub use reference_rate::{Imported, import_rates};
pub(crate) use refusal::*;
pub use rule::attempt::Timing;
pub use timings::Timings;
pub use view::OrderSummary;
pub use voucher_proof::{recorded, verify};
pub use wallet::{Wallet, Wallets};

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

/// The provider cannot be reached, so nothing was started.
pub static QR_UNREACHABLE: ErrorKind = ErrorKind::new(
    "payment.qr_unreachable",
    503,
    "{provider} is not available now",
);
/// The code to show could not be had or drawn.
pub static QR_NO_CODE: ErrorKind = ErrorKind::new(
    "payment.qr_no_code",
    502,
    "Could not load the QR image, offer to email us",
);
/// Nobody paid in time; the cashier says whether to go on waiting.
pub static QR_NOT_SUCCESSFUL: ErrorKind = ErrorKind::new(
    "payment.qr_not_successful",
    408,
    "The payment was not successful, continue?",
);
/// The order has been open as long as it may.
pub static QR_TOO_LONG: ErrorKind = ErrorKind::new(
    "payment.qr_too_long",
    409,
    "This payment has been open as long as it may",
);
/// The cashier stopped it.
pub static QR_STOPPED: ErrorKind = ErrorKind::new(
    "payment.qr_stopped",
    409,
    "The payment was stopped; nothing was taken",
);
/// The provider refuses our request or our set-up.
pub static QR_FAULT: ErrorKind = ErrorKind::new(
    "payment.qr_fault",
    502,
    "{provider} refuses the account of this store; check it under Settings",
);
/// The end is not known; a manager decides.
pub static QR_UNKNOWN: ErrorKind = ErrorKind::new(
    "payment.qr_unknown",
    409,
    "It is not known whether the payment was taken; look into the account with {provider}",
);
/// The provider does not give the money back; the tender stays.
pub static QR_REFUND_REFUSED: ErrorKind = ErrorKind::new(
    "payment.qr_refund_refused",
    409,
    "{provider} does not give the money back; the tender stays booked",
);
/// The store has no account with the provider of this tender.
pub static QR_NOT_SET_UP: ErrorKind = ErrorKind::new(
    "payment.qr_not_set_up",
    503,
    "This store has no account with {provider}",
);
/// The store shows no codes for clients to scan.
pub static QR_CODE_NOT_SHOWN: ErrorKind = ErrorKind::new(
    "payment.qr_code_not_shown",
    422,
    "This store shows no QR codes; scan the code of the client",
);
/// What was scanned is no payment code.
pub static QR_PAYMENT_CODE: ErrorKind = ErrorKind::new(
    "payment.qr_payment_code",
    422,
    "This is no payment code; ask the client to open it anew and scan it",
);
/// A key of an account cannot be read.
pub static QR_KEY_REFUSED: ErrorKind =
    ErrorKind::new("payment.qr_key_refused", 422, "This key cannot be read");
/// A provider's address is neither https nor on this machine.
pub static QR_GATEWAY_REFUSED: ErrorKind = ErrorKind::new(
    "payment.qr_gateway_refused",
    422,
    "The address must begin with https",
);
/// The connection test did not succeed.
pub static QR_TEST_FAILED: ErrorKind = ErrorKind::new(
    "payment.qr_test_failed",
    502,
    "{provider} did not answer as expected: {reason}",
);

/// The mail to the support could not be sent.
pub static QR_HELP_NOT_SENT: ErrorKind = ErrorKind::new(
    "payment.qr_help_not_sent",
    503,
    "The e-mail could not be sent",
);

/// What is to go back is another step, or another amount, than the till believed.
pub static REFUND_CHANGED: ErrorKind = ErrorKind::new(
    "payment.refund_changed",
    409,
    "What is to be given back has changed; look at it again",
);
/// It goes back to what it came from, and never in cash.
pub static REFUND_NOT_CASH: ErrorKind = ErrorKind::new(
    "payment.refund_not_cash",
    422,
    "This cannot be given back in cash",
);
/// What is paid out by hand needs its number.
pub static REFERENCE_REQUIRED: ErrorKind = ErrorKind::new(
    "payment.reference_required",
    422,
    "Please enter a reference",
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
    &QR_UNREACHABLE,
    &QR_NO_CODE,
    &QR_NOT_SUCCESSFUL,
    &QR_TOO_LONG,
    &QR_STOPPED,
    &QR_FAULT,
    &QR_UNKNOWN,
    &QR_REFUND_REFUSED,
    &QR_NOT_SET_UP,
    &QR_CODE_NOT_SHOWN,
    &QR_PAYMENT_CODE,
    &QR_KEY_REFUSED,
    &QR_GATEWAY_REFUSED,
    &QR_TEST_FAILED,
    &QR_HELP_NOT_SENT,
    &REFUND_CHANGED,
    &REFUND_NOT_CASH,
    &REFERENCE_REQUIRED,
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
    /// The values that the shop keeps for its customers.
    pub wallets: Wallets,
    /// Who is written to when a code cannot be shown.
    pub help: Help,
    /// Who stands for money that goes back to something else than it came from.
    pub authority: Arc<dyn refund::Authority>,
}

/// Tells the windows of a till that its basket is another now.
pub fn tell_basket(shell: &Shell, actor: &Actor) {
    shell.events.tell(Event {
        store_no: actor.store_no.0.clone(),
        terminal_no: Some(actor.terminal_no.0.clone()),
        name: "basket".to_owned(),
        data: serde_json::json!({}),
    });
}

/// The operations of this feature. `POST /device/notification` is for terminals and `POST
/// /device/qr/{merchantKey}` for providers; they need no session, all others do.
pub fn routes(state: PaymentState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(list_tenders::list_tenders))
        .routes(routes!(current_payment::current_payment))
        .routes(routes!(book_tender::book_tender))
        .routes(routes!(remove_tender::remove_tender))
        .routes(routes!(refund::pay_out))
        .routes(routes!(start_attempt::start_attempt))
        .routes(routes!(get_attempt::get_attempt))
        .routes(routes!(cancel_attempt::cancel_attempt))
        .routes(routes!(continue_attempt::continue_attempt))
        .routes(routes!(ask_for_help::ask_for_help))
        .routes(routes!(decide_attempt::decide_attempt))
        .routes(routes!(
            reconcile::import_report,
            reconcile::list_differences
        ))
        .routes(routes!(notification::notification))
        .routes(routes!(qr_notification::qr_notification))
        .routes(routes!(merchant::list::list_qr_merchants))
        .routes(routes!(
            merchant::get::get_qr_merchant,
            merchant::save::save_qr_merchant
        ))
        .routes(routes!(merchant::test::test_qr_merchant))
        .routes(routes!(voucher::get_voucher))
        .merge(admin::routes())
        .with_state(state)
}
