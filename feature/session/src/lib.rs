//! Who is at the till: logging in, the second factor, sessions and permissions.

mod actor;
mod addresses;
mod admin;
mod authority;
mod current;
mod guard;
mod job;
mod lock;
mod login;
mod logout;
mod own_group;
pub mod password;
mod request_code;
pub mod rule;
mod salespeople;
pub mod store;
mod token;
mod unlock;
mod verify;
pub mod view;

use std::sync::Arc;

use journal::Signer;
use kernel::ErrorKind;
use shell::Shell;
use shell::db::{Tx, TxFuture};
use shell::event::Event;
use shell::http::api::ApiRouter;
use shell::mail::Mailer;
use shell::routes;

pub use actor::Actor;
pub use addresses::Addresses;
pub use authority::{Authority, Signatory, authority_of, check_signatory, has_approver};
pub use guard::{Access, Guard, RouteAccess, guard};
pub use job::forget_old_tries;
pub use request_code::{hash_code, random_code};
pub use token::TokenKey;

/// The user name or the password is wrong; which of them is not told.
pub static BAD_CREDENTIALS: ErrorKind = ErrorKind::new(
    "session.bad_credentials",
    401,
    "Incorrect username or password",
);
/// The account is blocked or its group may do nothing.
pub static NO_PERMISSIONS: ErrorKind = ErrorKind::new(
    "session.no_permissions",
    403,
    "This account has no permissions",
);
/// Too many wrong passwords.
pub static LOCKED: ErrorKind =
    ErrorKind::new("session.locked", 423, "Locked, please try again later");
/// A code was sent before "get code" was pressed.
pub static CODE_NOT_REQUESTED: ErrorKind =
    ErrorKind::new("session.code_not_requested", 409, "Get a code first");
/// The code is wrong.
pub static CODE_MISMATCH: ErrorKind =
    ErrorKind::new("session.code_mismatch", 401, "This code does not match");
/// The challenge or its code is too old, used, or had too many wrong codes.
pub static CHALLENGE_EXPIRED: ErrorKind = ErrorKind::new(
    "session.challenge_expired",
    410,
    "This code has expired, please log in again",
);
/// Another code was asked for too soon.
pub static CODE_TOO_SOON: ErrorKind = ErrorKind::new(
    "session.code_too_soon",
    429,
    "A new code can be sent in {seconds} seconds",
);
/// The mail server did not take the code.
pub static CODE_NOT_SENT: ErrorKind = ErrorKind::new(
    "session.code_not_sent",
    503,
    "The code could not be sent, please try again",
);
/// The account has no such second factor.
pub static CHANNEL_UNKNOWN: ErrorKind = ErrorKind::new(
    "session.channel_unknown",
    422,
    "This account does not get its codes this way",
);
/// The session is over: too old, logged out, blocked, or its role changed.
pub static SESSION_OVER: ErrorKind = ErrorKind {
    key: "session.over",
    status: 401,
    code: 501,
    message: "jwt expired",
};
/// The token is missing or was not made here.
pub static TOKEN_INVALID: ErrorKind = ErrorKind {
    key: "session.token_invalid",
    status: 401,
    code: 501,
    message: "invalid signature",
};
/// The group may not do this.
pub static FORBIDDEN: ErrorKind = ErrorKind::new(
    "session.forbidden",
    403,
    "Your permission group does not allow this",
);

/// A user name that cannot be one.
pub static USER_NAME: ErrorKind = ErrorKind::new(
    "session.user_name",
    422,
    "A user name has at most 20 letters, digits, dots and dashes",
);
/// A password that is too short or too long.
pub static PASSWORD_SHORT: ErrorKind = ErrorKind::new(
    "session.password_short",
    422,
    "A password has {minimum} to {maximum} characters",
);
/// A password that everybody would try.
pub static PASSWORD_OBVIOUS: ErrorKind = ErrorKind::new(
    "session.password_obvious",
    422,
    "This password is easily guessed. Take several words that do not belong together",
);
/// Where a receipt printer is to be reached is no place in a network.
pub static PRINTER_ADDRESS: ErrorKind = ErrorKind::new(
    "session.printer_address",
    422,
    "The address of a printer is a name or a number, with a port behind a colon if it needs one",
);
/// Nobody would be left who may administer.
pub static LAST_ADMINISTRATOR: ErrorKind = ErrorKind::new(
    "session.last_administrator",
    409,
    "Somebody must be left who may administer; nothing was changed",
);
/// Somebody tried to change the own permission group, or to let it do more.
pub static OWN_GROUP: ErrorKind = ErrorKind::new(
    "session.own_group",
    403,
    "Nobody gives more permissions to themselves; ask a colleague",
);
/// Somebody seasonal without a last day.
pub static END_DATE_MISSING: ErrorKind = ErrorKind::new(
    "session.end_date_missing",
    422,
    "Seasonal staff need a last day",
);
/// The last day is over already.
pub static END_DATE_PASSED: ErrorKind =
    ErrorKind::new("session.end_date_passed", 422, "This day is over already");
/// Nobody has to be unlocked.
pub static NOT_LOCKED: ErrorKind =
    ErrorKind::new("session.not_locked", 409, "This account is not locked");
/// An address of another site, or of no page.
pub static LANDING_FOREIGN: ErrorKind = ErrorKind::new(
    "session.landing_foreign",
    422,
    "Only a page of this till can be the first one, such as /sale",
);
/// A permission that cannot be held in this way.
pub static GRANT_IMPOSSIBLE: ErrorKind = ErrorKind::new(
    "session.grant_impossible",
    422,
    "{permission} cannot be held in this way",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &BAD_CREDENTIALS,
    &NO_PERMISSIONS,
    &LOCKED,
    &CODE_NOT_REQUESTED,
    &CODE_MISMATCH,
    &CHALLENGE_EXPIRED,
    &CODE_TOO_SOON,
    &CODE_NOT_SENT,
    &CHANNEL_UNKNOWN,
    &SESSION_OVER,
    &TOKEN_INVALID,
    &FORBIDDEN,
    &USER_NAME,
    &PASSWORD_SHORT,
    &PASSWORD_OBVIOUS,
    &LAST_ADMINISTRATOR,
    &OWN_GROUP,
    &END_DATE_MISSING,
    &END_DATE_PASSED,
    &NOT_LOCKED,
    &LANDING_FOREIGN,
    &GRANT_IMPOSSIBLE,
    &PRINTER_ADDRESS,
];

/// The languages of the till and of its papers.
pub const LANGUAGES: [&str; 10] = [
    "en", "en-US", "fr", "de", "es", "it", "ja", "zh-Hans", "zh-Hant", "ar",
];

/// A session that is ending, for those who must put things away with it.
#[derive(Clone, Debug)]
pub struct EndedSession {
    /// Who it was.
    pub staff_id: String,
    /// In which store.
    pub store_no: String,
    /// At which till.
    pub terminal_no: String,
    /// When.
    pub at: jiff::Timestamp,
}

/// What else happens in the transaction that ends a session, such as releasing stock, and which
/// live events are told after it. A feature above this one provides it.
pub type OnSessionEnd = for<'a> fn(&'a mut Tx, &'a EndedSession) -> TxFuture<'a, Vec<Event>>;

/// What the operations of this feature need.
#[derive(Clone)]
pub struct SessionState {
    /// The plumbing.
    pub shell: Shell,
    /// Signs the journal.
    pub signer: Arc<Signer>,
    /// Signs the tokens.
    pub tokens: Arc<TokenKey>,
    /// Where wrong passwords come from.
    pub addresses: Addresses,
    /// Checks passwords, not too many at a time.
    pub passwords: password::Passwords,
    /// Sends codes; none when no mail server is configured.
    pub mailer: Option<Mailer>,
    /// What else ends with a session.
    pub on_session_end: OnSessionEnd,
    /// Sessions seen lately, forgotten when one ends here.
    pub guard: Arc<Guard>,
    /// What the till is told of this installation.
    pub installation: view::InstallationView,
    /// Where the flow of customised jewellery is offered.
    pub customised: shell::http::host::DevelopmentHosts,
}

/// The operations of this feature.
pub fn routes(state: SessionState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(login::login))
        .routes(routes!(request_code::request_code))
        .routes(routes!(verify::verify))
        .routes(routes!(current::current_session))
        .routes(routes!(own_group::get_own_permission_group))
        .routes(routes!(logout::logout))
        .routes(routes!(lock::lock))
        .routes(routes!(unlock::unlock))
        .routes(routes!(salespeople::list_salespeople))
        .routes(routes!(admin::salesperson::list::list_salesperson_settings))
        .routes(routes!(admin::salesperson::export::export_salespeople))
        .routes(routes!(admin::salesperson::get::get_salesperson_setting))
        .routes(routes!(admin::salesperson::save::save_salesperson))
        .routes(routes!(admin::salesperson::unlock::unlock_salesperson))
        .routes(routes!(
            admin::permission_group::list::list_permission_groups
        ))
        .routes(routes!(admin::permission_group::get::get_permission_group))
        .routes(routes!(
            admin::permission_group::save::save_permission_group
        ))
        .routes(routes!(admin::choice::get_staff_choices))
        .routes(routes!(admin::store::list::list_store_settings))
        .routes(routes!(admin::store::get::get_store_setting))
        .routes(routes!(admin::store::save::save_store_setting))
        .with_state(state)
}
