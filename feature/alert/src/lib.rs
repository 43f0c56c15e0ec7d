//! What waits for a store, and the live events that spare its tills asking again and again.

mod count_alerts;
mod count_unfinished_recalls;
mod live_events;
mod store;
mod view;

use kernel::ErrorKind;
use shell::Shell;
use shell::http::api::ApiRouter;
use shell::routes;
use tokio::sync::watch;

/// More tills listen than the server serves.
pub static TOO_MANY_LISTENERS: ErrorKind = ErrorKind::new(
    "alert.too_many_listeners",
    503,
    "Too many tills listen for live events; this one asks again and again instead",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[&TOO_MANY_LISTENERS];

/// What the operations of this feature need.
#[derive(Clone)]
pub struct AlertState {
    /// The plumbing.
    pub shell: Shell,
    /// Turns true when the server stops: streams end then, so that nobody waits for them.
    pub stop: watch::Receiver<bool>,
}

/// The operations of this feature.
pub fn routes(state: AlertState) -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(count_alerts::count_alerts))
        .routes(routes!(count_unfinished_recalls::count_unfinished_recalls))
        .routes(routes!(live_events::live_events))
        .with_state(state)
}
