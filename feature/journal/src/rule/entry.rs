//! An entry of a chain and its hash.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use sha2::{Digest, Sha256};

/// The form of the entries that this program writes. It is part of each hash, so that another form
/// can come without guessing which is which.
pub const FORMAT: &str = "pos-journal/1";

/// A SHA-256 digest.
pub type Hash = [u8; 32];

/// What the first entry of a chain has for a predecessor. Nowhere else is it valid.
pub const NO_PREDECESSOR: Hash = [0; 32];

/// The part of an entry that its hash covers.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    /// The form of the entry, [`FORMAT`].
    pub format: &'a str,
    /// The chain that it belongs to.
    pub chain_id: &'a str,
    /// Its place in the chain, counting from 1 without gaps.
    pub seq: i64,
    /// The stored name of its kind.
    pub kind: &'a str,
    /// When it happened, as [`utc_text`] writes it.
    pub at_utc: &'a str,
    /// The business date that it is booked on, `YYYY-MM-DD`.
    pub business_date: &'a str,
    /// SHA-256 of the payload's bytes.
    pub payload_hash: &'a [u8],
    /// The hash of the entry before it.
    pub prev_hash: &'a [u8],
}

impl Header<'_> {
    /// The hash of the entry: SHA-256 over its fields in the order of declaration, each preceded by
    /// its length in bytes as four bytes, most significant first; the place in the chain is eight
    /// bytes, most significant first.
    #[must_use]
    pub fn hash(&self) -> Hash {
        let fields: [&[u8]; 8] = [
            self.format.as_bytes(),
            self.chain_id.as_bytes(),
            &self.seq.to_be_bytes(),
            self.kind.as_bytes(),
            self.at_utc.as_bytes(),
            self.business_date.as_bytes(),
            self.payload_hash,
            self.prev_hash,
        ];
        length_prefixed_hash(&fields)
    }
}

/// SHA-256 over fields of which none can flow into its neighbour.
pub(crate) fn length_prefixed_hash(fields: &[&[u8]]) -> Hash {
    let mut hasher = Sha256::new();
    for field in fields {
        // No field is near 4 GiB; if one were, the low bits of its length would still be hashed.
        let length = (field.len() as u64).to_be_bytes();
        hasher.update(&length[4..]);
        hasher.update(field);
    }
    hasher.finalize().into()
}

/// SHA-256 of bytes.
#[must_use]
pub fn sha256(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

/// An instant as the journal writes it: UTC with six decimals, `2026-11-14T14:42:08.120000Z`.
#[must_use]
pub fn utc_text(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S%.6fZ").to_string()
}

/// The same instant on the shop's clock, with its offset: `2026-11-14T15:42:08.120000+01:00`.
#[must_use]
pub fn local_text(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone())
        .strftime("%Y-%m-%dT%H:%M:%S%.6f%:z")
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_six_decimals_in_any_zone() {
        let at: Timestamp = "2026-11-14T14:42:08.12Z".parse().unwrap();
        assert_eq!(utc_text(at), "2026-11-14T14:42:08.120000Z");
        let paris = TimeZone::get("Europe/Paris").unwrap();
        assert_eq!(local_text(at, &paris), "2026-11-14T15:42:08.120000+01:00");
        let shanghai = TimeZone::get("Asia/Shanghai").unwrap();
        assert_eq!(
            local_text(at, &shanghai),
            "2026-11-14T22:42:08.120000+08:00"
        );
    }

    #[test]
    fn no_field_flows_into_its_neighbour() {
        let hash = |chain_id, kind| {
            Header {
                format: FORMAT,
                chain_id,
                seq: 1,
                kind,
                at_utc: "",
                business_date: "",
                payload_hash: &[],
                prev_hash: &[],
            }
            .hash()
        };
        assert_ne!(hash("T1x", "event"), hash("T1", "xevent"));
    }
}
