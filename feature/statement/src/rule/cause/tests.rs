use proptest::prelude::*;

use super::*;

fn differing(tender_code: &str, amount: i64) -> Differing {
    Differing {
        tender_code: tender_code.to_owned(),
        amount,
    }
}

fn drawer(tender_code: &str, terminal_no: &str, amount: i64) -> DifferingDrawer {
    DifferingDrawer {
        tender_code: tender_code.to_owned(),
        terminal_no: terminal_no.to_owned(),
        is_foreign: tender_code != "CASH",
        amount,
    }
}

fn suspect(tender_code: &str, amount: i64) -> Suspect {
    Suspect {
        tender_code: tender_code.to_owned(),
        amount,
        entry: Entry {
            receipt_no: Some("R-PAR-000001".to_owned()),
            ..Entry::default()
        },
    }
}

fn kinds(facts: &Facts) -> Vec<(CauseKind, String)> {
    causes(facts)
        .into_iter()
        .map(|cause| (cause.kind, cause.tender_code))
        .collect()
}

#[test]
fn what_explains_most_comes_first() {
    use CauseKind::{
        MissingDrop, OtherDrawer, SwappedTenders, UnmatchedTerminalTotal, UnresolvedPayment,
    };
    let facts = Facts {
        differing: vec![differing("CASH", -10_000), differing("VISA", 10_000)],
        drawers: vec![
            drawer("CASH", "PAR-1", -20_000),
            drawer("CASH", "PAR-2", 20_000),
            drawer("CASH", "PAR-3", -10_000),
        ],
        misplaced: Vec::new(),
        decided: vec![suspect("CASH", 10_000)],
        unmatched: vec![suspect("CASH", 10_000)],
        smallest_drop: 5_000,
    };
    let expected = [
        SwappedTenders,
        OtherDrawer,
        UnresolvedPayment,
        UnmatchedTerminalTotal,
        MissingDrop,
        MissingDrop,
    ]
    .map(|kind| (kind, "CASH".to_owned()));
    assert_eq!(kinds(&facts), expected);
    assert_eq!(
        causes(&facts)[0].other_tender_code.as_deref(),
        Some("VISA"),
        "where the amount is"
    );
}

#[test]
fn the_payment_that_lies_on_the_wrong_tender_is_named_when_only_one_can_be_it() {
    let other = Suspect {
        entry: Entry {
            receipt_no: Some("R-PAR-000002".to_owned()),
            ..Entry::default()
        },
        ..suspect("CASH", 10_000)
    };
    let single = [suspect("CASH", 10_000)];
    let two = [suspect("CASH", 10_000), other];
    // what cash lacks, what VISA has too much, payments, whether it is a cause, the receipt that is named
    type Row<'a> = (i64, i64, &'a [Suspect], bool, Option<&'a str>);
    let table: [Row; 7] = [
        (-10_000, 10_000, &[], true, None),
        (-10_000, 10_000, &single, true, Some("R-PAR-000001")),
        // Two are worth it: nobody knows which.
        (-10_000, 10_000, &two, true, None),
        // A coin is missing besides.
        (-10_010, 10_000, &single, true, Some("R-PAR-000001")),
        (-10_010, 10_000, &[], false, None),
        (-10_010, 10_000, &two, false, None),
        // It would explain less than it leaves.
        (-25_000, 10_000, &single, false, None),
    ];
    for (cash, visa, misplaced, is_cause, receipt_no) in table {
        let facts = Facts {
            differing: vec![differing("CASH", cash), differing("VISA", visa)],
            misplaced: misplaced.to_vec(),
            ..Facts::default()
        };
        let found = causes(&facts);
        assert_eq!(found.len(), usize::from(is_cause), "{facts:?}");
        if let Some(cause) = found.first() {
            assert_eq!(cause.amount, -visa);
            assert_eq!(cause.entry.receipt_no.as_deref(), receipt_no, "{facts:?}");
        }
    }
}

#[test]
fn what_does_not_fit_is_no_cause() {
    let table = [
        // Ten cents are nobody's drop and no payment.
        Facts {
            differing: vec![differing("CASH", -10)],
            drawers: vec![drawer("CASH", "PAR-1", -10)],
            decided: vec![suspect("CASH", 100)],
            smallest_drop: 5_000,
            ..Facts::default()
        },
        // Too much in the drawer is no drop.
        Facts {
            differing: vec![differing("CASH", 10_000)],
            drawers: vec![drawer("CASH", "PAR-1", 10_000)],
            smallest_drop: 5_000,
            ..Facts::default()
        },
        // What two drawers lack together is nobody's drop; the safe takes the store's own notes.
        Facts {
            differing: vec![differing("CASH", -5_000), differing("USD", -5_000)],
            drawers: vec![
                drawer("CASH", "PAR-1", -4_990),
                drawer("CASH", "PAR-3", -10),
                drawer("USD", "PAR-1", -5_000),
            ],
            smallest_drop: 5_000,
            ..Facts::default()
        },
        // A card has no safe; a payment that was booked does not explain too much.
        Facts {
            differing: vec![differing("VISA", 10_000), differing("AMEX", -3_000)],
            decided: vec![suspect("VISA", 10_000), suspect("VISA", 3_000)],
            unmatched: vec![suspect("VISA", 3_000)],
            smallest_drop: 1_000,
            ..Facts::default()
        },
        Facts {
            differing: vec![differing("VISA", 0), differing("AMEX", 0)],
            decided: vec![suspect("VISA", 0)],
            ..Facts::default()
        },
    ];
    for facts in table {
        assert_eq!(kinds(&facts), [], "{facts:?}");
    }
}

#[test]
fn each_cause_leads_to_what_it_names() {
    let deposit = Entry {
        deposit_id: Some(Uuid::from_u128(7)),
        ..suspect("VISA", 0).entry
    };
    let terminal = Entry::default().at("PAR-1");
    let both = suspect("VISA", 0).entry.at("PAR-2");
    let of = |amount, entry: &Entry| Suspect {
        entry: entry.clone(),
        ..suspect("VISA", amount)
    };
    let facts = Facts {
        differing: vec![differing("VISA", -3_000), differing("AMEX", 500)],
        decided: vec![of(3_000, &deposit)],
        unmatched: vec![of(3_000, &terminal), of(3_000, &both)],
        ..Facts::default()
    };
    let entries: Vec<Entry> = causes(&facts).into_iter().map(|it| it.entry).collect();
    assert_eq!(entries, [deposit, terminal, both]);
    // What was said to be given back and did not go: there is more than booked.
    let back = Facts {
        differing: vec![differing("VISA", 3_000)],
        decided: vec![suspect("VISA", -3_000)],
        ..Facts::default()
    };
    let found = kinds(&back);
    assert_eq!(found, [(CauseKind::UnresolvedPayment, "VISA".to_owned())]);
}

#[test]
fn a_payment_that_somebody_decided_about_is_named() {
    let facts = Facts {
        differing: vec![differing("VISA", -3_000)],
        decided: vec![suspect("VISA", 3_000)],
        ..Facts::default()
    };
    let found = causes(&facts);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].entry, suspect("VISA", 0).entry);
    assert_eq!(found[0].amount, -3_000);
}

#[test]
fn what_one_drawer_lacks_is_looked_for_in_another_of_its_tender() {
    let facts = |drawers: &[(&str, &str, i64)]| Facts {
        drawers: drawers
            .iter()
            .map(|(tender, till, amount)| drawer(tender, till, *amount))
            .collect(),
        ..Facts::default()
    };
    // drawers; tender, till that lacks, till that has too much, amount
    type Row<'a> = (
        &'a [(&'a str, &'a str, i64)],
        &'a [(&'a str, &'a str, &'a str, i64)],
    );
    let table: [Row; 7] = [
        (
            &[("CASH", "PAR-1", -10), ("CASH", "PAR-3", 10)],
            &[("CASH", "PAR-1", "PAR-3", -10)],
        ),
        // The other way round, and in foreign cash.
        (
            &[("USD", "PAR-1", 10), ("USD", "PAR-3", -10)],
            &[("USD", "PAR-3", "PAR-1", -10)],
        ),
        // What lies there is not all of it.
        (&[("CASH", "PAR-1", -20), ("CASH", "PAR-3", 10)], &[]),
        (&[("CASH", "PAR-1", -10), ("CASH", "PAR-3", -10)], &[]),
        (&[("CASH", "PAR-1", -10), ("USD", "PAR-3", 10)], &[]),
        // Each drawer once: nobody knows which of two, and it lies in one.
        (
            &[
                ("CASH", "PAR-1", -10),
                ("CASH", "PAR-2", -10),
                ("CASH", "PAR-3", 10),
            ],
            &[("CASH", "PAR-1", "PAR-3", -10)],
        ),
        // The larger first.
        (
            &[
                ("CASH", "PAR-1", -10),
                ("CASH", "PAR-2", -30),
                ("CASH", "PAR-3", 10),
                ("CASH", "PAR-4", 30),
            ],
            &[
                ("CASH", "PAR-2", "PAR-4", -30),
                ("CASH", "PAR-1", "PAR-3", -10),
            ],
        ),
    ];
    for (drawers, expected) in table {
        let found = causes(&facts(drawers));
        let found: Vec<_> = found
            .iter()
            .map(|it| {
                assert_eq!(it.kind, CauseKind::OtherDrawer);
                let (short, over) = (&it.entry.terminal_no, &it.other_terminal_no);
                let tills = (short.as_deref().unwrap(), over.as_deref().unwrap());
                (it.tender_code.as_str(), tills.0, tills.1, it.amount)
            })
            .collect();
        assert_eq!(found, expected, "{drawers:?}");
    }
}

#[test]
fn a_drop_is_missing_in_each_drawer_that_lacks_a_round_sum() {
    let facts = Facts {
        // Together they lack no round sum.
        differing: vec![differing("CASH", -14_990)],
        drawers: vec![
            drawer("CASH", "PAR-1", -5_000),
            drawer("CASH", "PAR-2", 10),
            drawer("CASH", "PAR-3", -10_000),
        ],
        smallest_drop: 5_000,
        ..Facts::default()
    };
    let found = causes(&facts);
    let found: Vec<_> = found
        .iter()
        .map(|it| (it.kind, it.entry.terminal_no.as_deref(), it.amount))
        .collect();
    let expected = [("PAR-3", -10_000), ("PAR-1", -5_000)]
        .map(|(till, amount)| (CauseKind::MissingDrop, Some(till), amount));
    assert_eq!(found, expected);
}

#[test]
fn what_two_payments_of_a_receipt_would_say_is_said_once() {
    let facts = Facts {
        differing: vec![differing("VISA", -3_000)],
        decided: vec![suspect("VISA", 3_000), suspect("VISA", 3_000)],
        ..Facts::default()
    };
    assert_eq!(causes(&facts).len(), 1);
}

proptest! {
    /// However drawers differ, each is in one pair at most, a pair comes to nothing, and no pair is left.
    #[test]
    fn drawers_are_paired_once_and_all_that_can_be(
        amounts in proptest::collection::vec((0..2_usize, -3..=3_i64), 0..12),
    ) {
        let drawers: Vec<DifferingDrawer> = amounts
            .iter()
            .enumerate()
            .map(|(till, (tender, amount))| {
                drawer(["CASH", "USD"][*tender], &format!("PAR-{till}"), *amount)
            })
            .collect();
        let facts = Facts { drawers: drawers.clone(), ..Facts::default() };
        let mut left = drawers;
        for cause in causes(&facts) {
            let mut take = |terminal_no: Option<String>| {
                let at = left.iter().position(|it| Some(&it.terminal_no) == terminal_no.as_ref());
                left.remove(at.expect("a drawer that is in no other pair"))
            };
            let (short, over) = (take(cause.entry.terminal_no), take(cause.other_terminal_no));
            prop_assert_eq!(&short.tender_code, &over.tender_code);
            prop_assert_eq!((short.amount, over.amount), (cause.amount, -cause.amount));
            prop_assert!(cause.amount < 0);
        }
        for one in &left {
            prop_assert!(!left.iter().any(|it| it.amount != 0
                && it.tender_code == one.tender_code && it.amount == -one.amount));
        }
    }
}
