//! A statement on A4: what whoever asks is told of it, on paper.

use document::{DocumentError, Identity, Page, PageRemarks, PageTable, Sheet, SheetRow};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::Money;
use order::letterhead::Letterhead;
use order::sheet::UNTOLD;

use super::{StatementCauseView, StatementCountView, StatementTenderView, StatementView};
use crate::paper::Ink;
use crate::rule::cause::CauseKind;

/// Characters of the hash beside the number of a Z (reliability: anchors).
const HASH_CHARACTERS: usize = 10;

impl StatementView {
    /// The paper of the statement, as it stands at a moment.
    pub(crate) fn sheet(
        &self,
        letterhead: &Letterhead,
        at: Timestamp,
    ) -> Result<Sheet, DocumentError> {
        let ink = Ink::new(letterhead.language, self.line_discount.currency)?;
        let words = ink.words;
        let at = self.z.as_ref().map_or(at, |z| z.posted_at);
        let at = at.to_zoned(letterhead.zone.clone());
        let tables: Vec<PageTable> = [self.tenders(&ink), self.counts(&ink, &letterhead.zone)]
            .into_iter()
            .filter(|table| !table.rows.is_empty())
            .collect();
        let causes = self.causes.iter().map(|it| self.cause(&ink, it));
        let causes = PageRemarks {
            title: words.causes.clone(),
            rows: causes.collect(),
        };
        let page = Page {
            is_across: false,
            document_title: format!("{} {}", words.statement, ink.set.code(&self.statement_no)),
            title: format!("{} · {}", words.statement, ink.currency.code()),
            references: self.references(&ink, &at),
            note: self.is_blind.then(|| words.blind.clone()),
            sums: self.sums(&ink).to_vec(),
            charts: Vec::new(),
            tables,
            remarks: Some(causes).filter(|causes| !causes.rows.is_empty()),
            signatures: vec![words.signature.clone()],
            fine_print: self.fine_print(&ink),
        };
        let (language, version) = (letterhead.language, self.version);
        let key = format!("statement/{}/{version}/{language}", self.statement_no);
        let identity = Identity { key, issued_at: at };
        Sheet::page(&letterhead.letter(None)?, &page, identity)
    }

    fn references(&self, ink: &Ink, at: &jiff::Zoned) -> Vec<SheetRow> {
        let words = ink.words;
        let mut rows = vec![
            (words.number.clone(), ink.set.code(&self.statement_no)),
            (words.business_date.clone(), ink.day(self.transaction_date)),
            (words.state.clone(), ink.state(self.state).clone()),
            (words.made_at.clone(), ink.moment(at)),
        ];
        if let Some(date) = self.posting_date {
            rows.push((words.posting_date.clone(), ink.day(date)));
        }
        if let Some(z) = &self.z {
            rows.push((words.posted_by.clone(), ink.set.text(&z.posted_by)));
            rows.push((
                ink.filled(&words.z_title, &z.z_no.to_string()),
                ink.set
                    .code(&z.hash.chars().take(HASH_CHARACTERS).collect::<String>()),
            ));
        }
        rows
    }

    /// Two columns of sums: what was sold and owed, and what was paid.
    fn sums(&self, ink: &Ink) -> [Vec<SheetRow>; 2] {
        let words = ink.words;
        let told = |label: &String, money: Option<Money>| {
            let figure = money.map_or_else(|| UNTOLD.to_owned(), |it| ink.money(it.minor));
            (label.clone(), figure)
        };
        let sold = vec![
            told(&words.sales_gross, self.sales_amount),
            told(&words.liabilities, self.liabilities),
            told(&words.rounding, self.rounding_amount),
            told(&words.payments_total, self.payment_amount),
        ];
        let mut paid = vec![
            told(&words.discounts, Some(self.line_discount)),
            told(&words.money_in, self.money_in),
            (words.transactions.clone(), ink.number(self.documents)),
            told(&words.difference, self.difference),
        ];
        let credits = [
            (&words.recycling_granted, self.recycling_granted),
            (&words.recycling_repaid, self.recycling_repaid),
        ];
        let credits = credits.into_iter().filter(|(_, money)| money.minor != 0);
        paid.extend(credits.map(|(label, money)| told(label, Some(money))));
        [sold, paid]
    }

    fn tenders(&self, ink: &Ink) -> PageTable {
        let words = ink.words;
        let mut rows = Vec::new();
        for tender in &self.tenders {
            rows.push(tender_row(ink, tender));
            let drawers = tender.drawers.iter().filter(|_| tender.drawers.len() > 1);
            rows.extend(drawers.map(|drawer| {
                vec![
                    format!("    {}", ink.set.text(&drawer.name)),
                    ink.number(drawer.transaction_quantity),
                    figure(ink, drawer.transaction_amount),
                    figure(ink, drawer.counted_amount),
                    figure(ink, drawer.difference_amount),
                    String::new(),
                ]
            }));
        }
        let head = [
            &words.tender,
            &words.quantity,
            &words.amount,
            &words.counted,
            &words.difference,
            &words.difference_quantity,
        ];
        PageTable {
            title: words.tenders.clone(),
            words: 1,
            head: head.map(Clone::clone).to_vec(),
            rows,
            totals: Vec::new(),
        }
    }

    fn counts(&self, ink: &Ink, zone: &TimeZone) -> PageTable {
        let words = ink.words;
        let rows = self.counts.iter();
        let rows = rows.map(|count| self.count_row(ink, count, zone)).collect();
        let head = [
            &words.tender,
            &words.counted_by,
            &words.content,
            &words.opening_float,
            &words.added,
            &words.removed,
        ];
        PageTable {
            title: words.counts.clone(),
            words: 2,
            head: head.map(Clone::clone).to_vec(),
            rows,
            totals: Vec::new(),
        }
    }

    fn count_row(&self, ink: &Ink, count: &StatementCountView, zone: &TimeZone) -> Vec<String> {
        let money = |money: Money| ink.named(money);
        let mut what = ink.set.text(self.name_of(&count.tender_code));
        if let Some(terminal_no) = &count.terminal_no {
            what = format!("{what} · {}", ink.set.code(terminal_no));
        }
        if let Some(slips) = count.slips {
            what = format!("{what} · {} {}", ink.words.slips, ink.number(slips));
        }
        let opening = count.opening_float.minor - count.carried_float.minor;
        let besides = [
            (&ink.words.opening_difference, opening),
            (&ink.words.taken_before, count.taken_before.minor),
            (&ink.words.moved_since, count.moved_since.minor),
        ];
        for (label, minor) in besides.into_iter().filter(|(_, minor)| *minor != 0) {
            let figure = money(Money::new(minor, count.content.currency));
            what = format!("{what}\n{label} {figure}");
        }
        if let Some(reason) = &count.reason {
            what = format!("{what}\n{}", ink.set.text(reason));
        }
        let at = ink.moment(&count.counted_at.to_zoned(zone.clone()));
        let mut row = vec![
            what,
            format!("{}\n{at}", ink.set.text(&count.counted_by)),
            money(count.content),
        ];
        let has_drawer = count.terminal_no.is_some();
        let drawer = [count.opening_float, count.added, count.removed];
        row.extend(drawer.map(|it| if has_drawer { money(it) } else { String::new() }));
        row
    }

    fn cause(&self, ink: &Ink, cause: &StatementCauseView) -> SheetRow {
        let words = ink.words;
        let till = cause.terminal_no.as_deref();
        let (sentence, second, third) = match cause.cause {
            CauseKind::SwappedTenders => {
                let other = cause.other_tender_code.as_deref();
                (&words.cause_swapped, other.map(|it| self.name_of(it)), None)
            }
            CauseKind::OtherDrawer => {
                let other = cause.other_terminal_no.as_deref();
                let tills = [till, other].map(|it| it.map(|it| self.till_of(it)));
                (&words.cause_other_drawer, tills[0], tills[1])
            }
            CauseKind::UnresolvedPayment => {
                (&words.cause_unresolved, cause.reference.as_deref(), None)
            }
            CauseKind::UnmatchedTerminalTotal => {
                let payment = cause.reference.as_deref();
                (&words.cause_unmatched, payment.or(till), None)
            }
            CauseKind::MissingDrop => (&words.cause_drop, till.map(|it| self.till_of(it)), None),
        };
        let first = Some(self.name_of(&cause.tender_code));
        let names = [("{first}", first), ("{second}", second), ("{third}", third)];
        let sentence = names.iter().fold(sentence.clone(), |text, (place, name)| {
            text.replace(place, &ink.set.text(name.unwrap_or_default()))
        });
        (sentence, ink.money(cause.amount.minor))
    }

    /// What the till of a drawer is called.
    fn till_of<'a>(&'a self, terminal_no: &'a str) -> &'a str {
        let mut drawers = self.tenders.iter().flat_map(|tender| &tender.drawers);
        let drawer = drawers.find(|it| it.terminal_no == terminal_no && !it.name.is_empty());
        drawer.map_or(terminal_no, |it| &it.name)
    }

    fn name_of<'a>(&'a self, tender_code: &'a str) -> &'a str {
        let mut tenders = self.tenders.iter();
        let tender = tenders.find(|it| it.tender_code == tender_code);
        tender.map_or(tender_code, |it| &it.name)
    }

    fn fine_print(&self, ink: &Ink) -> Vec<String> {
        let hash = self.z.as_ref();
        let hash = hash.map(|z| ink.filled(&ink.words.hash, &z.hash));
        hash.into_iter().chain([ink.software()]).collect()
    }
}

fn tender_row(ink: &Ink, tender: &StatementTenderView) -> Vec<String> {
    let quantity = tender.difference_quantity;
    vec![
        ink.set.text(&tender.name),
        ink.number(tender.transaction_quantity),
        figure(ink, tender.transaction_amount),
        figure(ink, tender.counted_amount),
        figure(ink, tender.difference_amount),
        quantity.map_or_else(String::new, |it| ink.number(it)),
    ]
}

fn figure(ink: &Ink, money: Option<Money>) -> String {
    money.map_or_else(|| UNTOLD.to_owned(), |it| ink.money(it.minor))
}

#[cfg(test)]
mod tests;
