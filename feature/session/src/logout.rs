//! Log out.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use journal::{Scene, Signer, record_event};
use kernel::id::SessionId;
use serde_json::json;
use setting::Desk;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use shell::event::Event;
use shell::http::{Answer, Done, Envelope, Reply};

use crate::{Actor, EndedSession, OnSessionEnd, SessionState, store};

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

/// Ends all sessions of somebody, as if they had logged out at each till, and the logins that wait
/// for a code; gives what tills are told once this is certain.
pub(crate) async fn end_all(
    tx: &mut Tx,
    desk: &Desk,
    staff_id: &str,
    (reason, on_session_end): (&'static str, OnSessionEnd),
) -> Outcome<Vec<Event>> {
    store::staff::end_challenges(tx, staff_id, desk.now).await?;
    let mut told = Vec::new();
    for (session_id, ended) in store::staff::end_sessions(tx, staff_id, reason, desk.now).await? {
        told.extend(put_away(tx, &ended, &desk.signer, on_session_end).await?);
        told.push(session_ended(session_id, &ended));
    }
    Ok(told)
}

/// What every till of the person is told.
fn session_ended(session_id: SessionId, ended: &EndedSession) -> Event {
    Event {
        store_no: ended.store_no.clone(),
        terminal_no: Some(ended.terminal_no.clone()),
        name: "session-ended".to_owned(),
        data: json!({ "sessionId": session_id }),
    }
}

async fn put_away(
    tx: &mut Tx,
    ended: &EndedSession,
    signer: &Signer,
    on_session_end: OnSessionEnd,
) -> Outcome<Vec<Event>> {
    let scene = Scene {
        store_no: &ended.store_no.as_str().into(),
        terminal_no: Some(&ended.terminal_no.as_str().into()),
        operator: Some(&ended.staff_id.as_str().into()),
        at: ended.at,
    };
    record_event(tx, signer, &scene, &journal::Event::LogOut).await?;
    on_session_end(tx, ended).await
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
            Some(ended) => put_away(tx, &ended, signer, *on_session_end).await,
            None => Ok(Vec::new()),
        }
    })
}
