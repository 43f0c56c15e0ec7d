//! The tax-free form in every language: one sheet, its words, and a barcode that can be read.

#![expect(
    clippy::unwrap_used,
    reason = "a test that finds nothing to unwrap has failed"
)]

use document::{
    Barcode, Language, TaxFreeForm, TaxFreeGoods, TaxFreePerson, TaxFreeReceipt, layout,
};
use jiff::civil::date;

fn form(language: Language) -> TaxFreeForm {
    TaxFreeForm {
        language,
        company: "Vitrine France SAS".to_owned(),
        shop: "Paris · Rue de Sèvres".to_owned(),
        address: vec!["16 rue de Sèvres".to_owned(), "75006 Paris".to_owned()],
        phone: "+33 1 99 00 16 06".to_owned(),
        vat_no: "FR 00 000 000 000".to_owned(),
        registration_no: "000 000 000 00016".to_owned(),
        operator: "Refund Partners".to_owned(),
        form_no: "260000000012".to_owned(),
        serial_no: "TF-PAR01-000012".to_owned(),
        issued_at: date(2026, 11, 21)
            .at(15, 42, 0, 0)
            .in_tz("Europe/Paris")
            .unwrap(),
        last_day: date(2027, 2, 28),
        is_void: false,
        person: Some(TaxFreePerson {
            name: "WANG MEILIN".to_owned(),
            passport_no: "E41720986".to_owned(),
            issuing_country: "CN".to_owned(),
            born_on: date(1988, 4, 12),
            residence: "88 Nanjing Road, Shanghai, CN".to_owned(),
            flight_no: Some("MU554".to_owned()),
        }),
        receipts: vec![TaxFreeReceipt {
            number: "R-PAR01-000123".to_owned(),
            purchased_on: date(2026, 11, 21),
        }],
        goods: (1..=4)
            .map(|quantity| TaxFreeGoods {
                name: "Orée solitaire ring, yellow gold, emerald".to_owned(),
                quantity,
                vat_rate: "20 %".to_owned(),
                gross: "372.50".to_owned(),
            })
            .collect(),
        currency: "EUR".to_owned(),
        gross: "1,490.00".to_owned(),
        vat: "248.33".to_owned(),
        refund: "178.80".to_owned(),
        method: "CARD".to_owned(),
        destination: Some("visa •••• 0119".to_owned()),
        barcode: Barcode::Code128("TF260000000012".to_owned()),
        is_demonstration: false,
        software: "Vitrine 3.10.51".to_owned(),
    }
}

#[test]
fn every_language_is_one_sheet_that_tells_everything() {
    for language in Language::ALL {
        let sheet = layout(&form(language)).unwrap();
        assert_eq!(sheet.page_count(), 1, "{language}");
        // Direction marks stand between the letters of right-to-left papers.
        let words: String = sheet
            .lines()
            .join("\n")
            .chars()
            .filter(|c| {
                !matches!(
                    c,
                    '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{2060}'
                )
            })
            .collect();
        for expected in [
            "260000000012",
            "E41720986",
            "1,490.00",
            "178.80",
            "248.33",
            "R-PAR01-000123",
        ] {
            assert!(
                words.contains(expected),
                "{language}: {expected} in {words}"
            );
        }
        if let Ok(folder) = std::env::var("VITRINE_PAPERS") {
            let file = format!("{folder}/tax-free-{language}.png");
            std::fs::write(file, sheet.png(1_000).unwrap()).unwrap();
        }
    }
}

#[test]
fn one_that_is_void_says_so_on_top() {
    let void = TaxFreeForm {
        is_void: true,
        ..form(Language::French)
    };
    assert_eq!(layout(&void).unwrap().lines()[0], "Annulé");
    assert_ne!(
        layout(&form(Language::French)).unwrap().lines()[0],
        "Annulé"
    );
}

#[test]
fn customs_can_scan_it() {
    let png = document::png(&form(Language::English), 1_600).unwrap();
    let sheet = tiny_skia::Pixmap::decode_png(&png).unwrap();
    let (width, height) = (sheet.width(), sheet.height());
    let luma = sheet.pixels().iter().map(|pixel| pixel.green()).collect();
    let read = rxing::helpers::detect_in_luma_with_hints(
        luma,
        width,
        height,
        None,
        &mut rxing::DecodeHints {
            TryHarder: Some(true),
            ..rxing::DecodeHints::default()
        },
    )
    .unwrap();
    assert_eq!(read.getText(), "TF260000000012");
}
