//! What the tables beside the entries know of a chain's end.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::content::Sink;
use super::finding::Code;

/// What the tables say about a chain, read together with its last entries.
#[derive(Clone, Debug, Default)]
pub struct Tail {
    /// The place and hash of the chain's head; none when there is no row for the chain.
    pub head: Option<(i64, Vec<u8>)>,
    /// The last number of each kind.
    pub counters: Vec<(String, i64)>,
    /// How many entries the chain has from where its check began.
    pub entries: i64,
}

impl Tail {
    /// Compares the head with the last entry, of which `hashes` are the stored and the computed one.
    /// Says whether the chain is shorter than the head.
    pub(super) fn check_head(
        &self,
        last: i64,
        hashes: Option<[&[u8]; 2]>,
        sink: &mut Sink<'_>,
    ) -> bool {
        let Some((head, hash)) = &self.head else {
            let expected = format!("the head {last}");
            sink.add(Code::TableDiffers, "journal_head", expected, "no row");
            return false;
        };
        let (head_text, last_text) = (format!("entry {head}"), format!("entry {last}"));
        match head.cmp(&last) {
            Ordering::Greater => {
                sink.add(Code::TailShorter, "journal_head", head_text, last_text);
            }
            Ordering::Less => sink.add(Code::TableDiffers, "journal_head", last_text, head_text),
            Ordering::Equal => {
                if let Some(hashes) = hashes.filter(|hashes| !hashes.contains(&hash.as_slice())) {
                    let (expected, found) = (hex::encode(hashes[1]), hex::encode(hash));
                    sink.add(Code::TableDiffers, "journal_head", expected, found);
                }
            }
        }
        *head > last
    }

    /// Compares the counters with the last number of each kind. As many entries as `unknown_kinds`
    /// may be of any kind. Says whether a counter knows of more entries than there are.
    pub(super) fn check_counters(
        &self,
        kind_seqs: &BTreeMap<String, i64>,
        unknown_kinds: i64,
        sink: &mut Sink<'_>,
    ) -> bool {
        let mut is_short = false;
        let mut counted: BTreeMap<&str, i64> =
            kind_seqs.keys().map(|kind| (kind.as_str(), 0)).collect();
        counted.extend(
            self.counters
                .iter()
                .map(|(kind, value)| (kind.as_str(), *value)),
        );
        for (kind, value) in counted {
            let last = kind_seqs.get(kind).copied().unwrap_or(0);
            if (last..=last + unknown_kinds).contains(&value) {
                continue;
            }
            let what = format!("number of the last {kind}");
            let (counter, last_text) = (value.to_string(), last.to_string());
            if value > last {
                is_short = true;
                sink.add(Code::TailShorter, &what, counter, last_text);
            } else {
                sink.add(Code::TableDiffers, &what, last_text, counter);
            }
        }
        is_short
    }

    /// Compares the count of entries with how many were met from place to place: two entries of one
    /// place can hide behind each other where a page ends.
    pub(super) fn check_count(&self, met: i64, sink: &mut Sink<'_>) {
        if self.entries != met {
            let (expected, found) = (self.entries.to_string(), met.to_string());
            sink.add(Code::Numbering, "entries", expected, found);
        }
    }
}
