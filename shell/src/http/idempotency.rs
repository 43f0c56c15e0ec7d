//! A command that arrives twice is carried out once (architecture §3).
//!
//! The client chooses a key for each intent. The first answer is kept for ever with the hash of
//! the request: a repeat gets that answer, another request under the same key is refused.

use axum::extract::FromRequestParts;
use http::request::Parts;
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{Answer, KEY_MISSING, KEY_REUSED};
use crate::db::{Tx, TxFuture, params};
use crate::{Failure, Outcome, Shell};

/// The header that carries the key.
pub const KEY_HEADER: &str = "idempotency-key";

/// The key that the client chose for its intent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdempotencyKey(pub Uuid);

impl<S: Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        parts
            .headers
            .get(KEY_HEADER)
            .and_then(|value| value.to_str().ok())
            .and_then(|text| Uuid::parse_str(text).ok())
            .map(Self)
            .ok_or_else(|| (&KEY_MISSING).into())
    }
}

/// What identifies a command: its key, its operation, who sends it, and what it asks.
#[derive(Clone, Debug)]
pub struct Intent {
    key: Uuid,
    operation: &'static str,
    hash: Vec<u8>,
    at: Timestamp,
}

impl Intent {
    /// The intent behind a request. `scope` is where the sender acts (its till), so that a key
    /// does not reach across tills.
    ///
    /// # Errors
    /// When the request cannot be written as JSON, which is a fault of ours.
    pub fn new(
        IdempotencyKey(key): IdempotencyKey,
        operation: &'static str,
        scope: &str,
        request: &impl Serialize,
        at: Timestamp,
    ) -> Outcome<Self> {
        let mut hasher = Sha256::new();
        for part in [operation.as_bytes(), scope.as_bytes()] {
            hasher.update((part.len() as u64).to_be_bytes());
            hasher.update(part);
        }
        hasher.update(serde_json::to_vec(request).map_err(Failure::internal)?);
        Ok(Self {
            key,
            operation,
            hash: hasher.finalize().to_vec(),
            at,
        })
    }

    /// The client's key.
    #[must_use]
    pub const fn key(&self) -> Uuid {
        self.key
    }
}

/// Carries out `command` unless its intent was carried out before, and answers as the first time.
///
/// # Errors
/// What the command refuses (then nothing is kept and the intent may be tried again), or
/// [`KEY_REUSED`].
pub async fn once<I, T>(
    shell: &Shell,
    intent: Intent,
    input: I,
    command: for<'a> fn(&'a mut Tx, &'a I) -> TxFuture<'a, T>,
) -> Outcome<Answer>
where
    I: Send + Sync + 'static,
    T: Serialize + Send + 'static,
{
    shell
        .db
        .write((intent, input, command), |tx, (intent, input, command)| {
            Box::pin(async move {
                if let Some(answer) = answered_before(tx, intent).await? {
                    return Ok(answer);
                }
                let answer = Answer::of(&command(tx, input).await?)?;
                keep(tx, intent, answer.text()).await?;
                Ok(answer)
            })
        })
        .await
}

/// What an intent that was carried out before was answered, for whoever has something to do ahead of [`once`] that a
/// repeat does not need.
///
/// # Errors
/// [`KEY_REUSED`], or the database's failure.
pub async fn answered_before(tx: &mut Tx, intent: &Intent) -> Outcome<Option<Answer>> {
    let earlier = earlier_answer(tx, intent).await?;
    earlier.map(Answer::kept).transpose()
}

/// Carries out `command` unless its intent was carried out before, and shows with `view` how things
/// stand then. What is kept of the command is small; a repeat gets the present state, which is what
/// a screen wants to show.
///
/// # Errors
/// What command or view refuse (then nothing is kept and the intent may be tried again), or
/// [`KEY_REUSED`].
pub async fn once_viewed<I, D, T>(
    shell: &Shell,
    intent: Intent,
    input: I,
    command: for<'a> fn(&'a mut Tx, &'a I) -> TxFuture<'a, D>,
    view: for<'a> fn(&'a mut Tx, &'a I, &'a D) -> TxFuture<'a, T>,
) -> Outcome<(D, T)>
where
    I: Send + Sync + 'static,
    D: Serialize + DeserializeOwned + Send + Sync + 'static,
    T: Send + 'static,
{
    shell
        .db
        .write(
            (intent, input, command, view),
            |tx, (intent, input, command, view)| {
                Box::pin(async move {
                    let done = match earlier_answer(tx, intent).await? {
                        Some(text) => serde_json::from_str(&text).map_err(Failure::internal)?,
                        None => {
                            let done = command(tx, input).await?;
                            let text = serde_json::to_string(&done).map_err(Failure::internal)?;
                            keep(tx, intent, &text).await?;
                            done
                        }
                    };
                    let seen = view(tx, input, &done).await?;
                    Ok((done, seen))
                })
            },
        )
        .await
}

async fn keep(tx: &mut Tx, intent: &Intent, answer: &str) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO idempotency (idempotency_key, operation, request_hash, answer, created_at) \
         VALUES ($1, $2, $3, $4, $5)",
        params![
            intent.key,
            intent.operation,
            intent.hash.clone(),
            answer,
            intent.at
        ],
    )
    .await?;
    Ok(())
}

async fn earlier_answer(tx: &mut Tx, intent: &Intent) -> Outcome<Option<String>> {
    let mut row = tx
        .query_one(
            // Nearly every command asks for the version of the reference data too: one look for both.
            "SELECT r.version, i.request_hash, i.answer FROM reference_version r \
             LEFT JOIN idempotency i ON i.idempotency_key = $1",
            params![intent.key],
        )
        .await?;
    tx.note_reference_version(row.read()?);
    let (hash, answer): (Option<Vec<u8>>, Option<String>) = (row.read()?, row.read()?);
    if hash.is_some_and(|hash| hash != intent.hash) {
        return Err((&KEY_REUSED).into());
    }
    Ok(answer)
}
