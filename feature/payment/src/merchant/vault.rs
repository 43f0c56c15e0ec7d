//! What is secret in the database, under a key that is not in it: a copy of the database alone does
//! not let anybody take or give back money in the shop's name.

use std::fmt;

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use device::Secret;

/// Why a text cannot be sealed or opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VaultError {
    /// The machine gives no random numbers.
    Random,
    /// It was sealed under another key, or changed since.
    Sealed,
}

impl fmt::Display for VaultError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Random => "the machine gives no random numbers",
            Self::Sealed => "a secret was sealed under another key than this server has",
        })
    }
}

impl std::error::Error for VaultError {}

/// Seals secrets with AES-256-GCM: `base64(nonce, cipher text, tag)`.
#[derive(Clone)]
pub struct Vault([u8; 32]);

impl fmt::Debug for Vault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("***")
    }
}

impl Vault {
    /// A vault with a key. Processes that share a database share the key.
    #[must_use]
    pub const fn new(key: &[u8; 32]) -> Self {
        Self(*key)
    }

    fn key(&self) -> Result<RandomizedNonceKey, VaultError> {
        RandomizedNonceKey::new(&AES_256_GCM, &self.0).map_err(|_| VaultError::Random)
    }

    /// Seals a text.
    ///
    /// # Errors
    /// [`VaultError::Random`].
    pub fn seal(&self, text: &str) -> Result<String, VaultError> {
        let mut sealed = text.as_bytes().to_vec();
        let nonce = self
            .key()?
            .seal_in_place_append_tag(Aad::empty(), &mut sealed)
            .map_err(|_| VaultError::Random)?;
        Ok(STANDARD.encode([&nonce.as_ref()[..], &sealed].concat()))
    }

    /// Opens what [`Vault::seal`] gave.
    ///
    /// # Errors
    /// [`VaultError::Sealed`].
    pub fn open(&self, sealed: &str) -> Result<Secret, VaultError> {
        let bytes = STANDARD.decode(sealed).map_err(|_| VaultError::Sealed)?;
        let (nonce, cipher) = bytes
            .split_at_checked(NONCE_LEN)
            .ok_or(VaultError::Sealed)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| VaultError::Sealed)?;
        let mut clear = cipher.to_vec();
        let clear = self
            .key()?
            .open_in_place(nonce, Aad::empty(), &mut clear)
            .map_err(|_| VaultError::Sealed)?;
        let text = std::str::from_utf8(clear).map_err(|_| VaultError::Sealed)?;
        Ok(Secret::new(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_key_opens_what_was_sealed_unchanged() {
        let vault = Vault::new(&[1; 32]);
        let sealed = vault.seal("Schlüssel").unwrap();
        assert_eq!(vault.open(&sealed).unwrap().expose(), "Schlüssel");
        assert_ne!(vault.seal("Schlüssel").unwrap(), sealed);
        let other = Vault::new(&[2; 32]);
        assert_eq!(other.open(&sealed), Err(VaultError::Sealed));
        let mut bytes = STANDARD.decode(&sealed).unwrap();
        bytes[NONCE_LEN] ^= 1;
        let changed = STANDARD.encode(bytes);
        assert_eq!(vault.open(&changed), Err(VaultError::Sealed));
        for broken in ["", "AAAA", "!"] {
            assert_eq!(vault.open(broken), Err(VaultError::Sealed), "{broken}");
        }
    }
}
