//! The truth about money: every capture and every reversal, only ever appended.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::money::Amount;

/// What an entry does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// Money was taken from a card.
    Capture,
    /// Money went back to the card.
    Reversal,
    /// A terminal closed its period.
    Close,
    /// Entries before this one no longer count; a test began anew.
    Reset,
}

/// One movement of money.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// Position in the ledger, from 1.
    pub(crate) seq: u64,
    /// When.
    pub(crate) at: Timestamp,
    /// What.
    pub(crate) kind: Kind,
    /// The terminal.
    pub(crate) poiid: String,
    /// The till that asked.
    pub(crate) sale_id: String,
    /// Its request.
    pub(crate) service_id: String,
    /// The till's reference of the transaction (`SaleTransactionID`).
    pub(crate) sale_transaction_id: String,
    /// `tenderReference.pspReference`.
    pub(crate) poi_transaction_id: String,
    /// For a reversal: the `poi_transaction_id` of the capture.
    pub(crate) original: Option<String>,
    /// How much.
    #[serde(flatten)]
    pub(crate) amount: Amount,
    /// Brand of the card, as on the wire.
    pub(crate) brand: String,
    /// Its last four digits.
    pub(crate) last4: String,
}

/// Sums of one transaction, terminal or currency, in minor units.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Total {
    /// Taken.
    pub(crate) captured_minor: u64,
    /// Given back.
    pub(crate) reversed_minor: u64,
}

/// Sums by currency.
type ByCurrency = BTreeMap<String, Total>;

/// What `GET /sim/ledger` says.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    /// Entries since the last reset.
    pub(crate) entries: Vec<Entry>,
    /// Sums per `SaleTransactionID` of the capture.
    pub(crate) by_sale_transaction: BTreeMap<String, ByCurrency>,
    /// Sums per terminal that captured.
    pub(crate) by_terminal: BTreeMap<String, ByCurrency>,
    /// Sums of everything.
    pub(crate) total: ByCurrency,
}

/// What is in a period of a terminal, by brand and currency: how many captures and how much, and the same
/// of reversals.
pub(crate) type Period = BTreeMap<(String, String), ((u64, u64), (u64, u64))>;

/// The ledger and, if asked for, its file.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    entries: Vec<Entry>,
    file: Option<File>,
}

impl Ledger {
    /// Opens or creates `ledger.ndjson` in a directory; without one the ledger lives in memory.
    ///
    /// # Errors
    /// When the directory or file cannot be used, or a line cannot be read.
    pub(crate) fn open(directory: Option<&Path>) -> io::Result<Self> {
        let Some(directory) = directory else {
            return Ok(Self::default());
        };
        fs::create_dir_all(directory)?;
        let path = directory.join("ledger.ndjson");
        let entries = match fs::read_to_string(&path) {
            Ok(text) => text
                .lines()
                .map(|line| serde_json::from_str(line).map_err(io::Error::from))
                .collect::<io::Result<Vec<Entry>>>()?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self {
            entries,
            file: Some(file),
        })
    }

    /// Appends an entry, on disk before in memory; its `seq` is set here.
    ///
    /// # Errors
    /// When the file cannot be written: then nothing has happened.
    pub(crate) fn append(&mut self, mut entry: Entry) -> io::Result<()> {
        entry.seq = self.entries.last().map_or(1, |last| last.seq + 1);
        if let Some(file) = &mut self.file {
            let mut line = serde_json::to_vec(&entry)?;
            line.push(b'\n');
            file.write_all(&line)?;
            file.sync_data()?;
        }
        self.entries.push(entry);
        Ok(())
    }

    /// Lets everything so far count no longer; the lines themselves stay.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn reset(&mut self, at: Timestamp) -> io::Result<()> {
        self.mark(at, Kind::Reset, "")
    }

    /// Closes the period of a terminal: answers with its number and what was in it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn close(&mut self, at: Timestamp, poiid: &str) -> io::Result<(usize, Period)> {
        let of_terminal = || self.current().iter().filter(|entry| entry.poiid == poiid);
        let closed = of_terminal().filter(|entry| entry.kind == Kind::Close);
        let (number, since) = closed.fold((1000, 0), |(number, _), entry| (number + 1, entry.seq));
        let mut period = Period::new();
        for entry in of_terminal().filter(|entry| entry.seq > since) {
            let key = (entry.brand.clone(), entry.amount.currency.clone());
            let (captured, reversed) = period.entry(key).or_default();
            let sum = match entry.kind {
                Kind::Capture => captured,
                Kind::Reversal => reversed,
                Kind::Close | Kind::Reset => continue,
            };
            sum.0 += 1;
            sum.1 += entry.amount.minor;
        }
        self.mark(at, Kind::Close, poiid)?;
        Ok((number, period))
    }

    /// Appends an entry that moves no money.
    fn mark(&mut self, at: Timestamp, kind: Kind, poiid: &str) -> io::Result<()> {
        self.append(Entry {
            seq: 0,
            at,
            kind,
            poiid: poiid.to_owned(),
            sale_id: String::new(),
            service_id: String::new(),
            sale_transaction_id: String::new(),
            poi_transaction_id: String::new(),
            original: None,
            amount: Amount {
                minor: 0,
                currency: String::new(),
            },
            brand: String::new(),
            last4: String::new(),
        })
    }

    /// Entries since the last reset.
    pub(crate) fn current(&self) -> &[Entry] {
        let start = self
            .entries
            .iter()
            .rposition(|entry| entry.kind == Kind::Reset);
        &self.entries[start.map_or(0, |index| index + 1)..]
    }

    /// The capture with this terminal reference, or with this part after its dot.
    pub(crate) fn capture(&self, reference: &str) -> Option<&Entry> {
        self.current().iter().find(|entry| {
            let psp = entry.poi_transaction_id.split_once('.').map(|(_, psp)| psp);
            entry.kind == Kind::Capture
                && (entry.poi_transaction_id == reference || psp == Some(reference))
        })
    }

    /// What is left of a capture after its reversals, in minor units.
    pub(crate) fn left(&self, capture: &Entry) -> u64 {
        let reversed: u64 = self
            .current()
            .iter()
            .filter(|entry| entry.original.as_ref() == Some(&capture.poi_transaction_id))
            .map(|entry| entry.amount.minor)
            .sum();
        capture.amount.minor.saturating_sub(reversed)
    }

    /// Everything with its sums.
    pub(crate) fn report(&self) -> Report {
        let mut report = Report {
            entries: self
                .current()
                .iter()
                .filter(|entry| entry.kind != Kind::Close)
                .cloned()
                .collect(),
            by_sale_transaction: BTreeMap::new(),
            by_terminal: BTreeMap::new(),
            total: BTreeMap::new(),
        };
        for entry in self.current().iter().filter(|it| it.kind != Kind::Close) {
            // A reversal counts where its capture stands, whichever terminal or reference asked for it.
            let home = entry
                .original
                .as_ref()
                .and_then(|id| self.capture(id))
                .unwrap_or(entry);
            let sale = report
                .by_sale_transaction
                .entry(home.sale_transaction_id.clone())
                .or_default();
            add(sale, entry);
            add(
                report.by_terminal.entry(home.poiid.clone()).or_default(),
                entry,
            );
            add(&mut report.total, entry);
        }
        report
    }
}

fn add(sums: &mut ByCurrency, entry: &Entry) {
    let total = sums.entry(entry.amount.currency.clone()).or_default();
    match entry.kind {
        Kind::Capture => total.captured_minor += entry.amount.minor,
        Kind::Reversal => total.reversed_minor += entry.amount.minor,
        Kind::Close | Kind::Reset => {}
    }
}
