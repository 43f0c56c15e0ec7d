//! Invoices to look at and to test with.

use jiff::civil::date;

use super::{Buyer, Invoice};
use crate::language::Language;
use crate::receipt::sample::{issued_on, line, store, tender, vat};
use crate::receipt::{Discount, JournalMark, Line, Tender};

/// An invoice with a name for the case it shows.
#[derive(Clone, Debug)]
pub struct InvoiceSample {
    /// The case, as a file name.
    pub name: &'static str,
    /// The invoice.
    pub invoice: Invoice,
}

/// One invoice per case that the layout must stand, in the given language.
pub fn invoice_samples(language: Language) -> Vec<InvoiceSample> {
    let sample = |name, invoice| InvoiceSample { name, invoice };
    vec![
        sample("company", company(language)),
        sample(
            "copy",
            Invoice {
                copy: Some(1),
                ..company(language)
            },
        ),
        sample("long", long(language)),
    ]
}

fn company(language: Language) -> Invoice {
    let day = date(2026, 11, 14);
    Invoice {
        language,
        store: store(),
        invoice_no: "F-PAR03-000417".into(),
        receipt_no: "R-PAR03-118390".into(),
        order_no: "11839".into(),
        issued_on: date(2026, 11, 16),
        issued_at: issued_on(date(2026, 11, 16)),
        supplied_on: day,
        buyer: Buyer {
            name: "Atelier Marchetti & fils SARL".into(),
            address: vec![
                "8 bis, quai de Saône".into(),
                "69002 Lyon".into(),
                "France".into(),
            ],
            vat_no: Some("FR 71 512 940 330".into()),
        },
        lines: vec![
            Line {
                size: Some("42 cm".into()),
                certificate_no: Some("V-88213".into()),
                ..line("Pendentif Larme, émeraude", "NK-4026", "210.00")
            },
            Line {
                quantity: 3,
                unit_price: "89.50".into(),
                discounts: vec![Discount {
                    text: Some("3 for 2".into()),
                    amount: Some("−89.50".into()),
                }],
                ..line("Charm étoile", "CH-7710", "179.00")
            },
        ],
        subtotal: None,
        rounding: None,
        currency: "EUR".into(),
        total: "389.00".into(),
        tenders: vec![Tender {
            card_brand: Some("American Express".into()),
            card_last_four: Some("1005".into()),
            approval_code: Some("48A113".into()),
            ..tender("Card", "389.00")
        }],
        vat: vec![vat("A", "20.00 %", ["324.17", "64.83", "389.00"])],
        copy: None,
        banner: None,
        journal: Some(JournalMark {
            chain: "PAR03-T02".into(),
            sequence: 20_417,
            hash: "9f3a61c07be25d18aa04".into(),
        }),
        software: "Vitrine 3.10.51".into(),
    }
}

/// More pieces than a page holds, for a buyer whose name is written from the right.
fn long(language: Language) -> Invoice {
    Invoice {
        buyer: Buyer {
            name: "شركة النور للمجوهرات".into(),
            address: vec!["شارع الملك فهد 12".into(), "الرياض, SA".into()],
            vat_no: None,
        },
        lines: (1..=40)
            .map(|number| Line {
                size: Some("17 cm".into()),
                ..line(
                    "Bracelet rivière, diamants taille brillant",
                    &format!("BR-{number:04}"),
                    "100.00",
                )
            })
            .collect(),
        total: "4,000.00".into(),
        tenders: vec![tender("Cash", "4,000.00")],
        vat: vec![vat("A", "20.00 %", ["3,333.33", "666.67", "4,000.00"])],
        ..company(language)
    }
}
