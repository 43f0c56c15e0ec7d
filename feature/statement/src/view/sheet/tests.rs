use document::{Language, layout};
use jiff::civil::date;
use kernel::Currency::{Chf, Eur};
use kernel::id::StoreNo;

use super::super::StatementZView;
use super::super::tender::StatementDrawerView;
use super::*;
use crate::paper::tests::{keep_picture, letterhead};
use crate::rule::state::StatementState;

const fn euro(minor: i64) -> Money {
    Money::new(minor, Eur)
}

fn drawer(till: &str, name: &str, taken: i64, counted: Option<i64>) -> StatementDrawerView {
    StatementDrawerView {
        terminal_no: till.to_owned(),
        name: name.to_owned(),
        transaction_quantity: 2,
        transaction_amount: counted.map(|_| euro(taken)),
        content: counted.map(|it| euro(it + 20_000)),
        counted_amount: counted.map(euro),
        difference_amount: counted.map(|it| euro(it - taken)),
        opening_difference: None,
        left_amount: None,
    }
}

fn tender(code: &str, name: &str, taken: i64, counted: Option<i64>) -> StatementTenderView {
    let is_cash = code == "CASH";
    StatementTenderView {
        tender_code: code.to_owned(),
        name: name.to_owned(),
        tender_type: "CASH",
        counting_required: true,
        is_cash,
        is_counted: counted.is_some(),
        currency: Eur,
        denominations: Vec::new(),
        transaction_quantity: 4,
        transaction_amount: (!is_cash || counted.is_some()).then(|| euro(taken)),
        counted_amount: counted.map(euro),
        difference_amount: counted.map(|it| euro(it - taken)),
        difference_quantity: (!is_cash).then_some(-1),
        drawers: Vec::new(),
    }
}

fn count(code: &str, till: Option<&str>, content: Money) -> StatementCountView {
    let nothing = Money::new(0, content.currency);
    StatementCountView {
        tender_code: code.to_owned(),
        terminal_no: till.map(str::to_owned),
        content,
        slips: till.is_none().then_some(3),
        denominations: Vec::new(),
        opening_float: till.map_or(nothing, |_| euro(20_000)),
        carried_float: till.map_or(nothing, |_| euro(20_500)),
        added: nothing,
        removed: nothing,
        taken_before: nothing,
        moved_since: till.map_or(nothing, |_| euro(1_200)),
        reason: till.map(|_| "A note was under the tray".to_owned()),
        counted_by: "Nadia Roche".to_owned(),
        counted_at: "2026-11-21T18:40:00Z".parse().unwrap(),
    }
}

fn cause(kind: CauseKind, other: Option<&str>, reference: Option<&str>) -> StatementCauseView {
    StatementCauseView {
        cause: kind,
        tender_code: "CASH".to_owned(),
        other_tender_code: other.map(str::to_owned),
        other_terminal_no: None,
        amount: euro(-5_000),
        reference: reference.map(str::to_owned),
        deposit_id: None,
        terminal_no: None,
    }
}

fn posted() -> StatementView {
    let tills = vec![
        drawer("PAR-1", "Till 1", 20_990, Some(15_980)),
        drawer("PAR-3", "Till 3", 22_910, Some(22_910)),
    ];
    StatementView {
        statement_no: "S-PAR-2026-0017".to_owned(),
        store_no: StoreNo::from("PAR"),
        state: StatementState::Posted,
        transaction_date: date(2026, 11, 21),
        posting_date: Some(date(2026, 11, 22)),
        version: 7,
        documents: 8,
        is_blind: false,
        line_discount: euro(2_980),
        sales_amount: Some(euro(104_711)),
        liabilities: Some(euro(25_000)),
        rounding_amount: Some(euro(-1)),
        payment_amount: Some(euro(129_710)),
        money_in: Some(euro(107_210)),
        deposit_kept: euro(0),
        deposit_added: euro(0),
        recycling_granted: euro(32_967),
        recycling_repaid: euro(12_900),
        difference: Some(euro(-5_010)),
        maximum_difference: euro(500),
        failure: None,
        failure_params: std::collections::BTreeMap::new(),
        has_terminals_to_ask: false,
        terminals: Vec::new(),
        tenders: vec![
            StatementTenderView {
                drawers: tills,
                ..tender("CASH", "Cash", 43_900, Some(38_890))
            },
            tender("VISA", "Visa", 71_320, Some(71_320)),
        ],
        causes: vec![
            cause(CauseKind::SwappedTenders, Some("VISA"), None),
            StatementCauseView {
                terminal_no: Some("PAR-1".to_owned()),
                other_terminal_no: Some("PAR-3".to_owned()),
                ..cause(CauseKind::OtherDrawer, None, None)
            },
            cause(CauseKind::UnresolvedPayment, None, Some("R-PAR-000123")),
            cause(CauseKind::UnmatchedTerminalTotal, None, Some("R-PAR-9")),
            StatementCauseView {
                terminal_no: Some("PAR-3".to_owned()),
                ..cause(CauseKind::MissingDrop, None, None)
            },
        ],
        counts: vec![
            count("CASH", Some("PAR-1"), euro(35_980)),
            count("CASH", Some("PAR-3"), Money::new(4_290, Chf)),
            count("VISA", None, euro(71_320)),
        ],
        z: Some(StatementZView {
            z_no: 17,
            perpetual_sales: euro(9_104_711),
            perpetual_absolute: euro(9_304_711),
            hash: "9f2c4be1".repeat(8),
            previous_hash: String::new(),
            closing_hash: Some("531a680e".repeat(8)),
            posted_by: "Nadia Roche".to_owned(),
            posted_at: "2026-11-21T23:30:00Z".parse().unwrap(),
            approved_by: None,
        }),
    }
}

/// Before the cash of the second till is counted.
fn blind() -> StatementView {
    let posted = posted();
    let tills = vec![
        drawer("PAR-1", "Till 1", 0, None),
        drawer("PAR-3", "Till 3", 0, None),
    ];
    StatementView {
        state: StatementState::Calculated,
        posting_date: None,
        is_blind: true,
        sales_amount: None,
        liabilities: None,
        rounding_amount: None,
        payment_amount: None,
        money_in: None,
        difference: None,
        tenders: vec![
            StatementTenderView {
                drawers: tills,
                ..tender("CASH", "Cash", 0, None)
            },
            tender("VISA", "Visa", 71_320, None),
        ],
        causes: Vec::new(),
        z: None,
        ..posted
    }
}

fn text(view: &StatementView, language: Language) -> String {
    let at = "2026-11-21T18:00:00Z".parse().unwrap();
    let sheet = view.sheet(&letterhead(language), at).unwrap();
    let layout = layout(&sheet).unwrap();
    assert_eq!(layout.page_count(), 1, "{language}");
    assert_eq!(layout.missing_letters(), "", "{language}");
    let name = if view.is_blind { "blind" } else { "statement" };
    keep_picture(&format!("{name}-{language}"), &layout);
    layout.lines().join("\n")
}

#[test]
fn a_statement_is_one_page_in_every_language() {
    for language in Language::ALL {
        let text = text(&posted(), language);
        for wanted in ["S-PAR-2026-0017", "1,047.11", "R-PAR-000123", "−50.10"] {
            assert!(text.contains(wanted), "{language} lacks {wanted}:\n{text}");
        }
        assert!(!text.contains('{'), "{language}:\n{text}");
    }
}

#[test]
fn a_statement_says_who_counted_what_and_who_posted() {
    let text = text(&posted(), Language::English);
    for wanted in [
        "Business date | 21-Nov-2026",
        "State | Posted",
        "Posted on | 22-Nov-2026",
        "Posted by | Nadia Roche",
        "All payments | 1,297.10",
        "Difference | −50.10",
        "Recycling credit granted | 329.67",
        "Cash | 4 | 439.00 | 388.90 | −50.10",
        "Till 1 | 2 | 209.90 | 159.80 | −50.10",
        "Visa | 4 | 713.20 | 713.20 | 0.00 | −1",
        "A note was under the tray",
        "21-Nov-2026 19:40:00",
        "CHF 42.90",
        "Cash and Visa may be swapped",
        "Cash: what Till 1 lacks may lie in the drawer of Till 3",
        "Cash, Till 3: may have gone to the safe unrecorded",
    ] {
        assert!(text.contains(wanted), "no {wanted} in\n{text}");
    }
}

#[test]
fn a_blind_statement_has_dashes_for_what_the_drawers_should_hold() {
    let text = text(&blind(), Language::English);
    for wanted in [
        "still to be counted",
        "Sales incl. VAT | —",
        "Cash | 4 | — | — | —",
    ] {
        assert!(text.contains(wanted), "no {wanted} in\n{text}");
    }
    assert!(!text.contains("1,047.11"), "{text}");
}
