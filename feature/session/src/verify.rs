//! Complete a login with the code of the second factor.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use journal::Signer;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Json, Reply};
use shell::{Failure, Outcome};
use totp_rs::{Algorithm, Builder};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::lockout::{Admission, Tries, WRONG_TRIES_MAX, admit};
use crate::rule::second_factor::{Channel, CodeRefusal, WRONG_CODES_MAX, admit_code};
use crate::store::{self, OpenChallenge, TriesOf};
use crate::view::LoggedInView;
use crate::{CHALLENGE_EXPIRED, CODE_MISMATCH, CODE_NOT_REQUESTED, SessionState, login};

/// The code for a login.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct VerifyRequest {
    /// The challenge of the login.
    challenge_id: Uuid,
    /// How the code came.
    channel: Channel,
    /// The six digits.
    #[schema(example = "204113")]
    code: String,
}

/// Complete a login with the code of the second factor.
///
/// Five wrong codes end the challenge. A code lets somebody in once.
#[utoipa::path(
    post, path = "/login/verify", tag = "session", request_body = VerifyRequest,
    responses(
        (status = 200, description = "Logged in", body = Envelope<LoggedInView>),
        (status = 401, description = "This code does not match"),
        (status = 409, description = "Get a code first"),
        (status = 410, description = "The challenge has expired"),
    ),
)]
pub(crate) async fn verify(
    State(state): State<SessionState>,
    Json(request): Json<VerifyRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let typed = Typed {
        challenge_id: request.challenge_id,
        channel: request.channel,
        code: request.code,
        now,
        signer: state.signer.clone(),
    };
    // A wrong code must be counted, so that it is an answer of the transaction and not a refusal.
    let checked = state.shell.db.write(typed, check_code).await?;
    let open = checked.map_err(Failure::from)?;
    let view = login::open_session(&state, open.account, open.device_id, now).await?;
    Answer::of(&view)
}

type Checked = Result<OpenChallenge, Refusal>;

/// A code that somebody typed for a challenge.
struct Typed {
    challenge_id: Uuid,
    channel: Channel,
    code: String,
    now: Timestamp,
    signer: Arc<Signer>,
}

/// A wrong code counts for its challenge, and as a wrong password does for the account: whoever has the password could
/// open one challenge after the other.
fn check_code<'a>(tx: &'a mut Tx, typed: &'a Typed) -> TxFuture<'a, Checked> {
    Box::pin(async move {
        let (challenge_id, now) = (typed.challenge_id, typed.now);
        let open = store::find_challenge(tx, challenge_id).await?;
        let open = open.ok_or_else(|| Failure::from(&CHALLENGE_EXPIRED))?;
        admit_code(&open.challenge, typed.channel, now).map_err(|refusal| match refusal {
            CodeRefusal::NotRequested => Failure::from(&CODE_NOT_REQUESTED),
            CodeRefusal::Expired => Failure::from(&CHALLENGE_EXPIRED),
        })?;
        let staff_id = &open.account.staff_id;
        let before = store::tries_of(tx, TriesOf::LogIn, staff_id).await?;
        let Admission::Admitted(tries) = admit(before, now) else {
            return Err((&CHALLENGE_EXPIRED).into());
        };
        let code = typed.code.trim();
        let right = match typed.channel {
            Channel::Email => {
                let hash = crate::request_code::hash_code(challenge_id, code);
                open.code_hash.as_ref() == Some(&hash)
            }
            Channel::Totp => use_totp(tx, &open, code, now).await?,
        };
        if right && store::use_challenge(tx, challenge_id, now).await? {
            store::save_tries(tx, TriesOf::LogIn, staff_id, Tries::default()).await?;
            return Ok(Ok(open));
        }
        store::count_code_try(tx, challenge_id).await?;
        store::save_tries(tx, TriesOf::LogIn, staff_id, tries).await?;
        login::note_lock(tx, &typed.signer, &open.account, (tries, now)).await?;
        let of_challenge = WRONG_CODES_MAX - open.challenge.wrong - 1;
        let left = of_challenge.min(WRONG_TRIES_MAX - tries.wrong);
        Ok(Err(Refusal::new(&CODE_MISMATCH).with("triesLeft", left)))
    })
}

/// Whether an authenticator showed this code now or a step ago, and it was not used before.
async fn use_totp(tx: &mut Tx, open: &OpenChallenge, code: &str, now: Timestamp) -> Outcome<bool> {
    let Some(secret) = open.account.totp_secret.clone() else {
        return Ok(false);
    };
    let totp = Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_step_duration(30)
        .with_skew(1)
        .with_secret(secret)
        .build()
        .map_err(|error| Failure::internal(format!("{error:?}")))?;
    let seconds = u64::try_from(now.as_second()).unwrap_or_default();
    match totp.check(code, seconds) {
        None => Ok(false),
        Some(step) => {
            let step = i64::try_from(step).map_err(Failure::internal)?;
            store::use_totp_step(tx, &open.account.staff_id, step).await
        }
    }
}
