//! Deposits: pieces that are kept for a client against a part payment, and settled later (domain §5).
//!
//! Money that came in is a liability until the pieces leave. A deposit never touches what was sold: its
//! settlement is an order like any other, of which a part was paid before.

mod cancel;
mod complete;
mod desk;
mod export;
mod extend;
mod give_up;
mod job;
mod list;
mod paper;
mod pay;
mod recorded;
mod reprice;
pub mod rule;
mod settle;
mod show;
mod start;
mod step;
mod store;
mod verification;
mod view;

use std::sync::Arc;

use jiff::Timestamp;
use journal::Signer;
use kernel::ErrorKind;
use payment::{Settlement, Timing};
use sale::Till;
use session::Actor;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::routes;

pub use complete::{complete_when_paid, note_settled};
pub use give_up::give_up;
pub use job::mark_overdue;
pub use paper::{DepositPapers, DepositPart, MailedDepositPaper};
pub use recorded::recorded;
pub use store::count_waiting;
pub use verification::verify;

/// The permission to depart from what was agreed of a deposit (domain 16.4).
const MAY_DEPART: &str = "deposit.belowMinimum";

/// The permission to print a paper again (domain 16.4).
const REPRINT: &str = "order.reprint";

/// The most characters of a reason.
const REASON_CHARACTERS_MAX: usize = 255;

/// A deposit needs to know whose it is.
pub static CUSTOMER_REQUIRED: ErrorKind =
    ErrorKind::new("deposit.customer_required", 409, "Please Select a customer");
/// Nothing, or less, was offered.
pub static AMOUNT_NOT_POSITIVE: ErrorKind =
    ErrorKind::new("deposit.amount_not_positive", 422, "amount must be above 0");
/// More than the pieces cost.
pub static AMOUNT_ABOVE_TOTAL: ErrorKind = ErrorKind::new(
    "deposit.amount_above_total",
    422,
    "No more than {balance} is left to pay",
);
/// An amount in another currency than the store's.
pub static WRONG_CURRENCY: ErrorKind = ErrorKind::new(
    "deposit.wrong_currency",
    422,
    "The amount must be in the currency of the store",
);
/// The last day is in the past or too far away.
pub static LAST_DAY_IMPOSSIBLE: ErrorKind = ErrorKind::new(
    "deposit.last_day_impossible",
    422,
    "Choose a last day from today up to {latest}",
);
/// A last day that is no later one.
pub static NOT_LATER: ErrorKind = ErrorKind::new(
    "deposit.not_later",
    422,
    "Choose a day after the last day so far",
);
/// A day was moved without saying why.
pub static REASON_REQUIRED: ErrorKind =
    ErrorKind::new("deposit.reason_required", 422, "Please enter a reason");
/// The reason is too long.
pub static REASON_TOO_LONG: ErrorKind = ErrorKind::new(
    "deposit.reason_too_long",
    422,
    "The reason may have {maximum} characters at the most",
);
/// No such deposit in this store.
pub static NOT_FOUND: ErrorKind =
    ErrorKind::new("deposit.not_found", 404, "There is no such deposit");
/// It is over.
pub static NOT_OPEN: ErrorKind = ErrorKind::new(
    "deposit.not_open",
    409,
    "This deposit is over; nothing can be done with it any more",
);
/// Everything is paid.
pub static NOTHING_LEFT_TO_PAY: ErrorKind = ErrorKind::new(
    "deposit.nothing_left_to_pay",
    409,
    "Everything is paid; the pieces can be handed over",
);
/// Another till takes money for it.
pub static BEING_PAID: ErrorKind = ErrorKind::new(
    "deposit.being_paid",
    409,
    "A payment on this deposit is under way at a till",
);
/// No piece, or one that was handed over, was chosen.
pub static LINE_UNKNOWN: ErrorKind = ErrorKind::new(
    "deposit.line_unknown",
    422,
    "Choose pieces that were not handed over yet",
);

/// Today's prices are no lower.
pub static NO_LOWER_PRICE: ErrorKind = ErrorKind::new(
    "deposit.no_lower_price",
    409,
    "Today's prices are not lower than those of the deposit",
);
/// More is held than the pieces would cost.
pub static HELD_ABOVE_PRICE: ErrorKind = ErrorKind::new(
    "deposit.held_above_price",
    409,
    "{held} is held and the pieces would cost {total}; hand them over or cancel the deposit first",
);
/// What is kept follows from the kind of the deposit.
pub static KEPT_NOT_CHOSEN: ErrorKind = ErrorKind::new(
    "deposit.kept_not_chosen",
    422,
    "What is kept of this deposit cannot be chosen",
);
/// Less than nothing, or more than is held.
pub static KEPT_IMPOSSIBLE: ErrorKind = ErrorKind::new(
    "deposit.kept_impossible",
    422,
    "No more can be kept than is held",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &CUSTOMER_REQUIRED,
    &AMOUNT_NOT_POSITIVE,
    &AMOUNT_ABOVE_TOTAL,
    &WRONG_CURRENCY,
    &LAST_DAY_IMPOSSIBLE,
    &NOT_LATER,
    &REASON_REQUIRED,
    &REASON_TOO_LONG,
    &NOT_FOUND,
    &NOT_OPEN,
    &NOTHING_LEFT_TO_PAY,
    &BEING_PAID,
    &LINE_UNKNOWN,
    &NO_LOWER_PRICE,
    &HELD_ABOVE_PRICE,
    &KEPT_NOT_CHOSEN,
    &KEPT_IMPOSSIBLE,
];

/// What the operations of this feature need.
#[derive(Clone)]
pub struct DepositState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// How long payments wait for what.
    pub timing: Arc<Timing>,
    /// Completes what is paid.
    pub settlement: Arc<dyn Settlement>,
    /// Whether anybody sells in the store now.
    pub may_sell: sale::MaySell,
    /// Whether mail is set up.
    pub has_mailer: bool,
    /// Where clients reach this installation. Without it papers carry no code that verifies them.
    pub public_url: Option<Arc<str>>,
}

impl DepositState {
    /// The till at which something happens.
    fn till(&self, actor: &Actor) -> Till {
        till(actor, &self.signer, self.shell.clock.now())
    }
}

fn till(actor: &Actor, signer: &Arc<Signer>, now: Timestamp) -> Till {
    Till {
        store_no: actor.store_no.clone(),
        terminal_no: actor.terminal_no.clone(),
        staff_id: actor.staff_id.clone(),
        since: actor.since,
        now,
        signer: signer.clone(),
    }
}

/// The operations of this feature.
pub fn routes(state: DepositState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(start::deposit_terms, start::start_deposit))
        .routes(routes!(list::list_deposits))
        .routes(routes!(export::export_deposits))
        .routes(routes!(show::get_deposit))
        .routes(routes!(pay::pay_deposit))
        .routes(routes!(paper::get_deposit_paper))
        .routes(routes!(paper::print::print_deposit_paper))
        .routes(routes!(paper::email::email_deposit_paper))
        .routes(routes!(settle::settle_deposit))
        .routes(routes!(extend::extend_deposit))
        .routes(routes!(cancel::cancel_deposit))
        .routes(routes!(cancel::ask_cancellation_approval))
        .routes(routes!(reprice::reprice_deposit))
        .with_state(state)
}
