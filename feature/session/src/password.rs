//! Passwords: Argon2id, at most two at a time, so that logging in never starves the till.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use shell::aside::Places;
use shell::{Failure, Outcome};

/// How many passwords are checked or hashed at the same time.
const CHECKS_AT_A_TIME: usize = 2;

/// The hash of nobody's password, drawn at random, of the same parameters as [`hash`] makes: an unknown user name costs
/// the same time as a known one. To hash one at each start would take as long and as much memory as a login.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$be4bdwY1vGQhpx0ZpGzwGw$cGo9rNb+KfUjAfNqEqqxiC/ruMepjYQwogQlXPLZKhU";

/// Checks and hashes passwords.
#[derive(Clone)]
pub struct Passwords {
    places: Places,
}

impl Default for Passwords {
    fn default() -> Self {
        Self {
            places: Places::new(CHECKS_AT_A_TIME),
        }
    }
}

impl Passwords {
    /// Whether a password fits a hash; with no hash it never does, and takes as long.
    ///
    /// # Errors
    /// When the stored hash cannot be read.
    pub async fn check(&self, password: String, stored: Option<String>) -> Outcome<bool> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| NOBODY.to_owned());
        let check = move || {
            let stored = PasswordHash::new(&stored).map_err(Failure::internal)?;
            let fits = Argon2::default()
                .verify_password(password.as_bytes(), &stored)
                .is_ok();
            metrics::counter!("vitrine_password_checks_total").increment(1);
            Outcome::Ok(fits && known)
        };
        self.places.work(check).await?
    }

    /// As [`hash`], at one of the places where passwords are checked.
    ///
    /// # Errors
    /// When the machine gives no randomness for a salt.
    pub async fn hash_aside(&self, password: String) -> Outcome<String> {
        let make = move || {
            metrics::counter!("vitrine_password_hashes_total").increment(1);
            hash(&password)
        };
        self.places.work(make).await?
    }
}

/// The hash of a password as it is stored (PHC string, Argon2id with the library's parameters,
/// which are those of OWASP: 19 MiB, 2 passes).
///
/// # Errors
/// When the machine gives no randomness for a salt.
pub fn hash(password: &str) -> Outcome<String> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(Failure::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_costs_what_a_password_costs() {
        let fresh = hash("secret").unwrap();
        let (fresh, nobody) = (
            PasswordHash::new(&fresh).unwrap(),
            PasswordHash::new(NOBODY).unwrap(),
        );
        assert_eq!(nobody.algorithm, fresh.algorithm);
        assert_eq!(nobody.version, fresh.version);
        assert_eq!(nobody.params, fresh.params);
        let lengths = |hash: &PasswordHash| {
            (
                hash.salt.as_ref().map(|salt| salt.len()),
                hash.hash.as_ref().map(|hash| hash.len()),
            )
        };
        assert_eq!(lengths(&nobody), lengths(&fresh));
    }
}
