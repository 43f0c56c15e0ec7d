//! Archives: what the journal holds of some days, in one file that can be read and proven without
//! this program, its database or a network (reliability c.8).
//!
//! A zip with the entries of each chain as lines of JSON (the exact payloads, hashes and signatures),
//! the same as XML with its schema, tables of tickets and closings, the public keys, a program that verifies it all, and a manifest
//! that holds the hash of each file and of the archive before, signed by the journal's key.

mod plan;
mod read;
mod sheet;
mod write;
mod xml;

use serde::{Deserialize, Serialize};

use crate::rule::StoredEntry;
use crate::rule::entry::{Hash, length_prefixed_hash};

pub use read::verify_archive;
pub(crate) use read::{read_entries, read_manifest};
pub use write::{ArchiveError, write_archive};

/// The form of the archives that this program writes. It is part of what is signed.
const FORMAT: &str = "pos-archive/1";
/// What is signed of an archive.
const MANIFEST: &str = "manifest.json";
/// The signature over the manifest.
const SEAL: &str = "manifest.sig.json";
/// What the XML holds, the program that verifies an archive, and how to run it.
const BESIDES: [(&str, &str); 3] = [
    ("journal.xsd", include_str!("journal.xsd")),
    ("vitrine_verify.py", include_str!("vitrine_verify.py")),
    ("README.txt", include_str!("README.txt")),
];

/// What an archive holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: String,
    /// The version of the program that wrote it.
    pub software_version: String,
    /// When, as the journal writes it.
    pub made_at: String,
    /// The first business date, `YYYY-MM-DD`.
    pub from_date: String,
    /// The last one.
    pub to_date: String,
    /// The hash of the manifest of the archive before it; none for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The files.
    pub files: Vec<ArchivedFile>,
    /// The chains.
    pub chains: Vec<ArchivedChain>,
    /// The keys that the chains begin with.
    pub keys: Vec<ArchivedKey>,
}

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchivedFile {
    /// Its name.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
}

/// The part of a chain that an archive holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ArchivedChain {
    /// The chain.
    pub chain: String,
    /// The file of its entries.
    pub file: String,
    /// The place of its first entry.
    pub first_seq: i64,
    /// The place of its last entry.
    pub last_seq: i64,
    /// The hash of the entry before the first, in hexadecimal.
    pub prev_hash: String,
    /// The hash of the last entry.
    pub head: String,
    /// The name of the key that is valid at the first entry.
    pub key_id: String,
    /// How many entries of each kind the chain has before the first.
    pub kinds_before: std::collections::BTreeMap<String, i64>,
}

/// A public key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ArchivedKey {
    /// Its name.
    pub key_id: String,
    /// Its 32 bytes in hexadecimal.
    pub public_key: String,
}

/// The signature over a manifest.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Seal {
    key_id: String,
    public_key: String,
    signature: String,
}

/// What is signed of a manifest.
fn manifest_hash(manifest: &[u8]) -> Hash {
    length_prefixed_hash(&[FORMAT.as_bytes(), manifest])
}

/// An entry as a line of an archive.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    chain_id: String,
    seq: i64,
    kind: String,
    kind_seq: i64,
    format: String,
    at_utc: String,
    at_local: String,
    time_zone: String,
    business_date: String,
    /// The exact bytes, which are text.
    payload: String,
    payload_hash: String,
    prev_hash: String,
    hash: String,
    key_id: String,
    signature: String,
}

impl Line {
    /// The line of an entry; none when its payload is no text.
    fn of(entry: StoredEntry) -> Option<Self> {
        Some(Self {
            payload: String::from_utf8(entry.payload).ok()?,
            payload_hash: hex::encode(entry.payload_hash),
            prev_hash: hex::encode(entry.prev_hash),
            hash: hex::encode(entry.hash),
            signature: hex::encode(entry.signature),
            chain_id: entry.chain_id,
            seq: entry.seq,
            kind: entry.kind,
            kind_seq: entry.kind_seq,
            format: entry.format,
            at_utc: entry.at_utc,
            at_local: entry.at_local,
            time_zone: entry.time_zone,
            business_date: entry.business_date,
            key_id: entry.key_id,
        })
    }

    /// The entry of a line; none when a hash is not written in hexadecimal.
    fn into_entry(self) -> Option<StoredEntry> {
        Some(StoredEntry {
            payload: self.payload.into_bytes(),
            payload_hash: hex::decode(self.payload_hash).ok()?,
            prev_hash: hex::decode(self.prev_hash).ok()?,
            hash: hex::decode(self.hash).ok()?,
            signature: hex::decode(self.signature).ok()?,
            chain_id: self.chain_id,
            seq: self.seq,
            kind: self.kind,
            kind_seq: self.kind_seq,
            format: self.format,
            at_utc: self.at_utc,
            at_local: self.at_local,
            time_zone: self.time_zone,
            business_date: self.business_date,
            key_id: self.key_id,
        })
    }
}
