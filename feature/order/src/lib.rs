//! The order history: what was sold, its receipt on screen, on paper and by mail.

mod document;
mod email_receipt;
mod export_orders;
mod get_order;
mod get_receipt;
mod index_orders;
mod job;
mod list_orders;
mod list_purchases;
mod paper;
mod print_receipt;
mod printer;
mod record;
pub mod rule;
mod store;
mod summarize_orders;
pub mod view;

use std::sync::Arc;

pub use index_orders::index_orders;
use journal::Signer;
use kernel::ErrorKind;
use shell::Shell;
use shell::mail::Mailer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// There is no such order, or it belongs to a store that the asker may not see.
pub static ORDER_NOT_FOUND: ErrorKind = ErrorKind::new(
    "order.not_found",
    404,
    "Could not find any data in your search",
);
/// The dates of a list end before they start.
pub static PERIOD_REVERSED: ErrorKind = ErrorKind::new(
    "order.period_reversed",
    422,
    "The first date must not be after the last",
);
/// There are no receipts in the language.
pub static LANGUAGE_UNKNOWN: ErrorKind = ErrorKind::new(
    "order.language_unknown",
    422,
    "There are no receipts in the language {language}",
);
/// The receipt was not printed so often.
pub static PRINT_NOT_FOUND: ErrorKind = ErrorKind::new(
    "order.print_not_found",
    404,
    "The receipt was not printed so often",
);
/// The receipt could not be laid out.
pub static PDF_ERROR: ErrorKind = ErrorKind::new("order.pdf_error", 500, "PDF printing error");
/// The store of the till has no receipt printer.
pub static NO_PRINTER: ErrorKind =
    ErrorKind::new("order.no_printer", 409, "This store has no receipt printer");
/// Certain: nothing was printed.
pub static PRINTER_UNREACHABLE: ErrorKind = ErrorKind::new(
    "order.printer_unreachable",
    503,
    "The receipt printer does not answer; nothing was printed",
);
/// Nobody knows what was printed. It is the end of this print: with 503 a till would send the same
/// again and hear the same again; whoever looked at the printer prints anew.
pub static PRINT_UNCERTAIN: ErrorKind = ErrorKind::new(
    "order.print_uncertain",
    409,
    "The receipt may be printed in whole, in part or not at all; look at the printer",
);
/// The same print is on its way to the printer.
pub static PRINT_UNDER_WAY: ErrorKind = ErrorKind::new(
    "order.print_under_way",
    409,
    "This receipt is being printed",
);
/// The address is not one.
pub static EMAIL_INVALID: ErrorKind =
    ErrorKind::new("order.email_invalid", 422, "E-mail must be valid");
/// No address was given and the order names none.
pub static EMAIL_MISSING: ErrorKind = ErrorKind::new(
    "order.email_missing",
    422,
    "The customer of this order has no e-mail address; please enter one",
);
/// This installation cannot send mail.
pub static EMAIL_NOT_SET_UP: ErrorKind = ErrorKind::new(
    "order.email_not_set_up",
    409,
    "E-mail is not set up; print the receipt instead",
);
/// The receipt went out by mail too often.
pub static EMAIL_TOO_OFTEN: ErrorKind = ErrorKind::new(
    "order.email_too_often",
    429,
    "This receipt was sent {count} times already",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &ORDER_NOT_FOUND,
    &PERIOD_REVERSED,
    &LANGUAGE_UNKNOWN,
    &PRINT_NOT_FOUND,
    &PDF_ERROR,
    &NO_PRINTER,
    &PRINTER_UNREACHABLE,
    &PRINT_UNCERTAIN,
    &PRINT_UNDER_WAY,
    &EMAIL_INVALID,
    &EMAIL_MISSING,
    &EMAIL_NOT_SET_UP,
    &EMAIL_TOO_OFTEN,
];

/// The permission to see orders of linked stores (domain §16.4).
const VIEW_ALL: &str = "order.viewAll";
/// The permission to print a receipt again.
const REPRINT: &str = "order.reprint";

/// What the operations of this feature need.
#[derive(Clone)]
pub struct OrderState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal's entries.
    pub signer: Arc<Signer>,
    /// Sends receipts; none when no mail server is configured.
    pub mailer: Option<Mailer>,
}

/// The operations of this feature.
pub fn routes(state: OrderState) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list_orders::list_orders))
        .routes(routes!(summarize_orders::summarize_orders))
        .routes(routes!(export_orders::export_orders))
        .routes(routes!(get_order::get_order))
        .routes(routes!(get_receipt::get_receipt))
        .routes(routes!(print_receipt::print_receipt))
        .routes(routes!(email_receipt::email_receipt))
        .routes(routes!(list_purchases::list_purchases))
        .with_state(state)
}

/// The repeated work of this feature.
#[must_use]
pub fn jobs(state: OrderState) -> Vec<shell::job::Job> {
    let mut jobs = vec![index_orders::job()];
    jobs.extend(state.mailer.map(job::send_mails));
    jobs
}
