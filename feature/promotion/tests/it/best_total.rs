//! Small baskets of every kind against brute force, and what must hold for any basket.

use kernel::Rate;
use kernel::rounding::Direction;
use promotion::rule::package::{
    Benefit, GroupRow, ItemRow, Need, Package, PackageDraft, RowBenefit,
};
use promotion::rule::piece::{Basket, BasketLine, PriceRounding};
use promotion::rule::reprice::{Effort, Repriced, reprice};
use promotion::rule::validate::validate;
use proptest::prelude::*;

use crate::brute::{self, Piece};
use crate::build::{draft, lines};

const ITEMS: [&str; 5] = ["a", "b", "c", "d", "e"];

fn rate() -> impl Strategy<Value = Rate> {
    prop_oneof![
        Just(Rate::percent(10)),
        Just(Rate::percent(20)),
        Just(Rate::percent(50)),
        Just(Rate(125_000)),
        Just(Rate(333_333)),
        Just(Rate::HUNDRED),
    ]
}

fn benefit() -> impl Strategy<Value = Benefit> {
    prop_oneof![
        (200_i64..4_000).prop_map(Benefit::DealPrice),
        rate().prop_map(Benefit::Percent),
        (50_i64..2_500).prop_map(Benefit::Amount),
        (1_u32..3, rate()).prop_map(|(count, rate)| Benefit::LeastExpensive { count, rate }),
        Just(Benefit::LineSpecific),
    ]
}

fn need() -> impl Strategy<Value = Need> {
    prop_oneof![
        6 => (1_u32..4).prop_map(Need::Exactly),
        1 => (1_u32..3, 0_u32..3).prop_map(|(least, more)| Need::Between(least, Some(least + more))),
        1 => (1_u32..4).prop_map(|least| Need::Between(least, None)),
        2 => (300_i64..4_000).prop_map(Need::Worth),
    ]
}

/// An item row: the item, its pieces, what it gives, and whether it is a group of its own.
fn row() -> impl Strategy<Value = (usize, u32, RowBenefit, bool)> {
    (
        0..ITEMS.len(),
        prop_oneof![5 => Just(0_u32), 1 => 1_u32..3],
        prop_oneof![
            (100_i64..2_000).prop_map(RowBenefit::DealPrice),
            rate().prop_map(RowBenefit::Percent),
        ],
        prop::bool::weighted(0.1),
    )
}

prop_compose! {
    /// A package, with or without faults.
    fn any_draft()(
        benefit in benefit(),
        groups in prop::collection::vec((need(), prop::collection::vec(row(), 1..4)), 1..3),
        max_times in prop::option::weighted(0.3, 1_u32..3),
        priority in 0_i32..3,
        trigger in prop_oneof![4 => Just(0_i64), 1 => 0_i64..4_000],
    ) -> PackageDraft {
        let mut package = draft("X", benefit);
        package.header.max_times = max_times;
        package.header.priority = priority;
        package.header.amount_to_trigger = trigger;
        for (index, (need, rows)) in groups.into_iter().enumerate() {
            let group_code = format!("G{index}");
            package.groups.push(GroupRow { group_code: group_code.clone(), need });
            for (item, pieces, row_benefit, is_own) in rows {
                package.items.push(ItemRow {
                    lineno: u32::try_from(package.items.len()).unwrap(),
                    item_no: ITEMS[item].into(),
                    line_group: if is_own { String::new() } else { group_code.clone() },
                    quantity_of_item_need: if is_own { pieces.max(1) } else { pieces },
                    benefit: (benefit == Benefit::LineSpecific).then_some(row_benefit),
                    package_benefit: None,
                    takes_customised: false,
                });
            }
        }
        package
    }
}

/// Packages without faults.
fn packages(most: usize) -> impl Strategy<Value = Vec<Package>> {
    let package = any_draft().prop_filter_map("has faults", |mut draft| {
        // Drops what would be a fault for certain, so that few are thrown away.
        let (mut seen, groups) = (Vec::new(), draft.groups.clone());
        draft.items.retain(|row| {
            let key = (row.line_group.clone(), row.item_no.clone());
            let is_new = row.line_group.is_empty() || !seen.contains(&key);
            seen.push(key);
            is_new
        });
        draft.groups = groups
            .into_iter()
            .filter(|group| {
                draft
                    .items
                    .iter()
                    .any(|row| row.line_group == group.group_code)
            })
            .collect();
        if !matches!(
            draft.header.benefit,
            Benefit::Percent(_) | Benefit::Amount(_)
        ) {
            for group in &mut draft.groups {
                if !matches!(group.need, Need::Exactly(_)) {
                    group.need = Need::Exactly(2);
                }
            }
        }
        validate(&draft).ok().map(|_| draft)
    });
    prop::collection::vec(package, 1..=most).prop_map(|drafts| {
        let named = drafts.into_iter().enumerate().map(|(index, mut draft)| {
            draft.header.id = format!("P{index}").as_str().into();
            validate(&draft).unwrap()
        });
        named.collect()
    })
}

/// Pieces of few items and prices, so that they compete.
fn pieces(most: usize) -> impl Strategy<Value = Vec<Piece>> {
    let price = prop_oneof![
        3 => prop::sample::select(vec![990_i64, 1_490, 500, 750]),
        1 => 1_i64..2_000,
    ];
    prop::collection::vec((0..ITEMS.len(), price), 0..=most).prop_map(|pieces| {
        let named = pieces.into_iter();
        named
            .map(|(item, price)| (ITEMS[item].to_owned(), price))
            .collect()
    })
}

fn rounding() -> impl Strategy<Value = PriceRounding> {
    prop_oneof![
        4 => Just(PriceRounding::MINOR_UNIT),
        1 => Just(PriceRounding { step: 10, direction: Direction::Nearest }),
        1 => Just(PriceRounding { step: 100, direction: Direction::Up }),
    ]
}

/// One line per piece.
fn basket(pieces: &[Piece]) -> Vec<BasketLine> {
    let pieces: Vec<_> = pieces
        .iter()
        .map(|(item, price)| (item.as_str(), *price, 1))
        .collect();
    lines(&pieces)
}

fn priced(
    packages: &[Package],
    lines: &[BasketLine],
    rounding: PriceRounding,
    effort: Effort,
) -> Repriced {
    reprice(packages, &Basket { lines, rounding }, effort).unwrap()
}

/// What must hold for every result: shares make up the savings, nothing costs less than nothing, no
/// piece is taken twice, and the parts of the lines are the pieces again.
fn check(found: &Repriced, lines: &[BasketLine]) -> Result<(), TestCaseError> {
    let mut taken: Vec<_> = Vec::new();
    for application in &found.applications {
        let shares: i64 = application.pieces.iter().map(|it| it.share).sum();
        prop_assert_eq!(shares, application.saving);
        prop_assert!(application.saving > 0);
        for piece in &application.pieces {
            prop_assert!((0..=piece.unit_price).contains(&piece.share));
            taken.push(piece.line_id);
        }
    }
    for line in lines {
        let times = taken.iter().filter(|id| **id == line.line_id).count();
        prop_assert!(times <= line.quantity as usize);
        let own = found
            .parts
            .iter()
            .filter(|part| part.line_id == line.line_id);
        prop_assert_eq!(own.map(|part| part.quantity).sum::<u32>(), line.quantity);
    }
    let parts: i64 = found.parts.iter().map(|part| part.discount).sum();
    prop_assert_eq!(parts, found.saving());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn the_total_is_the_best_of_all(
        packages in packages(4),
        pieces in pieces(8),
        rounding in rounding(),
    ) {
        let lines = basket(&pieces);
        let found = priced(&packages, &lines, rounding, Effort::default());
        check(&found, &lines)?;
        prop_assert!(!found.is_approximate);
        prop_assert_eq!(found.saving(), brute::best(&packages, &pieces, rounding));
    }

    #[test]
    fn cut_short_it_says_so_and_is_never_worse_than_greedy(
        packages in packages(4),
        pieces in pieces(8),
        rounding in rounding(),
        // All ways to apply four packages to eight pieces are fewer. Where not all can be listed,
        // greedy is not promised either.
        columns in 1_024_usize..2_048,
        states in 0_usize..4,
        steps in 0_u64..64,
    ) {
        let lines = basket(&pieces);
        let effort = Effort { columns, states, steps };
        let found = priced(&packages, &lines, rounding, effort);
        check(&found, &lines)?;
        let best = brute::best(&packages, &pieces, rounding);
        prop_assert!(found.saving() <= best);
        prop_assert!(found.is_approximate || found.saving() == best);
        prop_assert!(found.saving() >= brute::greedy(&packages, &pieces, rounding));
    }

    #[test]
    fn neither_the_order_of_scanning_nor_that_of_packages_counts(
        packages in packages(4),
        pieces in pieces(9),
        order in Just((0..9_usize).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let shuffled: Vec<Piece> = order.iter().filter_map(|at| pieces.get(*at).cloned()).collect();
        let mut turned = packages.clone();
        turned.reverse();
        let outcome = |packages: &[Package], pieces: &[Piece]| {
            let found = priced(packages, &basket(pieces), PriceRounding::MINOR_UNIT, Effort::default());
            let applications: Vec<_> = found.applications.into_iter().map(|application| {
                let pieces: Vec<_> = application.pieces.into_iter()
                    .map(|it| (it.item_no, it.unit_price, it.share))
                    .collect();
                (application.package, application.saving, pieces)
            }).collect();
            (applications, found.near_misses)
        };
        prop_assert_eq!(outcome(&packages, &pieces), outcome(&turned, &shuffled));
    }

    #[test]
    fn a_piece_more_never_costs_more_than_its_price(
        packages in packages(5),
        pieces in pieces(14),
        (item, price) in (0..ITEMS.len(), 1_i64..2_000),
    ) {
        let saving = |pieces: &[Piece]| {
            let found = priced(&packages, &basket(pieces), PriceRounding::MINOR_UNIT, Effort::default());
            (found.saving(), found.is_approximate)
        };
        let (before, _) = saving(&pieces);
        let mut more = pieces.clone();
        more.push((ITEMS[item].to_owned(), price));
        let (after, is_approximate) = saving(&more);
        prop_assert!(is_approximate || after >= before, "{after} after {before}");
    }

    #[test]
    fn two_baskets_never_beat_the_joined_one(
        packages in packages(4),
        one in pieces(6),
        other in pieces(6),
    ) {
        // Apart from packages that apply only so often.
        let packages: Vec<Package> = packages
            .into_iter()
            .filter(|package| package.times().is_none())
            .collect();
        let saving = |pieces: &[Piece]| {
            priced(&packages, &basket(pieces), PriceRounding::MINOR_UNIT, Effort::default()).saving()
        };
        let joined: Vec<Piece> = one.iter().chain(&other).cloned().collect();
        prop_assert!(saving(&joined) >= saving(&one) + saving(&other));
    }
}
