//! Whether what is left of purged entries is what the purge tells.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;

use super::content::{Sink, StoredEntry};
use super::entry::local_text;
use super::finding::Code;
use super::purge::{Purge, Taken, is_taken, told_by};

/// What a chain has lost to a purge, and what of it is still there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PurgedSummary {
    /// The place of the first entry that the purge went through.
    pub first: i64,
    /// That of the last one.
    pub last: i64,
    /// How many entries have no payload.
    pub entries: i64,
    /// How many entries still have the payload that is told to be gone, and the first of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<(i64, i64)>,
    /// The archive that holds the payloads.
    pub archive_hash: String,
    /// The chain and the place of the event that tells of it.
    pub told: (String, i64),
}

/// The purges of a chain, and those that are told in it.
#[derive(Clone, Default)]
pub(super) struct PurgeCheck {
    parts: Vec<Part>,
    /// None where nothing but the chain is known, as in an archive.
    told_here: Option<Vec<Purge>>,
}

#[derive(Clone)]
struct Part {
    purge: Purge,
    taken: Taken,
    gone: i64,
    left: Option<(i64, i64)>,
    /// Whether an entry of it is missing or damaged, which is a finding of its own.
    is_damaged: bool,
}

impl PurgeCheck {
    /// Begins with what the tables say of purges, which may be of any chain, the first one first.
    pub(super) fn new(chain: &str, purges: &[Purge]) -> Self {
        let part = |purge: &Purge| Part {
            purge: purge.clone(),
            taken: Taken::default(),
            gone: 0,
            left: None,
            is_damaged: false,
        };
        let of_chain = purges.iter().filter(|purge| purge.part.chain == chain);
        let told_here = purges.iter().filter(|purge| purge.told.0 == chain);
        Self {
            parts: of_chain.map(part).collect(),
            told_here: Some(told_here.cloned().collect()),
        }
    }

    /// The purge that concerns an entry: the first, when several went through its place.
    fn part_of(&mut self, entry: &StoredEntry) -> Option<&mut Part> {
        let covers = |part: &&mut Part| {
            let purge = &part.purge;
            purge.covers(&purge.part.chain, entry.seq, &entry.business_date)
        };
        self.parts
            .iter_mut()
            .find(covers)
            .filter(|_| is_taken(entry))
    }

    /// Whether the payload of an entry is gone, and a purge tells why.
    pub(super) fn has_taken(&mut self, entry: &StoredEntry) -> bool {
        entry.payload.is_empty() && self.part_of(entry).is_some()
    }

    /// Takes a sound entry. One that tells of a purge is compared with the tables.
    pub(super) fn meet(&mut self, entry: &StoredEntry, sink: &mut Sink<'_>) {
        let is_gone = entry.payload.is_empty();
        let is_time_wrong = is_gone && !has_local_time(entry);
        if let Some(part) = self.part_of(entry) {
            part.taken.add(entry);
            match is_gone {
                true => part.gone += 1,
                false => {
                    let (count, first) = part.left.unwrap_or((0, entry.seq));
                    part.left = Some((count + 1, first));
                }
            }
            if is_time_wrong {
                part.is_damaged = true;
                let expected = format!("{} on the shop's clock", entry.at_utc);
                let found = format!("{} {}", entry.at_local, entry.time_zone);
                sink.add(Code::ContentChanged, "atLocal", expected, found);
            }
        }
        let Some(known) = &self.told_here else {
            return;
        };
        for part in told_by(entry).into_iter().flat_map(|told| told.chains) {
            let is_known = known
                .iter()
                .any(|purge| purge.told.1 == entry.seq && purge.part == part);
            if !is_known {
                let expected = format!("{} {} to {}", part.chain, part.first_seq, part.last_seq);
                sink.add(Code::TableDiffers, "journal_purge", expected, "no row");
            }
        }
    }

    /// Entries that are missing, or damaged, or cannot be read.
    pub(super) fn lose(&mut self, first: i64, last: i64) {
        for part in &mut self.parts {
            let stretch = &part.purge.part;
            part.is_damaged |= stretch.first_seq <= last && first <= stretch.last_seq;
        }
    }

    /// Ends behind the last entry.
    pub(super) fn finish(self, last: i64, sink: &mut Sink<'_>) -> Vec<PurgedSummary> {
        let mut summaries = Vec::with_capacity(self.parts.len());
        for part in self.parts {
            let Purge {
                part: told,
                archive_hash,
                told: place,
                ..
            } = part.purge;
            let found = part.taken.finish();
            // What was cut off is a finding of its own.
            if !part.is_damaged
                && last >= told.last_seq
                && found != (told.entries, told.times_hash.clone())
            {
                sink.seq = told.first_seq;
                let what = format!("purged entries up to {}", told.last_seq);
                let text =
                    |(entries, times): (i64, String)| format!("{entries} with times {times}");
                let expected = text((told.entries, told.times_hash));
                sink.add(Code::ContentChanged, &what, expected, text(found));
            }
            summaries.push(PurgedSummary {
                first: told.first_seq,
                last: told.last_seq,
                entries: part.gone,
                left: part.left,
                archive_hash,
                told: place,
            });
        }
        summaries
    }
}

/// Whether the local time of an entry is that of its hashed time in its zone.
fn has_local_time(entry: &StoredEntry) -> bool {
    let at: Option<Timestamp> = entry.at_utc.parse().ok();
    let zone = TimeZone::get(&entry.time_zone).ok();
    at.zip(zone)
        .is_some_and(|(at, zone)| local_text(at, &zone) == entry.at_local)
}
