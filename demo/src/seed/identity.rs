//! Ids that are the same in every run, so that screenshots and links stay.

use jiff::Timestamp;
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

/// The id of what has no time, such as a customer.
pub(super) fn of(name: &str) -> Uuid {
    let digest: [u8; 32] = Sha256::digest(name).into();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    Builder::from_custom_bytes(bytes).into_uuid()
}

/// The id of what happened at a time: like the till's own ids (UUID version 7) it sorts by time.
pub(super) fn at(time: Timestamp, name: &str) -> Uuid {
    let digest: [u8; 32] = Sha256::digest(name).into();
    let mut bytes = [0; 10];
    bytes.copy_from_slice(&digest[..10]);
    let millis = u64::try_from(time.as_millisecond()).unwrap_or(0);
    Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stay_differ_and_sort_by_time() {
        let early: Timestamp = "2026-11-20T10:00:00Z".parse().unwrap();
        let late: Timestamp = "2026-11-20T10:00:01Z".parse().unwrap();
        assert_eq!(of("a"), of("a"));
        assert_ne!(of("a"), of("b"));
        assert_eq!(at(early, "a"), at(early, "a"));
        assert_ne!(at(early, "a"), at(early, "b"));
        assert!(at(early, "b") < at(late, "a"));
        assert_eq!(at(early, "a").get_version_num(), 7);
    }
}
