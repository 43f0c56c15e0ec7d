//! Signatures of requests, replies and notifications: HMAC-SHA256 over what must not change.

use aws_lc_rs::hmac;
use device::Secret;
use sha2::{Digest, Sha256};

/// The version of the scheme; it stands before each signature.
const SCHEME: &str = "v1=";

fn key(secret: &Secret) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, secret.expose().as_bytes())
}

fn hash(body: &[u8]) -> String {
    hex::encode(Sha256::digest(body))
}

/// What a request signs.
pub(super) struct Signed<'a> {
    pub(super) method: &'a str,
    pub(super) path: &'a str,
    pub(super) timestamp: &'a str,
    pub(super) nonce: &'a str,
    pub(super) body: &'a [u8],
}

impl Signed<'_> {
    fn text(&self) -> String {
        format!(
            "{}\n{}\n{}\n{}\n{}",
            self.method,
            self.path,
            self.timestamp,
            self.nonce,
            hash(self.body)
        )
    }

    /// The signature as its header carries it.
    pub(super) fn sign(&self, secret: &Secret) -> String {
        let tag = hmac::sign(&key(secret), self.text().as_bytes());
        format!("{SCHEME}{}", hex::encode(tag))
    }
}

/// Whether a signature is that of a text. Compares in constant time.
fn is_signed(secret: &Secret, text: &str, signature: &str) -> bool {
    let tag = signature
        .strip_prefix(SCHEME)
        .and_then(|tag| hex::decode(tag).ok());
    tag.is_some_and(|tag| hmac::verify(&key(secret), text.as_bytes(), &tag).is_ok())
}

/// Whether a reply is the operator's, to the request of a nonce.
pub(super) fn is_reply(
    secret: &Secret,
    (status, nonce): (u16, &str),
    body: &[u8],
    signature: &str,
) -> bool {
    is_signed(
        secret,
        &format!("{status}\n{nonce}\n{}", hash(body)),
        signature,
    )
}

/// Whether a notification is the operator's.
pub(crate) fn verify_notification(
    secret: &Secret,
    (path, timestamp, nonce): (&str, &str, &str),
    body: &[u8],
    signature: &str,
) -> bool {
    let signed = Signed {
        method: "POST",
        path,
        timestamp,
        nonce,
        body,
    };
    is_signed(secret, &signed.text(), signature)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with Python's hmac module, so that both sides cannot be wrong together.
    const GOLDEN: &str = "v1=3e7bc8af317a283801a44d3c858d4fe732484cba263eb4e6641afa2099b549f0";

    fn signed<'a>(body: &'a [u8], path: &'a str) -> Signed<'a> {
        Signed {
            method: "POST",
            path,
            timestamp: "1795258800",
            nonce: "n-1",
            body,
        }
    }

    #[test]
    fn a_signature_is_the_one_of_the_protocol() {
        let secret = Secret::new("secret");
        assert_eq!(signed(b"{}", "/v1/forms").sign(&secret), GOLDEN);
    }

    #[test]
    fn every_part_is_signed() {
        let secret = Secret::new("secret");
        let signature = signed(b"{}", "/n").sign(&secret);
        let told = |secret: &str, parts: (&str, &str, &str), body: &[u8]| {
            verify_notification(&Secret::new(secret), parts, body, &signature)
        };
        let parts = ("/n", "1795258800", "n-1");
        assert!(told("secret", parts, b"{}"));
        assert!(!told("other", parts, b"{}"));
        assert!(!told("secret", ("/m", parts.1, parts.2), b"{}"));
        assert!(!told("secret", (parts.0, "1795258801", parts.2), b"{}"));
        assert!(!told("secret", (parts.0, parts.1, "n-2"), b"{}"));
        assert!(!told("secret", parts, b"{ }"));
        for broken in ["", "v1=", "v1=zz", &signature[3..]] {
            assert!(
                !verify_notification(&secret, parts, b"{}", broken),
                "{broken}"
            );
        }
    }
}
