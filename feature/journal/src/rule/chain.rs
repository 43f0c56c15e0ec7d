//! The check of one chain: a fold over its entries in order, in constant memory.
//!
//! It never stops at the first finding, and it tries to name the one field that was changed, so that
//! a changed payload does not make findings of all later entries.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use super::ahead::Ahead;
use super::anchor::Anchor;
use super::anchor_check::AnchorCheck;
use super::archive_check::ArchiveCheck;
use super::closing_check::ClosingCheck;
use super::content::{Content, Sink, StoredEntry, announced_key, check_stated, opening_key};
use super::entry::{Hash, NO_PREDECESSOR};
use super::finding::{Code, Findings};
use super::key::PublicKey;
use super::kind::Kind;
use super::purge::Purge;
use super::purge_check::{PurgeCheck, PurgedSummary};
use super::tail::Tail;

/// How far the clock may go back between two entries without a word (reliability c.4).
const DRIFT_MAX: SignedDuration = SignedDuration::from_mins(2);

/// A chain that was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChainSummary {
    /// The chain.
    pub chain: String,
    /// The place of its first entry.
    pub first: i64,
    /// The place of its last entry.
    pub last: i64,
    /// The hash of its last entry in hexadecimal.
    pub head: String,
    /// How many entries were read.
    pub entries: i64,
    /// The keys that signed it, in order.
    pub keys: Vec<String>,
    /// How many signatures could not be checked, because their key is not known.
    pub unknown_signatures: i64,
    /// How many entries of each kind were read.
    pub kinds: BTreeMap<String, i64>,
    /// Up to which place entries are lost that anchors prove: the database was put back, and the chain
    /// tells so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_to: Option<i64>,
    /// What of it was archived and purged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub purged: Vec<PurgedSummary>,
}

/// What is remembered of the entry before.
#[derive(Clone)]
struct Previous {
    stored_hash: Vec<u8>,
    computed_hash: Hash,
    at: Option<Timestamp>,
}

/// Where the check of a chain begins that is not there from its first entry on.
#[derive(Clone, Debug)]
pub struct ChainStart {
    /// The place of the first entry that is there.
    pub first: i64,
    /// The hash of the entry before it.
    pub prev_hash: Vec<u8>,
    /// The key that is valid there; none when it is not known.
    pub key: Option<PublicKey>,
    /// How many entries of each kind there are before it.
    pub kinds: BTreeMap<String, i64>,
}

/// The check of one chain.
#[derive(Clone)]
pub struct ChainCheck {
    summary: ChainSummary,
    trusted: BTreeMap<String, PublicKey>,
    /// The keys that signed so far, and the trusted ones.
    known: BTreeMap<String, PublicKey>,
    anchors: AnchorCheck,
    previous: Option<Previous>,
    kind_seqs: BTreeMap<String, i64>,
    /// How many entries may be of any kind, because they are damaged.
    unknown_kinds: i64,
    key: Option<PublicKey>,
    /// Whether the entry that named the present key may be one that is missing or damaged.
    is_key_in_doubt: bool,
    /// Signatures that are proven already.
    ahead: Ahead,
    closings: ClosingCheck,
    purges: PurgeCheck,
    archives: ArchiveCheck,
}

impl ChainCheck {
    /// Begins a check. `trusted` are keys that are known from elsewhere than the database; `anchors`
    /// may be of any chain.
    #[must_use]
    pub fn new(chain: &str, trusted: &[PublicKey], anchors: &[Anchor]) -> Self {
        let trusted: BTreeMap<String, PublicKey> =
            trusted.iter().map(|key| (key.id(), *key)).collect();
        Self {
            summary: ChainSummary {
                chain: chain.to_owned(),
                ..ChainSummary::default()
            },
            known: trusted.clone(),
            trusted,
            anchors: AnchorCheck::new(chain, anchors),
            previous: None,
            kind_seqs: BTreeMap::new(),
            unknown_kinds: 0,
            key: None,
            is_key_in_doubt: true,
            ahead: Ahead::default(),
            closings: ClosingCheck::default(),
            purges: PurgeCheck::default(),
            archives: ArchiveCheck::default(),
        }
    }

    /// The same check, of a chain of which payloads were purged. `purges` are those that the tables know,
    /// the first one first; they may be of any chain.
    #[must_use]
    pub fn with_purges(mut self, purges: &[Purge]) -> Self {
        self.purges = PurgeCheck::new(&self.summary.chain, purges);
        self
    }

    /// The same check, from a place on: that which an archive begins at, or one near the end. Anchors
    /// of before must not be given.
    #[must_use]
    pub fn begin_at(mut self, start: ChainStart) -> Self {
        self.summary.last = start.first - 1;
        self.kind_seqs = start.kinds;
        if let Some(key) = start.key {
            self.take_key(key);
        }
        if start.first > 1 {
            self.lose(1, start.first - 1);
            self.previous = Some(Previous {
                computed_hash: start.prev_hash.clone().try_into().unwrap_or(NO_PREDECESSOR),
                stored_hash: start.prev_hash,
                at: None,
            });
        }
        self
    }

    /// Checks the next entry, in ascending order of its place.
    pub fn entry(&mut self, entry: &StoredEntry, findings: &mut Findings) {
        let chain = self.summary.chain.clone();
        let mut sink = Sink {
            chain: &chain,
            seq: entry.seq,
            findings,
        };
        let follows = self.number(&mut sink);
        let predecessors = self.predecessors(entry.seq, follows);
        let links: Vec<&[u8]> = predecessors.iter().map(Vec::as_slice).collect();
        let is_purged = self.purges.has_taken(entry);
        let content = Content::of(entry, &links, is_purged);
        if entry.seq == 1
            && let Some(key) = opening_key(entry, content.is_intact(), &mut sink)
        {
            self.take_key(key);
        }
        content.report(entry, self.key.as_ref(), &mut sink);
        self.count_kind(entry, &content, &mut sink);
        if content.is_intact() && !is_purged {
            check_stated(entry, &mut sink);
        }
        let is_linked = links.is_empty() || links.contains(&entry.prev_hash.as_slice());
        if !is_linked {
            let expected = links.first().map(hex::encode).unwrap_or_default();
            let found = hex::encode(&entry.prev_hash);
            sink.add(Code::LinkBroken, "prevHash", expected, found);
        }
        // An entry that was changed may have been moved here from where another key signed.
        self.is_key_in_doubt |= content.is_header_changed;
        let is_signed = self.check_signature(entry, &content, &mut sink);
        let at = self.check_time(entry, &mut sink);
        if content.is_intact() && is_linked && is_signed {
            self.anchors.meet(entry);
        }
        self.anchors
            .pass(&[&entry.hash, &content.computed], &mut sink);
        if content.is_intact() && is_linked {
            self.take(entry, is_purged, &mut sink);
        } else {
            self.lose(entry.seq, entry.seq);
        }
        if !(content.is_intact() && is_linked && is_signed) {
            // It may have been a change of the key, or no longer be the one that it was.
            self.is_key_in_doubt = true;
        } else if entry.kind == Kind::Key.name() {
            self.follow_key(entry, &mut sink);
        }
        self.remember(entry, content.computed, at);
    }

    /// Takes a sound entry for what is folded over the chain. What a closing of purged entries came to
    /// nobody can sum up any more.
    fn take(&mut self, entry: &StoredEntry, is_purged: bool, sink: &mut Sink<'_>) {
        match is_purged {
            true => self.closings.lose(entry.seq),
            false => self.closings.meet(entry, sink),
        }
        self.archives.meet(entry, sink);
        self.purges.meet(entry, sink);
    }

    /// Notes that entries are missing, or damaged, or cannot be read.
    fn lose(&mut self, first: i64, last: i64) {
        self.closings.lose(last);
        self.purges.lose(first, last);
    }

    /// Notes an entry of which some column holds what it cannot hold.
    pub fn unreadable(&mut self, seq: i64, error: &str, findings: &mut Findings) {
        let chain = self.summary.chain.clone();
        let mut sink = Sink {
            chain: &chain,
            seq,
            findings,
        };
        self.number(&mut sink);
        sink.add(Code::ContentChanged, "row", "an entry", error);
        self.anchors.pass(&[], &mut sink);
        self.is_key_in_doubt = true;
        self.lose(seq, seq);
        self.unknown_kinds += 1;
        self.previous = None;
        self.count(seq);
        self.summary.head.clear();
    }

    /// Ends the check with what the tables say about the chain.
    pub fn finish(mut self, tail: &Tail, findings: &mut Findings) -> ChainSummary {
        let mut sink = Sink {
            chain: &self.summary.chain,
            seq: self.summary.last,
            findings,
        };
        let (mut is_short, lost_to) =
            std::mem::take(&mut self.anchors).finish(self.summary.last, &mut sink);
        let hashes = self.previous.as_ref().map(|previous| {
            [
                previous.stored_hash.as_slice(),
                previous.computed_hash.as_slice(),
            ]
        });
        is_short |= tail.check_head(self.summary.last, hashes, &mut sink);
        is_short |= tail.check_counters(&self.kind_seqs, self.unknown_kinds, &mut sink);
        tail.check_count(self.summary.entries, &mut sink);
        let is_foreign = !self.summary.keys.is_empty()
            && !self
                .summary
                .keys
                .iter()
                .any(|id| self.trusted.contains_key(id));
        // In a chain that is cut short, the change to a trusted key may be what is missing.
        if is_foreign && !self.trusted.is_empty() && !is_short {
            sink.seq = self.summary.first;
            let known: Vec<&str> = self.trusted.keys().map(String::as_str).collect();
            let used = self.summary.keys.join(", ");
            sink.add(Code::Signature, "keys of the chain", known.join(", "), used);
        }
        self.summary.purged = self.purges.finish(self.summary.last, &mut sink);
        self.summary.lost_to = lost_to;
        self.summary
    }

    /// Checks the place in the chain, and says whether the entry before it is the one read before.
    fn number(&mut self, sink: &mut Sink<'_>) -> bool {
        let expected = self.summary.last + 1;
        let follows = sink.seq == expected;
        if !follows {
            let found = sink.seq.to_string();
            sink.add(Code::Numbering, "seq", expected.to_string(), found);
            // What is missing may have been a change of the key, or of a closing's entries.
            self.is_key_in_doubt = true;
            self.lose(expected.min(sink.seq), sink.seq);
        }
        follows
    }

    /// The hashes that an entry may name as its predecessor; none when that is not known. A
    /// predecessor whose hash was changed is known by its computed one too.
    fn predecessors(&self, seq: i64, follows: bool) -> Vec<Vec<u8>> {
        match &self.previous {
            Some(previous) if follows => {
                vec![
                    previous.stored_hash.clone(),
                    previous.computed_hash.to_vec(),
                ]
            }
            None if seq == 1 => vec![NO_PREDECESSOR.to_vec()],
            _ => Vec::new(),
        }
    }

    /// Checks the number among the entries of the kind. A damaged entry may be of another kind than
    /// it says, so it is not counted, and each kind may lack one number for it.
    fn count_kind(&mut self, entry: &StoredEntry, content: &Content, sink: &mut Sink<'_>) {
        if content.is_header_changed {
            self.unknown_kinds += 1;
            return;
        }
        let last = self.kind_seqs.entry(entry.kind.clone()).or_default();
        let expected = *last + 1;
        if !(expected..=expected + self.unknown_kinds).contains(&entry.kind_seq) {
            let (expected, found) = (expected.to_string(), entry.kind_seq.to_string());
            sink.add(Code::Numbering, "kindSeq", expected, found);
        }
        *last = entry.kind_seq;
        if Kind::parse(&entry.kind).is_none() {
            sink.add(Code::Limited, "kind", "one that is known", &entry.kind);
        }
    }

    /// Checks the signature with the key that is valid at this place, and says whether it holds.
    fn check_signature(
        &mut self,
        entry: &StoredEntry,
        content: &Content,
        sink: &mut Sink<'_>,
    ) -> bool {
        let Some(key) = self.key_for(entry, sink) else {
            return false;
        };
        // A hash that was changed beside its signature is reported as that, not as a bad signature.
        let is_signed = self.ahead.holds(&key, entry)
            || key.has_signed(&entry.hash, &entry.signature)
            || (content.is_header_changed && key.has_signed(&content.computed, &entry.signature));
        if !is_signed {
            let expected = format!("a signature of {}", key.id());
            sink.add(Code::Signature, "signature", expected, "another one");
        }
        is_signed
    }

    /// Proves the signatures of the entries that come next, as far as one known key made them.
    pub(crate) fn prove_ahead(&mut self, entries: &[&StoredEntry]) {
        let key = entries.last().and_then(|last| self.known.get(&last.key_id));
        self.ahead = key.map_or_else(Ahead::default, |key| Ahead::prove(*key, entries));
    }

    /// The key that an entry must be signed with.
    fn key_for(&mut self, entry: &StoredEntry, sink: &mut Sink<'_>) -> Option<PublicKey> {
        if let Some(key) = self.key
            && key.id() == entry.key_id
        {
            self.is_key_in_doubt = false;
            return Some(key);
        }
        if self.is_key_in_doubt {
            // What led to the doubt is a finding already.
            match self.known.get(&entry.key_id) {
                Some(known) => self.take_key(*known),
                None => self.summary.unknown_signatures += 1,
            }
            return self.key.filter(|_| !self.is_key_in_doubt);
        }
        let expected = self
            .key
            .map_or_else(|| "a known key".to_owned(), |key| key.id());
        sink.add(Code::Signature, "keyId", expected, &entry.key_id);
        None
    }

    fn take_key(&mut self, key: PublicKey) {
        self.key = Some(key);
        self.is_key_in_doubt = false;
        if !self.summary.keys.contains(&key.id()) {
            self.summary.keys.push(key.id());
        }
        self.known.insert(key.id(), key);
    }

    /// Takes the key that a `key` entry announces, when the old and the new key both signed it.
    fn follow_key(&mut self, entry: &StoredEntry, sink: &mut Sink<'_>) {
        let Some(old) = self.key else {
            return;
        };
        match announced_key(entry, &old) {
            Some(new) => self.take_key(new),
            None => sink.add(
                Code::Signature,
                "newKeySignature",
                "a takeover that the new key signed",
                "none that holds",
            ),
        }
    }

    fn check_time(&self, entry: &StoredEntry, sink: &mut Sink<'_>) -> Option<Timestamp> {
        let at: Option<Timestamp> = entry.at_utc.parse().ok();
        let before = self.previous.as_ref().and_then(|previous| previous.at);
        if let (Some(at), Some(before)) = (at, before)
            && at.duration_since(before) < -DRIFT_MAX
        {
            let expected = format!("not before {before}");
            sink.add(Code::Limited, "atUtc", expected, &entry.at_utc);
        }
        at
    }

    fn remember(&mut self, entry: &StoredEntry, computed_hash: Hash, at: Option<Timestamp>) {
        self.previous = Some(Previous {
            stored_hash: entry.hash.clone(),
            computed_hash,
            at,
        });
        self.count(entry.seq);
        self.summary.head = hex::encode(&entry.hash);
        *self.summary.kinds.entry(entry.kind.clone()).or_default() += 1;
    }

    fn count(&mut self, seq: i64) {
        if self.summary.entries == 0 {
            self.summary.first = seq;
        }
        self.summary.last = seq;
        self.summary.entries += 1;
    }
}
