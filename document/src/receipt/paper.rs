//! The receipt as the template prints it: cleaned texts in their places.

use jiff::civil::Date;
use serde::Serialize;

use super::{
    Deposit, DepositTerms, GiftCard, Line, Loyalty, Receipt, ReceiptKind, Returns, TaxFree,
    TaxFreeState,
};
use crate::barcode::{Barcode, Drawing};
use crate::label::Labels;
use crate::writer::{Head, Item, Locale, Payment, Row, Total, VatTable, Writer, signed};

/// A code that somebody scans, and what it is for.
#[derive(Serialize)]
struct Verification {
    drawing: Drawing,
    text: String,
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
    verification: Option<Verification>,
    fine_print: Vec<String>,
}

impl Paper {
    pub(super) fn new(receipt: &Receipt, labels: &Labels) -> Self {
        let writer = Writer::new(receipt.language, labels);
        let title = title(labels, receipt.kind);
        let verification = receipt.verification_url.as_ref().and_then(|url| {
            Some(Verification {
                drawing: Barcode::Qr(url.clone()).draw()?,
                text: labels.verify.clone(),
            })
        });
        let mut paper = Paper {
            locale: Locale::new(receipt.language),
            document_title: format!("{title} {}", receipt.receipt_no),
            title: title.to_owned(),
            issued_at: writer
                .set
                .code(&receipt.issued_at.strftime("%d-%b-%Y  %H:%M:%S").to_string()),
            notices: writer.notices(receipt.banner, receipt.copy),
            store: writer.head(&receipt.store),
            references: references(&writer, receipt),
            lines: receipt
                .lines
                .iter()
                .map(|line| gift_item(&writer, line))
                .collect(),
            total: None,
            sums: Vec::new(),
            tenders: Vec::new(),
            vat: None,
            card_slip: Vec::new(),
            facts: Vec::new(),
            texts: texts(&writer, receipt),
            barcode: receipt.barcode.as_ref().and_then(|barcode| barcode.draw()),
            receipt_no: writer.set.code(&receipt.receipt_no),
            verification,
            fine_print: writer.fine_print(
                receipt.journal.as_ref(),
                &receipt.software,
                receipt.lines.len(),
            ),
        };
        if receipt.kind != ReceiptKind::Gift {
            add_amounts(&writer, &mut paper, receipt);
        }
        add_warranty(&writer, &mut paper, receipt);
        paper
    }
}

fn title(labels: &Labels, kind: ReceiptKind) -> &str {
    match kind {
        ReceiptKind::Sale => &labels.sale,
        ReceiptKind::Refund => &labels.refund,
        ReceiptKind::Exchange => &labels.exchange,
        ReceiptKind::Deposit => &labels.deposit,
        ReceiptKind::DepositPayment => &labels.deposit_payment,
        ReceiptKind::DepositExtension => &labels.deposit_extension,
        ReceiptKind::DepositPrice => &labels.deposit_price,
        ReceiptKind::DepositSettlement => &labels.deposit_settlement,
        ReceiptKind::DepositCancellation => &labels.deposit_cancellation,
        ReceiptKind::Gift => &labels.gift,
    }
}

fn references(writer: &Writer<'_>, receipt: &Receipt) -> Vec<Row> {
    let labels = writer.labels;
    let code = |label: &String, value: &String| (label.clone(), writer.set.code(value));
    let optional = |label, value: &Option<String>| value.as_ref().map(|it| code(label, it));
    let salesperson = receipt.salesperson.as_ref();
    [
        Some(code(&labels.receipt_no, &receipt.receipt_no)),
        optional(&labels.order_no, &receipt.order_no),
        optional(&labels.original_receipt_no, &receipt.original_receipt_no),
        Some(code(&labels.terminal, &receipt.terminal_no)),
        salesperson.map(|name| (labels.served_by.clone(), writer.set.text(name))),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn gift_item(writer: &Writer<'_>, line: &Line) -> Item {
    let pieces = (line.quantity != 1).then(|| format!("× {}", signed(line.quantity)));
    writer.item_without_amounts(line, pieces.map(|pieces| writer.set.code(&pieces)))
}

fn item(writer: &Writer<'_>, line: &Line) -> Item {
    // For a single piece at its own price the amount of the line says it all.
    let is_worth_a_line = line.quantity != 1 || !line.discounts.is_empty();
    let pieces = is_worth_a_line
        .then(|| format!("{} × {}", signed(line.quantity), line.unit_price))
        .map(|pieces| writer.set.code(&pieces));
    Item {
        rate: writer.letter(line),
        amount: writer.set.code(&line.net),
        discounts: writer.discounts(line),
        ..writer.item_without_amounts(line, pieces)
    }
}

fn add_amounts(writer: &Writer<'_>, paper: &mut Paper, receipt: &Receipt) {
    let labels = writer.labels;
    paper.lines = receipt.lines.iter().map(|it| item(writer, it)).collect();
    paper.sums = writer.rows([
        (&labels.subtotal, &receipt.subtotal),
        (&labels.rounding, &receipt.rounding),
    ]);
    let moves_money = receipt.kind != ReceiptKind::DepositExtension;
    paper.total = moves_money.then(|| writer.total(&receipt.currency, &receipt.total));
    let tenders = receipt.tenders.iter();
    paper.tenders = tenders.map(|tender| writer.payment(tender)).collect();
    paper.vat = writer.vat_table(&receipt.vat);
    let slip = receipt.card_slip.iter();
    paper.card_slip = slip.map(|line| writer.set.text(line)).collect();
    // Points and balances are amounts too.
    let loyalty = receipt.loyalty.as_ref().map(|it| loyalty(writer, it));
    let deposit = receipt.deposit.as_ref().map(|it| deposit(writer, it));
    let tax_free = receipt.tax_free.as_ref().map(|it| tax_free(writer, it));
    let others = receipt.facts.iter();
    let others = others.map(|fact| (writer.set.text(&fact.label), writer.set.text(&fact.value)));
    let gift_cards = receipt.gift_cards.iter();
    let gift_cards = gift_cards.flat_map(|it| gift_card(writer, it));
    paper.facts = [loyalty, deposit, tax_free]
        .into_iter()
        .flatten()
        .flatten()
        .chain(gift_cards)
        .chain(others)
        .collect();
    let terms = receipt.deposit.as_ref().and_then(|deposit| deposit.terms);
    let terms = terms.map(|terms| match terms {
        DepositTerms::Refundable => &labels.deposit_refundable,
        DepositTerms::Arrhes => &labels.deposit_arrhes,
        DepositTerms::Acompte => &labels.deposit_acompte,
    });
    let form = receipt.tax_free.as_ref();
    let form = form.filter(|form| form.state.counts());
    let warning = form.map(|_| &labels.tax_free_warning);
    paper
        .texts
        .extend(terms.into_iter().chain(warning).cloned());
}

fn loyalty(writer: &Writer<'_>, loyalty: &Loyalty) -> Vec<Row> {
    let labels = writer.labels;
    let mut rows = writer.rows([
        (&labels.loyalty_earned, &loyalty.earned),
        (&labels.loyalty_balance, &loyalty.balance),
    ]);
    rows.extend(loyalty.expires.as_ref().map(|(amount, date)| {
        let label = writer.dated(&labels.loyalty_expires, *date);
        (label, writer.set.code(amount))
    }));
    rows
}

fn gift_card(writer: &Writer<'_>, card: &GiftCard) -> Vec<Row> {
    let labels = writer.labels;
    let number = format!("•••• {}", card.last_four);
    let mut rows = writer.rows([
        (&labels.gift_card, &Some(number)),
        (&labels.gift_card_loaded, &card.loaded),
        (&labels.gift_card_paid, &card.paid),
        (&labels.gift_card_cleared, &card.cleared),
        (&labels.gift_card_balance, &Some(card.balance.clone())),
    ]);
    rows.extend(
        card.expires_on
            .map(|date| (labels.gift_card_until.clone(), writer.day(date))),
    );
    rows
}

fn deposit(writer: &Writer<'_>, deposit: &Deposit) -> Vec<Row> {
    let labels = writer.labels;
    let mut rows = writer.rows([
        (&labels.deposit_no, &Some(deposit.deposit_no.clone())),
        (&labels.deposit_previous_price, &deposit.previous_price),
        (&labels.deposit_applied, &deposit.applied),
        (&labels.deposit_paid, &deposit.paid),
        (&labels.deposit_remaining, &deposit.remaining),
        (&labels.deposit_kept, &deposit.kept),
    ]);
    let days = [
        (&labels.deposit_previous_due, deposit.previous_due),
        (&labels.deposit_due, deposit.due_on),
    ];
    rows.extend(
        days.into_iter()
            .filter_map(|(label, day)| Some((label.clone(), writer.day(day?)))),
    );
    rows
}

fn tax_free(writer: &Writer<'_>, form: &TaxFree) -> Vec<Row> {
    let labels = writer.labels;
    let state = match form.state {
        TaxFreeState::Issued => &labels.tax_free_issued,
        TaxFreeState::Validated => &labels.tax_free_validated,
        TaxFreeState::Refunded => &labels.tax_free_refunded,
        TaxFreeState::Expired => &labels.tax_free_expired,
        TaxFreeState::Void => &labels.tax_free_void,
    };
    let mut rows = writer.rows([(&labels.tax_free_no, &Some(form.form_no.clone()))]);
    rows.push((labels.tax_free_state.clone(), state.clone()));
    rows.extend(writer.rows([(&labels.tax_free_refund, &form.refund)]));
    rows.extend(
        form.validate_by
            .map(|date| (labels.tax_free_validate_by.clone(), writer.day(date))),
    );
    rows
}

/// One date for the whole paper where the pieces have the same; else each piece says its own.
fn add_warranty(writer: &Writer<'_>, paper: &mut Paper, receipt: &Receipt) {
    let dates: Vec<Option<Date>> = receipt.lines.iter().map(|it| it.warranty_until).collect();
    let mut known = dates.iter().flatten();
    let Some(first) = known.next() else {
        return;
    };
    if known.all(|date| date == first) {
        let row = (writer.labels.warranty_until.clone(), writer.day(*first));
        paper.facts.insert(0, row);
        return;
    }
    for (item, date) in paper.lines.iter_mut().zip(dates) {
        let text = date.map(|date| writer.dated(&writer.labels.warranty_line, date));
        item.details.extend(text);
    }
}

fn texts(writer: &Writer<'_>, receipt: &Receipt) -> Vec<String> {
    let labels = writer.labels;
    let returns = receipt.returns.as_ref().map(|returns| match returns {
        Returns::Until(date) => writer.dated(&labels.return_until, *date),
        Returns::Never => labels.return_never.clone(),
        Returns::Own(text) => writer.set.text(text),
    });
    let note = receipt.note.iter().map(|text| writer.set.text(text));
    let footers = receipt.footers.iter().map(|text| writer.set.text(text));
    note.chain(returns).chain(footers).collect()
}
