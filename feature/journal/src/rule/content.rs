//! What one entry says about itself: whether it is still what was hashed, and which field is not.

use serde::Deserialize;

use super::entry::{Hash, Header, sha256};
use super::finding::{Code, Finding, Findings};
use super::key::{PublicKey, takeover_hash};
use super::kind::Kind;
use crate::record::{KeyChange, OPENING_CODE, OpeningEvent};

/// An entry as it is stored, whatever was done to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the columns of journal_entry")]
pub struct StoredEntry {
    pub chain_id: String,
    pub seq: i64,
    pub kind: String,
    pub kind_seq: i64,
    pub format: String,
    pub at_utc: String,
    pub at_local: String,
    pub time_zone: String,
    pub business_date: String,
    pub payload: Vec<u8>,
    pub payload_hash: Vec<u8>,
    pub prev_hash: Vec<u8>,
    pub hash: Vec<u8>,
    pub key_id: String,
    pub signature: Vec<u8>,
}

impl StoredEntry {
    fn hash_with(&self, payload_hash: &[u8], prev_hash: &[u8]) -> Hash {
        Header {
            format: &self.format,
            chain_id: &self.chain_id,
            seq: self.seq,
            kind: &self.kind,
            at_utc: &self.at_utc,
            business_date: &self.business_date,
            payload_hash,
            prev_hash,
        }
        .hash()
    }
}

/// Where findings about one entry go.
pub(super) struct Sink<'a> {
    pub(super) chain: &'a str,
    pub(super) seq: i64,
    pub(super) findings: &'a mut Findings,
}

impl Sink<'_> {
    pub(super) fn add(
        &mut self,
        code: Code,
        what: &str,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) {
        self.findings.add(Finding {
            code,
            chain: self.chain.to_owned(),
            seq: Some(self.seq),
            what: what.to_owned(),
            expected: expected.into(),
            found: found.into(),
        });
    }
}

/// What the hashes of an entry say.
pub(super) struct Content {
    /// The hash that the entry should carry.
    pub(super) computed: Hash,
    payload_field: Option<&'static str>,
    /// Whether a field that the hash covers was changed, or the hash itself.
    pub(super) is_header_changed: bool,
}

impl Content {
    /// Compares the entry with its hashes. `predecessors` are the hashes that may stand before it:
    /// when one of them gives the entry's hash, its link alone was changed. Of a payload that was purged
    /// the hash alone is left.
    pub(super) fn of(entry: &StoredEntry, predecessors: &[&[u8]], is_purged: bool) -> Self {
        let actual = sha256(&entry.payload);
        let mut payload_hash = match is_purged {
            true => entry.payload_hash.as_slice(),
            false => actual.as_slice(),
        };
        let mut payload_field = None;
        let mut computed = entry.hash_with(payload_hash, &entry.prev_hash);
        if !is_purged && actual != *entry.payload_hash {
            payload_field = Some("payloadHash");
            if computed != *entry.hash {
                payload_field = Some("payload");
                payload_hash = &entry.payload_hash;
                computed = entry.hash_with(payload_hash, &entry.prev_hash);
            }
        }
        if computed != *entry.hash {
            let linked = predecessors
                .iter()
                .map(|predecessor| entry.hash_with(payload_hash, predecessor))
                .find(|hash| *hash == *entry.hash);
            computed = linked.unwrap_or(computed);
        }
        Self {
            computed,
            payload_field,
            is_header_changed: computed != *entry.hash,
        }
    }

    /// Whether the payload and all that is hashed beside it is what was signed.
    pub(super) const fn is_intact(&self) -> bool {
        self.payload_field.is_none() && !self.is_header_changed
    }

    pub(super) fn report(&self, entry: &StoredEntry, key: Option<&PublicKey>, sink: &mut Sink<'_>) {
        if let Some(field) = self.payload_field {
            let found = hex::encode(sha256(&entry.payload));
            let expected = hex::encode(&entry.payload_hash);
            sink.add(Code::ContentChanged, field, expected, found);
        }
        if self.is_header_changed {
            // When the signature fits the computed hash, the stored one was changed and not a field.
            let is_hash = key.is_some_and(|key| key.has_signed(&self.computed, &entry.signature));
            let field = if is_hash { "hash" } else { "hashed field" };
            let (expected, found) = (hex::encode(self.computed), hex::encode(&entry.hash));
            sink.add(Code::ContentChanged, field, expected, found);
        }
    }
}

/// The members that every payload has.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stated {
    at_local: String,
    time_zone: String,
}

/// Compares the columns that the hash does not cover with what the payload states of them.
pub(super) fn check_stated(entry: &StoredEntry, sink: &mut Sink<'_>) {
    let Ok(stated) = serde_json::from_slice::<Stated>(&entry.payload) else {
        let members = "JSON with atLocal and timeZone";
        sink.add(Code::ContentChanged, "payload", members, "something else");
        return;
    };
    let fields = [
        ("atLocal", &stated.at_local, &entry.at_local),
        ("timeZone", &stated.time_zone, &entry.time_zone),
    ];
    for (name, expected, found) in fields {
        if expected != found {
            sink.add(Code::ContentChanged, name, expected, found);
        }
    }
}

/// The key that the first entry of a chain names. A damaged entry is believed only when the key's
/// name stands on the entry too.
pub(super) fn opening_key(
    entry: &StoredEntry,
    is_intact: bool,
    sink: &mut Sink<'_>,
) -> Option<PublicKey> {
    let key = serde_json::from_slice::<OpeningEvent>(&entry.payload)
        .ok()
        .filter(|event| event.code == OPENING_CODE && entry.kind == Kind::Event.name())
        .and_then(|event| PublicKey::parse(&event.public_key));
    if key.is_none() && is_intact {
        let expected = format!("event {OPENING_CODE} with the public key");
        sink.add(Code::Signature, "opening entry", expected, &entry.kind);
    }
    key.filter(|key| is_intact || key.id() == entry.key_id)
}

/// The key that a `key` entry announces, when the new key signed the takeover from `old`.
pub(super) fn announced_key(entry: &StoredEntry, old: &PublicKey) -> Option<PublicKey> {
    let change: KeyChange = serde_json::from_slice(&entry.payload).ok()?;
    let new = PublicKey::parse(&change.new_public_key)?;
    let statement = takeover_hash(&entry.chain_id, &entry.prev_hash, &old.id(), &new);
    let signature = hex::decode(&change.new_key_signature).ok()?;
    (new.id() == change.new_key_id
        && old.id() == change.old_key_id
        && new.has_signed(&statement, &signature))
    .then_some(new)
}
