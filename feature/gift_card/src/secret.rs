//! Codes and proofs, which are kept as hashes only.

use std::num::NonZeroU32;

use aws_lc_rs::pbkdf2::{self, PBKDF2_HMAC_SHA256};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::RngExt;
use sha2::{Digest, Sha256};

/// How often the hash of a code is run: some milliseconds, because printed codes are short.
const ROUNDS: NonZeroU32 = match NonZeroU32::new(10_000) {
    Some(rounds) => rounds,
    None => NonZeroU32::MIN,
};

/// The hash of a card's code, bound to its number. It takes some milliseconds.
#[must_use]
pub fn hash_of_code(card_no: &str, code: &str) -> Vec<u8> {
    let mut hash = vec![0; 32];
    let (salt, secret) = (card_no.as_bytes(), code.as_bytes());
    pbkdf2::derive(PBKDF2_HMAC_SHA256, ROUNDS, salt, secret, &mut hash);
    hash
}

/// Whether a hash is that of a card's code. It takes as long as [`hash_of_code`].
pub(crate) fn is_code(card_no: &str, code: &str, hash: &[u8]) -> bool {
    let (salt, secret) = (card_no.as_bytes(), code.as_bytes());
    pbkdf2::verify(PBKDF2_HMAC_SHA256, ROUNDS, salt, secret, hash).is_ok()
}

/// A new proof: 32 bytes of chance as text, and what is kept of it.
pub(crate) fn new_proof() -> (String, Vec<u8>) {
    let bytes: [u8; 32] = rand::rng().random();
    let text = URL_SAFE_NO_PAD.encode(bytes);
    let hash = hash_of_proof(&text);
    (text, hash)
}

/// What is kept of a proof.
pub(crate) fn hash_of_proof(text: &str) -> Vec<u8> {
    Sha256::digest(text.as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_bound_to_its_number() {
        let hash = hash_of_code("6279000011112222", "4F7K2M");
        assert!(is_code("6279000011112222", "4F7K2M", &hash));
        assert!(!is_code("6279000011112222", "4F7K2N", &hash));
        assert!(!is_code("6279000011112223", "4F7K2M", &hash));
        assert!(!is_code("6279000011112222", "4F7K2M", &[0; 32]));
    }

    #[test]
    fn proofs_differ() {
        let ((one, hash), (other, _)) = (new_proof(), new_proof());
        assert_ne!(one, other);
        assert_eq!(hash, hash_of_proof(&one));
    }
}
