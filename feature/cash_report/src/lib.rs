//! Cash above the limit of countries that want it reported (domain §4.3 rule 7): what has to be reported
//! of whom, until when, and that it was.
//!
//! Its ledger is only added to: more cash of the same customer on the same day is another entry, which
//! stands for all cash of that day, and a filing is a row of its own. Whose papers were looked at stands
//! in a table beside it, and nowhere in the journal.

mod erase;
mod error;
mod event;
mod export;
mod file;
mod list;
mod note;
mod rule;
mod store;
mod verification;
mod view;

use std::sync::Arc;

use journal::Signer;
use session::Actor;
use setting::Desk;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::routes;

pub use erase::erase_identities;
pub use error::*;
pub use note::{CompletedPayment, note_cash};
pub use verification::verify;
pub use view::{CashReportNumbersView, numbers};

/// The permission to see and to file reports of cash.
pub const MAY_FILE: &str = "cashreport.file";

/// What the operations of this feature need.
#[derive(Clone)]
pub struct CashReportOffice {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
}

impl CashReportOffice {
    fn desk(&self, actor: &Actor) -> Desk {
        Desk::new(self.signer.clone(), actor, self.shell.clock.now())
    }
}

/// The operations of this feature.
pub fn routes(state: CashReportOffice) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(list::list_cash_reports))
        .routes(routes!(export::export_cash_reports))
        .routes(routes!(file::file_cash_report))
        .with_state(state)
}
