//! Ed25519 keys of the journal: their names, their signatures, and the change from one to the next.

use std::fmt;

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

use super::entry::{Hash, length_prefixed_hash, sha256};

/// What a new key signs when it takes over, so that this signature can stand for nothing else.
const TAKEOVER: &str = "pos-journal-key/1";

/// The public half of a signing key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

impl PublicKey {
    /// Reads the 32 bytes of a public key in hexadecimal.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        VerifyingKey::from_bytes(&bytes).ok().map(Self)
    }

    /// The 32 bytes in hexadecimal.
    #[must_use]
    pub fn text(&self) -> String {
        hex::encode(self.0.as_bytes())
    }

    /// The name of the key: the first 16 hexadecimal digits of the SHA-256 of its public half.
    #[must_use]
    pub fn id(&self) -> String {
        hex::encode(&sha256(self.0.as_bytes())[..8])
    }

    /// Whether `signature` is this key's over `hash`. Keys and signatures of weak form are refused.
    #[must_use]
    pub fn has_signed(&self, hash: &[u8], signature: &[u8]) -> bool {
        Signature::from_slice(signature)
            .is_ok_and(|signature| self.0.verify_strict(hash, &signature).is_ok())
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", self.id())
    }
}

/// The public half of a private key.
#[must_use]
pub fn public_half(key: &SigningKey) -> PublicKey {
    PublicKey(key.verifying_key())
}

/// Signs the hash of an entry.
#[must_use]
pub fn sign(key: &SigningKey, hash: &Hash) -> [u8; 64] {
    key.sign(hash).to_bytes()
}

/// What a new key signs to take over a chain: which chain, after which entry, from which key. The
/// head binds all that was written before, so the new key vouches for it.
#[must_use]
pub fn takeover_hash(chain_id: &str, prev_hash: &[u8], old: &str, new: &PublicKey) -> Hash {
    length_prefixed_hash(&[
        TAKEOVER.as_bytes(),
        chain_id.as_bytes(),
        prev_hash,
        old.as_bytes(),
        new.0.as_bytes(),
    ])
}
