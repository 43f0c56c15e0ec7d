//! Log out.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use journal::{Scene, Signer, record_event};
use kernel::id::SessionId;
use serde_json::json;
use shell::db::{Tx, TxFuture};
use shell::event::Event;
use shell::http::{Answer, Done, Envelope, Reply};

use crate::{Actor, OnSessionEnd, SessionState, store};

/// Log out.
///
/// The session ends at once everywhere. Pieces that the basket of the till had reserved are free
/// again, except on deposit lines, and the basket waits for the next login at this till.
#[utoipa::path(
    post, path = "/logout", tag = "session",
    responses((status = 200, description = "Logged out", body = Envelope<Done>)),
)]
pub(crate) async fn logout(State(state): State<SessionState>, actor: Actor) -> Reply {
    let now = state.shell.clock.now();
    let input = (
        actor.session_id,
        now,
        state.on_session_end,
        state.signer.clone(),
    );
    for event in state.shell.db.write(input, end).await? {
        state.shell.events.tell(event);
    }
    state.guard.forget(actor.session_id);
    state.shell.events.tell(Event {
        store_no: actor.store_no.0,
        terminal_no: Some(actor.terminal_no.0),
        name: "session-ended".to_owned(),
        data: json!({ "sessionId": actor.session_id }),
    });
    Answer::of(&Done {})
}

fn end<'a>(
    tx: &'a mut Tx,
    (session_id, now, on_session_end, signer): &'a (
        SessionId,
        Timestamp,
        OnSessionEnd,
        Arc<Signer>,
    ),
) -> TxFuture<'a, Vec<Event>> {
    Box::pin(async move {
        match store::end_session(tx, *session_id, "LOGOUT", *now).await? {
            Some(ended) => {
                let scene = Scene {
                    store_no: &ended.store_no.as_str().into(),
                    terminal_no: Some(&ended.terminal_no.as_str().into()),
                    operator: Some(&ended.staff_id.as_str().into()),
                    at: *now,
                };
                record_event(tx, signer, &scene, &journal::Event::LogOut).await?;
                on_session_end(tx, &ended).await
            }
            None => Ok(Vec::new()),
        }
    })
}
