//! What receipts and invoices put into words alike: heads, pieces, tenders, VAT.

use jiff::civil::Date;
use serde::Serialize;

use crate::label::Labels;
use crate::language::{Direction, Language};
use crate::receipt::{
    Banner, JournalMark, Line, MadeToOrder, MedalSymbol, PieceSource, Store, Tender, VatRow,
};
use crate::text::{Typesetter, clean, whole};

/// Characters of the journal's hash on the paper (reliability: anchors).
const HASH_CHARACTERS: usize = 10;

/// Label and value at the two ends of a line.
pub(crate) type Row = (String, String);

#[derive(Serialize)]
pub(crate) struct Locale {
    language: &'static str,
    region: Option<&'static str>,
    direction: Direction,
}

impl Locale {
    pub(crate) fn new(language: Language) -> Self {
        let (name, region) = language.locale();
        Self {
            language: name,
            region,
            direction: language.direction(),
        }
    }
}

#[derive(Serialize)]
pub(crate) struct Head {
    pub(crate) company: String,
    pub(crate) name: String,
    pub(crate) lines: Vec<String>,
}

#[derive(Serialize)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) rate: String,
    pub(crate) amount: String,
    pub(crate) details: Vec<String>,
    pub(crate) discounts: Vec<Row>,
}

#[derive(Serialize)]
pub(crate) struct Total {
    pub(crate) label: String,
    pub(crate) value: String,
}

#[derive(Serialize)]
pub(crate) struct Payment {
    name: String,
    amount: String,
    detail: Option<String>,
    rows: Vec<Row>,
}

#[derive(Serialize)]
pub(crate) struct VatTable {
    head: [String; 4],
    rows: Vec<[String; 4]>,
}

pub(crate) struct Writer<'a> {
    pub(crate) labels: &'a Labels,
    pub(crate) set: Typesetter,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(language: Language, labels: &'a Labels) -> Self {
        Self {
            labels,
            set: Typesetter::new(language.direction()),
        }
    }

    /// Printed large at the top and again at the bottom, so that no half passes for an original.
    pub(crate) fn notices(&self, banner: Option<Banner>, copy: Option<u32>) -> Vec<String> {
        let banner = banner.map(|banner| match banner {
            Banner::Training => self.labels.training.clone(),
            Banner::Demonstration => self.labels.demonstration.clone(),
        });
        let copy = copy.map(|number| self.filled(&self.labels.copy, "number", &number.to_string()));
        banner.into_iter().chain(copy).collect()
    }

    pub(crate) fn head(&self, store: &Store) -> Head {
        let number = |label: &str, value: &String| self.filled(label, "number", value);
        let vat_no = store
            .vat_no
            .as_ref()
            .map(|value| number(&self.labels.vat_no, value));
        let company_no = store.company_no.as_ref().map(|company_no| {
            self.set
                .text(&format!("{} {}", company_no.scheme, company_no.number))
        });
        let phone = store
            .phone
            .as_ref()
            .map(|value| number(&self.labels.phone, value));
        let address = store.address.iter().map(|line| self.set.text(line));
        Head {
            company: self.set.text(&store.company),
            name: self.set.text(&store.name),
            lines: address
                .chain(phone)
                .chain(vat_no)
                .chain(company_no)
                .collect(),
        }
    }

    /// A piece and what tells it apart, without a figure of money.
    pub(crate) fn item_without_amounts(&self, line: &Line, pieces: Option<String>) -> Item {
        let size = line
            .size
            .as_ref()
            .map(|size| self.filled(&self.labels.size, "size", size));
        let certificate = line
            .certificate_no
            .as_ref()
            .map(|number| self.filled(&self.labels.certificate, "number", number));
        let source = line.source.map(|source| match source {
            PieceSource::OtherStore => self.labels.source_other_store.clone(),
            PieceSource::ToBeProduced => self.labels.source_to_be_produced.clone(),
        });
        let details = line.details.iter().map(|detail| self.set.text(detail));
        let details = details.chain(source);
        let parts: Vec<String> = [Some(self.set.code(&line.item_no)), size, certificate]
            .into_iter()
            .flatten()
            .chain(details)
            .map(|part| whole(&part))
            .collect();
        let made = line.made_to_order.as_ref();
        Item {
            name: self.set.text(&line.name),
            rate: String::new(),
            amount: String::new(),
            details: [Some(parts.join(" · ")), pieces]
                .into_iter()
                .flatten()
                .chain(
                    made.map(|made| self.made_to_order(made))
                        .unwrap_or_default(),
                )
                .collect(),
            discounts: Vec::new(),
        }
    }

    /// What is engraved, when it is ready, and that it does not come back.
    fn made_to_order(&self, made: &MadeToOrder) -> Vec<String> {
        let labels = self.labels;
        let text = |label: &str, text: &str| label.replace("{text}", &self.set.text(text));
        let message = made.message.join(" / ");
        let texts = made.engraving.iter().chain([&message]);
        let has_heart = texts.clone().any(|text| text.contains('!'));
        let engraving = made.engraving.as_ref();
        let engraving = engraving.map(|it| text(&labels.engraving, it));
        let message = (!message.is_empty()).then(|| text(&labels.message, &message));
        let symbol = made.symbol.map(|symbol| match symbol {
            MedalSymbol::Sun => &labels.symbol_sun,
            MedalSymbol::Star => &labels.symbol_star,
            MedalSymbol::Moon => &labels.symbol_moon,
            MedalSymbol::Heart => &labels.symbol_heart,
        });
        let medals = symbol
            .into_iter()
            .chain(&made.medals)
            .map(|medal| text(&labels.medal, medal));
        engraving
            .into_iter()
            .chain(message)
            .chain(has_heart.then(|| labels.heart.clone()))
            .chain(medals)
            .chain([
                self.dated(&labels.promised_on, made.promised_on),
                labels.not_returnable.clone(),
            ])
            .collect()
    }

    /// The reductions of a line, with the words of each.
    pub(crate) fn discounts(&self, line: &Line) -> Vec<Row> {
        line.discounts
            .iter()
            .map(|discount| {
                let amount = discount.amount.as_deref().unwrap_or_default();
                let text = discount.text.as_ref().unwrap_or(&self.labels.discount);
                (self.set.text(text), self.set.code(amount))
            })
            .collect()
    }

    pub(crate) fn letter(&self, line: &Line) -> String {
        line.vat_letter.as_deref().map(clean).unwrap_or_default()
    }

    pub(crate) fn payment(&self, tender: &Tender) -> Payment {
        let card: Vec<&str> = tender.card_brand.as_deref().into_iter().collect();
        let digits = tender
            .card_last_four
            .as_ref()
            .map(|digits| format!("•••• {digits}"));
        let card = [card.join(" "), digits.unwrap_or_default()].join(" ");
        let card = (!card.trim().is_empty()).then(|| self.set.code(&card));
        let approval = tender
            .approval_code
            .as_ref()
            .map(|code| self.filled(&self.labels.approval_code, "code", code));
        let detail = tender.detail.as_ref().map(|detail| self.set.text(detail));
        let details: Vec<String> = [card, approval, detail].into_iter().flatten().collect();
        Payment {
            name: self.set.text(&tender.name),
            amount: self.set.code(&tender.amount),
            detail: (!details.is_empty()).then(|| details.join(" · ")),
            rows: self.rows([
                (&self.labels.tendered, &tender.tendered),
                (&self.labels.change, &tender.change),
            ]),
        }
    }

    /// The figures that are there, each behind its label.
    pub(crate) fn rows<const N: usize>(&self, rows: [(&String, &Option<String>); N]) -> Vec<Row> {
        rows.into_iter()
            .filter_map(|(label, value)| Some((label.clone(), self.set.code(value.as_ref()?))))
            .collect()
    }

    pub(crate) fn vat_table(&self, rows: &[VatRow]) -> Option<VatTable> {
        let labels = self.labels;
        (!rows.is_empty()).then(|| VatTable {
            head: [
                &labels.vat_rate,
                &labels.vat_net,
                &labels.vat,
                &labels.vat_gross,
            ]
            .map(Clone::clone),
            rows: rows
                .iter()
                .map(|row| {
                    let letter = row.letter.as_deref().unwrap_or_default();
                    [
                        self.set.code(&format!("{letter} {}", row.rate)),
                        self.set.code(&row.net),
                        self.set.code(&row.vat),
                        self.set.code(&row.gross),
                    ]
                })
                .collect(),
        })
    }

    pub(crate) fn total(&self, currency: &str, total: &str) -> Total {
        Total {
            label: self.filled(&self.labels.total, "currency", currency),
            value: self.set.code(total),
        }
    }

    pub(crate) fn fine_print(
        &self,
        journal: Option<&JournalMark>,
        software: &str,
        lines: usize,
    ) -> Vec<String> {
        let journal = journal.map(|mark| self.journal_line(mark));
        let software = [
            self.set.code(software),
            self.filled(&self.labels.line_count, "count", &lines.to_string()),
        ];
        journal.into_iter().chain([software.join(" · ")]).collect()
    }

    /// Where the journal states what the paper says.
    pub(crate) fn journal_line(&self, mark: &JournalMark) -> String {
        let hash: String = mark.hash.chars().take(HASH_CHARACTERS).collect();
        let mark = format!("{} · {} · {hash}", mark.chain, mark.sequence);
        self.filled(&self.labels.journal, "mark", &mark)
    }

    pub(crate) fn filled(&self, label: &str, place: &str, value: &str) -> String {
        label.replace(&format!("{{{place}}}"), &self.set.code(value))
    }

    pub(crate) fn dated(&self, label: &str, date: Date) -> String {
        self.filled(label, "date", &day(date))
    }

    pub(crate) fn day(&self, date: Date) -> String {
        self.set.code(&day(date))
    }
}

fn day(date: Date) -> String {
    date.strftime("%d-%b-%Y").to_string()
}

/// With the true minus sign, as wide as a digit.
pub(crate) fn signed(quantity: i64) -> String {
    if quantity < 0 {
        format!("−{}", quantity.unsigned_abs())
    } else {
        quantity.to_string()
    }
}
