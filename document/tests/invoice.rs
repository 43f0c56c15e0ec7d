//! Every sample invoice in every language.

use std::path::PathBuf;

use document::{Invoice, Language, Layout, invoice_samples, layout};

fn sample(name: &str, language: Language) -> Invoice {
    let found = invoice_samples(language)
        .into_iter()
        .find(|sample| sample.name == name);
    found.expect("a sample of that name").invoice
}

fn laid_out(name: &str, language: Language) -> Layout {
    layout(&sample(name, language)).expect("a layout")
}

/// Compares with `golden/invoice/<language>.txt`. After a wanted change: `UPDATE_GOLDEN=1 cargo
/// test -p document`, then read the difference.
#[test]
fn samples_in_every_language() {
    for language in Language::ALL {
        let mut actual = String::new();
        for sample in invoice_samples(language) {
            let layout = layout(&sample.invoice).expect(sample.name);
            assert_eq!(layout.missing_letters(), "", "{language} {}", sample.name);
            actual += &format!("=== {} ===\n{}\n\n", sample.name, layout.lines().join("\n"));
        }
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden/invoice");
        let path = folder.join(format!("{language}.txt"));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(&path, &actual).expect("a writable folder");
        }
        let golden = std::fs::read_to_string(&path).expect("a golden file");
        assert!(actual == golden, "{language} differs:\n{actual}");
    }
}

#[test]
fn an_invoice_names_seller_buyer_number_dates_and_vat() {
    let printed = laid_out("company", Language::English).lines().join("\n");
    for part in [
        "F-PAR03-000417",
        "16-Nov-2026",
        "14-Nov-2026",
        "Atelier Marchetti & fils SARL",
        "69002 Lyon",
        "VAT no. FR 71 512 940 330",
        "VAT no. FR 40 123 456 824",
        "SIRET 123 456 824 00017",
        "A 20.00 % | 324.17 | 64.83 | 389.00",
        "Total EUR | 389.00",
        "•••• 1005",
        "approval code 48A113",
        "Page 1 of 1",
    ] {
        assert!(printed.contains(part), "{part} in\n{printed}");
    }
    assert!(!printed.contains("Copy"), "{printed}");
}

#[test]
fn a_copy_says_so_above_and_below() {
    let printed = laid_out("copy", Language::English).lines().join("\n");
    assert_eq!(printed.matches("Copy no. 1").count(), 2, "{printed}");
}

#[test]
fn a_long_invoice_has_pages_with_the_head_of_the_table_on_each() {
    let layout = laid_out("long", Language::German);
    let pages = layout.page_count();
    assert!(pages > 1);
    let printed = layout.lines().join("\n");
    assert_eq!(printed.matches("Einzelpreis").count(), pages, "{printed}");
    assert!(
        printed.contains(&format!("Seite {pages} von {pages}")),
        "{printed}"
    );
    assert_eq!(printed.matches("Summe EUR").count(), 1);
}

#[test]
fn an_invoice_survives_storage_and_gives_the_same_bytes() {
    for sample in invoice_samples(Language::Arabic) {
        let stored = serde_json::to_string(&sample.invoice).expect("text");
        let read: Invoice = serde_json::from_str(&stored).expect("the invoice");
        assert_eq!(read, sample.invoice);
        let both = [&read, &sample.invoice].map(|it| document::pdf(it).expect("a PDF"));
        assert_eq!(both[0], both[1]);
    }
}
