//! Who is at this till.

use axum::extract::State;
use http::HeaderMap;
use shell::http::{Answer, Envelope, Reply};

use crate::view::{InstallationView, SessionView};
use crate::{Actor, SessionState, store};

/// After how many idle minutes a till asks for the password again.
pub(crate) const IDLE_LOCK_MINUTES: i64 = 10;

/// Who is at this till, in which store, and what they may do.
#[utoipa::path(
    get, path = "/session", tag = "session",
    responses((status = 200, description = "The session", body = Envelope<SessionView>)),
)]
pub(crate) async fn current_session(
    State(state): State<SessionState>,
    headers: HeaderMap,
    actor: Actor,
) -> Reply {
    let installation = InstallationView {
        customized: state.customised.allow(&headers),
        ..state.installation
    };
    let permissions: Vec<String> = actor.permissions.iter().cloned().collect();
    let input = (actor.session_id, permissions, installation);
    let view = state
        .shell
        .db
        .read(input, |tx, (session_id, permissions, installation)| {
            Box::pin(store::get_session_view(
                tx,
                *session_id,
                permissions.clone(),
                *installation,
            ))
        })
        .await?;
    Answer::of(&view)
}
