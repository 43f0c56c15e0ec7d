use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

/// A document of the worked example: its lines as (kind, before discount, discount), its tenders.
#[derive(Debug)]
struct Document {
    lines: Vec<(&'static str, i64, i64)>,
    tenders: Vec<(&'static str, i64)>,
    rounding: i64,
}

fn document(
    lines: &[(&'static str, i64, i64)],
    tenders: &[(&'static str, i64)],
    rounding: i64,
) -> Document {
    Document {
        lines: lines.to_vec(),
        tenders: tenders.to_vec(),
        rounding,
    }
}

fn type_of(code: &str) -> TenderType {
    match code {
        "CASH" => TenderType::Cash,
        "DEPOSIT" => TenderType::Deposit,
        "GIFTCARD" => TenderType::GiftCard,
        "RECYCLE" => TenderType::RecyclingCredit,
        _ => TenderType::Card,
    }
}

fn sums(document: &Document) -> Sums {
    let mut sums = Sums {
        rounding: document.rounding,
        ..Sums::default()
    };
    for (kind, gross, discount) in &document.lines {
        match *kind {
            "giftcard" => sums.gift_cards += gross,
            "deposit" => sums.deposits_received += gross,
            "payback" => sums.deposits_paid_back += gross,
            _ => {
                sums.goods += gross - discount;
                sums.discount += discount;
            }
        }
    }
    for (code, amount) in &document.tenders {
        sums.tenders += amount;
        if is_internal(type_of(code)) {
            sums.internal_tenders += amount;
        }
    }
    sums
}

/// The day of domain §12.4.
fn day() -> Vec<Document> {
    vec![
        document(
            &[("sale", 14_900, 0), ("sale", 8_900, 890)],
            &[("CASH", 23_000 - 90)],
            0,
        ),
        document(&[("sale", 29_800, 2_980)], &[("VISA", 26_820)], 0),
        document(&[("giftcard", 10_000, 0)], &[("VISA", 10_000)], 0),
        document(&[("deposit", 15_000, 0)], &[("CASH", 15_000)], 0),
        document(
            &[("sale", 45_000, 0)],
            &[("DEPOSIT", 15_000), ("VISA", 30_000)],
            0,
        ),
        document(&[("return", -8_900, -890)], &[("CASH", -8_010)], 0),
        document(&[("sale", 5_991, 0)], &[("CASH", 5_990)], -1),
        document(
            &[("sale", 12_000, 0)],
            &[("RECYCLE", 2_500), ("GIFTCARD", 5_000), ("VISA", 4_500)],
            0,
        ),
    ]
}

fn all(documents: &[Document]) -> Sums {
    documents.iter().map(sums).fold(Sums::default(), Sums::plus)
}

#[test]
fn the_worked_example_comes_out() {
    let totals = Totals::checked(&all(&day()), Currency::Eur).unwrap();
    assert_eq!(
        totals,
        Totals {
            sales_amount: 104_711,
            line_discount: 2_980,
            liabilities: 25_000,
            rounding_amount: -1,
            payment_amount: 129_710,
            money_in: 107_210,
        }
    );
    let mut tenders: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    for (code, amount) in day().iter().flat_map(|it| it.tenders.clone()) {
        let tender = tenders.entry(code).or_default();
        *tender = (tender.0 + amount, tender.1 + 1);
    }
    let expected = [
        ("CASH", (35_890, 4)),
        ("DEPOSIT", (15_000, 1)),
        ("GIFTCARD", (5_000, 1)),
        ("RECYCLE", (2_500, 1)),
        ("VISA", (71_320, 4)),
    ];
    assert_eq!(tenders.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn a_day_without_sales_comes_to_nothing() {
    let totals = Totals::checked(&Sums::default(), Currency::Jpy).unwrap();
    assert_eq!((totals.sales_amount, totals.payment_amount), (0, 0));
}

#[test]
fn a_deposit_that_goes_back_takes_its_liability_with_it() {
    let back = document(&[("payback", 4_000, 0)], &[("CASH", -4_000)], 0);
    let totals = Totals::checked(&sums(&back), Currency::Eur).unwrap();
    assert_eq!(
        (
            totals.sales_amount,
            totals.liabilities,
            totals.payment_amount
        ),
        (0, -4_000, -4_000)
    );
}

#[test]
fn payments_that_nothing_explains_are_refused_with_both_sums() {
    let mut sums = all(&day());
    sums.tenders -= 1;
    let refusal = Totals::checked(&sums, Currency::Eur).unwrap_err();
    assert_eq!(refusal.kind, &NOT_BALANCED);
    assert!(refusal.message().contains("1,297.09"));
    assert!(refusal.message().contains("1,297.10"));
}

fn amount() -> impl Strategy<Value = i64> {
    -10_000_000..10_000_000_i64
}

/// A document that is paid as it should be.
fn paid() -> impl Strategy<Value = Document> {
    let line = (
        proptest::sample::select(vec!["sale", "return", "giftcard", "deposit"]),
        amount(),
    );
    (
        proptest::collection::vec(line, 0..5),
        -4..5_i64,
        amount(),
        proptest::sample::select(vec!["CASH", "VISA", "DEPOSIT", "GIFTCARD"]),
    )
        .prop_map(|(lines, rounding, part, code)| {
            let total: i64 = lines.iter().map(|(_, gross)| gross).sum();
            let lines: Vec<_> = lines.iter().map(|(kind, it)| (*kind, *it, 0)).collect();
            let tenders = [(code, part), ("CASH", total + rounding - part)];
            document(&lines, &tenders, rounding)
        })
}

proptest! {
    #[test]
    fn what_two_statements_hold_adds_up_to_the_whole(
        documents in proptest::collection::vec(paid(), 0..20), cut in 0..20_usize,
    ) {
        let cut = cut.min(documents.len());
        let whole = Totals::checked(&all(&documents), Currency::Eur).unwrap();
        let first = Totals::checked(&all(&documents[..cut]), Currency::Eur).unwrap();
        let second = Totals::checked(&all(&documents[cut..]), Currency::Eur).unwrap();
        prop_assert_eq!(whole.sales_amount, first.sales_amount + second.sales_amount);
        prop_assert_eq!(whole.liabilities, first.liabilities + second.liabilities);
        prop_assert_eq!(whole.payment_amount, first.payment_amount + second.payment_amount);
        prop_assert_eq!(whole.money_in, first.money_in + second.money_in);
    }

    #[test]
    fn payments_are_sales_liabilities_and_rounding(
        goods in amount(), gift_cards in amount(), received in amount(), back in amount(),
        rounding in -100..100_i64, off in -2..3_i64,
    ) {
        let sums = Sums {
            goods,
            gift_cards,
            deposits_received: received,
            deposits_paid_back: back,
            rounding,
            tenders: goods + gift_cards + received - back + rounding + off,
            ..Sums::default()
        };
        match Totals::checked(&sums, Currency::Eur) {
            Ok(totals) => {
                prop_assert_eq!(off, 0);
                prop_assert_eq!(
                    totals.payment_amount,
                    totals.sales_amount + totals.liabilities + totals.rounding_amount
                );
            }
            Err(refusal) => {
                prop_assert_ne!(off, 0);
                prop_assert_eq!(refusal.kind, &NOT_BALANCED);
            }
        }
    }
}
