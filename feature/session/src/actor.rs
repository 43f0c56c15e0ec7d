//! Whoever sends a request, as the session row says.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use http::request::Parts;
use jiff::Timestamp;
use kernel::id::{SessionId, StaffId, StoreNo, TerminalNo};
use setting::Seat;
use shell::{Failure, Outcome};

use crate::{FORBIDDEN, TOKEN_INVALID};

/// Whoever sends a request: who, where, and what they may do.
#[derive(Clone, Debug)]
pub struct Actor {
    /// The session.
    pub session_id: SessionId,
    /// The person who logged in.
    pub staff_id: StaffId,
    /// First and last name.
    pub name: String,
    /// The store in which they work; nothing of another store is shown to them.
    pub store_no: StoreNo,
    /// The till at which they work.
    pub terminal_no: TerminalNo,
    /// What their group may do, freely or within limits.
    pub permissions: Arc<BTreeSet<String>>,
    /// Recall orders of the store that wait, and how many of them are not packaged.
    pub recalls: (i64, i64),
    /// When the session began.
    pub since: Timestamp,
}

impl Actor {
    /// Whether the group holds a permission.
    #[must_use]
    pub fn may(&self, permission: &str) -> bool {
        self.permissions.contains(permission)
    }

    /// Refuses when the group does not hold a permission.
    ///
    /// # Errors
    /// [`FORBIDDEN`].
    pub fn require(&self, permission: &str) -> Outcome<()> {
        if self.may(permission) {
            Ok(())
        } else {
            Err((&FORBIDDEN).into())
        }
    }
}

/// Where they sit, for what head office changes there.
impl From<&Actor> for Seat {
    fn from(actor: &Actor) -> Self {
        Self {
            staff_id: actor.staff_id.clone(),
            store_no: actor.store_no.clone(),
            terminal_no: actor.terminal_no.clone(),
        }
    }
}

/// The guard has put the actor there; an operation without a guard answers as to a stranger.
impl<S: Sync> FromRequestParts<S> for Actor {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or_else(|| (&TOKEN_INVALID).into())
    }
}
