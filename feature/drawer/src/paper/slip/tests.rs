use document::{Language, Store, layout};
use jiff::civil::date;
use jiff::tz::TimeZone;
use kernel::Currency;
use uuid::Uuid;

use super::*;

fn slip(language: Language, entry_type: EntryType, paper: Paper, copy: Option<u32>) -> Slip {
    Slip {
        letterhead: Letterhead {
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
        },
        entry: DrawerEntryView {
            entry_id: Uuid::from_u128(7),
            entry_no: 7,
            terminal_no: "PAR-1".to_owned(),
            entry_type,
            amount: Money::new(-40_050, Currency::Eur),
            reason: "Flowers for the window".to_owned(),
            bag_no: (entry_type == EntryType::BankBag).then(|| "BB-204417".to_owned()),
            corrects: None,
            business_date: date(2026, 11, 21),
            staff_name: "Camille Aubert".to_owned(),
            approved_by: Some("Hugo Lambert".to_owned()),
            booked_at: "2026-11-21T17:02:11Z".parse().unwrap(),
            kick: None,
        },
        paper,
        journal: Some(JournalMark {
            chain: "PAR-1".to_owned(),
            sequence: 41,
            hash: "51f6a3b29c0d".repeat(4),
        }),
        copy,
    }
}

fn text(name: &str, slip: Slip) -> String {
    let layout = layout(&slip.sheet().unwrap()).unwrap();
    assert_eq!(layout.page_count(), 1, "{name}");
    assert_eq!(layout.missing_letters(), "", "{name}");
    if let Some(folder) = std::env::var_os("PAPER_FOLDER") {
        let path = std::path::Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(path, layout.png(900).unwrap()).unwrap();
    }
    layout.lines().join("\n")
}

#[test]
fn papers_are_one_strip_in_every_language_with_all_their_letters() {
    for language in Language::ALL {
        for (entry_type, paper) in [
            (EntryType::SafeDrop, Paper::Slip),
            (EntryType::BankBag, Paper::Bag),
        ] {
            let name = format!("drawer-{}-{}-{language}", entry_type.name(), paper.name());
            let text = text(&name, slip(language, entry_type, paper, Some(1)));
            for wanted in ["Maison Test SAS", "400.50", "PAR-1 · 7", "Camille Aubert"] {
                assert!(text.contains(wanted), "{name} has no {wanted}:\n{text}");
            }
            assert!(!text.contains('{'), "{name}:\n{text}");
        }
    }
}

#[test]
fn a_slip_says_what_how_much_who_and_where_two_people_sign() {
    let text = text(
        "drawer",
        slip(Language::English, EntryType::CashOut, Paper::Slip, None),
    );
    for wanted in [
        "Cash out",
        "Number | PAR-1 · 7",
        "Time | 21-Nov-2026 18:02:11",
        "Business date | 21-Nov-2026",
        "Till | PAR-1",
        "Staff | Camille Aubert",
        "Approved by | Hugo Lambert",
        "Reason | Flowers for the window",
        "EUR | 400.50",
        "Handed over by",
        "Received by",
        "Journal PAR-1 · 41 · 51f6a3b29c",
    ] {
        assert!(text.contains(wanted), "no {wanted} in\n{text}");
    }
    for absent in ["Copy", "Number on the bag", "Goes with the bag", "−"] {
        assert!(!text.contains(absent), "{absent} in\n{text}");
    }
}

#[test]
fn the_paper_of_a_bag_says_which_bag_and_a_copy_that_it_is_one() {
    let text = text(
        "drawer-bag",
        slip(Language::English, EntryType::BankBag, Paper::Bag, Some(2)),
    );
    for wanted in [
        "Number on the bag | BB-204417",
        "Goes with the bag",
        "Bag closed by",
        "Carried by",
        "Received by the bank",
    ] {
        assert!(text.contains(wanted), "no {wanted} in\n{text}");
    }
    assert_eq!(text.matches("Copy no. 2").count(), 2, "{text}");
}

#[test]
fn all_languages_have_their_own_words() {
    assert_eq!(crate::paper::WORDS.faults(2), Vec::<String>::new());
}
