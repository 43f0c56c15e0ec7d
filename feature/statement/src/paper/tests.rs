use document::{JournalMark, Language, Layout, Sheet, Store, layout};
use jiff::tz::TimeZone;
use kernel::Currency;
use kernel::id::TerminalNo;
use order::letterhead::Letterhead;

use super::report::ZPaper;
use super::*;
use crate::rule::amount::RecyclingCredits;
use crate::rule::report::{
    CountedDrawer, Counts, Report, ReportCategory, ReportDrawer, ReportTender, ReportVat,
};
use crate::x_report::XReport;
use crate::z::{ZContent, ZTender};

pub(crate) fn letterhead(language: Language) -> Letterhead {
    Letterhead {
        language,
        store: Store {
            company: "Maison Test SAS".to_owned(),
            name: "Paris".to_owned(),
            address: vec!["12 rue de Sèvres".to_owned()],
            phone: None,
            vat_no: Some("FR 40 123 456 824".to_owned()),
            company_no: None,
        },
        zone: TimeZone::get("Europe/Paris").unwrap(),
        banner: None,
        printer: None,
    }
}

fn tender(code: &str, name: &str, amount: i64, cash: Option<(&str, i64)>) -> ReportTender {
    ReportTender {
        tender_code: code.to_owned(),
        name: name.to_owned(),
        is_cash: cash.is_some(),
        amount,
        quantity: 4,
        cash_currency_code: cash.map(|(code, _)| code.to_owned()),
        cash_amount: cash.map(|(_, amount)| amount),
    }
}

fn report() -> Report {
    Report {
        sales_amount: 104_711,
        vat_amount: 17_452,
        line_discount: 2_980,
        rounding_amount: -1,
        gift_cards: 10_000,
        deposits_received: 15_000,
        deposits_paid_back: 0,
        payment_amount: 129_710,
        money_in: 107_210,
        refund_amount: -8_010,
        recycling: Some(RecyclingCredits {
            granted: 32_967,
            repaid: 12_900,
        }),
        vat: vec![ReportVat {
            vat_rate: 200_000,
            gross: 104_711,
            vat_amount: 17_452,
        }],
        categories: vec![ReportCategory {
            code: "RING".to_owned(),
            name: "Rings".to_owned(),
            items: 3,
            amount: 104_711,
        }],
        tenders: vec![
            tender("CASH", "Cash", 35_890, Some(("EUR", 35_890))),
            tender("CHF", "Francs", 2_050, Some(("CHF", 1_990))),
            tender("VISA", "Visa", 91_770, None),
        ],
        drawers: vec![ReportDrawer {
            terminal_no: "PAR-1".to_owned(),
            currency_code: "EUR".to_owned(),
            opening_float: 20_000,
            added: 5_000,
            removed: 33_300,
            counted: Some(CountedDrawer {
                content: 20_000,
                carried_float: 20_500,
                taken_before: 300,
                moved_since: 1_200,
                left: 18_800,
            }),
        }],
        counts: Counts {
            customers: 5,
            transactions: 8,
            items: 7,
            refunds: 1,
            parked: 2,
            voided: 3,
            drawer_openings: 6,
            logins: 9,
        },
    }
}

fn x(language: Language, is_told: bool) -> XReport {
    XReport {
        letterhead: letterhead(language),
        terminal_no: Some(TerminalNo::from("PAR-1")),
        staff: "Nadia Roche".to_owned(),
        at: "2026-11-21T17:02:11Z".parse().unwrap(),
        currency: Currency::Eur,
        report: report(),
        perpetual: (9_104_711, 9_304_711),
        is_told,
    }
}

fn z(language: Language, copy: Option<u32>, report: Option<Report>) -> ZPaper {
    ZPaper {
        letterhead: letterhead(language),
        content: ZContent {
            z_no: 17,
            statement_no: "S-PAR-2026-0017".to_owned(),
            business_date: "2026-11-21".to_owned(),
            currency_code: "EUR".to_owned(),
            documents: 8,
            sales_amount: 104_711,
            line_discount: 2_980,
            liabilities: 25_000,
            rounding_amount: -1,
            payment_amount: 129_710,
            money_in: 107_210,
            difference: -10,
            bag_no: Some("B-4711".to_owned()),
            vat: vec![ReportVat {
                vat_rate: 200_000,
                gross: 104_711,
                vat_amount: 17_452,
            }],
            tenders: vec![ZTender {
                tender_code: "CASH".to_owned(),
                amount: 35_890,
                quantity: 4,
                counted_amount: Some(35_880),
            }],
            perpetual_sales: 9_104_711,
            perpetual_absolute: 9_304_711,
            previous_hash: "51d07ac3".repeat(8),
            store_name: Some("Paris · Rue de Sèvres".to_owned()),
            vat_no: Some("FR 99".to_owned()),
            report,
            closing: Some(journal::Link {
                chain: "PAR".to_owned(),
                seq: 40,
                hash: "c105e7ab".repeat(8),
            }),
        },
        hash: "9f2c4be1".repeat(8),
        journal: Some(JournalMark {
            chain: "PAR".to_owned(),
            sequence: 41,
            hash: "51f6a3b29c0d".repeat(4),
        }),
        posted_by: "Nadia Roche".to_owned(),
        posted_at: "2026-11-21T19:30:00Z".parse().unwrap(),
        copy,
    }
}

/// Leaves a paper to be looked at when `PAPER_FOLDER` names a folder.
pub(crate) fn keep_picture(name: &str, layout: &Layout) {
    if let Some(folder) = std::env::var_os("PAPER_FOLDER") {
        let path = std::path::Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(path, layout.png(900).unwrap()).unwrap();
    }
}

/// Lays a paper out, and gives its text.
fn text(name: &str, sheet: &Sheet) -> (Layout, String) {
    let layout = layout(sheet).unwrap();
    keep_picture(name, &layout);
    let text = layout.lines().join("\n");
    (layout, text)
}

#[test]
fn an_x_and_a_z_are_one_strip_in_every_language_with_all_their_letters() {
    for language in Language::ALL {
        let sheets = [
            ("x", x(language, true).sheet()),
            ("x-blind", x(language, false).sheet()),
            ("z", z(language, Some(1), Some(report())).sheet()),
            ("z-first-format", z(language, None, None).sheet()),
        ];
        for (name, sheet) in sheets {
            let (layout, text) = text(&format!("{name}-{language}"), &sheet.unwrap());
            assert_eq!(layout.page_count(), 1, "{language} {name}");
            assert_eq!(layout.missing_letters(), "", "{language} {name}");
            assert!(text.contains("Maison Test SAS"), "{language} {name}");
            assert!(!text.contains('{'), "{language} {name}:\n{text}");
        }
    }
}

#[test]
fn an_x_tells_what_a_shop_asks_of_it() {
    let (_, text) = text("x", &x(Language::English, true).sheet().unwrap());
    for wanted in [
        "X report · EUR",
        "VAT no. FR 40 123 456 824",
        "Time | 21-Nov-2026 18:02:11",
        "Till | PAR-1",
        "Staff | Nadia Roche",
        "Sales incl. VAT | 1,047.11",
        "Sales excl. VAT | 872.59",
        "20 % | 872.59 | 174.52 | 1,047.11",
        "Discounts | 29.80",
        "Refunds (1) | −80.10",
        "Rounding | −0.01",
        "Rings × 3 | 1,047.11",
        "Gift cards sold | 100.00",
        "Deposits received | 150.00",
        "Cash × 4 | 358.90",
        "All payments | 1,297.10",
        "CHF | CHF 19.90",
        "Drawer PAR-1",
        "Opening float | EUR 200.00",
        "Added | EUR 50.00",
        "Removed | EUR 333.00",
        "Customers | 5",
        "Transactions | 8",
        "Pieces sold | 7",
        "Baskets parked | 2",
        "Baskets given up | 3",
        "Drawer opened without a sale | 6",
        "Logins | 9",
        "All sales so far | 91,047.11",
    ] {
        assert!(text.contains(wanted), "no {wanted} in\n{text}");
    }
}

#[test]
fn a_blind_x_tells_no_sum_from_which_the_drawer_follows() {
    let (_, text) = text("x", &x(Language::English, false).sheet().unwrap());
    for secret in [
        "1,047.11",
        "872.59",
        "1,297.10",
        "1,072.10",
        "358.90",
        "20.50",
        "19.90",
        "91,047.11",
        "100.00",
        "80.10",
        "0.01",
    ] {
        assert!(!text.contains(secret), "{secret} in\n{text}");
    }
    for told in ["Cash × 4 | —", "Visa × 4 | 917.70", "still to be counted"] {
        assert!(text.contains(told), "no {told} in\n{text}");
    }
}

#[test]
fn a_z_says_what_was_kept_of_it_and_a_copy_that_it_is_one() {
    let original = z(Language::English, None, Some(report())).sheet().unwrap();
    let (_, original) = text("z", &original);
    for wanted in [
        "Z report no. 17 · EUR",
        "Paris · Rue de Sèvres",
        "VAT no. FR 99",
        "S-PAR-2026-0017",
        "Business date | 21-Nov-2026",
        "Posted by | Nadia Roche",
        "Bank bag | B-4711",
        "Cash | 358.80",
        "Difference | −0.10",
        "All sales so far | 91,047.11",
        "Sales and refunds, added up | 93,047.11",
        "Journal PAR · 41 · 51f6a3b29c",
    ] {
        assert!(original.contains(wanted), "no {wanted} in\n{original}");
    }
    assert!(!original.contains("Copy"), "{original}");
    let copy = z(Language::English, Some(2), Some(report()))
        .sheet()
        .unwrap();
    let (_, copy) = text("z", &copy);
    assert_eq!(copy.matches("Copy no. 2").count(), 2, "{copy}");
    let (_, first) = text("z", &z(Language::English, None, None).sheet().unwrap());
    for wanted in ["CASH × 4 | 358.90", "Gift cards and deposits | 250.00"] {
        assert!(first.contains(wanted), "no {wanted} in\n{first}");
    }
}

#[test]
fn all_languages_have_their_own_words() {
    assert_eq!(WORDS.faults(4), Vec::<String>::new());
}
