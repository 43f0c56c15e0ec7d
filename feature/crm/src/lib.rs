//! Customers: finding them, and showing no more of them than somebody may see.

pub mod rule;
mod search_customers;
mod store;
pub mod view;

use kernel::ErrorKind;
use shell::Shell;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use store::{Customer, find_customer};
pub use view::CustomerView;

/// The permission to see whole telephone numbers and addresses (domain §16.4).
pub const VIEW_FULL: &str = "crm.viewFull";

/// A search for nothing, or for too little to find anybody by.
pub static SEARCH_TERM_MISSING: ErrorKind = ErrorKind::new(
    "crm.search_term_missing",
    422,
    "Please enter a name, phone or email",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[&SEARCH_TERM_MISSING];

/// What the operations of this feature need.
#[derive(Clone)]
pub struct CrmState {
    /// The plumbing.
    pub shell: Shell,
}

/// The operations of this feature.
pub fn routes(state: CrmState) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(search_customers::search_customers))
        .with_state(state)
}
