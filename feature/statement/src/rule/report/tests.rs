use proptest::prelude::*;

use super::*;
use crate::NOT_BALANCED;

fn line(category: &str, net: i64, discount: i64) -> LineSum {
    LineSum {
        category: category.to_owned(),
        category_name: category.to_lowercase(),
        vat_rate: 200_000,
        is_liability: false,
        is_return: net < 0,
        pieces: net.signum(),
        net,
        discount,
        vat_amount: 0,
    }
}

fn gift_card(net: i64) -> LineSum {
    LineSum {
        vat_rate: 0,
        is_liability: true,
        ..line("CARD", net, 0)
    }
}

fn taken(code: &str, tender_type: TenderType, amount: i64) -> Taken {
    Taken {
        tender_code: code.to_owned(),
        name: code.to_lowercase(),
        tender_type,
        amount,
        quantity: 1,
        foreign: None,
    }
}

const fn vat(vat_rate: i64, gross: i64, vat_amount: i64) -> VatSum {
    VatSum {
        vat_rate,
        gross,
        vat_amount,
    }
}

fn cash(amount: i64) -> Taken {
    taken("CASH", TenderType::Cash, amount)
}

fn visa(amount: i64) -> Taken {
    taken("VISA", TenderType::Card, amount)
}

/// The day of domain §12.4, document by document: lines, tenders, VAT as the receipts state it.
fn day() -> Facts {
    Facts {
        lines: vec![
            line("RING", 14_900, 0),
            line("EARRING", 8_010, 890),
            line("RING", 26_820, 2_980),
            gift_card(10_000),
            line("NECKLACE", 45_000, 0),
            line("EARRING", -8_010, -890),
            line("BRACELET", 5_991, 0),
            line("RING", 12_000, 0),
        ],
        vat: vec![
            vat(200_000, 22_910, 3_818),
            vat(200_000, 26_820, 4_470),
            vat(0, 10_000, 0),
            vat(200_000, 45_000, 7_500),
            vat(200_000, -8_010, -1_335),
            vat(200_000, 5_991, 999),
            vat(200_000, 12_000, 2_000),
        ],
        tenders: vec![
            cash(22_910),
            visa(26_820),
            visa(10_000),
            cash(15_000),
            taken("DEPOSIT", TenderType::Deposit, 15_000),
            visa(30_000),
            cash(-8_010),
            cash(5_990),
            taken("RECYCLE", TenderType::RecyclingCredit, 2_500),
            taken("GIFTCARD", TenderType::GiftCard, 5_000),
            visa(4_500),
        ],
        drawers: Vec::new(),
        deposits_received: 15_000,
        deposits_paid_back: 0,
        rounding: -1,
        recycling: RecyclingCredits {
            granted: 2_500,
            repaid: 0,
        },
        counts: Counts {
            customers: 1,
            transactions: 8,
            refunds: 1,
            ..Counts::default()
        },
    }
}

#[test]
fn the_worked_example_comes_out() {
    let report = Report::of(&day(), Currency::Eur).unwrap();
    let sums = [
        ("sales", report.sales_amount, 104_711),
        ("sales without VAT", report.sales_net(), 87_259),
        ("VAT", report.vat_amount, 17_452),
        ("discounts", report.line_discount, 2_980),
        ("rounding", report.rounding_amount, -1),
        ("gift cards", report.gift_cards, 10_000),
        ("deposits received", report.deposits_received, 15_000),
        ("deposits paid back", report.deposits_paid_back, 0),
        ("payments", report.payment_amount, 129_710),
        ("money in", report.money_in, 107_210),
        ("refunds", report.refund_amount, -8_010),
        ("items", report.counts.items, 6),
    ];
    for (what, found, expected) in sums {
        assert_eq!(found, expected, "{what}");
    }
    assert!(report.adds_up());
    let rates: Vec<_> = report
        .vat
        .iter()
        .map(|it| (it.vat_rate, it.gross))
        .collect();
    assert_eq!(rates, [(200_000, 104_711)], "a gift card is no sale");
    let categories = report.categories.iter();
    let categories: Vec<_> = categories
        .map(|it| (it.code.as_str(), it.items, it.amount))
        .collect();
    assert_eq!(
        categories,
        [
            ("BRACELET", 1, 5_991),
            ("EARRING", 0, 0),
            ("NECKLACE", 1, 45_000),
            ("RING", 3, 53_720),
        ]
    );
    let tenders = report.tenders.iter();
    let tenders: Vec<_> = tenders
        .map(|it| (it.tender_code.as_str(), it.amount, it.quantity))
        .collect();
    assert_eq!(
        tenders,
        [
            ("CASH", 35_890, 4),
            ("DEPOSIT", 15_000, 1),
            ("GIFTCARD", 5_000, 1),
            ("RECYCLE", 2_500, 1),
            ("VISA", 71_320, 4),
        ]
    );
}

#[test]
fn cash_is_told_in_the_currency_of_the_drawer() {
    let francs = Taken {
        foreign: Some((Currency::Chf, 2_000)),
        ..taken("CHF", TenderType::FxCash, 2_050)
    };
    let facts = Facts {
        lines: vec![line("RING", 7_050, 0)],
        vat: vec![vat(200_000, 7_050, 1_175)],
        tenders: vec![cash(3_000), francs.clone(), visa(2_000)],
        ..Facts::default()
    };
    let report = Report::of(&facts, Currency::Eur).unwrap();
    let cash = report.tenders.iter();
    let cash: Vec<_> = cash
        .map(|it| (it.cash_currency_code.as_deref(), it.cash_amount))
        .collect();
    assert_eq!(
        cash,
        [
            (Some("EUR"), Some(3_000)),
            (Some("CHF"), Some(2_000)),
            (None, None)
        ]
    );
}

#[test]
fn a_day_without_sales_comes_to_nothing_and_one_that_does_not_balance_to_no_report() {
    let empty = Report::of(&Facts::default(), Currency::Jpy).unwrap();
    assert_eq!((empty.sales_amount, empty.payment_amount), (0, 0));
    assert!(empty.adds_up());
    let mut facts = day();
    facts.rounding += 1;
    let refusal = Report::of(&facts, Currency::Eur).unwrap_err();
    assert_eq!(refusal.kind, &NOT_BALANCED);
}

#[test]
fn a_report_whose_parts_were_changed_does_not_add_up() {
    let table: [fn(&mut Report); 5] = [
        |it| it.sales_amount += 1,
        |it| it.payment_amount -= 1,
        |it| it.categories[0].amount += 1,
        |it| it.vat[0].gross += 1,
        |it| it.gift_cards += 1,
    ];
    for (at, change) in table.into_iter().enumerate() {
        let mut report = Report::of(&day(), Currency::Eur).unwrap();
        change(&mut report);
        assert!(!report.adds_up(), "change {at}");
    }
}

#[test]
fn whoever_counts_is_not_told_what_they_should_find() {
    // may count, stands for differences, uncounted cash, told
    let table = [
        (true, false, true, false),
        (true, true, true, true),
        (false, false, true, true),
        (false, true, true, true),
        (true, false, false, true),
        (true, true, false, true),
        (false, false, false, true),
        (false, true, false, true),
    ];
    for (may_count, stands_for_differences, has_uncounted_cash, expected) in table {
        let looking = Looking {
            may_count,
            stands_for_differences,
            has_uncounted_cash,
        };
        assert_eq!(looking.is_told(), expected, "{looking:?}");
    }
}

/// A paid document: its lines, the receipt's VAT, the tenders.
fn paid() -> impl Strategy<Value = Facts> {
    let sold = (
        proptest::sample::select(vec!["RING", "EARRING", "CARD"]),
        -1_000_000..1_000_000_i64,
        0..50_000_i64,
    );
    (
        proptest::collection::vec(sold, 0..6),
        -4..5_i64,
        0..1_000_000_i64,
        -500_000..500_000_i64,
    )
        .prop_map(|(sold, rounding, deposit, part)| {
            let mut facts = Facts {
                deposits_received: deposit,
                rounding,
                ..Facts::default()
            };
            for (category, net, discount) in sold {
                let sold = match category {
                    "CARD" => gift_card(net),
                    _ => line(category, net, discount),
                };
                facts.vat.push(vat(sold.vat_rate, net, net / 6));
                facts.lines.push(sold);
            }
            let total: i64 = facts.lines.iter().map(|it| it.net).sum();
            let rest = total + deposit + rounding - part;
            facts.tenders = vec![visa(part), cash(rest)];
            facts
        })
}

/// The same lines, each kind of them added up before, as the database does it.
fn grouped(facts: &Facts) -> Facts {
    let mut lines: Vec<LineSum> = Vec::new();
    for line in &facts.lines {
        let same = |it: &&mut LineSum| {
            (&it.category, it.vat_rate, it.is_liability, it.is_return)
                == (
                    &line.category,
                    line.vat_rate,
                    line.is_liability,
                    line.is_return,
                )
        };
        match lines.iter_mut().find(same) {
            Some(sum) => {
                sum.pieces += line.pieces;
                sum.net += line.net;
                sum.discount += line.discount;
                sum.vat_amount += line.vat_amount;
            }
            None => lines.push(line.clone()),
        }
    }
    Facts {
        lines,
        ..facts.clone()
    }
}

proptest! {
    #[test]
    fn the_sums_of_a_report_are_those_of_its_statement(
        documents in proptest::collection::vec(paid(), 0..12),
    ) {
        let mut all = Facts::default();
        let mut expected = Sums::default();
        for it in &documents {
            expected = expected.plus(sums(it));
            all.lines.extend(it.lines.clone());
            all.vat.extend(it.vat.clone());
            all.tenders.extend(it.tenders.clone());
            all.deposits_received += it.deposits_received;
            all.rounding += it.rounding;
        }
        let totals = Totals::checked(&expected, Currency::Eur).unwrap();
        let report = Report::of(&all, Currency::Eur).unwrap();
        prop_assert!(report.adds_up());
        prop_assert_eq!(report.sales_amount, totals.sales_amount);
        prop_assert_eq!(report.line_discount, totals.line_discount);
        prop_assert_eq!(report.payment_amount, totals.payment_amount);
        prop_assert_eq!(report.money_in, totals.money_in);
        prop_assert_eq!(
            report.gift_cards + report.deposits_received - report.deposits_paid_back,
            totals.liabilities
        );
        prop_assert_eq!(Report::of(&grouped(&all), Currency::Eur).unwrap(), report);
    }
}
