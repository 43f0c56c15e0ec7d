//! A sign of life from a till.

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use session::Actor;
use shell::http::{Answer, Envelope, Reply};
use utoipa::ToSchema;

use crate::{SaleState, Till, store};

/// Until when the pieces of the basket are reserved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LeaseView {
    /// Until when.
    #[schema(value_type = String, format = DateTime)]
    lease_until: Timestamp,
}

/// A sign of life from a till: its basket keeps its pieces for another 30 minutes.
#[utoipa::path(
    post, path = "/basket/heartbeat", tag = "sale",
    responses((status = 200, description = "Reserved until", body = Envelope<LeaseView>)),
)]
pub(crate) async fn heartbeat(State(state): State<SaleState>, actor: Actor) -> Reply {
    let till = Till::of(&actor, &state);
    let lease_until = till.now + store::LEASE;
    let input = (till.terminal_no, lease_until);
    state
        .shell
        .db
        .write(input, |tx, (terminal_no, until)| {
            Box::pin(store::extend_lease(tx, terminal_no, *until))
        })
        .await?;
    Answer::of(&LeaseView { lease_until })
}
