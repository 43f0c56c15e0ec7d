//! The token that a till carries: a signed JWT that names a session row.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use kernel::id::SessionId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shell::{Failure, Outcome};

use crate::{SESSION_OVER, TOKEN_INVALID};

/// How many tokens are remembered before all are forgotten.
const KNOWN_MAX: usize = 1_024;

#[derive(Serialize, Deserialize)]
struct Claims {
    sid: SessionId,
    sub: String,
    iat: i64,
    exp: i64,
}

/// Signs and checks tokens. The key never prints.
pub struct TokenKey {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    /// What tokens that were found to be ours say, by their hashes: a till sends the same one all day.
    known: Mutex<HashMap<[u8; 32], Named>>,
}

/// What a token says that was made here.
#[derive(Clone, Copy)]
struct Named {
    session: SessionId,
    /// Until when, in seconds since 1970.
    until: i64,
}

impl TokenKey {
    /// A key of 32 random bytes.
    #[must_use]
    pub fn new(secret: &[u8; 32]) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        // The library would ask the system's clock; ours decides in `check`.
        validation.validate_exp = false;
        Self {
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
            validation,
            known: Mutex::default(),
        }
    }

    pub(crate) fn sign(
        &self,
        session: SessionId,
        staff_id: &str,
        from: Timestamp,
        until: Timestamp,
    ) -> Outcome<String> {
        let claims = Claims {
            sid: session,
            sub: staff_id.to_owned(),
            iat: from.as_second(),
            exp: until.as_second(),
        };
        encode(&Header::new(Algorithm::HS256), &claims, &self.encoding).map_err(Failure::internal)
    }

    /// The session that a token names.
    ///
    /// # Errors
    /// [`TOKEN_INVALID`] when it was not made here, [`SESSION_OVER`] when it is too old.
    pub(crate) fn check(&self, token: &str, now: Timestamp) -> Outcome<SessionId> {
        let hash: [u8; 32] = Sha256::digest(token).into();
        let known = self.known().get(&hash).copied();
        let named = match known {
            Some(named) => named,
            None => self.verify(token, hash)?,
        };
        if named.until <= now.as_second() {
            return Err((&SESSION_OVER).into());
        }
        Ok(named.session)
    }

    /// What a token says, when its signature is ours; remembered from then on.
    fn verify(&self, token: &str, hash: [u8; 32]) -> Outcome<Named> {
        let claims = decode::<Claims>(token, &self.decoding, &self.validation)
            .map_err(|_| Failure::from(&TOKEN_INVALID))?
            .claims;
        let named = Named {
            session: claims.sid,
            until: claims.exp,
        };
        let mut known = self.known();
        if known.len() >= KNOWN_MAX {
            known.clear();
        }
        known.insert(hash, named);
        Ok(named)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<[u8; 32], Named>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    #[test]
    fn a_token_of_another_key_or_algorithm_is_refused() {
        let now: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let until = now + SignedDuration::from_hours(12);
        let (ours, theirs) = (TokenKey::new(&[1; 32]), TokenKey::new(&[2; 32]));
        let session = SessionId(uuid::Uuid::now_v7());
        let token = ours.sign(session, "seller", now, until).unwrap();
        assert_eq!(ours.check(&token, now).unwrap(), session);
        assert_eq!(ours.check(&token, now).unwrap(), session, "and again");
        assert!(theirs.check(&token, now).is_err());
        assert!(ours.check(&token, until).is_err());
        let header = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";
        let unsigned = format!("{header}.{}.", token.split('.').nth(1).unwrap());
        assert!(ours.check(&unsigned, now).is_err());
    }
}
