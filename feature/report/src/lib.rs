//! Reports (domain §13): what a store sold on business dates, when, by whom, of what and at which VAT;
//! what was taken off and who approved it; and what somebody should look at.
//!
//! A report reads what other features keep and changes nothing. Every breakdown of sales is a sum of the
//! same lines, those of which a statement makes its sales amount, so that all come to the same figure.

mod day;
mod exception;
mod export;
mod paper;
pub mod rule;
mod store;
mod view;

use std::sync::Arc;

use journal::Signer;
use kernel::ErrorKind;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::routes;

/// There is no such store that somebody may see.
pub static STORE_NOT_FOUND: ErrorKind = ErrorKind::new(
    "report.store_not_found",
    404,
    "There is no such store among yours",
);
/// The period ends before it begins, or is longer than a report reads.
pub static PERIOD_IMPOSSIBLE: ErrorKind = ErrorKind::new(
    "report.period_impossible",
    422,
    "Choose up to {maximum} days, the first one before the last",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[&STORE_NOT_FOUND, &PERIOD_IMPOSSIBLE];

/// The permission to see reports of linked stores.
const MAY_SEE_ALL: &str = "report.all";

/// What the operations of this feature need.
#[derive(Clone)]
pub struct ReportOffice {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal, which is told of exports.
    pub signer: Arc<Signer>,
}

/// The operations of this feature.
pub fn routes(office: ReportOffice) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(day::get_day_report))
        .routes(routes!(export::export_day_report))
        .routes(routes!(paper::show_day_report))
        .routes(routes!(exception::list_exceptions))
        .routes(routes!(export::export_exceptions))
        .with_state(office)
}
