//! Who is at the till: logging in, the second factor, sessions and permissions.

mod actor;
mod addresses;
mod authority;
mod current;
mod guard;
mod login;
mod logout;
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
use shell::mail::Mailer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use actor::Actor;
pub use addresses::Addresses;
pub use authority::{Authority, Signatory, authority_of, check_signatory, has_approver};
pub use guard::{Access, Guard, RouteAccess, guard};
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
pub fn routes(state: SessionState) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(login::login))
        .routes(routes!(request_code::request_code))
        .routes(routes!(verify::verify))
        .routes(routes!(current::current_session))
        .routes(routes!(logout::logout))
        .routes(routes!(unlock::unlock))
        .routes(routes!(salespeople::list_salespeople))
        .with_state(state)
}
