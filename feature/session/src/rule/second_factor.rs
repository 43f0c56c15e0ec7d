//! The second factor: a code by mail or from an authenticator (specification §5, Verification).

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How long a code from a mail is good.
pub const CODE_LIFE: SignedDuration = SignedDuration::from_mins(5);
/// How long somebody may take between password and code.
pub const CHALLENGE_LIFE: SignedDuration = SignedDuration::from_mins(10);
/// How soon another code may be asked for.
pub const RESEND_AFTER: SignedDuration = SignedDuration::from_secs(40);
/// How many wrong codes end a challenge.
pub const WRONG_CODES_MAX: i64 = 5;
/// How many digits a code has.
pub const CODE_DIGITS: usize = 6;

/// How a code reaches its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = CodeChannel)]
pub enum Channel {
    /// By e-mail.
    Email,
    /// From an authenticator (TOTP, RFC 6238).
    Totp,
}

impl Channel {
    /// The channel as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Totp => "totp",
        }
    }
}

/// Where a challenge stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// When the password was right.
    pub created_at: Timestamp,
    /// The channel of which a code was asked, and when.
    pub requested: Option<(String, Timestamp)>,
    /// Wrong codes so far.
    pub wrong: i64,
    /// Whether it let somebody in already.
    pub used: bool,
}

/// Why a code is not even looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeRefusal {
    /// "The get-code button must be clicked first."
    NotRequested,
    /// Too late, too many wrong codes, or used.
    Expired,
}

/// Whether a code for `channel` may be looked at now.
///
/// # Errors
/// Why not.
pub fn admit_code(
    challenge: &Challenge,
    channel: Channel,
    now: Timestamp,
) -> Result<(), CodeRefusal> {
    if challenge.used
        || challenge.wrong >= WRONG_CODES_MAX
        || now >= challenge.created_at + CHALLENGE_LIFE
    {
        return Err(CodeRefusal::Expired);
    }
    match &challenge.requested {
        Some((requested, _)) if requested != channel.name() => Err(CodeRefusal::NotRequested),
        Some((_, at)) if now >= *at + CODE_LIFE => Err(CodeRefusal::Expired),
        Some(_) => Ok(()),
        None => Err(CodeRefusal::NotRequested),
    }
}

/// The address as the login screen may show it: `o***@vitrine.example`.
#[must_use]
pub fn mask_email(email: &str) -> String {
    match email.split_once('@') {
        Some((name, domain)) => {
            let first: String = name.chars().take(1).collect();
            format!("{first}***@{domain}")
        }
        None => "***".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn challenge(requested: Option<(&str, i64)>, wrong: i64, used: bool) -> Challenge {
        let created_at: Timestamp = "2026-11-21T10:00:00Z".parse().unwrap();
        let requested = requested.map(|(name, after)| {
            (
                name.to_owned(),
                created_at + SignedDuration::from_secs(after),
            )
        });
        Challenge {
            created_at,
            requested,
            wrong,
            used,
        }
    }

    #[test]
    fn a_code_is_looked_at_only_after_get_code_and_while_it_lives() {
        let at =
            |seconds| challenge(None, 0, false).created_at + SignedDuration::from_secs(seconds);
        let email =
            |challenge: &Challenge, seconds| admit_code(challenge, Channel::Email, at(seconds));
        assert_eq!(
            email(&challenge(None, 0, false), 1),
            Err(CodeRefusal::NotRequested)
        );
        assert_eq!(
            email(&challenge(Some(("totp", 0)), 0, false), 1),
            Err(CodeRefusal::NotRequested)
        );
        assert_eq!(email(&challenge(Some(("email", 0)), 4, false), 299), Ok(()));
        assert_eq!(
            email(&challenge(Some(("email", 0)), 4, false), 300),
            Err(CodeRefusal::Expired)
        );
        assert_eq!(
            email(&challenge(Some(("email", 0)), 5, false), 1),
            Err(CodeRefusal::Expired)
        );
        assert_eq!(
            email(&challenge(Some(("email", 0)), 0, true), 1),
            Err(CodeRefusal::Expired)
        );
        assert_eq!(
            email(&challenge(Some(("email", 599)), 0, false), 600),
            Err(CodeRefusal::Expired)
        );
    }

    #[test]
    fn an_address_is_shown_by_its_first_letter() {
        assert_eq!(mask_email("otp@vitrine.example"), "o***@vitrine.example");
        assert_eq!(mask_email("nobody"), "***");
    }
}
