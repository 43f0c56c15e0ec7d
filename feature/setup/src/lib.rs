//! The first administrator: from an empty database to a shop that can be opened.

mod note;
pub mod rule;
mod set_up;
mod show_setup;
pub mod store;

use std::sync::Arc;

use journal::Signer;
use kernel::ErrorKind;
use session::password::Passwords;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::routes;

pub use note::note_staff;
pub use set_up::checked_staff;

/// Somebody works here already.
pub static SET_UP_ALREADY: ErrorKind = ErrorKind::new(
    "setup.done",
    409,
    "This installation is set up already. Log in",
);
/// Another code than the one that the server printed.
pub static CODE_WRONG: ErrorKind =
    ErrorKind::new("setup.code_wrong", 403, "This is not the set-up code");
/// The code was tried too often.
pub static CODE_SPENT: ErrorKind = ErrorKind::new(
    "setup.code_spent",
    423,
    "Too many wrong codes. Start the server again for a new one",
);
/// A field that is empty or too long.
pub static TEXT_LENGTH: ErrorKind = ErrorKind::new(
    "setup.text_length",
    422,
    "1 to {maximum} characters are needed here",
);
/// A number of a company, store or till that cannot be one.
pub static NUMBER: ErrorKind = ErrorKind::new(
    "setup.number",
    422,
    "1 to 10 capital letters, digits and dashes are needed here",
);
/// A time zone that does not exist.
pub static TIME_ZONE: ErrorKind =
    ErrorKind::new("setup.time_zone", 422, "This time zone does not exist");
/// A country that is not known.
pub static COUNTRY: ErrorKind =
    ErrorKind::new("setup.country", 422, "This country is not supported yet");
/// A language that the till does not speak.
pub static LANGUAGE: ErrorKind = ErrorKind::new(
    "setup.language",
    422,
    "The till does not speak this language",
);
/// A rate that cannot be one.
pub static VAT_RATE: ErrorKind = ErrorKind::new(
    "setup.vat_rate",
    422,
    "A VAT rate is between 0 and 100 percent",
);
/// An address that cannot be one.
pub static EMAIL: ErrorKind = ErrorKind::new("setup.email", 422, "This is no e-mail address");
/// Somebody with this user name works here already.
pub static STAFF_EXISTS: ErrorKind = ErrorKind::new(
    "setup.staff_exists",
    409,
    "Somebody with this user name works here already",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &SET_UP_ALREADY,
    &CODE_WRONG,
    &CODE_SPENT,
    &TEXT_LENGTH,
    &NUMBER,
    &TIME_ZONE,
    &COUNTRY,
    &LANGUAGE,
    &VAT_RATE,
    &EMAIL,
    &STAFF_EXISTS,
];

/// What the operations of this feature stand on.
#[derive(Clone)]
pub struct SetupState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// Hashes passwords, not too many at a time.
    pub passwords: Passwords,
}

/// The operations of this feature.
pub fn routes(state: SetupState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(show_setup::show_setup, set_up::set_up))
        .with_state(state)
}
