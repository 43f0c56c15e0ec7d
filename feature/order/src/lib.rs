//! The order history: what was sold, and its papers on screen, on paper and by mail: receipt, gift
//! receipt and invoice.

mod admin;
pub mod checked;
mod compose;
mod document;
mod email_receipt;
mod entry;
mod export_orders;
mod get_order;
mod get_receipt;
mod index_orders;
mod issue_invoice;
mod job;
pub mod letterhead;
mod list_orders;
mod list_purchases;
pub mod listing;
pub mod outbox;
mod paper;
mod print_orders;
mod print_receipt;
pub mod printer;
mod record;
mod recorded;
pub mod rule;
pub mod sheet;
mod store;
mod summarize_orders;
mod verify_receipt;
pub mod view;
mod visitor;

use std::sync::Arc;
use std::time::Duration;

pub use compose::{OrderParts, PaperPart};
pub use document::copy_of;
pub use index_orders::index_orders;
use journal::Signer;
use kernel::ErrorKind;
pub use print_receipt::{PrintView, Target};
pub use recorded::recorded;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::mail::Mailer;
use shell::routes;

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
/// No invoice was made out for the order.
pub static INVOICE_NOT_FOUND: ErrorKind = ErrorKind::new(
    "order.invoice_not_found",
    404,
    "No invoice has been made out for this order",
);
/// The order has an invoice for somebody else. It never changes.
pub static INVOICE_ISSUED: ErrorKind = ErrorKind::new(
    "order.invoice_issued",
    409,
    "Invoice {invoiceNo} was made out for this order already, to somebody else",
);
/// Nothing was paid for the order.
pub static INVOICE_NOT_DUE: ErrorKind = ErrorKind::new(
    "order.invoice_not_due",
    409,
    "Nothing was paid for this order: it has no invoice",
);
/// The order names no customer, or one without a whole address.
pub static BUYER_MISSING: ErrorKind = ErrorKind::new(
    "order.buyer_missing",
    422,
    "The customer of this order has no whole address; please enter name and address",
);
/// Invoices are A4.
pub static PAPER_TOO_WIDE: ErrorKind = ErrorKind::new(
    "order.paper_too_wide",
    409,
    "An invoice is an A4 page; print it from this device",
);
/// A list has more rows than are printed.
pub static LIST_TOO_LONG: ErrorKind = ErrorKind::new(
    "order.list_too_long",
    422,
    "At most {maximum} rows fit on paper; choose fewer days, or save the table",
);
/// No receipt of ours has this code.
pub static RECEIPT_UNKNOWN: ErrorKind = ErrorKind::new(
    "order.receipt_unknown",
    404,
    "This address belongs to no receipt of ours",
);
/// The public page was asked too often from one address.
pub static CHECKED_TOO_OFTEN: ErrorKind = ErrorKind::new(
    "order.checked_too_often",
    429,
    "Too many receipts were checked from here; wait a minute",
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
    &INVOICE_NOT_FOUND,
    &INVOICE_ISSUED,
    &INVOICE_NOT_DUE,
    &BUYER_MISSING,
    &PAPER_TOO_WIDE,
    &LIST_TOO_LONG,
    &RECEIPT_UNKNOWN,
    &CHECKED_TOO_OFTEN,
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
    /// Where clients reach this installation, without a slash at its end. Without it receipts carry
    /// no code that verifies them.
    pub public_url: Option<Arc<str>>,
    /// What other features add to papers.
    pub parts: Arc<[Arc<dyn PaperPart>]>,
    /// The papers of other features that go out by mail.
    pub mailed: outbox::MailedPapers,
    /// The papers of other features that anybody may check.
    pub checked: checked::AllCheckedPapers,
    /// How long a paper may take to be laid out; after that it is a "PDF printing error".
    pub layout_time: Duration,
    /// Who checked receipts how often.
    pub visitors: visitor::Visitors,
}

impl OrderState {
    /// What the operations need. `parts` is what other features add to papers, in their order.
    #[must_use]
    pub fn new(
        shell: Shell,
        signer: Arc<Signer>,
        mailer: Option<Mailer>,
        public_url: Option<&str>,
        parts: Vec<Arc<dyn PaperPart>>,
    ) -> Self {
        Self {
            shell,
            signer,
            mailer,
            public_url: public_url.map(|url| Arc::from(url.trim_end_matches('/'))),
            parts: parts.into(),
            mailed: Arc::new([]),
            checked: Arc::new([]),
            layout_time: shell::layout::LAYOUT_TIME,
            visitors: visitor::Visitors::default(),
        }
    }
}

/// The operations of this feature.
pub fn routes(state: OrderState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(list_orders::list_orders))
        .routes(routes!(summarize_orders::summarize_orders))
        .routes(routes!(export_orders::export_orders))
        .routes(routes!(print_orders::print_orders))
        .routes(routes!(get_order::get_order))
        .routes(routes!(get_receipt::get_receipt))
        .routes(routes!(print_receipt::print_receipt))
        .routes(routes!(email_receipt::email_receipt))
        .routes(routes!(list_purchases::list_purchases))
        .routes(routes!(issue_invoice::issue_invoice))
        .routes(routes!(verify_receipt::verify_receipt))
        .routes(routes!(admin::list::list_store_documents))
        .routes(routes!(admin::get::get_store_document))
        .routes(routes!(admin::save::save_store_document))
        .with_state(state)
}

/// The repeated work of this feature.
#[must_use]
pub fn jobs(state: OrderState) -> Vec<shell::job::Job> {
    let mut jobs = vec![index_orders::job()];
    if let Some(mailer) = state.mailer.clone() {
        jobs.push(job::send_mails(state, mailer));
    }
    jobs
}
