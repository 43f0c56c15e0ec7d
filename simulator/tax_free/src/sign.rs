//! Signatures, as the README describes them.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

type Code = Hmac<Sha256>;

fn code(secret: &str, text: &str) -> Option<Code> {
    let mut code = Code::new_from_slice(secret.as_bytes()).ok()?;
    code.update(text.as_bytes());
    Some(code)
}

fn signature(secret: &str, text: &str) -> String {
    let tag = code(secret, text).map(|code| hex::encode(code.finalize().into_bytes()));
    format!("v1={}", tag.unwrap_or_default())
}

fn hash(body: &[u8]) -> String {
    hex::encode(Sha256::digest(body))
}

/// What stands in the headers of a request.
#[derive(Clone, Debug)]
pub(crate) struct Stamp<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) timestamp: &'a str,
    pub(crate) nonce: &'a str,
}

impl Stamp<'_> {
    fn text(&self, body: &[u8]) -> String {
        let parts = [
            self.method,
            self.path,
            self.timestamp,
            self.nonce,
            &hash(body),
        ];
        parts.join("\n")
    }

    pub(crate) fn sign(&self, secret: &str, body: &[u8]) -> String {
        signature(secret, &self.text(body))
    }

    /// Compares in constant time.
    pub(crate) fn is_signed(&self, secret: &str, body: &[u8], found: &str) -> bool {
        let tag = found
            .strip_prefix("v1=")
            .and_then(|tag| hex::decode(tag).ok());
        let code = code(secret, &self.text(body));
        tag.zip(code)
            .is_some_and(|(tag, code)| code.verify_slice(&tag).is_ok())
    }
}

/// The signature of a reply.
pub(crate) fn reply(secret: &str, status: u16, nonce: &str, body: &[u8]) -> String {
    signature(secret, &format!("{status}\n{nonce}\n{}", hash(body)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_covers_every_part() {
        let stamp = Stamp {
            method: "POST",
            path: "/v1/forms",
            timestamp: "1",
            nonce: "n",
        };
        let signed = stamp.sign("secret", b"{}");
        assert!(stamp.is_signed("secret", b"{}", &signed));
        assert!(!stamp.is_signed("other", b"{}", &signed));
        assert!(!stamp.is_signed("secret", b"[]", &signed));
        let other = Stamp {
            path: "/v1/form",
            ..stamp
        };
        assert!(!other.is_signed("secret", b"{}", &signed));
    }
}
