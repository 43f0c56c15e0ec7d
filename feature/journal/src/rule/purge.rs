//! Purges: which payloads go, and what stays to prove the rest by (reliability c.8).

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::content::StoredEntry;
use super::entry::length_prefixed_hash;
use super::kind::Kind;

/// The name of the event that tells of a purge.
pub(super) const PURGE: &str = "purge";

/// Kinds that others are proven by, or that hold the totals.
const KEPT_KINDS: [Kind; 6] = [
    Kind::ClosingDay,
    Kind::ClosingMonth,
    Kind::ClosingYear,
    Kind::Key,
    Kind::Archive,
    Kind::Anchor,
];
/// Events that others are proven by: purges, what a restore lost, and the hashes of the register of old
/// jewellery.
const KEPT_EVENTS: [&str; 3] = [PURGE, "databaseRestored", "recyclingRegistered"];

/// The part of a chain that a purge went through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PurgedPart {
    /// The chain.
    pub chain: String,
    /// The place of the first entry.
    pub first_seq: i64,
    /// That of the last one.
    pub last_seq: i64,
    /// How many entries lost their payload. Those of later business dates and those that others are
    /// proven by have theirs.
    pub entries: i64,
    /// SHA-256 over what stands beside these entries and was hashed with their payloads alone: see
    /// [`Taken`].
    pub times_hash: String,
}

/// What the event `purge` tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PurgeTold {
    /// What the signature of the archive covers that holds the payloads, in hexadecimal.
    pub archive_hash: String,
    /// The first business date of the archive, `YYYY-MM-DD`.
    pub from_date: String,
    /// The last one. Payloads of later dates stay.
    pub to_date: String,
    /// The store's own chain and those of its tills.
    pub chains: Vec<PurgedPart>,
}

/// A purge of a part of a chain, and where it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purge {
    /// The part.
    pub part: PurgedPart,
    /// The last business date that it concerns.
    pub to_date: String,
    /// The archive that holds the payloads.
    pub archive_hash: String,
    /// The chain and the place of the event that tells of it.
    pub told: (String, i64),
}

impl Purge {
    /// Whether the entry at a place lies in what was purged.
    #[must_use]
    pub fn covers(&self, chain: &str, seq: i64, business_date: &str) -> bool {
        self.part.chain == chain
            && (self.part.first_seq..=self.part.last_seq).contains(&seq)
            && business_date <= self.to_date.as_str()
    }

    /// Whether a stretch of a chain holds some of it.
    #[must_use]
    pub fn meets(&self, chain: &str, (first, last): (i64, i64), from_date: &str) -> bool {
        self.part.chain == chain
            && self.part.first_seq <= last
            && first <= self.part.last_seq
            && from_date <= self.to_date.as_str()
    }
}

#[derive(Deserialize)]
struct Told<'a> {
    #[serde(default, borrow)]
    event: std::borrow::Cow<'a, str>,
}

/// Whether a purge takes the payload of an entry, or has taken it. Of what is empty nobody can tell which
/// event it was: how many there are is told.
#[must_use]
pub fn is_taken(entry: &StoredEntry) -> bool {
    if entry.seq == 1 || KEPT_KINDS.iter().any(|kind| kind.name() == entry.kind) {
        return false;
    }
    entry.kind != Kind::Event.name()
        || !serde_json::from_slice::<Told<'_>>(&entry.payload)
            .is_ok_and(|told| KEPT_EVENTS.contains(&told.event.as_ref()))
}

/// What an entry tells of a purge; none when it is about something else.
pub(super) fn told_by(entry: &StoredEntry) -> Option<PurgeTold> {
    let told: Told<'_> = serde_json::from_slice(&entry.payload).ok()?;
    if entry.kind != Kind::Event.name() || told.event != PURGE {
        return None;
    }
    serde_json::from_slice(&entry.payload).ok()
}

/// How many entries lost their payloads, and what stays of them without being hashed: local time and zone
/// stand in the payload and in columns, and the hash covers the payload.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    entries: i64,
    times: Sha256,
}

impl Taken {
    /// Adds the next entry.
    pub fn add(&mut self, entry: &StoredEntry) {
        self.entries += 1;
        self.times.update(length_prefixed_hash(&[
            &entry.seq.to_be_bytes(),
            entry.at_local.as_bytes(),
            entry.time_zone.as_bytes(),
        ]));
    }

    /// How many there were, and the hash over all of them in hexadecimal.
    #[must_use]
    pub fn finish(self) -> (i64, String) {
        (self.entries, hex::encode(self.times.finalize()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(seq: i64, kind: &str, payload: &str) -> StoredEntry {
        StoredEntry {
            chain_id: "T1".to_owned(),
            seq,
            kind: kind.to_owned(),
            kind_seq: 1,
            format: String::new(),
            at_utc: String::new(),
            at_local: String::new(),
            time_zone: String::new(),
            business_date: "2016-05-01".to_owned(),
            payload: payload.as_bytes().to_vec(),
            payload_hash: Vec::new(),
            prev_hash: Vec::new(),
            hash: Vec::new(),
            key_id: String::new(),
            signature: Vec::new(),
        }
    }

    #[test]
    fn what_others_are_proven_by_keeps_its_payload() {
        for (seq, kind, payload, taken) in [
            (1, "event", r#"{"code":260}"#, false),
            (2, "ticket", "{}", true),
            (2, "copy", "", true),
            (2, "event", r#"{"event":"lineVoid"}"#, true),
            (2, "event", r#"{"code":9}"#, true),
            (2, "event", "", true),
            (2, "event", r#"{"event":"purge"}"#, false),
            (2, "event", r#"{"event":"databaseRestored"}"#, false),
            (2, "event", r#"{"event":"recyclingRegistered"}"#, false),
            (2, "deposit", r#"{"event":"purge"}"#, true),
            (2, "key", "{}", false),
            (2, "archive", "{}", false),
            (2, "anchor", "{}", false),
            (2, "closing.day", "{}", false),
            (2, "closing.month", "", false),
            (2, "closing.year", "{}", false),
        ] {
            assert_eq!(
                is_taken(&entry(seq, kind, payload)),
                taken,
                "{seq} {kind} {payload}"
            );
        }
    }

    #[test]
    fn a_purge_covers_its_places_up_to_its_last_date() {
        let purge = Purge {
            part: PurgedPart {
                chain: "T1".to_owned(),
                first_seq: 5,
                last_seq: 9,
                entries: 5,
                times_hash: String::new(),
            },
            to_date: "2016-12-31".to_owned(),
            archive_hash: String::new(),
            told: ("S".to_owned(), 7),
        };
        for (chain, seq, date, covered) in [
            ("T1", 5, "2016-01-01", true),
            ("T1", 9, "2016-12-31", true),
            ("T1", 9, "2017-01-01", false),
            ("T1", 4, "2016-01-01", false),
            ("T1", 10, "2016-01-01", false),
            ("T2", 5, "2016-01-01", false),
        ] {
            assert_eq!(
                purge.covers(chain, seq, date),
                covered,
                "{chain} {seq} {date}"
            );
        }
        for (stretch, from_date, met) in [
            ((1, 5), "2016-12-31", true),
            ((9, 12), "2016-12-31", true),
            ((9, 12), "2017-01-01", false),
            ((1, 4), "2016-01-01", false),
            ((10, 12), "2016-01-01", false),
        ] {
            assert_eq!(
                purge.meets("T1", stretch, from_date),
                met,
                "{stretch:?} {from_date}"
            );
        }
    }

    #[test]
    fn each_time_and_zone_is_in_the_hash() {
        let hash = |change: fn(&mut StoredEntry)| {
            let mut taken = Taken::default();
            let mut second = entry(3, "copy", "");
            change(&mut second);
            taken.add(&entry(2, "ticket", "{}"));
            taken.add(&second);
            taken.finish()
        };
        let plain = hash(|_| {});
        assert_eq!(plain.0, 2);
        assert_eq!(
            hash(|it| it.payload = b"x".to_vec()),
            plain,
            "payloads are not"
        );
        let changes: [fn(&mut StoredEntry); 3] = [
            |it| it.seq = 4,
            |it| it.at_local = "x".to_owned(),
            |it| it.time_zone = "x".to_owned(),
        ];
        for change in changes {
            assert_ne!(hash(change), plain);
        }
    }
}
