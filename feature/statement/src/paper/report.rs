//! X and Z on the paper of receipts.

use document::{DocumentError, Identity, JournalMark, Sheet, Strip, StripSection, journal_line};
use jiff::Timestamp;
use kernel::Currency;
use order::letterhead::Letterhead;

use super::Ink;
use crate::rule::report::Report;
use crate::x_report::XReport;
use crate::z::ZContent;

impl XReport {
    /// The paper of an X report.
    pub(crate) fn sheet(&self) -> Result<Sheet, DocumentError> {
        let ink = Ink::new(self.letterhead.language, self.currency)?;
        let words = ink.words;
        let at = self.at.to_zoned(self.letterhead.zone.clone());
        let till = self.terminal_no.as_ref();
        let till = till.map_or_else(|| words.all_tills.clone(), |it| ink.set.code(it.as_str()));
        let mut sections = ink.sections(&self.report, self.is_told);
        sections.push(ink.counts(&self.report));
        if self.is_told {
            sections.push(ink.grand_totals(self.perpetual));
        }
        let strip = Strip {
            document_title: words.x_title.clone(),
            title: format!("{} · {}", words.x_title, self.currency.code()),
            references: vec![
                (words.made_at.clone(), ink.moment(&at)),
                (words.till.clone(), till),
                (words.staff.clone(), ink.set.text(&self.staff)),
            ],
            note: (!self.is_told).then(|| words.blind.clone()),
            sections,
            fine_print: vec![ink.software()],
            signatures: Vec::new(),
        };
        let identity = Identity {
            key: format!("X/{}/{}", self.at, self.letterhead.language),
            issued_at: at,
        };
        Sheet::strip(&self.letterhead.letter(None)?, &strip, identity)
    }
}

/// A Z as it is printed.
pub(crate) struct ZPaper {
    pub letterhead: Letterhead,
    pub content: ZContent,
    pub hash: String,
    /// Where the journal states the posting; none when its entry was archived and purged.
    pub journal: Option<JournalMark>,
    /// Who posted, by name.
    pub posted_by: String,
    pub posted_at: Timestamp,
    /// The number of the copy; none on the original.
    pub copy: Option<u32>,
}

impl ZPaper {
    /// The paper, with what the Z says and nothing that is read anew but names of people.
    pub(crate) fn sheet(mut self) -> Result<Sheet, DocumentError> {
        let own = Currency::parse(&self.content.currency_code);
        let ink = Ink::new(self.letterhead.language, own.unwrap_or(Currency::Eur))?;
        let words = ink.words;
        let content = &self.content;
        let at = self.posted_at.to_zoned(self.letterhead.zone.clone());
        let store = &mut self.letterhead.store;
        store.name = content.store_name.clone().unwrap_or(store.name.clone());
        store.vat_no = content.vat_no.clone().or(store.vat_no.clone());
        let day = content.business_date.parse();
        let day = day.map_or_else(|_| content.business_date.clone(), |day| ink.day(day));
        let mut references = vec![
            (words.statement.clone(), ink.set.code(&content.statement_no)),
            (words.business_date.clone(), day),
            (words.made_at.clone(), ink.moment(&at)),
            (words.posted_by.clone(), ink.set.text(&self.posted_by)),
        ];
        if let Some(bag_no) = &content.bag_no {
            references.push((words.bank_bag.clone(), ink.set.text(bag_no)));
        }
        let mut sections = match &content.report {
            Some(report) => ink.sections(report, true),
            None => ink.first_format(content),
        };
        sections.push(ink.counted(content));
        sections.extend(content.report.as_ref().map(|report| ink.counts(report)));
        let perpetual = (content.perpetual_sales, content.perpetual_absolute);
        sections.push(ink.grand_totals(perpetual));
        let journal = self.journal.as_ref();
        let journal = journal.map(|mark| journal_line(self.letterhead.language, mark));
        let mut fine_print: Vec<String> = journal.transpose()?.into_iter().collect();
        fine_print.push(ink.filled(&words.hash, &self.hash));
        if !content.previous_hash.is_empty() {
            fine_print.push(ink.filled(&words.previous_hash, &content.previous_hash));
        }
        if let Some(closing) = &content.closing {
            fine_print.push(ink.filled(&words.closing_hash, &closing.hash));
        }
        fine_print.push(ink.software());
        let title = ink.filled(&words.z_title, &content.z_no.to_string());
        let strip = Strip {
            title: format!("{title} · {}", ink.currency.code()),
            document_title: title,
            references,
            note: None,
            sections,
            signatures: Vec::new(),
            fine_print,
        };
        let (language, copy) = (self.letterhead.language, self.copy);
        let identity = Identity {
            key: format!(
                "Z/{}/{language}/{}",
                content.statement_no,
                copy.unwrap_or(0)
            ),
            issued_at: at,
        };
        Sheet::strip(&self.letterhead.letter(copy)?, &strip, identity)
    }
}

impl Ink {
    /// What was counted of which tender, and by how much it differs.
    fn counted(&self, content: &ZContent) -> StripSection {
        let name_of = |code: &str| {
            let tenders = content
                .report
                .iter()
                .flat_map(|report: &Report| &report.tenders);
            let named = tenders.clone().find(|it| it.tender_code == code);
            named.map_or_else(|| code.to_owned(), |it| it.name.clone())
        };
        let rows = content.tenders.iter().filter_map(|it| {
            let counted = self.money(it.counted_amount?);
            Some((self.set.text(&name_of(&it.tender_code)), counted))
        });
        let difference = self.money(content.difference);
        StripSection {
            total: Some((self.words.difference.clone(), difference)),
            ..StripSection::new(self.words.counted.clone(), rows.collect())
        }
    }

    /// What a Z of the first format says.
    fn first_format(&self, content: &ZContent) -> Vec<StripSection> {
        let words = self.words;
        let rows = [
            (&words.discounts, content.line_discount),
            (&words.rounding, content.rounding_amount),
            (&words.liabilities, content.liabilities),
            (&words.money_in, content.money_in),
        ];
        let sales = StripSection {
            total: Some((words.sales_gross.clone(), self.money(content.sales_amount))),
            table: self.vat_table(&content.vat),
            ..StripSection::new(words.sales.clone(), self.amounts(&rows))
        };
        let tenders = content.tenders.iter().map(|it| {
            let name = format!("{} × {}", it.tender_code, it.quantity);
            (self.set.code(&name), self.money(it.amount))
        });
        let total = self.money(content.payment_amount);
        let payments = StripSection {
            total: Some((words.payments_total.clone(), total)),
            ..StripSection::new(words.payments.clone(), tenders.collect())
        };
        let documents = (words.transactions.clone(), self.number(content.documents));
        let happened = StripSection::new(words.happened.clone(), vec![documents]);
        vec![sales, payments, happened]
    }
}
