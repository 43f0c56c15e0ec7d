//! Receipts to look at and to test with.

use jiff::civil::{Date, date};
use jiff::tz::{self, TimeZone};

use super::{
    Banner, CompanyNumber, Deposit, DepositTerms, Discount, Fact, GiftCard, JournalMark, Line,
    Loyalty, MadeToOrder, MedalSymbol, PieceSource, Receipt, ReceiptKind, Returns, Store, TaxFree,
    TaxFreeState, Tender, VatRow,
};
use crate::barcode::Barcode;
use crate::language::Language;

/// A receipt with a name for the case it shows.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The case, as a file name.
    pub name: &'static str,
    /// The receipt.
    pub receipt: Receipt,
}

/// One receipt per case that the layout must stand, in the given language.
///
/// Names of pieces and people stay as they are, as in a shop where guests from everywhere buy.
pub fn samples(language: Language) -> Vec<Sample> {
    let sample = |name, receipt: fn(Language) -> Receipt| Sample {
        name,
        receipt: receipt(language),
    };
    vec![
        sample("cash", cash),
        sample("split", split),
        sample("scripts", scripts),
        sample("copy", copy),
        sample("refund", refund),
        sample("gift", gift),
        sample("full", full),
        sample("full-gift", full_gift),
        sample("deposit-extension", deposit_extension),
        sample("deposit-price", deposit_price),
        sample("deposit-settlement", deposit_settlement),
        sample("deposit-cancellation", deposit_cancellation),
    ]
}

/// The plain case: two pieces, cash, change.
fn cash(language: Language) -> Receipt {
    Receipt {
        language,
        kind: ReceiptKind::Sale,
        store: store(),
        receipt_no: "R-PAR03-118390".into(),
        order_no: Some("11839".into()),
        original_receipt_no: None,
        issued_at: issued_on(date(2026, 11, 14)),
        terminal_no: "PAR03-T02".into(),
        salesperson: Some("Camille A.".into()),
        lines: vec![
            Line {
                size: Some("42 cm".into()),
                certificate_no: Some("V-88213".into()),
                ..line("Pendentif Larme, émeraude", "NK-4026", "210.00")
            },
            line("Boucles Gouttes, perle", "ER-3077", "129.00"),
        ],
        subtotal: None,
        rounding: None,
        currency: "EUR".into(),
        total: "339.00".into(),
        tenders: vec![Tender {
            tendered: Some("400.00".into()),
            change: Some("61.00".into()),
            ..tender("Cash", "339.00")
        }],
        vat: vec![vat("A", "20.00 %", ["282.50", "56.50", "339.00"])],
        card_slip: vec![],
        loyalty: None,
        gift_cards: vec![],
        deposit: None,
        tax_free: None,
        returns: Some(Returns::Until(date(2026, 12, 14))),
        facts: vec![],
        note: None,
        copy: None,
        banner: None,
        journal: Some(JournalMark {
            chain: "PAR03-T02".into(),
            sequence: 20_417,
            hash: "9f3a61c07be25d18aa04".into(),
        }),
        barcode: Some(Barcode::Code128("R-PAR03-118390".into())),
        verification_url: None,
        footers: vec![],
        software: "Vitrine 3.10.51".into(),
    }
}

/// Everything at once: long names, reductions, three rates, two tenders, the terminal's slip.
fn split(language: Language) -> Receipt {
    Receipt {
        receipt_no: "R-PAR03-118391".into(),
        lines: split_lines(),
        subtotal: Some("12,255.02".into()),
        rounding: Some("−0.02".into()),
        total: "12,255.00".into(),
        tenders: split_tenders(),
        vat: vec![
            vat("A", "20.00 %", ["9,509.17", "1,901.83", "11,411.00"]),
            vat("B", "5.50 %", ["30.00", "1.65", "31.65"]),
            vat("C", "0.00 %", ["812.37", "0.00", "812.37"]),
        ],
        card_slip: [
            "CARTE BANCAIRE SANS CONTACT",
            "A0000000250108 AMEX",
            "14/11/26 14:48:02 0311",
            "MONTANT 12000,00 EUR",
            "DEBIT",
            "TICKET CLIENT A CONSERVER",
        ]
        .map(String::from)
        .to_vec(),
        facts: vec![Fact {
            label: "Carte cadeau •••• 4411".into(),
            value: "120.00".into(),
        }],
        returns: Some(Returns::Own(
            "Échange sous 30 jours avec ce ticket, dans toutes nos boutiques.".into(),
        )),
        note: Some("Bracelet shortened by two links; spare links in the box.".into()),
        barcode: Some(Barcode::Qr("R-PAR03-118391".into())),
        ..cash(language)
    }
}

fn split_lines() -> Vec<Line> {
    let bracelet = "Bracelet rivière, diamants taille brillant et or blanc 18 carats, fermoir \
                    double sécurité";
    vec![
        Line {
            size: Some("17 cm".into()),
            certificate_no: Some("GIA 2417 990 316".into()),
            unit_price: "12,480.00".into(),
            discounts: vec![Discount {
                text: Some("Anniversary of the house, 10 %".into()),
                amount: Some("−1,248.00".into()),
            }],
            ..line(bracelet, "BR-0917-WG-DIA", "11,232.00")
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
        Line {
            vat_letter: Some("B".into()),
            ..line("Livre: Gemmes et joyaux", "BK-1", "31.65")
        },
        Line {
            vat_letter: Some("C".into()),
            ..line("Lingot 10 g", "IN-10", "812.37")
        },
    ]
}

fn split_tenders() -> Vec<Tender> {
    vec![
        Tender {
            card_brand: Some("American Express".into()),
            card_last_four: Some("1005".into()),
            approval_code: Some("48A113".into()),
            ..tender("Card", "12,000.00")
        },
        Tender {
            tendered: Some("300.00".into()),
            change: Some("45.00".into()),
            ..tender("Cash", "255.00")
        },
    ]
}

/// Arabic, Chinese, Japanese, Korean, Greek and Hebrew names, and texts that look like markup.
fn scripts(language: Language) -> Receipt {
    Receipt {
        receipt_no: "R-PAR03-118392".into(),
        salesperson: Some("نورة الأحمد".into()),
        lines: vec![
            Line {
                size: Some("52".into()),
                ..line("خاتم سوليتير 18 قيراط (ذهب)", "RG-1841", "1,040.00")
            },
            line("珍珠项链，约 45 厘米", "NK-2210", "620.00"),
            line("鑽石訂製婚戒「永恆」", "RG-9002", "2,300.00"),
            line("あこや真珠のネックレス・パヴェ", "NK-3321", "980.00"),
            line("진주 반지 · Δαχτυλίδι · טבעת זהב", "RG-0007", "75.00"),
            line(
                "#let x = 1 $a_b$ [*bold*] \"quoted\" \\ <label> @ref // `raw` {set}",
                "#1",
                "1.00",
            ),
        ],
        total: "5,016.00".into(),
        tenders: vec![Tender {
            card_brand: Some("UnionPay".into()),
            card_last_four: Some("8820".into()),
            approval_code: Some("003412".into()),
            ..tender("银联 UnionPay", "5,016.00")
        }],
        vat: vec![vat("A", "20.00 %", ["4,180.00", "836.00", "5,016.00"])],
        barcode: Some(Barcode::Code128("R-PAR03-118392".into())),
        ..cash(language)
    }
}

/// The second copy, out of the training mode.
fn copy(language: Language) -> Receipt {
    Receipt {
        copy: Some(2),
        banner: Some(Banner::Training),
        ..cash(language)
    }
}

/// Money back for one of the pieces.
fn refund(language: Language) -> Receipt {
    Receipt {
        kind: ReceiptKind::Refund,
        receipt_no: "R-PAR03-118455".into(),
        original_receipt_no: Some("R-PAR03-118390".into()),
        lines: vec![Line {
            quantity: -1,
            unit_price: "129.00".into(),
            warranty_until: None,
            ..line("Boucles Gouttes, perle", "ER-3077", "−129.00")
        }],
        total: "−129.00".into(),
        tenders: vec![tender("Cash", "−129.00")],
        vat: vec![vat("A", "20.00 %", ["−107.50", "−21.50", "−129.00"])],
        returns: None,
        barcode: Some(Barcode::Code128("R-PAR03-118455".into())),
        ..cash(language)
    }
}

/// The split sale again, for the person who is given the pieces.
fn gift(language: Language) -> Receipt {
    Receipt {
        kind: ReceiptKind::Gift,
        note: None,
        ..split(language)
    }
}

/// All that other parts of the shop add: deposit, tax-free form, loyalty, gift cards, a piece made to
/// order, warranties that differ, and the code that verifies the paper.
fn full(language: Language) -> Receipt {
    let cash = cash(language);
    Receipt {
        receipt_no: "R-PAR03-118460".into(),
        lines: vec![
            Line {
                made_to_order: Some(MadeToOrder {
                    engraving: Some("LÉA!".into()),
                    message: vec!["14.11".into(), "2026".into()],
                    symbol: Some(MedalSymbol::Star),
                    medals: vec!["Médaille Lune".into()],
                    promised_on: date(2026, 11, 28),
                }),
                ..line("Bracelet Étoile", "BR-1042", "210.00")
            },
            Line {
                warranty_until: Some(date(2027, 11, 14)),
                ..line("Boucles Gouttes, perle", "ER-3077", "129.00")
            },
            Line {
                warranty_until: None,
                ..line("Sac", "BAG-1", "0.00")
            },
        ],
        loyalty: Some(Loyalty {
            earned: Some("16.95".into()),
            balance: Some("48.20".into()),
            expires: Some(("12.40".into(), date(2027, 1, 31))),
        }),
        gift_cards: vec![
            GiftCard {
                last_four: "4411".into(),
                paid: Some("59.60".into()),
                loaded: None,
                cleared: Some("0.40".into()),
                balance: "0.00".into(),
                expires_on: None,
            },
            GiftCard {
                last_four: "4471".into(),
                paid: None,
                loaded: Some("50.00".into()),
                cleared: None,
                balance: "90.00".into(),
                expires_on: Some(date(2028, 11, 14)),
            },
        ],
        deposit: Some(Deposit {
            deposit_no: "D-PAR03-000871".into(),
            paid: Some("100.00".into()),
            remaining: Some("239.00".into()),
            due_on: Some(date(2026, 12, 20)),
            terms: Some(DepositTerms::Refundable),
            ..Deposit::default()
        }),
        tax_free: Some(TaxFree {
            form_no: "FR-2026-009144".into(),
            state: TaxFreeState::Issued,
            refund: Some("40.68".into()),
            validate_by: Some(date(2027, 2, 28)),
        }),
        verification_url: Some(
            "https://boutique.example/pos/receipt/AZQ1b3V0aXF1ZS5leGFtcGxlL3Jlc2VpcHRBWlE".into(),
        ),
        barcode: Some(Barcode::Code128("R-PAR03-118460".into())),
        ..cash
    }
}

/// A deposit whose last day was moved: nothing was paid.
fn deposit_extension(language: Language) -> Receipt {
    Receipt {
        kind: ReceiptKind::DepositExtension,
        receipt_no: "D-PAR03-000871-2".into(),
        lines: vec![
            Line {
                source: Some(PieceSource::OtherStore),
                warranty_until: None,
                ..line("Boucles Gouttes, perle", "ER-3077", "129.00")
            },
            Line {
                source: Some(PieceSource::ToBeProduced),
                warranty_until: None,
                ..line("Jonc Serpent", "BR-2044", "210.00")
            },
        ],
        deposit: Some(Deposit {
            deposit_no: "D-PAR03-000871".into(),
            paid: Some("100.00".into()),
            remaining: Some("239.00".into()),
            previous_due: Some(date(2026, 12, 20)),
            due_on: Some(date(2027, 1, 15)),
            terms: Some(DepositTerms::Arrhes),
            ..Deposit::default()
        }),
        order_no: None,
        tenders: vec![],
        vat: vec![],
        returns: None,
        ..cash(language)
    }
}

/// A deposit whose pieces cost less from now on.
fn deposit_price(language: Language) -> Receipt {
    let before = deposit_extension(language);
    Receipt {
        kind: ReceiptKind::DepositPrice,
        receipt_no: "D-PAR03-000871-3".into(),
        deposit: before.deposit.map(|deposit| Deposit {
            previous_due: None,
            previous_price: Some("380.00".into()),
            terms: Some(DepositTerms::Acompte),
            ..deposit
        }),
        order_no: None,
        tenders: vec![],
        ..cash(language)
    }
}

/// Pieces of a deposit that were handed over.
fn deposit_settlement(language: Language) -> Receipt {
    Receipt {
        kind: ReceiptKind::DepositSettlement,
        receipt_no: "D-PAR03-000871-4".into(),
        original_receipt_no: Some("R-PAR03-118470".into()),
        deposit: Some(Deposit {
            deposit_no: "D-PAR03-000871".into(),
            applied: Some("100.00".into()),
            paid: Some("0.00".into()),
            remaining: Some("0.00".into()),
            ..Deposit::default()
        }),
        order_no: None,
        tenders: vec![],
        vat: vec![],
        copy: Some(1),
        ..cash(language)
    }
}

/// A deposit from which the client withdrew.
fn deposit_cancellation(language: Language) -> Receipt {
    Receipt {
        kind: ReceiptKind::DepositCancellation,
        receipt_no: "DP-PAR03-000031".into(),
        deposit: Some(Deposit {
            deposit_no: "D-PAR03-000871".into(),
            paid: Some("0.00".into()),
            kept: Some("30.00".into()),
            ..Deposit::default()
        }),
        total: "−70.00".into(),
        tenders: vec![tender("Cash", "−70.00")],
        order_no: None,
        vat: vec![],
        ..cash(language)
    }
}

/// The same for the person who is given the pieces.
fn full_gift(language: Language) -> Receipt {
    Receipt {
        kind: ReceiptKind::Gift,
        ..full(language)
    }
}

pub(crate) fn store() -> Store {
    Store {
        company: "Vitrine".into(),
        name: "Paris · Rue de Sèvres".into(),
        address: vec!["41 Rue de Sèvres".into(), "75006 Paris, France".into()],
        phone: Some("+33 1 42 00 11 22".into()),
        vat_no: Some("FR 40 123 456 824".into()),
        company_no: Some(CompanyNumber {
            scheme: "SIRET".into(),
            number: "123 456 824 00017".into(),
        }),
    }
}

pub(crate) fn line(name: &str, item_no: &str, net: &str) -> Line {
    Line {
        name: name.into(),
        item_no: item_no.into(),
        size: None,
        certificate_no: None,
        details: vec![],
        source: None,
        made_to_order: None,
        quantity: 1,
        unit_price: net.into(),
        net: net.into(),
        vat_letter: Some("A".into()),
        discounts: vec![],
        warranty_until: Some(date(2028, 11, 14)),
    }
}

pub(crate) fn tender(name: &str, amount: &str) -> Tender {
    Tender {
        name: name.into(),
        amount: amount.into(),
        card_brand: None,
        card_last_four: None,
        approval_code: None,
        tendered: None,
        change: None,
        detail: None,
    }
}

pub(crate) fn vat(letter: &str, rate: &str, [net, vat, gross]: [&str; 3]) -> VatRow {
    VatRow {
        letter: Some(letter.into()),
        rate: rate.into(),
        net: net.into(),
        vat: vat.into(),
        gross: gross.into(),
    }
}

/// 14:48:20 in Paris in winter.
pub(crate) fn issued_on(day: Date) -> jiff::Zoned {
    let zone = TimeZone::fixed(tz::offset(1));
    let at = day.at(14, 48, 20, 0);
    zone.into_ambiguous_zoned(at)
        .compatible()
        .unwrap_or_default()
}
