use document::{Language, Store, layout};
use jiff::civil::{Date, date};
use jiff::tz::TimeZone;

use super::*;
use crate::rule::figure::Figures;
use crate::view::{
    ReportDayView, ReportHourView, ReportStoreView, ReportTenderView, ReportVatView,
};

fn figures(sales: i64) -> ReportFiguresView {
    let figures = Figures {
        transactions: 3,
        pieces: 4,
        sales,
        vat: sales / 6,
        discount: 2_980,
    };
    ReportFiguresView::of(figures, Currency::Hkd)
}

fn part_of(key: &str, name: &str, sales: i64) -> ReportPartView {
    ReportPartView {
        key: key.to_owned(),
        name: name.to_owned(),
        figures: figures(sales),
    }
}

fn given(source: &str, name: &str) -> ReportGivenView {
    ReportGivenView {
        source: source.to_owned(),
        name: name.to_owned(),
        reason: "Loyal customer".to_owned(),
        given_by: "Mei Lin".to_owned(),
        approved_by: "Nadia Roche".to_owned(),
        count: 2,
        amount: Money::new(2_980, Currency::Hkd),
    }
}

fn report((from, to): (Date, Date), is_closed: bool) -> DayReportView {
    let money = |minor| Money::new(minor, Currency::Hkd);
    let tender = ReportTenderView {
        tender_code: "CASH".to_owned(),
        name: "Cash".to_owned(),
        amount: money(1_234_500),
        quantity: 7,
    };
    DayReportView {
        store_no: "HKG".to_owned(),
        currency: Currency::Hkd,
        from,
        to,
        is_closed,
        stores: vec![ReportStoreView {
            store_no: "HKG".to_owned(),
            name: "香港 · 中環".to_owned(),
        }],
        total: figures(1_234_500),
        turnover_euro: Money::new(121_133, Currency::Eur),
        without_rate: vec![date(2026, 11, 20)],
        turnover_per_transaction: Some(money(342_917)),
        pieces_per_transaction: Some(133),
        discount_rate: Some(277),
        hours: vec![
            ReportHourView {
                hour: 9,
                figures: figures(1_000_000),
            },
            ReportHourView {
                hour: 10,
                figures: figures(234_500),
            },
        ],
        days: vec![ReportDayView {
            date: from,
            figures: figures(1_234_500),
        }],
        salespeople: vec![part_of("mei", "Mei Lin", 1_234_500)],
        collections: vec![
            part_of("LAGUNE", "Lagune", 1_000_000),
            part_of("", "", 234_500),
        ],
        classes: vec![part_of("RING", "Rings", 1_234_500)],
        vat_rates: vec![ReportVatView {
            rate: 2_000,
            figures: figures(1_234_500),
        }],
        tenders: if is_closed { vec![tender] } else { Vec::new() },
        discounts: vec![given("PACKAGE", "Two for 299")],
        prices: vec![given("PRICE", "RG-1")],
    }
}

fn paper(language: Language, report: DayReportView) -> DayPaper {
    DayPaper {
        letterhead: Letterhead {
            language,
            store: Store {
                company: "Maison Test SAS".to_owned(),
                name: "香港 · 中環".to_owned(),
                address: vec!["8 Queen’s Road".to_owned()],
                phone: None,
                vat_no: None,
                company_no: None,
            },
            zone: TimeZone::get("Asia/Hong_Kong").unwrap(),
            banner: None,
            printer: None,
        },
        report,
        exceptions: ReportExceptionPageView {
            items: vec![ReportExceptionView {
                what: "lineVoid".to_owned(),
                at: "2026-11-20T03:30:00.000Z".to_owned(),
                business_date: date(2026, 11, 20),
                chain_id: "HKG-1".to_owned(),
                staff_name: "Mei Lin".to_owned(),
                about: "BR-1".to_owned(),
                amount: Some(Money::new(9_900, Currency::Hkd)),
                decision: None,
            }],
            next_cursor: Some("further".to_owned()),
        },
        staff: "Nadia Roche".to_owned(),
        at: "2026-11-21T17:02:11Z".parse().unwrap(),
    }
}

fn text(name: &str, paper: &DayPaper) -> String {
    let layout = layout(&paper.sheet().unwrap()).unwrap();
    assert_eq!(layout.missing_letters(), "", "{name}");
    if let Some(folder) = std::env::var_os("PAPER_FOLDER") {
        let path = std::path::Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(path, layout.png(1_000).unwrap()).unwrap();
    }
    layout.lines().join("\n")
}

const DAY: (Date, Date) = (date(2026, 11, 20), date(2026, 11, 20));

#[test]
fn a_report_is_laid_out_in_every_language_with_all_its_letters() {
    for language in Language::ALL {
        let paper = paper(language, report(DAY, true));
        let text = text(&format!("report-{language}"), &paper);
        for wanted in [
            "Maison Test SAS",
            "10,287.50",
            "12,345.00",
            "Two for 299",
            "BR-1",
        ] {
            assert!(text.contains(wanted), "{language} has no {wanted}:\n{text}");
        }
        assert!(!text.contains('{'), "{language}:\n{text}");
    }
}

#[test]
fn a_report_tells_its_figures_its_filters_and_its_parts() {
    let text = text("report", &paper(Language::English, report(DAY, true)));
    for wanted in [
        "Sales report · HKD",
        "Business date | 20-Nov-2026",
        "Boutique | 香港 · 中環",
        "State | Closed",
        "Time | 22-Nov-2026 01:02:11",
        "Staff | Nadia Roche",
        "No euro rate for 20-Nov-2026",
        "Turnover in euro | EUR 1,211.33",
        "Turnover per transaction | 3,429.17",
        "Pieces per transaction | 1.33",
        "Discounts, part of the price | 2.77 %",
        "Turnover by hour",
        "09:00 | 3 | 4 | 8,333.34 | 1,666.66 | 10,000.00",
        "Lagune | 4 | 8,333.34 | 81 % | 10,000.00",
        "No collection | 4 | 1,954.17 | 19 % | 2,345.00",
        "Total | 4 | 10,287.50 | 100 % | 12,345.00",
        "20 % | 10,287.50 | 2,057.50 | 12,345.00",
        "Cash | 7 | 12,345.00",
        "Mei Lin | Nadia Roche | 2 | 29.80",
        "Price typed",
        "20-Nov-2026 11:30:00 | Piece taken out of a sale | BR-1 | HKG-1 | Mei Lin | HKD 99.00",
        "Only the newest 100",
    ] {
        assert!(text.contains(wanted), "no {wanted} in\n{text}");
    }
    assert!(
        !text.contains("Turnover by day"),
        "one day has no days:\n{text}"
    );
}

#[test]
fn what_is_to_be_counted_is_not_told_and_several_days_have_columns_of_their_own() {
    let days = (date(2026, 11, 20), date(2026, 11, 21));
    let text = text(
        "report-days",
        &paper(Language::English, report(days, false)),
    );
    for wanted in [
        "Business date | 20-Nov-2026 – 21-Nov-2026",
        "State | Not closed",
        "Tenders: Told once the statement is posted.",
        "Turnover by day",
        "Turnover by hour",
    ] {
        assert!(text.contains(wanted), "no {wanted} in\n{text}");
    }
    assert!(!text.contains("Cash"), "{text}");
}

#[test]
fn all_languages_have_their_own_words() {
    assert_eq!(WORDS.faults(4), Vec::<String>::new());
}
