//! The link to a certificate that anybody may open: it names one document, ends soon, and carries a
//! mark that only the server can make.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use jiff::{SignedDuration, Timestamp};
use sha2::Sha256;
use uuid::Uuid;

/// How long a link is good.
pub const LIFE: SignedDuration = SignedDuration::from_mins(15);
/// Bytes of the secret of a document.
pub const KEY_BYTES: usize = 32;
/// Bytes of a mark: 128 bits.
const MARK_BYTES: usize = 16;
/// Id, end and mark.
const LINK_BYTES: usize = 16 + 8 + MARK_BYTES;
const FORMAT: &[u8] = b"vitrine-recycling-print/1";

/// A link that was read, not yet compared with anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The document that it names.
    pub recycling_id: Uuid,
    /// When it ends, in seconds since 1970.
    until: i64,
    mark: [u8; MARK_BYTES],
}

impl Link {
    /// A link to a document, good for [`LIFE`] from now.
    #[must_use]
    pub fn new(recycling_id: Uuid, key: &[u8], now: Timestamp) -> Self {
        let until = (now + LIFE).as_second();
        Self {
            recycling_id,
            until,
            mark: mark(recycling_id, until, key),
        }
    }

    /// As it stands in the address.
    #[must_use]
    pub fn text(&self) -> String {
        let mut bytes = [0; LINK_BYTES];
        bytes[..16].copy_from_slice(self.recycling_id.as_bytes());
        bytes[16..24].copy_from_slice(&self.until.to_be_bytes());
        bytes[24..].copy_from_slice(&self.mark);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads a link; none when it cannot be one of ours.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; LINK_BYTES] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        Some(Self {
            recycling_id: Uuid::from_slice(&bytes[..16]).ok()?,
            until: i64::from_be_bytes(bytes[16..24].try_into().ok()?),
            mark: bytes[24..].try_into().ok()?,
        })
    }

    /// Whether it was made with the key of its document and has not ended.
    #[must_use]
    pub fn is_good(&self, key: &[u8], now: Timestamp) -> bool {
        let right = mark(self.recycling_id, self.until, key);
        // All bytes are looked at, so that the time tells nothing.
        let differences = right.iter().zip(self.mark);
        let is_ours = differences.fold(0, |sum, (right, read)| sum | (right ^ read)) == 0;
        is_ours && now.as_second() < self.until
    }

    /// When it ends.
    #[must_use]
    pub fn until(&self) -> Timestamp {
        Timestamp::from_second(self.until).unwrap_or(Timestamp::MIN)
    }
}

fn mark(recycling_id: Uuid, until: i64, key: &[u8]) -> [u8; MARK_BYTES] {
    // A key of any length will do for HMAC.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return [0; MARK_BYTES];
    };
    mac.update(FORMAT);
    mac.update(recycling_id.as_bytes());
    mac.update(&until.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let mut mark = [0; MARK_BYTES];
    mark.copy_from_slice(&digest[..MARK_BYTES]);
    mark
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const ID: Uuid = Uuid::from_u128(7);
    const KEY: [u8; KEY_BYTES] = [3; KEY_BYTES];

    #[test]
    fn a_link_is_good_for_fifteen_minutes_and_only_with_its_key() {
        let now = Timestamp::UNIX_EPOCH;
        let link = Link::parse(&Link::new(ID, &KEY, now).text()).unwrap();
        assert_eq!((link.recycling_id, link.until()), (ID, now + LIFE));
        assert!(link.is_good(&KEY, now));
        assert!(link.is_good(&KEY, now + SignedDuration::from_secs(899)));
        assert!(!link.is_good(&KEY, now + LIFE));
        assert!(!link.is_good(&[4; KEY_BYTES], now));
    }

    #[test]
    fn what_is_no_link_is_none() {
        for text in ["", "AAAA", "not a link!", &"A".repeat(55), &"é".repeat(27)] {
            assert_eq!(Link::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_bit_of_a_link_can_be_changed(bit in 0_usize..LINK_BYTES * 8) {
            let text = Link::new(ID, &KEY, Timestamp::UNIX_EPOCH).text();
            let mut bytes = URL_SAFE_NO_PAD.decode(text).unwrap();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let link = Link::parse(&URL_SAFE_NO_PAD.encode(bytes)).unwrap();
            // Another id has another key.
            let is_other = link.recycling_id != ID;
            prop_assert!(is_other || !link.is_good(&KEY, Timestamp::UNIX_EPOCH));
        }
    }
}
