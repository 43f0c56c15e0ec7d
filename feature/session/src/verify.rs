//! Complete a login with the code of the second factor.

use axum::extract::State;
use jiff::Timestamp;
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Json, Reply};
use shell::{Failure, Outcome};
use totp_rs::{Algorithm, Builder};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::second_factor::{Channel, CodeRefusal, WRONG_CODES_MAX, admit_code};
use crate::store::{self, OpenChallenge};
use crate::view::LoggedInView;
use crate::{CHALLENGE_EXPIRED, CODE_MISMATCH, CODE_NOT_REQUESTED, SessionState};

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
    let input = (request.challenge_id, request.channel, request.code, now);
    // A wrong code must be counted, so that it is an answer of the transaction and not a refusal.
    let checked = state.shell.db.write(input, check_code).await?;
    let open = checked.map_err(Failure::from)?;
    let view = crate::login::open_session(&state, &open.account, open.device_id, now).await?;
    Answer::of(&view)
}

type Checked = Result<OpenChallenge, Refusal>;

fn check_code<'a>(
    tx: &'a mut Tx,
    (challenge_id, channel, code, now): &'a (Uuid, Channel, String, Timestamp),
) -> TxFuture<'a, Checked> {
    Box::pin(async move {
        let open = store::find_challenge(tx, *challenge_id).await?;
        let open = open.ok_or_else(|| Failure::from(&CHALLENGE_EXPIRED))?;
        admit_code(&open.challenge, *channel, *now).map_err(|refusal| match refusal {
            CodeRefusal::NotRequested => Failure::from(&CODE_NOT_REQUESTED),
            CodeRefusal::Expired => Failure::from(&CHALLENGE_EXPIRED),
        })?;
        let right = match channel {
            Channel::Email => {
                let hash = crate::request_code::hash_code(*challenge_id, code.trim());
                open.code_hash.as_ref() == Some(&hash)
            }
            Channel::Totp => use_totp(tx, &open, code.trim(), *now).await?,
        };
        if right && store::use_challenge(tx, *challenge_id, *now).await? {
            return Ok(Ok(open));
        }
        store::count_code_try(tx, *challenge_id).await?;
        let left = WRONG_CODES_MAX - open.challenge.wrong - 1;
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
