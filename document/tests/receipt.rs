//! Every sample receipt in every language, as a person and as a printer would see it.

use std::path::PathBuf;

use document::{Banner, Barcode, Language, Layout, Line, Receipt, ReceiptKind, layout, samples};
use rxing::BarcodeFormat;
use rxing::DecodeHints;
use rxing::helpers::detect_in_luma_with_hints;

fn sample(name: &str, language: Language) -> Receipt {
    let found = samples(language)
        .into_iter()
        .find(|sample| sample.name == name);
    found.expect("a sample of that name").receipt
}

fn text(receipt: &Receipt) -> String {
    layout(receipt).expect("a layout").lines().join("\n")
}

/// One test per language, so that they run side by side; layouts are what takes the time.
macro_rules! every_sample_in {
    ($($test:ident: $language:ident),* $(,)?) => {
        $(#[test]
        fn $test() {
            check_samples(Language::$language);
        })*

        #[test]
        fn no_language_is_forgotten() {
            assert_eq!(Language::ALL.to_vec(), [$(Language::$language),*]);
        }
    };
}

every_sample_in! {
    samples_in_english: English,
    samples_in_english_of_the_united_states: EnglishUnitedStates,
    samples_in_simplified_chinese: ChineseSimplified,
    samples_in_traditional_chinese: ChineseTraditional,
    samples_in_french: French,
    samples_in_german: German,
    samples_in_spanish: Spanish,
    samples_in_italian: Italian,
    samples_in_japanese: Japanese,
    samples_in_arabic: Arabic,
}

/// Compares with `golden/<language>.txt`. After a wanted change: `UPDATE_GOLDEN=1 cargo test -p
/// document`, then read the difference.
fn check_samples(language: Language) {
    let mut actual = String::new();
    for sample in samples(language) {
        let layout = layout(&sample.receipt).expect(sample.name);
        assert_eq!(layout.page_count(), 1, "{}", sample.name);
        assert_eq!(layout.missing_letters(), "", "{}", sample.name);
        assert!(is_clear_at_the_edges(&layout), "{}", sample.name);
        actual += &format!("=== {} ===\n{}\n\n", sample.name, layout.lines().join("\n"));
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("golden")
        .join(format!("{language}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, &actual).expect("a writable folder");
    }
    let golden = std::fs::read_to_string(&path).expect("a golden file");
    assert!(
        actual == golden,
        "{language} differs from {}:\n{actual}",
        path.display()
    );
}

#[test]
fn letters_that_no_font_has_are_noticed() {
    let mut receipt = sample("cash", Language::English);
    receipt.lines[0].name = "Ring \u{13000}".into();
    assert_eq!(layout(&receipt).unwrap().missing_letters(), "\u{13000}");
}

#[test]
fn endless_words_stay_on_the_paper() {
    let mut receipt = sample("cash", Language::English);
    receipt.lines[0].name = "X".repeat(400);
    receipt.lines[0].item_no = "9".repeat(90);
    receipt.tenders[0].name = "W".repeat(120);
    receipt.store.company = "Maison".repeat(20);
    receipt.receipt_no = "R".repeat(70);
    assert!(is_clear_at_the_edges(&layout(&receipt).unwrap()));
}

/// The outermost 5 dots of the 576 stay white: text begins 1 mm further in.
fn is_clear_at_the_edges(layout: &Layout) -> bool {
    let dots = layout.raster(576).expect("dots");
    let edge = (0b1111_1000, 0b0001_1111);
    dots.rows()
        .chunks_exact(dots.bytes_per_row())
        .all(|row| row[0] & edge.0 == 0 && row[row.len() - 1] & edge.1 == 0)
}

#[test]
fn names_that_look_like_markup_print_as_they_are() {
    let printed = text(&sample("scripts", Language::English));
    for part in [
        "#let x = 1 $a_b$ [*bold*] \"quoted\"",
        "<label> @ref // `raw` {set}",
    ] {
        assert!(printed.contains(part), "{printed}");
    }
    let mut receipt = sample("cash", Language::English);
    receipt.salesperson = Some("#read(\"/etc/passwd\")".into());
    receipt.footers = vec!["\"}], \"total\": {\"value\": \"0.00\"}".into()];
    receipt.store.company = "#panic()".into();
    let printed = text(&receipt);
    assert!(printed.contains("#read(\"/etc/passwd\")"), "{printed}");
    assert!(
        printed.contains("\"}], \"total\": {\"value\": \"0.00\"}"),
        "{printed}"
    );
    assert!(printed.contains("#panic()"), "{printed}");
    assert!(printed.contains("Total EUR | 339.00"), "{printed}");
}

/// Left and right as they stand on paper, word by word: in Arabic the amount is on the left and
/// reads as it is.
#[test]
fn amounts_and_numbers_are_not_turned_round_in_arabic() {
    let printed = text(&sample("split", Language::Arabic));
    for line in [
        "11,232.00 | A | Bracelet rivière, diamants taille",
        "−1,248.00 | Anniversary",
    ] {
        assert!(printed.contains(line), "{printed}");
    }
    let refund = text(&sample("refund", Language::Arabic));
    assert!(refund.contains("R-PAR03-118455 | الإيصال رقم"), "{refund}");
    assert!(
        refund.lines().any(|line| line.starts_with("−129.00 | ")),
        "{refund}"
    );
}

#[test]
fn a_name_cannot_turn_the_amount_beside_it_round() {
    let mut receipt = sample("cash", Language::English);
    receipt.lines[0].name = "Ring \u{202E}00.9".into();
    let printed = text(&receipt);
    assert!(printed.contains("Ring 00.9 | A | 210.00"), "{printed}");
}

#[test]
fn a_gift_receipt_holds_no_amount() {
    for language in [Language::English, Language::Arabic] {
        let sold = sample("split", language);
        let gift = Receipt {
            kind: ReceiptKind::Gift,
            ..sold.clone()
        };
        let printed = text(&gift);
        let amounts = sold
            .lines
            .iter()
            .flat_map(|line| [&line.net, &line.unit_price])
            .chain(sold.tenders.iter().map(|tender| &tender.amount))
            .chain(
                sold.vat
                    .iter()
                    .flat_map(|row| [&row.net, &row.vat, &row.gross]),
            )
            .chain([&sold.total])
            .chain(sold.facts.iter().map(|fact| &fact.value))
            .filter(|amount| amount.len() > 4);
        for amount in amounts {
            assert!(
                text(&sold).contains(amount.as_str()),
                "the sale prints {amount}"
            );
            assert!(
                !printed.contains(amount.as_str()),
                "{language} shows {amount}:\n{printed}"
            );
        }
        assert!(
            !printed.contains("1005"),
            "the card has no place on a gift receipt"
        );
    }
}

#[test]
fn copies_and_training_say_so_at_top_and_bottom() {
    let printed = text(&sample("copy", Language::English));
    assert_eq!(printed.matches("Copy no. 2").count(), 2);
    assert_eq!(printed.matches("Training").count(), 2);
    let last = printed.lines().last();
    assert_eq!(
        last,
        Some("Copy no. 2"),
        "nothing follows that could be cut off as an original"
    );
    assert!(!text(&sample("cash", Language::English)).contains("Copy"));
    let demonstration = Receipt {
        banner: Some(Banner::Demonstration),
        ..sample("cash", Language::French)
    };
    assert!(text(&demonstration).contains("Démonstration"));
}

#[test]
fn the_journal_mark_shows_ten_characters_of_the_hash() {
    let printed = text(&sample("cash", Language::English));
    assert!(
        printed.contains("Journal PAR03-T02 · 20417 · 9f3a61c07b\n"),
        "{printed}"
    );
}

#[test]
fn the_same_receipt_gives_the_same_bytes() {
    let receipt = sample("scripts", Language::Japanese);
    let first = document::pdf(&receipt).unwrap();
    let others: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| document::pdf(&receipt).unwrap()))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(others.iter().all(|other| *other == first));
    assert!(first.starts_with(b"%PDF-1.7"));
}

#[test]
fn the_pdf_states_title_language_and_date() {
    let pdf = document::pdf(&sample("cash", Language::ChineseTraditional)).unwrap();
    let holds = |part: &[u8]| pdf.windows(part.len()).any(|window| window == part);
    assert!(holds(b"/Lang(zh-TW)"));
    assert!(
        holds(b"2026-11-14T14:48:20+01:00"),
        "creation date in the metadata"
    );
    assert!(
        holds("銷售收據 R-PAR03-118390".as_bytes()),
        "title in the metadata"
    );
}

/// Reads the dots with a decoder that shares no code with the encoders.
#[test]
fn the_printed_code_can_be_scanned() {
    let odd = Receipt {
        barcode: Some(Barcode::Code128("A1-1234567-b9".into())),
        ..sample("cash", Language::English)
    };
    let too_long = Receipt {
        barcode: Some(Barcode::Code128(
            "https://boutique.example/r/R-PAR03-118390".into(),
        )),
        ..sample("cash", Language::Arabic)
    };
    let receipts = [
        sample("cash", Language::English),
        sample("split", Language::Arabic),
        sample("scripts", Language::Arabic),
        odd,
        too_long,
    ];
    for receipt in receipts {
        let content = receipt
            .barcode
            .as_ref()
            .map(|barcode| barcode.content().to_owned());
        assert_eq!(scan(&receipt, 576), content);
    }
    assert_eq!(
        scan(&sample("refund", Language::German), 512),
        Some("R-PAR03-118455".into())
    );
    let without = Receipt {
        barcode: None,
        ..sample("cash", Language::English)
    };
    assert_eq!(scan(&without, 576), None);
}

/// The till reads the number of the receipt, the client's telephone the address that verifies it.
#[test]
fn both_codes_of_a_paper_can_be_scanned() {
    for language in [Language::French, Language::Arabic] {
        for name in ["full", "full-gift"] {
            let receipt = sample(name, language);
            let read = |format| scan_for(&receipt, 576, Some(format));
            let found = [read(BarcodeFormat::CODE_128), read(BarcodeFormat::QR_CODE)];
            let url = receipt.verification_url.clone().expect("an address");
            let number = receipt.receipt_no.clone();
            assert_eq!(found, [Some(number), Some(url)], "{name} {language}");
        }
    }
}

fn light(dots: &document::Bitmap) -> Vec<u8> {
    (0..dots.height())
        .flat_map(|y| (0..dots.width()).map(move |x| (x, y)))
        .map(|(x, y)| if dots.is_black(x, y) { 0 } else { 255 })
        .collect()
}

fn scan(receipt: &Receipt, dots_per_line: u32) -> Option<String> {
    scan_for(receipt, dots_per_line, None)
}

fn scan_for(
    receipt: &Receipt,
    dots_per_line: u32,
    format: Option<BarcodeFormat>,
) -> Option<String> {
    let dots = document::raster(receipt, dots_per_line).expect("dots");
    let light = light(&dots);
    let mut hints = DecodeHints {
        PossibleFormats: format.map(|format| std::collections::HashSet::from([format])),
        ..DecodeHints::default()
    };
    let found = detect_in_luma_with_hints(light, dots.width(), dots.height(), None, &mut hints);
    let found = found.ok()?;
    Some(found.getText().to_owned())
}

#[test]
fn dots_and_picture_have_the_asked_width() {
    let layout = layout(&sample("cash", Language::English)).unwrap();
    for dots_per_line in [384, 512, 576] {
        let dots = layout.raster(dots_per_line).unwrap();
        assert_eq!(dots.width(), dots_per_line);
        let black = dots
            .rows()
            .iter()
            .map(|byte| byte.count_ones())
            .sum::<u32>();
        let share = f64::from(black) / f64::from(dots.width() * dots.height());
        assert!(
            (0.02..0.2).contains(&share),
            "{share} of the dots are black"
        );
    }
    let png = layout.png(640).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(png[16..20], 640_u32.to_be_bytes());
    assert!(layout.raster(0).is_err());
    assert!(layout.png(0).is_err());
}

#[test]
fn a_receipt_survives_storage() {
    for sample in samples(Language::Arabic) {
        let stored = serde_json::to_string(&sample.receipt).unwrap();
        let read: Receipt = serde_json::from_str(&stored).unwrap();
        assert_eq!(read, sample.receipt);
    }
}

#[test]
fn a_bare_receipt_prints_without_empty_parts() {
    let full = sample("cash", Language::English);
    let bare = Receipt {
        order_no: None,
        salesperson: None,
        vat: vec![],
        returns: None,
        journal: None,
        barcode: None,
        footers: vec![],
        store: document::Store {
            address: vec![],
            phone: None,
            vat_no: None,
            company_no: None,
            ..full.store.clone()
        },
        lines: full
            .lines
            .iter()
            .map(|line| Line {
                warranty_until: None,
                ..line.clone()
            })
            .collect(),
        ..full
    };
    let printed = text(&bare);
    for absent in [
        "VAT",
        "Served by",
        "Order",
        "Warranty",
        "Journal",
        "Tel.",
        "return",
        "Deposit",
        "Tax",
        "Loyalty",
        "Gift card",
        "genuine",
    ] {
        assert!(!printed.contains(absent), "{absent} in\n{printed}");
    }
    assert!(printed.contains("Total EUR | 339.00"), "{printed}");
}

#[test]
fn warranties_that_differ_stand_with_their_pieces() {
    let printed = text(&sample("full", Language::English));
    assert!(printed.contains("warranty until 14-Nov-2028"), "{printed}");
    assert!(printed.contains("warranty until 14-Nov-2027"), "{printed}");
    assert!(!printed.contains("Warranty until"), "{printed}");
}

/// Balances, deposits and tax refunds tell the price as well as a price does.
#[test]
fn what_others_add_to_a_receipt_is_not_on_the_gift_receipt() {
    let full = text(&sample("full", Language::English));
    let gift = text(&sample("full-gift", Language::English));
    for part in [
        "48.20",
        "•••• 4471",
        "59.60",
        "90.00",
        "D-PAR03-000871",
        "FR-2026-009144",
        "40.68",
        "after export",
    ] {
        assert!(full.contains(part), "{part} in\n{full}");
        assert!(!gift.contains(part), "{part} in\n{gift}");
    }
    assert!(gift.contains("Engraving: LÉA!"), "{gift}");
}
