//! Get a code for the second factor.

use axum::extract::State;
use jiff::Timestamp;
use kernel::Refusal;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shell::Failure;
use shell::db::{Tx, TxFuture};
use shell::http::{Answer, Envelope, Json, Reply};
use shell::mail::Mail;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::rule::second_factor::{
    CHALLENGE_LIFE, CODE_DIGITS, CODE_LIFE, Channel, RESEND_AFTER, WRONG_CODES_MAX,
};
use crate::store::{self, OpenChallenge};
use crate::{CHALLENGE_EXPIRED, CHANNEL_UNKNOWN, CODE_NOT_SENT, CODE_TOO_SOON, SessionState};

/// Which code is wanted.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CodeRequest {
    /// The challenge of the login.
    challenge_id: Uuid,
    /// How the code shall come.
    channel: Channel,
}

/// A code is on its way, or on the authenticator's display.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CodeRequestedView {
    /// How it comes.
    channel: Channel,
    /// After how many seconds another may be asked for.
    #[schema(example = 60)]
    resend_after_seconds: i64,
}

/// Get a code for the second factor.
///
/// By e-mail a fresh code of six digits goes out, good for five minutes; an authenticator shows
/// its own. A code is accepted only after this call.
#[utoipa::path(
    post, path = "/login/code", tag = "session", request_body = CodeRequest,
    responses(
        (status = 200, description = "The code is on its way", body = Envelope<CodeRequestedView>),
        (status = 410, description = "The challenge has expired"),
        (status = 422, description = "The account has no such channel"),
        (status = 429, description = "Too soon after the last code"),
        (status = 503, description = "The mail server did not take the code"),
    ),
)]
pub(crate) async fn request_code(
    State(state): State<SessionState>,
    Json(request): Json<CodeRequest>,
) -> Reply {
    let now = state.shell.clock.now();
    let code = match request.channel {
        Channel::Email => Some(random_code()),
        Channel::Totp => None,
    };
    let hash = code
        .as_deref()
        .map(|code| hash_code(request.challenge_id, code));
    let input = (request.challenge_id, request.channel, hash, now);
    let open = state.shell.db.write(input, note_request).await?;
    if let Some(code) = code {
        send_code(&state, &open, &code).await?;
    }
    let resend_after_seconds = RESEND_AFTER.as_secs();
    Answer::of(&CodeRequestedView {
        channel: request.channel,
        resend_after_seconds,
    })
}

fn note_request<'a>(
    tx: &'a mut Tx,
    (challenge_id, channel, hash, now): &'a (Uuid, Channel, Option<Vec<u8>>, Timestamp),
) -> TxFuture<'a, OpenChallenge> {
    Box::pin(async move {
        let open = store::find_challenge(tx, *challenge_id).await?;
        let open = open.ok_or_else(|| Failure::from(&CHALLENGE_EXPIRED))?;
        let challenge = &open.challenge;
        let expired = challenge.used
            || challenge.wrong >= WRONG_CODES_MAX
            || *now >= challenge.created_at + CHALLENGE_LIFE;
        if expired {
            return Err((&CHALLENGE_EXPIRED).into());
        }
        let has_channel = match channel {
            Channel::Email => open.account.email.is_some(),
            Channel::Totp => open.account.totp_secret.is_some(),
        };
        if !has_channel {
            return Err((&CHANNEL_UNKNOWN).into());
        }
        if let (Channel::Email, Some((name, at))) = (channel, &challenge.requested)
            && name == channel.name()
            && *now < *at + RESEND_AFTER
        {
            let seconds = (*at + RESEND_AFTER - *now).get_seconds().max(1);
            return Err(Refusal::new(&CODE_TOO_SOON).with("seconds", seconds).into());
        }
        store::request_code(tx, *challenge_id, *channel, hash.clone(), *now).await?;
        Ok(open)
    })
}

async fn send_code(state: &SessionState, open: &OpenChallenge, code: &str) -> Result<(), Failure> {
    let not_sent = || Failure::from(&CODE_NOT_SENT);
    let mailer = state.mailer.as_ref().ok_or_else(not_sent)?;
    let recipient = open.account.email.clone().ok_or_else(not_sent)?;
    let minutes = CODE_LIFE.as_mins();
    let mail = Mail {
        recipient,
        subject: format!("{code} is your Vitrine code"),
        text: format!(
            "Your code to log in to Vitrine is {code}.\n\nIt is good for {minutes} minutes. If you \
             did not ask for it, somebody knows your password: tell your administrator.\n"
        ),
        document: None,
    };
    mailer.send(mail).await.map_err(|error| {
        tracing::error!(%error, "a code could not be sent");
        not_sent()
    })
}

/// A code of six digits of chance, as it is mailed.
#[must_use]
pub fn random_code() -> String {
    let mut random = rand::rng();
    (0..CODE_DIGITS)
        .map(|_| char::from(b'0' + random.random_range(0..10_u8)))
        .collect()
}

/// A code is stored as a hash that is bound to what it is for: the challenge of a login, a gift card.
#[must_use]
pub fn hash_code(challenge_id: Uuid, code: &str) -> Vec<u8> {
    let mut hasher = Sha256::new();
    hasher.update(challenge_id.as_bytes());
    hasher.update(code.as_bytes());
    hasher.finalize().to_vec()
}
