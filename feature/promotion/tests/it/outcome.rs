//! What a basket shows: ties, split lines, excluded pieces, hints and notices.

use kernel::Rate;
use kernel::id::LineId;
use promotion::rule::package::{Benefit, Need, Package, PackageDraft, RowBenefit};
use promotion::rule::piece::{Basket, Exclusion, PriceRounding};
use promotion::rule::reprice::{Effort, Repriced, lost, reprice};

use crate::build::{FREE, any_of, draft, lines, pair, price, valid, with_group};

fn twenty() -> Benefit {
    Benefit::Percent(Rate::percent(20))
}

/// Package and pieces of each application.
fn applied(found: &Repriced) -> Vec<(&str, Vec<&str>)> {
    let applications = found.applications.iter();
    applications
        .map(|it| {
            let items = it.pieces.iter().map(|piece| piece.item_no.as_str());
            (it.package.as_str(), items.collect())
        })
        .collect()
}

/// Line, quantity, application and discount of each part.
fn parts(found: &Repriced) -> Vec<(u128, u32, Option<u32>, i64)> {
    let parts = found.parts.iter();
    parts
        .map(|it| {
            let number = it.application.as_ref().map(|(number, _)| *number);
            (it.line_id.0.as_u128(), it.quantity, number, it.discount)
        })
        .collect()
}

#[test]
fn equal_totals_go_to_the_lower_priority_then_to_the_lower_key() {
    let basket = lines(&[("a", 1_000, 1), ("b", 1_000, 1)]);
    let two = |id: &str, priority: i32| {
        let mut draft = any_of(id, twenty(), Need::Exactly(2), &["a", "b"]);
        draft.header.priority = priority;
        valid(&draft)
    };
    for (packages, expected) in [
        ([two("X", 5), two("Y", 1)], "Y"),
        ([two("Y", 5), two("X", 5)], "X"),
        ([two("X", 1), two("Y", 5)], "X"),
    ] {
        assert_eq!(
            applied(&price(&packages, &basket)),
            [(expected, vec!["a", "b"])]
        );
    }
}

#[test]
fn a_lower_sum_of_priorities_beats_more_applications() {
    // Twice 10.00 off a piece at priority 6, or once 20.00 off both at priority 10.
    let mut one = any_of("ONE", Benefit::Amount(1_000), Need::Exactly(1), &["a", "b"]);
    one.header.priority = 6;
    let both = pair("BOTH", Benefit::Amount(2_000), "a", "b");
    let basket = lines(&[("a", 5_000, 1), ("b", 4_000, 1)]);
    let packages = [valid(&one), valid(&both)];
    assert_eq!(
        applied(&price(&packages, &basket)),
        [("BOTH", vec!["a", "b"])]
    );
    one.header.priority = 4;
    let packages = [valid(&one), valid(&both)];
    let expected = [("ONE", vec!["a"]), ("ONE", vec!["b"])];
    assert_eq!(applied(&price(&packages, &basket)), expected);
}

#[test]
fn of_like_pieces_the_later_lines_stay_without() {
    let package = valid(&any_of(
        "X",
        Benefit::Amount(500),
        Need::Exactly(2),
        &["a", "b"],
    ));
    let basket = lines(&[
        ("b", 1_000, 1),
        ("a", 1_000, 1),
        ("b", 2_000, 1),
        ("a", 1_000, 1),
    ]);
    let found = price(&[package], &basket);
    // Two pieces save as much whichever they are, four twice as much.
    assert_eq!(applied(&found).len(), 2);
    let mut once = any_of("X", Benefit::Amount(500), Need::Exactly(2), &["a", "b"]);
    once.header.max_times = Some(1);
    let found = price(&[valid(&once)], &basket);
    assert_eq!(
        parts(&found),
        [
            (1, 1, None, 0),
            (2, 1, Some(1), 167),
            (3, 1, Some(1), 333),
            (4, 1, None, 0)
        ]
    );
}

#[test]
fn a_line_whose_pieces_take_part_differently_is_split() {
    let free = Benefit::LeastExpensive {
        count: 1,
        rate: FREE,
    };
    let package = valid(&any_of("3FOR2", free, Need::Exactly(3), &["a"]));
    let found = price(&[package], &lines(&[("a", 3_990, 7)]));
    assert_eq!(
        parts(&found),
        [
            (1, 3, Some(1), 3_990),
            (1, 3, Some(2), 3_990),
            (1, 1, None, 0)
        ]
    );
    assert_eq!(found.discount_of(LineId(uuid::Uuid::from_u128(1))), 7_980);
}

#[test]
fn pieces_that_are_excluded_stay_as_they_are() {
    let package = valid(&any_of("X", twenty(), Need::Exactly(2), &["a", "b"]));
    for exclusion in [
        Exclusion::Returned,
        Exclusion::GiftCard,
        Exclusion::GiftWithPurchase,
        Exclusion::NoStock,
        Exclusion::DepositSettlement,
        Exclusion::PriceOverridden,
        Exclusion::NotDiscountable,
    ] {
        let mut basket = lines(&[("a", 1_000, 1), ("b", 1_000, 1)]);
        basket[1].exclusion = Some(exclusion);
        let found = price(std::slice::from_ref(&package), &basket);
        assert_eq!(found.saving(), 0, "{exclusion:?}");
        assert_eq!(parts(&found), [(1, 1, None, 0), (2, 1, None, 0)]);
    }
}

#[test]
fn a_customised_piece_takes_part_only_where_the_row_says_so() {
    let mut draft = any_of("X", twenty(), Need::Exactly(2), &["a", "b"]);
    let mut basket = lines(&[("a", 1_000, 1), ("b", 1_000, 1)]);
    basket[1].is_customised = true;
    assert_eq!(price(&[valid(&draft)], &basket).saving(), 0);
    draft.items[1].takes_customised = true;
    assert_eq!(price(&[valid(&draft)], &basket).saving(), 400);
}

#[test]
fn the_amount_to_trigger_counts_all_listed_pieces() {
    let mut draft = any_of("X", twenty(), Need::Exactly(2), &["a", "b"]);
    draft.header.amount_to_trigger = 3_000;
    for (pieces, expected) in [(2, 0), (3, 400), (4, 800)] {
        let basket = lines(&[("a", 1_000, pieces), ("c", 9_000, 1)]);
        assert_eq!(
            price(&[valid(&draft)], &basket).saving(),
            expected,
            "{pieces}"
        );
    }
}

#[test]
fn a_coarse_price_rounding_leaves_whole_dollars() {
    let dollar = PriceRounding {
        step: 100,
        direction: kernel::rounding::Direction::Nearest,
    };
    let fifteen = Benefit::Percent(Rate::percent(15));
    let package = valid(&pair("X", fifteen, "a", "b"));
    let basket = lines(&[("a", 68_500, 1), ("b", 48_000, 1)]);
    let basket = Basket {
        lines: &basket,
        rounding: dollar,
    };
    let found = reprice(&[package], &basket, Effort::default()).unwrap();
    let shares: Vec<i64> = found.applications[0]
        .pieces
        .iter()
        .map(|it| it.share)
        .collect();
    assert_eq!((found.saving(), shares), (17_500, vec![10_300, 7_200]));
}

#[test]
fn a_basket_hints_at_the_package_that_is_one_piece_away() {
    let pair = valid(&pair("PAIR", twenty(), "a", "b"));
    let hints =
        |packages: &[Package], pieces: &[(&str, i64, u32)]| -> Vec<(String, String, Vec<String>)> {
            let near = price(packages, &lines(pieces)).near_misses;
            near.into_iter()
                .map(|it| {
                    let items = it.items.iter().map(ToString::to_string).collect();
                    (it.package.to_string(), it.group_code, items)
                })
                .collect()
        };
    let hint = |package: &str, group: &str, items: &[&str]| {
        let items = items.iter().map(|item| (*item).to_owned()).collect();
        (package.to_owned(), group.to_owned(), items)
    };
    let one = std::slice::from_ref(&pair);
    assert_eq!(hints(one, &[("a", 1_000, 1)]), [hint("PAIR", "B", &["b"])]);
    assert_eq!(hints(one, &[("b", 1_000, 1)]), [hint("PAIR", "A", &["a"])]);
    assert_eq!(hints(one, &[("a", 1_000, 1), ("b", 1_000, 1)]), []);
    assert_eq!(hints(one, &[("c", 1_000, 5)]), []);
    // A piece that is left over from one application hints at the next.
    assert_eq!(
        hints(one, &[("a", 1_000, 2), ("b", 1_000, 1)]),
        [hint("PAIR", "B", &["b"])]
    );
    let three = any_of(
        "THREE",
        Benefit::DealPrice(2_500),
        Need::Exactly(3),
        &["a", "b", "c"],
    );
    let three = [valid(&three)];
    assert_eq!(hints(&three, &[("a", 1_000, 1)]), []);
    assert_eq!(
        hints(&three, &[("a", 1_000, 1), ("c", 1_000, 1)]),
        [hint("THREE", "A", &["a", "b", "c"])]
    );
    let fixed = with_group(
        draft("FIXED", Benefit::LineSpecific),
        "",
        Need::Exactly(2),
        &[("a", 2, Some(RowBenefit::DealPrice(1_500)))],
    );
    let near = price(&[valid(&fixed)], &lines(&[("a", 1_000, 1)])).near_misses;
    assert_eq!(near[0].row_benefits, [RowBenefit::DealPrice(1_500)]);
    // A package that applies once only does not hint at a second time.
    let mut once: PackageDraft = any_of("ONCE", twenty(), Need::Exactly(2), &["a"]);
    once.header.max_times = Some(1);
    assert_eq!(hints(&[valid(&once)], &[("a", 1_000, 3)]), []);
}

#[test]
fn a_removed_piece_names_the_package_that_is_lost() {
    let packages = [valid(&pair("PAIR", twenty(), "a", "b"))];
    let before = price(&packages, &lines(&[("a", 1_000, 2), ("b", 1_000, 2)]));
    let after = price(&packages, &lines(&[("a", 1_000, 2), ("b", 1_000, 1)]));
    let lost_now = lost(&before.applications, &after.applications);
    assert_eq!(lost_now.len(), 1);
    assert_eq!(lost_now[0].package.as_str(), "PAIR");
    assert_eq!((lost_now[0].before, lost_now[0].after), (2, 1));
    assert_eq!(lost(&after.applications, &before.applications), []);
}

#[test]
fn a_thousand_pieces_are_priced_as_well() {
    let free = Benefit::LeastExpensive {
        count: 1,
        rate: FREE,
    };
    let packages = [
        valid(&any_of("3FOR2", free, Need::Exactly(3), &["a", "b"])),
        valid(&any_of(
            "DEAL",
            Benefit::DealPrice(2_500),
            Need::Exactly(2),
            &["a", "b"],
        )),
    ];
    let found = price(&packages, &lines(&[("a", 1_990, 1_000), ("b", 990, 1_000)]));
    // 500 pairs of a at 14.80 each, and 333 times one of three b.
    assert_eq!(found.saving(), 500 * 1_480 + 333 * 990);
}

#[test]
fn a_basket_beyond_any_price_is_refused() {
    for line in [("a", i64::MAX, 2), ("a", 1, u32::MAX)] {
        let basket = lines(&[line]);
        let basket = Basket {
            lines: &basket,
            rounding: PriceRounding::MINOR_UNIT,
        };
        assert!(reprice(&[] as &[Package], &basket, Effort::default()).is_err());
    }
}
