//! The token that a till carries: a signed JWT that names a session row.

use jiff::Timestamp;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use kernel::id::SessionId;
use serde::{Deserialize, Serialize};
use shell::{Failure, Outcome};

use crate::{SESSION_OVER, TOKEN_INVALID};

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
}

impl TokenKey {
    /// A key of 32 random bytes.
    #[must_use]
    pub fn new(secret: &[u8; 32]) -> Self {
        Self {
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
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
        let mut validation = Validation::new(Algorithm::HS256);
        // The library would ask the system's clock; ours decides below.
        validation.validate_exp = false;
        let claims = decode::<Claims>(token, &self.decoding, &validation)
            .map_err(|_| Failure::from(&TOKEN_INVALID))?
            .claims;
        if claims.exp <= now.as_second() {
            return Err((&SESSION_OVER).into());
        }
        Ok(claims.sid)
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
        assert!(theirs.check(&token, now).is_err());
        assert!(ours.check(&token, until).is_err());
        let header = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";
        let unsigned = format!("{header}.{}.", token.split('.').nth(1).unwrap());
        assert!(ours.check(&unsigned, now).is_err());
    }
}
