//! What stands on the papers of drawer entries.

use document::{
    DocumentError, Identity, JournalMark, Sheet, SheetRow, Strip, StripSection, journal_line,
};
use kernel::Money;
use order::letterhead::Letterhead;
use order::sheet::Pen;

use super::{WORDS, Words};
use crate::rule::entry::EntryType;
use crate::rule::paper::Paper;
use crate::view::DrawerEntryView;

/// A paper of an entry.
pub(crate) struct Slip {
    pub letterhead: Letterhead,
    pub entry: DrawerEntryView,
    pub paper: Paper,
    /// Where the journal states the entry; none when that was archived and purged.
    pub journal: Option<JournalMark>,
    /// The number of the copy; none on the original.
    pub copy: Option<u32>,
}

impl Slip {
    pub(crate) fn sheet(self) -> Result<Sheet, DocumentError> {
        let language = self.letterhead.language;
        let words = WORDS.of(language)?;
        let entry = &self.entry;
        let pen = Pen::new(language, entry.amount.currency);
        let at = entry.booked_at.to_zoned(self.letterhead.zone.clone());
        let title = match entry.entry_type {
            EntryType::Float => &words.float,
            EntryType::CashOut => &words.cash_out,
            EntryType::SafeDrop => &words.safe_drop,
            EntryType::BankBag => &words.bank_bag,
            EntryType::CashIn | EntryType::NoSale => &words.cash_in,
        };
        let journal = self.journal.as_ref();
        let journal = journal
            .map(|mark| journal_line(language, mark))
            .transpose()?;
        // A slip says how much was moved; the ledger says in which direction.
        let moved = Money::new(entry.amount.minor.abs(), entry.amount.currency);
        let mut references = self.references(words, pen);
        references.insert(1, (words.made_at.clone(), pen.moment(&at)));
        let strip = Strip {
            document_title: format!("{title} {}", self.number()),
            title: title.clone(),
            references,
            note: (self.paper == Paper::Bag).then(|| words.goes_with_bag.clone()),
            sections: vec![StripSection {
                total: Some((pen.set.code(moved.currency.code()), pen.figures(moved))),
                ..StripSection::new(words.amount.clone(), Vec::new())
            }],
            signatures: match self.paper {
                Paper::Slip => vec![words.handed_over.clone(), words.received.clone()],
                Paper::Bag => vec![
                    words.closed_by.clone(),
                    words.carried_by.clone(),
                    words.received_by_bank.clone(),
                ],
            },
            fine_print: journal.into_iter().chain([pen.software()]).collect(),
        };
        let (paper, copy) = (self.paper.name(), self.copy.unwrap_or(0));
        let identity = Identity {
            key: format!("drawer/{}/{paper}/{language}/{copy}", entry.entry_id),
            issued_at: at,
        };
        Sheet::strip(&self.letterhead.letter(self.copy)?, &strip, identity)
    }

    /// The number of the entry: each till counts its own.
    fn number(&self) -> String {
        format!("{} · {}", self.entry.terminal_no, self.entry.entry_no)
    }

    fn references(&self, words: &Words, pen: Pen) -> Vec<SheetRow> {
        let entry = &self.entry;
        let approved_by = entry.approved_by.as_ref();
        let reason = Some(&entry.reason).filter(|reason| !reason.is_empty());
        let optional = [
            (
                &words.bag_no,
                entry.bag_no.as_ref().map(|it| pen.set.code(it)),
            ),
            (&words.approved_by, approved_by.map(|it| pen.set.text(it))),
            (&words.reason, reason.map(|it| pen.set.text(it))),
        ];
        let mut rows = vec![
            (words.number.clone(), pen.set.code(&self.number())),
            (words.business_date.clone(), pen.day(entry.business_date)),
            (words.till.clone(), pen.set.code(&entry.terminal_no)),
            (words.staff.clone(), pen.set.text(&entry.staff_name)),
        ];
        let optional = optional.into_iter();
        rows.extend(optional.filter_map(|(label, text)| Some((label.clone(), text?))));
        rows
    }
}

#[cfg(test)]
mod tests;
