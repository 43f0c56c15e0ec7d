//! Unlock a till that stood idle.

use axum::extract::State;
use journal::Event;
use serde::{Deserialize, Serialize};
use shell::http::{Answer, Done, Envelope, Json, Reply};
use utoipa::ToSchema;

use crate::lock::note;
use crate::{Actor, SessionState, login};

/// The password of whoever is logged in.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnlockRequest {
    /// The password.
    #[schema(example = "four plain words here")]
    password: String,
}

/// Unlock a till that stood idle, with the password of whoever is logged in.
///
/// Wrong passwords count as wrong logins.
#[utoipa::path(
    post, path = "/session/unlock", tag = "session", request_body = UnlockRequest,
    responses(
        (status = 200, description = "Unlocked", body = Envelope<Done>),
        (status = 401, description = "Incorrect username or password"),
        (status = 423, description = "Locked, please try again later"),
    ),
)]
pub(crate) async fn unlock(
    State(state): State<SessionState>,
    actor: Actor,
    Json(request): Json<UnlockRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let input = (actor.staff_id.0.clone(), now, state.signer.clone());
    let (tries, account) = state.shell.db.write(input, login::admit_try).await?;
    let stored = account.map(|account| account.password_hash);
    if !state.passwords.check(request.password, stored).await? {
        return Err(login::wrong_password(tries).into());
    }
    login::forget_tries(&state, actor.staff_id.0.clone()).await?;
    let input = (actor, now, state.signer.clone());
    let noted = state.shell.db.write(input, |tx, locking| {
        Box::pin(note(tx, locking, &Event::Unlock))
    });
    noted.await?;
    Answer::of(&Done {})
}
