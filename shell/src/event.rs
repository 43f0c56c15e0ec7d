//! Live events: what a till wants to know at once instead of asking again and again.
//!
//! Within one process they go through a channel. On PostgreSQL they also go through NOTIFY, so that
//! a till that is connected to another process hears them. Events are hints: a till that misses one
//! asks the server, which holds the truth.

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

/// How many events may wait for a slow listener before it has to ask afresh.
const BACKLOG_MAX: usize = 1024;

/// A hint for the tills of a store.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Event {
    /// The store that it concerns.
    pub store_no: String,
    /// The till that it concerns; none means every till of the store.
    pub terminal_no: Option<String>,
    /// Its name on the wire: `payment`, `stock`, `alert`, `session-ended`.
    pub name: String,
    /// What the till receives.
    pub data: serde_json::Value,
}

/// Where events are told and heard.
pub struct Events {
    sender: broadcast::Sender<Event>,
    notifier: Option<crate::db::Postgres>,
}

impl Events {
    /// The events of this process, and through `notifier` those of its neighbours.
    #[must_use]
    pub fn new(notifier: Option<crate::db::Postgres>) -> Self {
        Self {
            sender: broadcast::channel(BACKLOG_MAX).0,
            notifier,
        }
    }

    /// Tells an event. Call it after the commit that it speaks of.
    pub fn tell(&self, event: Event) {
        match &self.notifier {
            None => self.deliver(event),
            Some(postgres) => {
                let postgres = postgres.clone();
                let local = self.sender.clone();
                tokio::spawn(async move {
                    let text = serde_json::to_string(&event).unwrap_or_default();
                    if let Err(error) = postgres.notify(&text).await {
                        tracing::warn!(%error, "an event was told to this process alone");
                        let _ = local.send(event);
                    }
                });
            }
        }
    }

    /// Hands an event to the listeners of this process.
    pub fn deliver(&self, event: Event) {
        // No listener is no fault.
        let _ = self.sender.send(event);
    }

    /// Listens from now on.
    #[must_use]
    pub fn listen(&self) -> broadcast::Receiver<Event> {
        self.sender.subscribe()
    }
}
