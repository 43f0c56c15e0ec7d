//! The invoice as the template prints it: cleaned texts in their places.

use serde::Serialize;

use super::Invoice;
use crate::label::Labels;
use crate::receipt::Line;
use crate::writer::{Head, Item, Locale, Payment, Row, Total, VatTable, Writer, signed};

#[derive(Serialize)]
struct Position {
    #[serde(flatten)]
    item: Item,
    quantity: String,
    unit_price: String,
}

#[derive(Serialize)]
struct Parts {
    label: String,
    name: String,
    lines: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct Paper {
    locale: Locale,
    document_title: String,
    title: String,
    notices: Vec<String>,
    store: Head,
    buyer: Parts,
    references: Vec<Row>,
    /// Description, quantity, unit price, VAT rate, amount.
    columns: [String; 5],
    lines: Vec<Position>,
    sums: Vec<Row>,
    total: Total,
    paid_with: String,
    tenders: Vec<Payment>,
    vat: Option<VatTable>,
    fine_print: Vec<String>,
    /// `{page}` and `{pages}` are filled in by the template.
    page: String,
}

impl Paper {
    pub(super) fn new(invoice: &Invoice, labels: &Labels) -> Self {
        let writer = Writer::new(invoice.language, labels);
        let code = |text: &str| writer.set.code(text);
        let buyer = &invoice.buyer;
        let address = buyer.address.iter().map(|line| writer.set.text(line));
        let vat_no = buyer.vat_no.as_ref();
        let vat_no = vat_no.map(|number| writer.filled(&labels.vat_no, "number", number));
        Paper {
            locale: Locale::new(invoice.language),
            document_title: format!("{} {}", labels.invoice, invoice.invoice_no),
            title: labels.invoice.clone(),
            notices: writer.notices(invoice.banner, invoice.copy),
            store: writer.head(&invoice.store),
            buyer: Parts {
                label: labels.bill_to.clone(),
                name: writer.set.text(&buyer.name),
                lines: address.chain(vat_no).collect(),
            },
            references: vec![
                (labels.invoice_no.clone(), code(&invoice.invoice_no)),
                (labels.invoice_date.clone(), writer.day(invoice.issued_on)),
                (labels.supplied_on.clone(), writer.day(invoice.supplied_on)),
                (labels.order_no.clone(), code(&invoice.order_no)),
                (labels.sale.clone(), code(&invoice.receipt_no)),
            ],
            columns: [
                &labels.description,
                &labels.quantity,
                &labels.unit_price,
                &labels.vat,
                &labels.amount,
            ]
            .map(Clone::clone),
            lines: invoice
                .lines
                .iter()
                .map(|line| position(&writer, line))
                .collect(),
            sums: writer.rows([
                (&labels.subtotal, &invoice.subtotal),
                (&labels.rounding, &invoice.rounding),
            ]),
            total: writer.total(&invoice.currency, &invoice.total),
            paid_with: labels.paid_with.clone(),
            tenders: invoice
                .tenders
                .iter()
                .map(|it| writer.payment(it))
                .collect(),
            vat: writer.vat_table(&invoice.vat),
            fine_print: writer.fine_print(
                invoice.journal.as_ref(),
                &invoice.software,
                invoice.lines.len(),
            ),
            page: labels.page.clone(),
        }
    }
}

fn position(writer: &Writer<'_>, line: &Line) -> Position {
    let warranty = line.warranty_until;
    let warranty = warranty.map(|date| writer.dated(&writer.labels.warranty_line, date));
    let mut item = Item {
        rate: writer.letter(line),
        amount: writer.set.code(&line.net),
        discounts: writer.discounts(line),
        ..writer.item_without_amounts(line, None)
    };
    item.details.extend(warranty);
    Position {
        item,
        quantity: writer.set.code(&signed(line.quantity)),
        unit_price: writer.set.code(&line.unit_price),
    }
}
