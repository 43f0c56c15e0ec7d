//! Whether the closings of a chain are what its entries come to (reliability c.9, step 3).

use super::closing::{Closed, Closer, Closing, Entry, Fold, Link, Longer, differences};
use super::content::{Sink, StoredEntry};
use super::finding::Code;
use super::kind::Kind;

/// The closings of a chain so far, and what waits for the next.
#[derive(Clone, Default)]
pub(super) struct ClosingCheck {
    fold: Fold,
    month: Longer,
    year: Longer,
    day_before: Option<Closed>,
    month_before: Option<Closed>,
    year_before: Option<Closed>,
    /// The last entry that is missing or damaged and that no closing of each length covers yet: what
    /// that one comes to is not known, and the damage is a finding already.
    lost: Lost,
}

#[derive(Clone, Copy, Default)]
struct Lost {
    day: Option<i64>,
    month: Option<i64>,
    year: Option<i64>,
}

impl ClosingCheck {
    /// An entry that is missing, or damaged, or cannot be read.
    pub(super) const fn lose(&mut self, seq: i64) {
        self.lost = Lost {
            day: Some(seq),
            month: Some(seq),
            year: Some(seq),
        };
    }

    /// Takes the next entry. One that is a closing is compared with what the entries come to.
    pub(super) fn meet(&mut self, entry: &StoredEntry, sink: &mut Sink<'_>) {
        let kind = Kind::parse(&entry.kind);
        if let Some(kind @ (Kind::ClosingDay | Kind::ClosingMonth | Kind::ClosingYear)) = kind {
            match serde_json::from_slice::<Closing>(&entry.payload) {
                Ok(closing) => self.closing(kind, entry, closing, sink),
                Err(error) => {
                    sink.add(
                        Code::ClosingDiffers,
                        "payload",
                        "a closing",
                        error.to_string(),
                    );
                    self.lose(entry.seq);
                }
            }
        }
        self.fold.entry(&Entry {
            seq: entry.seq,
            hash: &entry.hash,
            kind: &entry.kind,
            business_date: &entry.business_date,
            payload: &entry.payload,
        });
    }

    fn closing(&mut self, kind: Kind, entry: &StoredEntry, stated: Closing, sink: &mut Sink<'_>) {
        if stated.to_date != entry.business_date {
            let expected = &entry.business_date;
            sink.add(Code::ClosingDiffers, "toDate", expected, &stated.to_date);
        }
        let (expected, lost) = match kind {
            Kind::ClosingDay => (Some(self.day(&stated)), &mut self.lost.day),
            Kind::ClosingMonth => {
                let version = &stated.software_version;
                let month = self.month.take(version, self.month_before.as_ref());
                (month, &mut self.lost.month)
            }
            _ => {
                let version = &stated.software_version;
                let year = self.year.take(version, self.year_before.as_ref());
                (year, &mut self.lost.year)
            }
        };
        let is_known = lost.is_none();
        *lost = lost.filter(|lost| *lost > stated.last_seq);
        match &expected {
            Some(expected) if is_known => {
                for (what, expected, found) in differences(expected, &stated) {
                    sink.add(Code::ClosingDiffers, &what, expected, found);
                }
            }
            None if is_known => {
                sink.add(Code::ClosingDiffers, "days", "closings before it", "none");
            }
            _ => {}
        }
        self.remember(kind, entry, stated, expected);
    }

    /// What the closing of a day should state. Who closed it, and what other chains took, it says
    /// itself: the latter is compared with the closings of those chains.
    fn day(&mut self, stated: &Closing) -> Closing {
        let closer = Closer {
            software_version: stated.software_version.clone(),
            store_no: stated.store_no.clone(),
            terminal_no: stated.terminal_no.clone(),
            currency_code: stated.currency_code.clone(),
        };
        let stretch = self.fold.cut(&stated.to_date);
        let mut day = Closing::of_day(closer, &stated.to_date, stretch, self.day_before.as_ref());
        day.of_store.clone_from(&stated.of_store);
        day
    }

    /// What comes after goes on from what the closing states, so that one that differs is blamed
    /// alone. Longer ones are summed up from the entries wherever these are known.
    fn remember(
        &mut self,
        kind: Kind,
        entry: &StoredEntry,
        stated: Closing,
        expected: Option<Closing>,
    ) {
        let part = expected.unwrap_or_else(|| stated.clone());
        let closed = Some(Closed {
            link: Link {
                chain: entry.chain_id.clone(),
                seq: entry.seq,
                hash: hex::encode(&entry.hash),
            },
            closing: stated,
        });
        match kind {
            Kind::ClosingDay => {
                self.month.add(&part);
                self.day_before = closed;
            }
            Kind::ClosingMonth => {
                self.year.add(&part);
                self.month_before = closed;
            }
            _ => self.year_before = closed,
        }
    }
}
