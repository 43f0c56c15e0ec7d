//! A chain compared with anchors, and which of them are explained: what was there before the database
//! was put back is lost, and the chain itself tells so.

use jiff::Timestamp;
use serde::Deserialize;

use super::anchor::Anchor;
use super::content::{Sink, StoredEntry};
use super::finding::Code;
use super::kind::Kind;

/// The name of the event that opens a new stretch.
const RESTORED: &str = "databaseRestored";

/// The anchors of one chain.
#[derive(Clone, Debug, Default)]
pub(super) struct AnchorCheck {
    /// Those that are still to come, the next one last.
    to_come: Vec<Anchor>,
    /// When the database was put back last, in what was read so far.
    restored_at: Option<Timestamp>,
    /// The last place that is lost, as an anchor proves.
    lost_to: Option<i64>,
}

#[derive(Deserialize)]
struct Told<'a> {
    #[serde(default, borrow)]
    event: std::borrow::Cow<'a, str>,
}

impl AnchorCheck {
    /// Begins with the anchors of a chain; `anchors` may be of any.
    pub(super) fn new(chain: &str, anchors: &[Anchor]) -> Self {
        let mut to_come: Vec<Anchor> = anchors
            .iter()
            .filter(|anchor| anchor.chain == chain)
            .cloned()
            .collect();
        to_come.sort_by_key(|anchor| std::cmp::Reverse(anchor.seq));
        Self {
            to_come,
            ..Self::default()
        }
    }

    /// Takes note of a sound entry, before its place is compared.
    pub(super) fn meet(&mut self, entry: &StoredEntry) {
        if self.to_come.is_empty() || entry.kind != Kind::Event.name() {
            return;
        }
        let told = serde_json::from_slice::<Told<'_>>(&entry.payload);
        if told.is_ok_and(|told| told.event == RESTORED) {
            self.restored_at = entry.at_utc.parse().ok();
        }
    }

    /// Compares the anchors up to a place with the hashes of the entry there. Places that were passed
    /// over have no entry.
    pub(super) fn pass(&mut self, hashes: &[&[u8]], sink: &mut Sink<'_>) {
        while let Some(anchor) = self.to_come.pop_if(|anchor| anchor.seq <= sink.seq) {
            let is_here = anchor.seq == sink.seq;
            if is_here && hashes.iter().any(|hash| anchor.holds(hash)) || self.explains(&anchor) {
                continue;
            }
            let found = match hashes.first() {
                Some(hash) if is_here => hex::encode(hash),
                _ => format!("no entry {} that can be read", anchor.seq),
            };
            sink.add(Code::TailShorter, "anchor", anchor.hash, found);
        }
    }

    /// Ends behind the last entry. Says whether the chain is shorter than an anchor proves, and up to
    /// which place entries are lost by a restore.
    pub(super) fn finish(mut self, last: i64, sink: &mut Sink<'_>) -> (bool, Option<i64>) {
        let mut is_short = false;
        while let Some(anchor) = self.to_come.pop() {
            if self.explains(&anchor) {
                continue;
            }
            is_short = true;
            let expected = format!("entry {}", anchor.seq);
            sink.add(
                Code::TailShorter,
                "anchor",
                expected,
                format!("{last} as the last"),
            );
        }
        (is_short, self.lost_to)
    }

    /// Whether an anchor of a place at or behind the present one left the machine before the database
    /// was put back. Of one that does not say when it left nobody can tell.
    fn explains(&mut self, anchor: &Anchor) -> bool {
        let left_at = anchor.at.as_deref().and_then(|at| at.parse().ok());
        let is_lost = matches!(
            (left_at, self.restored_at),
            (Some(left_at), Some(restored_at)) if Timestamp::lt(&left_at, &restored_at)
        );
        if is_lost {
            self.lost_to = self.lost_to.max(Some(anchor.seq));
        }
        is_lost
    }
}
