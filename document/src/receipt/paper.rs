//! The receipt as the template prints it: cleaned texts in their places.

use serde::Serialize;

use super::label::Labels;
use super::{Banner, Line, MadeToOrder, MedalSymbol, Receipt, ReceiptKind, Store, Tender, VatRow};
use crate::barcode::Drawing;
use crate::language::{Direction, Language};
use crate::text::{Typesetter, clean, whole};

/// Characters of the journal's hash on the paper (reliability: anchors).
const HASH_CHARACTERS: usize = 10;

#[derive(Serialize)]
struct Locale {
    language: &'static str,
    region: Option<&'static str>,
    direction: Direction,
}

#[derive(Serialize)]
struct Head {
    company: String,
    name: String,
    lines: Vec<String>,
}

/// Label and value at the two ends of a line.
type Row = (String, String);

#[derive(Serialize)]
struct Item {
    name: String,
    rate: String,
    amount: String,
    details: Vec<String>,
    discounts: Vec<Row>,
}

#[derive(Serialize)]
struct Total {
    label: String,
    value: String,
}

#[derive(Serialize)]
struct Payment {
    name: String,
    amount: String,
    detail: Option<String>,
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct VatTable {
    head: [String; 4],
    rows: Vec<[String; 4]>,
}

#[derive(Serialize)]
pub(super) struct Paper {
    locale: Locale,
    document_title: String,
    title: String,
    issued_at: String,
    notices: Vec<String>,
    store: Head,
    references: Vec<Row>,
    lines: Vec<Item>,
    /// Absent on gift receipts, with all other amounts.
    total: Option<Total>,
    sums: Vec<Row>,
    tenders: Vec<Payment>,
    vat: Option<VatTable>,
    card_slip: Vec<String>,
    facts: Vec<Row>,
    texts: Vec<String>,
    barcode: Option<Drawing>,
    receipt_no: String,
    fine_print: Vec<String>,
}

impl Paper {
    pub(super) fn new(receipt: &Receipt, labels: &Labels) -> Self {
        let writer = Writer {
            labels,
            set: Typesetter::new(receipt.language.direction()),
        };
        let mut paper = Paper {
            locale: locale(receipt.language),
            document_title: format!("{} {}", writer.title(receipt.kind), receipt.receipt_no),
            title: writer.title(receipt.kind).to_owned(),
            issued_at: writer
                .set
                .code(&receipt.issued_at.strftime("%d-%b-%Y  %H:%M:%S").to_string()),
            notices: writer.notices(receipt),
            store: writer.head(&receipt.store),
            references: writer.references(receipt),
            lines: receipt
                .lines
                .iter()
                .map(|line| writer.gift_item(line))
                .collect(),
            total: None,
            sums: Vec::new(),
            tenders: Vec::new(),
            vat: None,
            card_slip: Vec::new(),
            facts: writer.facts(receipt),
            texts: writer.texts(receipt),
            barcode: receipt.barcode.as_ref().and_then(|barcode| barcode.draw()),
            receipt_no: writer.set.code(&receipt.receipt_no),
            fine_print: writer.fine_print(receipt),
        };
        if receipt.kind != ReceiptKind::Gift {
            writer.add_amounts(&mut paper, receipt);
        }
        paper
    }
}

fn locale(language: Language) -> Locale {
    let (name, region) = language.locale();
    Locale {
        language: name,
        region,
        direction: language.direction(),
    }
}

struct Writer<'a> {
    labels: &'a Labels,
    set: Typesetter,
}

impl Writer<'_> {
    fn title(&self, kind: ReceiptKind) -> &str {
        match kind {
            ReceiptKind::Sale => &self.labels.sale,
            ReceiptKind::Refund => &self.labels.refund,
            ReceiptKind::Exchange => &self.labels.exchange,
            ReceiptKind::Deposit => &self.labels.deposit,
            ReceiptKind::Gift => &self.labels.gift,
        }
    }

    /// Printed large at the top and again at the bottom, so that no half passes for an original.
    fn notices(&self, receipt: &Receipt) -> Vec<String> {
        let banner = receipt.banner.map(|banner| match banner {
            Banner::Training => self.labels.training.clone(),
            Banner::Demonstration => self.labels.demonstration.clone(),
        });
        let copy = receipt
            .copy
            .map(|number| self.filled(&self.labels.copy, "number", &number.to_string()));
        banner.into_iter().chain(copy).collect()
    }

    fn head(&self, store: &Store) -> Head {
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

    fn references(&self, receipt: &Receipt) -> Vec<Row> {
        let labels = self.labels;
        let code = |label: &String, value: &String| (label.clone(), self.set.code(value));
        let optional = |label, value: &Option<String>| value.as_ref().map(|it| code(label, it));
        let salesperson = receipt.salesperson.as_ref();
        [
            Some(code(&labels.receipt_no, &receipt.receipt_no)),
            optional(&labels.order_no, &receipt.order_no),
            optional(&labels.original_receipt_no, &receipt.original_receipt_no),
            Some(code(&labels.terminal, &receipt.terminal_no)),
            salesperson.map(|name| (labels.served_by.clone(), self.set.text(name))),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn item_without_amounts(&self, line: &Line, pieces: Option<String>) -> Item {
        let size = line
            .size
            .as_ref()
            .map(|size| self.filled(&self.labels.size, "size", size));
        let certificate = line
            .certificate_no
            .as_ref()
            .map(|number| self.filled(&self.labels.certificate, "number", number));
        let details = line.details.iter().map(|detail| self.set.text(detail));
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
        let promised_on = made.promised_on.strftime("%d-%b-%Y").to_string();
        engraving
            .into_iter()
            .chain(message)
            .chain(has_heart.then(|| labels.heart.clone()))
            .chain(medals)
            .chain([
                self.filled(&labels.promised_on, "date", &promised_on),
                labels.not_returnable.clone(),
            ])
            .collect()
    }

    fn gift_item(&self, line: &Line) -> Item {
        let pieces = (line.quantity != 1).then(|| format!("× {}", signed(line.quantity)));
        self.item_without_amounts(line, pieces.map(|pieces| self.set.code(&pieces)))
    }

    fn item(&self, line: &Line) -> Item {
        // For a single piece at its own price the amount of the line says it all.
        let is_worth_a_line = line.quantity != 1 || !line.discounts.is_empty();
        let pieces = is_worth_a_line
            .then(|| format!("{} × {}", signed(line.quantity), line.unit_price))
            .map(|pieces| self.set.code(&pieces));
        let mut item = self.item_without_amounts(line, pieces);
        item.rate = line.vat_letter.as_deref().map(clean).unwrap_or_default();
        item.amount = self.set.code(&line.net);
        item.discounts = line
            .discounts
            .iter()
            .map(|discount| {
                let amount = discount.amount.as_deref().unwrap_or_default();
                let text = discount.text.as_ref().unwrap_or(&self.labels.discount);
                (self.set.text(text), self.set.code(amount))
            })
            .collect();
        item
    }

    fn add_amounts(&self, paper: &mut Paper, receipt: &Receipt) {
        let labels = self.labels;
        paper.lines = receipt.lines.iter().map(|line| self.item(line)).collect();
        paper.sums = [
            (&labels.subtotal, &receipt.subtotal),
            (&labels.rounding, &receipt.rounding),
        ]
        .into_iter()
        .filter_map(|(label, value)| Some((label.clone(), self.set.code(value.as_ref()?))))
        .collect();
        paper.total = Some(Total {
            label: self.filled(&labels.total, "currency", &receipt.currency),
            value: self.set.code(&receipt.total),
        });
        paper.tenders = receipt
            .tenders
            .iter()
            .map(|tender| self.payment(tender))
            .collect();
        paper.vat = (!receipt.vat.is_empty()).then(|| self.vat_table(&receipt.vat));
        paper.card_slip = receipt
            .card_slip
            .iter()
            .map(|line| self.set.text(line))
            .collect();
    }

    fn payment(&self, tender: &Tender) -> Payment {
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
        let rows = [
            (&self.labels.tendered, &tender.tendered),
            (&self.labels.change, &tender.change),
        ];
        Payment {
            name: self.set.text(&tender.name),
            amount: self.set.code(&tender.amount),
            detail: (!details.is_empty()).then(|| details.join(" · ")),
            rows: rows
                .into_iter()
                .filter_map(|(label, value)| Some((label.clone(), self.set.code(value.as_ref()?))))
                .collect(),
        }
    }

    fn vat_table(&self, rows: &[VatRow]) -> VatTable {
        let labels = self.labels;
        VatTable {
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
        }
    }

    fn facts(&self, receipt: &Receipt) -> Vec<Row> {
        let labels = self.labels;
        let points = receipt.points_earned.as_ref();
        let points = points.map(|points| (labels.points_earned.clone(), self.set.code(points)));
        let warranty = receipt.warranty_until.map(|date| {
            let date = date.strftime("%d-%b-%Y").to_string();
            (labels.warranty_until.clone(), self.set.code(&date))
        });
        let others = receipt
            .facts
            .iter()
            .map(|fact| (self.set.text(&fact.label), self.set.text(&fact.value)));
        // Points and balances are amounts too.
        if receipt.kind == ReceiptKind::Gift {
            return warranty.into_iter().collect();
        }
        points.into_iter().chain(warranty).chain(others).collect()
    }

    fn texts(&self, receipt: &Receipt) -> Vec<String> {
        receipt
            .note
            .iter()
            .chain(&receipt.footers)
            .map(|text| self.set.text(text))
            .collect()
    }

    fn fine_print(&self, receipt: &Receipt) -> Vec<String> {
        let journal = receipt.journal.as_ref().map(|journal| {
            let hash: String = journal.hash.chars().take(HASH_CHARACTERS).collect();
            let mark = format!("{} · {} · {hash}", journal.chain, journal.sequence);
            self.filled(&self.labels.journal, "mark", &mark)
        });
        let count = receipt.lines.len().to_string();
        let software = [
            self.set.code(&receipt.software),
            self.filled(&self.labels.line_count, "count", &count),
        ];
        journal.into_iter().chain([software.join(" · ")]).collect()
    }

    fn filled(&self, label: &str, place: &str, value: &str) -> String {
        label.replace(&format!("{{{place}}}"), &self.set.code(value))
    }
}

/// With the true minus sign, as wide as a digit.
fn signed(quantity: i64) -> String {
    if quantity < 0 {
        format!("−{}", quantity.unsigned_abs())
    } else {
        quantity.to_string()
    }
}
