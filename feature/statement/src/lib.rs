//! Statements: the end of the day of a store (domain §12). A statement gathers orders and deposit
//! payments, each in one statement at most, compares what was taken with what was counted, and posts.
//!
//! Counting is blind: what the drawers should hold, and all from which it could be computed, leaves the
//! server only once the cash of every till is counted (decision 0026).

mod admin;
mod approve;
mod breakdown;
mod calculate;
mod check;
mod clear;
mod closing;
mod copies;
mod count;
mod cut_off;
mod desk;
mod drawer;
mod event;
mod export;
mod guard;
mod job;
mod list;
mod lying;
mod paper;
pub mod past;
mod post;
mod report;
pub mod rule;
mod show;
mod standing;
mod store;
mod terminals;
mod tills;
mod unmatched;
mod verification;
mod view;
mod x_report;
mod z;
mod z_closing;
mod z_content;
mod z_drawer;
mod z_proof;

use std::sync::Arc;

use journal::Signer;
use kernel::ErrorKind;
use payment::PaymentEngine;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::routes;

pub use admin::StatementSetting;
pub use cut_off::end_cut_off_questions;
pub use drawer::{Bagged, DrawerTotals, Drawers, OpenedWith, Period, carried_floats};
pub use guard::{is_drawer_counted, may_sell, unposted_date};
pub use job::post_statements;
pub use lying::currencies_in_drawer;
pub use verification::verify;

/// Payments are not what was sold, owed and rounded.
pub static NOT_BALANCED: ErrorKind = ErrorKind::new(
    "statement.not_balanced",
    409,
    "Payments of {payments} do not match sales, deposits, gift cards and rounding of {sales}; \
     contact the admin",
);
/// Not to a statement that stands there.
pub static STATE_FORBIDS: ErrorKind = ErrorKind::new(
    "statement.state_forbids",
    409,
    "This cannot be done with the statement as it stands now",
);
/// No note or coin of the currency, or one that is named twice.
pub static DENOMINATION_UNKNOWN: ErrorKind = ErrorKind::new(
    "statement.denomination_unknown",
    422,
    "Count each note and coin of the currency once",
);
/// Less than no piece, or more than anybody has.
pub static PIECES_IMPOSSIBLE: ErrorKind = ErrorKind::new(
    "statement.pieces_impossible",
    422,
    "Enter how many there are, from 0 on",
);
/// There is no such statement that somebody may see.
pub static NOT_FOUND: ErrorKind =
    ErrorKind::new("statement.not_found", 404, "There is no such statement");
/// Money is on its way, or nobody knows where it is.
pub static PAYMENT_LIVE: ErrorKind = ErrorKind::new(
    "statement.payment_live",
    409,
    "A payment at {terminal} is not finished; finish it there first",
);
/// A basket is being paid.
pub static BASKET_PAYING: ErrorKind = ErrorKind::new(
    "statement.basket_paying",
    409,
    "A sale is being paid at {terminal}; finish it there first",
);
/// An earlier date has sales that no statement holds.
pub static EARLIER_DATE_OPEN: ErrorKind = ErrorKind::new(
    "statement.earlier_date_open",
    409,
    "The sales of {date} must be posted first",
);
/// A date that has not come yet, or that is posted already.
pub static DATE_IMPOSSIBLE: ErrorKind = ErrorKind::new(
    "statement.date_impossible",
    422,
    "Choose a date from the last posted one up to today",
);
/// Nothing was taken with this tender at this till, or it is not counted.
pub static NOT_COUNTABLE: ErrorKind = ErrorKind::new(
    "statement.not_countable",
    422,
    "There is nothing to count of this tender",
);
/// Cash without its notes and coins, or slips without their number and sum.
pub static COUNT_INCOMPLETE: ErrorKind = ErrorKind::new(
    "statement.count_incomplete",
    422,
    "Enter everything that was counted",
);
/// Nobody knows what the foreign currency is worth.
pub static RATE_MISSING: ErrorKind = ErrorKind::new(
    "statement.rate_missing",
    409,
    "There is no exchange rate for {currency}",
);
/// A second count, or a difference above the maximum, without saying why.
pub static REASON_REQUIRED: ErrorKind =
    ErrorKind::new("statement.reason_required", 422, "Please enter a reason");
/// A text is longer than is kept.
pub static TEXT_TOO_LONG: ErrorKind = ErrorKind::new(
    "statement.text_too_long",
    422,
    "At most {maximum} characters can be kept here",
);
/// More is missing, or too much, than who asks may post.
pub static DIFFERENCE_TOO_LARGE: ErrorKind = ErrorKind::new(
    "statement.difference_too_large",
    409,
    "The difference of {difference} is above {maximum}; a manager must post this statement",
);

/// More cash went back than came in, and who asks may not post it.
pub static CASH_BELOW_ZERO: ErrorKind = ErrorKind::new(
    "statement.cash_below_zero",
    409,
    "{amount} more in cash went back than came in; a manager must post this statement",
);
/// A drawer was opened with less than was left in it, and who asks may not post it.
pub static OPENING_DIFFERENCE: ErrorKind = ErrorKind::new(
    "statement.opening_difference",
    409,
    "The drawer of {terminal} was opened with {difference} against what was left in it; a manager must \
     post this statement",
);
/// Cash goes to the bank in a bag without a number.
pub static BAG_REQUIRED: ErrorKind = ErrorKind::new(
    "statement.bag_required",
    422,
    "There is cash above the float: enter the number on the bag for the bank, or the drop to the safe",
);

/// An earlier business date has sales that are not posted, and the store wants them posted first.
pub static UNPOSTED_DATE: ErrorKind = ErrorKind::new(
    "statement.unposted_date",
    409,
    "The sales of {date} are not posted yet; post their statement before you go on selling",
);

/// No till of the store.
pub static TILL_UNKNOWN: ErrorKind = ErrorKind::new(
    "statement.till_unknown",
    404,
    "There is no such till in this store",
);

/// Whoever asks manages no statements of the store.
pub static STORE_NOT_FOUND: ErrorKind = ErrorKind::new(
    "statement.store_not_found",
    404,
    "There is no such store among yours",
);

/// Only what is posted has a Z.
pub static NOT_POSTED: ErrorKind = ErrorKind::new(
    "statement.not_posted",
    409,
    "This statement is not posted and has no Z",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &NOT_BALANCED,
    &STATE_FORBIDS,
    &DENOMINATION_UNKNOWN,
    &PIECES_IMPOSSIBLE,
    &NOT_FOUND,
    &PAYMENT_LIVE,
    &BASKET_PAYING,
    &EARLIER_DATE_OPEN,
    &DATE_IMPOSSIBLE,
    &NOT_COUNTABLE,
    &COUNT_INCOMPLETE,
    &RATE_MISSING,
    &REASON_REQUIRED,
    &TEXT_TOO_LONG,
    &DIFFERENCE_TOO_LARGE,
    &CASH_BELOW_ZERO,
    &OPENING_DIFFERENCE,
    &BAG_REQUIRED,
    &UNPOSTED_DATE,
    &TILL_UNKNOWN,
    &STORE_NOT_FOUND,
    &NOT_POSTED,
];

/// The most of what slips come to, and of what head office sets, in minor units.
const AMOUNT_MAX: i64 = 1_000_000_000_000;
/// The most characters of a reason.
const REASON_CHARACTERS_MAX: usize = 255;

/// What the operations of this feature need.
#[derive(Clone)]
pub struct StatementOffice {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// Knows what the drawers had besides what they took.
    pub drawers: Arc<dyn Drawers>,
    /// Has the connections to card terminals.
    pub engine: Arc<PaymentEngine>,
}

/// The operations of this feature.
pub fn routes(office: StatementOffice) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(
            list::list_statements,
            calculate::calculate_statement
        ))
        .routes(routes!(export::export_statements))
        .routes(routes!(paper::list::print_statements))
        .routes(routes!(show::current_statement))
        .routes(routes!(x_report::get_x_report))
        .routes(routes!(tills::list_tills))
        .routes(routes!(paper::show::show_x_report))
        .routes(routes!(paper::show::show_statement_document))
        .routes(routes!(paper::show::show_z))
        .routes(routes!(paper::print::print_x))
        .routes(routes!(paper::print::print_z))
        .routes(routes!(unmatched::list_unmatched))
        .routes(routes!(closing::list_closings))
        .routes(routes!(closing::export_closings))
        .routes(routes!(show::get_statement))
        .routes(routes!(breakdown::get_breakdown))
        .routes(routes!(count::count_statement))
        .routes(routes!(clear::clear_statement))
        .routes(routes!(check::check_statement))
        .routes(routes!(terminals::read_terminal_totals))
        .routes(routes!(approve::ask_statement_approval))
        .routes(routes!(post::post_statement))
        .routes(routes!(admin::list_statement_settings))
        .routes(routes!(
            admin::get_statement_setting,
            admin::save_statement_setting
        ))
        .with_state(office)
}
