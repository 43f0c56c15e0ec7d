//! Encryption of messages between till and terminal with a shared key.
//!
//! The protocol authenticates the clear text (MAC, then encrypt). Every way to fail therefore looks
//! the same from outside, and the caller limits the rate of bad messages.

use std::fmt;

use aws_lc_rs::cipher::{
    AES_256, AES_256_KEY_LEN, DecryptionContext, EncryptionContext, PaddedBlockDecryptingKey,
    PaddedBlockEncryptingKey, UnboundCipherKey,
};
use aws_lc_rs::rand::{SecureRandom, SystemRandom};
use aws_lc_rs::{hmac, iv::FixedLength, pbkdf2};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Secret;

const SALT: &[u8] = b"AdyenNexoV1Salt";
const ROUNDS: std::num::NonZeroU32 = std::num::NonZeroU32::new(4000).expect("not zero");
const CRYPTO_VERSION: u32 = 1;
const HMAC_KEY_LEN: usize = 32;
const IV_LEN: usize = 16;
const DERIVED_LEN: usize = HMAC_KEY_LEN + AES_256_KEY_LEN + IV_LEN;

/// Bytes of the random number in each message.
pub const NONCE_LEN: usize = IV_LEN;

/// A message that did not prove where it comes from. One error for every cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the message is not authentic")]
pub struct NotAuthentic;

/// No random number could be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("no random number")]
pub struct NonceUnavailable;

/// Where the random number of each encrypted message comes from; a test brings its own.
pub trait NonceSource: Send + Sync {
    /// Sixteen unpredictable bytes, never the same twice.
    ///
    /// # Errors
    /// [`NonceUnavailable`] if the system has no randomness; the message is then not sent.
    fn nonce(&self) -> Result<[u8; NONCE_LEN], NonceUnavailable>;
}

/// The operating system's random numbers.
#[derive(Debug, Default)]
pub struct SystemNonce(SystemRandom);

impl NonceSource for SystemNonce {
    fn nonce(&self) -> Result<[u8; NONCE_LEN], NonceUnavailable> {
        let mut nonce = [0; NONCE_LEN];
        self.0.fill(&mut nonce).map_err(|_| NonceUnavailable)?;
        Ok(nonce)
    }
}

/// A key that till and terminal share, derived from a passphrase.
pub struct SharedKey {
    identifier: String,
    version: u32,
    hmac_key: [u8; HMAC_KEY_LEN],
    cipher_key: [u8; AES_256_KEY_LEN],
    iv: [u8; IV_LEN],
}

impl SharedKey {
    /// Derives the key. Takes some milliseconds on purpose; do it once.
    pub fn derive(identifier: impl Into<String>, version: u32, passphrase: &Secret) -> Self {
        let mut derived = [0; DERIVED_LEN];
        let secret = passphrase.expose().as_bytes();
        pbkdf2::derive(pbkdf2::PBKDF2_HMAC_SHA1, ROUNDS, SALT, secret, &mut derived);
        let (mut hmac_key, mut cipher_key) = ([0; HMAC_KEY_LEN], [0; AES_256_KEY_LEN]);
        let mut iv = [0; IV_LEN];
        hmac_key.copy_from_slice(&derived[..HMAC_KEY_LEN]);
        cipher_key.copy_from_slice(&derived[HMAC_KEY_LEN..HMAC_KEY_LEN + AES_256_KEY_LEN]);
        iv.copy_from_slice(&derived[HMAC_KEY_LEN + AES_256_KEY_LEN..]);
        Self {
            identifier: identifier.into(),
            version,
            hmac_key,
            cipher_key,
            iv,
        }
    }

    fn iv(&self, nonce: [u8; NONCE_LEN]) -> FixedLength<IV_LEN> {
        let mut iv = self.iv;
        iv.iter_mut()
            .zip(nonce)
            .for_each(|(byte, random)| *byte ^= random);
        FixedLength::from(iv)
    }

    fn cipher(&self) -> Result<UnboundCipherKey, NotAuthentic> {
        UnboundCipherKey::new(&AES_256, &self.cipher_key).map_err(|_| NotAuthentic)
    }

    fn seal(&self, clear: &[u8], nonce: [u8; NONCE_LEN]) -> Result<Sealed, NotAuthentic> {
        let mut blob = clear.to_vec();
        let context = EncryptionContext::Iv128(self.iv(nonce));
        PaddedBlockEncryptingKey::cbc_pkcs7(self.cipher()?)
            .and_then(|key| key.less_safe_encrypt(&mut blob, context))
            .map_err(|_| NotAuthentic)?;
        let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &self.hmac_key), clear);
        Ok(Sealed {
            blob: STANDARD.encode(blob),
            trailer: SecurityTrailer {
                crypto_version: CRYPTO_VERSION,
                key_identifier: self.identifier.clone(),
                key_version: self.version,
                nonce: STANDARD.encode(nonce),
                hmac: STANDARD.encode(tag),
            },
        })
    }

    fn open(&self, blob: &str, trailer: &SecurityTrailer) -> Result<Vec<u8>, NotAuthentic> {
        let decode = |text: &str| STANDARD.decode(text).map_err(|_| NotAuthentic);
        let mut blob = decode(blob)?;
        let tag = decode(&trailer.hmac)?;
        let nonce: [u8; NONCE_LEN] = decode(&trailer.nonce)?
            .try_into()
            .map_err(|_| NotAuthentic)?;
        let key = hmac::Key::new(hmac::HMAC_SHA256, &self.hmac_key);
        let cipher =
            PaddedBlockDecryptingKey::cbc_pkcs7(self.cipher()?).map_err(|_| NotAuthentic)?;
        let context = DecryptionContext::Iv128(self.iv(nonce));
        let Ok(clear) = cipher
            .decrypt(&mut blob, context)
            .map(|clear| clear.to_vec())
        else {
            // Bad padding costs as much time as a bad MAC, so that it cannot be told apart.
            hmac::verify(&key, &blob, &tag).map_err(|_| NotAuthentic)?;
            return Err(NotAuthentic);
        };
        // Compares in constant time.
        hmac::verify(&key, &clear, &tag).map_err(|_| NotAuthentic)?;
        Ok(clear)
    }
}

impl fmt::Debug for SharedKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SharedKey")
            .field("identifier", &self.identifier)
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

/// The keys of one terminal: one to write with, and older ones that it may still answer with.
#[derive(Debug)]
pub struct KeyRing {
    current: SharedKey,
    previous: Vec<SharedKey>,
}

impl KeyRing {
    /// A ring that writes with `current` and reads all.
    pub fn new(current: SharedKey, previous: Vec<SharedKey>) -> Self {
        Self { current, previous }
    }

    pub(super) fn seal(
        &self,
        clear: &[u8],
        nonce: [u8; NONCE_LEN],
    ) -> Result<Sealed, NotAuthentic> {
        self.current.seal(clear, nonce)
    }

    pub(super) fn open(
        &self,
        blob: &str,
        trailer: &SecurityTrailer,
    ) -> Result<Vec<u8>, NotAuthentic> {
        if trailer.crypto_version != CRYPTO_VERSION {
            return Err(NotAuthentic);
        }
        let fits = |key: &&SharedKey| {
            key.identifier == trailer.key_identifier && key.version == trailer.key_version
        };
        let mut keys = std::iter::once(&self.current).chain(&self.previous);
        keys.find(fits).ok_or(NotAuthentic)?.open(blob, trailer)
    }
}

pub(super) struct Sealed {
    pub(super) blob: String,
    pub(super) trailer: SecurityTrailer,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct SecurityTrailer {
    #[serde(rename = "AdyenCryptoVersion")]
    crypto_version: u32,
    #[serde(rename = "KeyIdentifier")]
    key_identifier: String,
    #[serde(rename = "KeyVersion")]
    key_version: u32,
    #[serde(rename = "Nonce")]
    nonce: String,
    #[serde(rename = "Hmac")]
    hmac: String,
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;

    const CLEAR: &[u8] = br#"{"SaleToPOIRequest":{"MessageHeader":{"ServiceID":"1"}}}"#;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").expect("a string takes everything");
            text
        })
    }

    fn key(version: u32, passphrase: &str) -> SharedKey {
        SharedKey::derive("till", version, &Secret::new(passphrase))
    }

    #[test]
    fn keys_are_derived_as_the_published_vector_says() {
        let key = key(1, "P@ssw0rd123456");
        let expected = [
            "39826507afde4e47ce21ecec4a9eeb947c74089e522cb3522f03d40a35a5a719",
            "da081da2e541074877fad74cc1dbf2374286f78afa89a123046656ffeb88ff67",
            "98d57bd39cf5c993b07593cf1125fde8",
        ];
        assert_eq!(
            [hex(&key.hmac_key), hex(&key.cipher_key), hex(&key.iv)],
            expected
        );
    }

    /// Expected values computed with Python's `hashlib` and `cryptography`, not with this code.
    #[test]
    fn a_message_is_sealed_as_another_implementation_does() {
        let sealed = key(1, "P@ssw0rd123456")
            .seal(CLEAR, *b"0123456789abcdef")
            .expect("sealed");
        assert_eq!(
            sealed.blob,
            "47evrIEqJPBqDZpVDrG2ENcgQIS0gGTxyiuI+uA8r2TN60FLRzLhUJUUPU1mqOjMS1xqOwg1utUXld7Z21nbZg=="
        );
        assert_eq!(
            sealed.trailer.hmac,
            "CyiulnrrjTd6LqG+gsoGNlH/SMSj/sWl+lYqOHN2kRs="
        );
        assert_eq!(sealed.trailer.nonce, "MDEyMzQ1Njc4OWFiY2RlZg==");
    }

    #[test]
    fn a_ring_reads_old_keys_and_writes_with_the_new_one() {
        let ring = KeyRing::new(key(2, "new passphrase"), vec![key(1, "old passphrase")]);
        let new = ring.seal(CLEAR, [7; NONCE_LEN]).expect("sealed");
        assert_eq!(new.trailer.key_version, 2);
        assert_eq!(ring.open(&new.blob, &new.trailer).as_deref(), Ok(CLEAR));

        let old = key(1, "old passphrase")
            .seal(CLEAR, [7; NONCE_LEN])
            .expect("sealed");
        assert_eq!(ring.open(&old.blob, &old.trailer).as_deref(), Ok(CLEAR));

        let retired = KeyRing::new(key(2, "new passphrase"), vec![]);
        assert_eq!(retired.open(&old.blob, &old.trailer), Err(NotAuthentic));
    }

    #[test]
    fn whatever_is_wrong_is_the_same_error() {
        type Spoil = fn(&mut Sealed);
        let ring = KeyRing::new(key(1, "passphrase"), vec![]);
        let flip = |text: &str, index: usize| {
            let mut bytes = STANDARD.decode(text).expect("base64");
            bytes[index] ^= 1;
            STANDARD.encode(bytes)
        };
        let sealed = || ring.seal(CLEAR, [7; NONCE_LEN]).expect("sealed");
        for index in 0..STANDARD.decode(sealed().blob).expect("base64").len() {
            let spoilt = sealed();
            let blob = flip(&spoilt.blob, index);
            assert_eq!(
                ring.open(&blob, &spoilt.trailer),
                Err(NotAuthentic),
                "byte {index}"
            );
        }
        for index in 0..32 {
            let mut spoilt = sealed();
            spoilt.trailer.hmac = flip(&spoilt.trailer.hmac, index);
            assert_eq!(
                ring.open(&spoilt.blob, &spoilt.trailer),
                Err(NotAuthentic),
                "tag {index}"
            );
        }
        let spoils: [(&str, Spoil); 9] = [
            ("other nonce", |s| {
                s.trailer.nonce = STANDARD.encode([8; NONCE_LEN]);
            }),
            ("short nonce", |s| s.trailer.nonce = STANDARD.encode([7; 3])),
            ("cut tag", |s| s.trailer.hmac = STANDARD.encode([7; 16])),
            ("empty tag", |s| s.trailer.hmac = String::new()),
            ("empty blob", |s| s.blob = String::new()),
            ("odd blob", |s| s.blob = STANDARD.encode([1; 15])),
            ("not base64", |s| s.blob = "%".to_owned()),
            ("other key", |s| {
                s.trailer.key_identifier = "other".to_owned();
            }),
            ("other version", |s| s.trailer.crypto_version = 2),
        ];
        for (what, spoil) in spoils {
            let mut spoilt = sealed();
            spoil(&mut spoilt);
            assert_eq!(
                ring.open(&spoilt.blob, &spoilt.trailer),
                Err(NotAuthentic),
                "{what}"
            );
        }
    }

    #[test]
    fn a_key_of_another_passphrase_opens_nothing() {
        let sealed = key(1, "theirs")
            .seal(CLEAR, [7; NONCE_LEN])
            .expect("sealed");
        let ring = KeyRing::new(key(1, "ours"), vec![]);
        assert_eq!(ring.open(&sealed.blob, &sealed.trailer), Err(NotAuthentic));
    }

    #[test]
    fn keys_do_not_print() {
        let printed = format!("{:?}", KeyRing::new(key(1, "passphrase"), vec![]));
        assert!(
            !printed.contains("passphrase") && !printed.contains("hmac"),
            "{printed}"
        );
    }

    #[test]
    fn the_systems_nonces_differ() {
        let source = SystemNonce::default();
        assert_ne!(source.nonce(), source.nonce());
    }
}
