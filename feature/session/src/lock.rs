//! Lock a till that stands idle.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use journal::{Event, Scene, Signer, record_event};
use shell::Outcome;
use shell::db::Tx;
use shell::http::idempotency::{Intent, once};
use shell::http::{Done, Envelope, IdempotencyKey, Reply};

use crate::{Actor, SessionState};

/// Whose till is locked or unlocked, when, and who signs it.
pub(crate) type Locking = (Actor, Timestamp, Arc<Signer>);

/// Tell that a till was locked because nobody touched it.
///
/// The till locks itself, also when nobody can be told; the journal says when (reliability c.4).
#[utoipa::path(
    post, path = "/session/lock", tag = "session",
    responses((status = 200, description = "Told", body = Envelope<Done>)),
)]
pub(crate) async fn lock(
    State(state): State<SessionState>,
    actor: Actor,
    key: IdempotencyKey,
) -> Reply {
    let now = state.shell.clock.now();
    let intent = Intent::new(key, "session.lock", &actor.terminal_no.0, &(), now)?;
    let input = (actor, now, state.signer.clone());
    once(&state.shell, intent, input, |tx, locking| {
        Box::pin(note_lock(tx, locking))
    })
    .await
}

async fn note_lock(tx: &mut Tx, locking: &Locking) -> Outcome<Done> {
    note(tx, locking, &Event::Lock).await?;
    Ok(Done {})
}

/// Writes down that a till was locked or unlocked.
pub(crate) async fn note(
    tx: &mut Tx,
    (actor, now, signer): &Locking,
    event: &Event,
) -> Outcome<()> {
    let scene = Scene {
        store_no: &actor.store_no,
        terminal_no: Some(&actor.terminal_no),
        operator: Some(&actor.staff_id),
        at: *now,
    };
    record_event(tx, signer, &scene, event).await
}
