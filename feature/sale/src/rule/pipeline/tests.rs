use kernel::rounding::Direction;
use promotion::rule::package::Benefit;
use proptest::prelude::*;
use serde::Deserialize;

use super::super::discount::{Asked, DiscountRefusal, ask};
use super::super::returned::give_back;
use super::super::testing::{id, line, manual, package, sale};
use super::*;

const DOLLARS: PriceRounding = PriceRounding {
    step: 100,
    direction: Direction::Nearest,
};

fn with(asked: Asked, basis: i64, line: SaleLine) -> SaleLine {
    SaleLine {
        manual: Some(manual(asked, basis)),
        ..line
    }
}

fn percent(percent: i64) -> Asked {
    Asked::Percent(Rate::percent(percent))
}

fn nets(calculated: &Calculated) -> Vec<i64> {
    calculated.parts.iter().map(|part| part.net.minor).collect()
}

/// What a kind of discount takes from each part.
fn taken(calculated: &Calculated, kind: &str) -> Vec<i64> {
    let own = |part: &Part| {
        let given = part.discounts.iter().filter(|it| it.source.name() == kind);
        given.map(|it| it.amount.minor).sum()
    };
    calculated.parts.iter().map(own).collect()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Example {
    lines: Vec<i64>,
    line1_discount: i64,
    after: Vec<i64>,
    basket_percent: i64,
    basket_discount: i64,
    shares: Vec<i64>,
    net: Vec<i64>,
}

#[test]
fn the_worked_basket_comes_out_line_by_line() {
    let example: Example = serde_json::from_str(include_str!("basket-discount.json")).unwrap();
    let lines = [
        with(percent(10), 14_900, line(1, 14_900, 1)),
        line(2, 8_900, 2),
        line(3, 5_990, 1),
    ];
    let basket = manual(percent(example.basket_percent), 37_200);
    let asked = sale(&lines, &[], Some(&basket));
    let found = calculate(&asked).unwrap();
    let gross: Vec<i64> = found.parts.iter().map(|part| part.gross.minor).collect();
    assert_eq!(gross, example.lines);
    assert_eq!(taken(&found, "LINE"), [example.line1_discount, 0, 0]);
    let rest = basket_rest(&asked).unwrap();
    assert_eq!(rest.open, example.after.iter().sum::<i64>());
    assert_eq!(taken(&found, "BASKET"), example.shares);
    let shares = taken(&found, "BASKET").iter().sum::<i64>();
    assert_eq!(shares, example.basket_discount);
    assert_eq!(nets(&found), example.net);
    // Total 353.40, of it VAT 58.90 as 21.23, 28.18 and 9.49 (domain §1.6).
    assert_eq!((found.net.minor, found.discount().minor), (35_340, 3_350));
    assert_eq!(found.vat[0].amount.minor, 5_890);
    let vat: Vec<i64> = found.parts.iter().map(|part| part.vat.minor).collect();
    assert_eq!(vat, [2_123, 2_818, 949]);
}

#[test]
fn whole_dollars_stay_whole() {
    // HKD 100.00 over 990, 680 and 450 is 47, 32 and 21 (domain §1.6).
    let lines = [line(1, 99_000, 1), line(2, 68_000, 1), line(3, 45_000, 1)];
    let hundred = manual(Asked::Amount(10_000), 212_000);
    let dollars = |lines, manual| {
        let sale = Sale {
            rounding: DOLLARS,
            ..sale(lines, &[], manual)
        };
        calculate(&sale).unwrap()
    };
    let found = dollars(&lines, Some(&hundred));
    assert_eq!(taken(&found, "BASKET"), [4_700, 3_200, 2_100]);
    // What the step does not divide is spread to the cent.
    let odd = manual(Asked::Amount(9_950), 212_000);
    let found = dollars(&lines, Some(&odd));
    assert_eq!(taken(&found, "BASKET").iter().sum::<i64>(), 9_950);
    // HKD 1,235 less 10 % is 1,112 on the line; 15 % on the basket of 685 and 480 leaves 990.
    let line_only = [with(percent(10), 123_500, line(1, 123_500, 1))];
    assert_eq!(nets(&dollars(&line_only, None)), [111_200]);
    let pair = [line(1, 68_500, 1), line(2, 48_000, 1)];
    let fifteen = manual(percent(15), 116_500);
    let found = dollars(&pair, Some(&fifteen));
    assert_eq!(nets(&found), [58_200, 40_800]);
}

#[test]
fn discounts_follow_each_other_and_say_where_they_come_from() {
    let deal = [package(
        "PAIR",
        Benefit::DealPrice(13_000),
        2,
        &["IT-1", "IT-2"],
        |_| (),
    )];
    // MM01: 89.00 and 79.00 for 130.00 are 68.87 and 61.13.
    let mut given = manual(percent(10), 6_887);
    given.approved_by = Some(kernel::id::StaffId::from("manager"));
    let lines = [
        SaleLine {
            manual: Some(given.clone()),
            ..line(1, 8_900, 1)
        },
        line(2, 7_900, 1),
    ];
    let basket = manual(Asked::Target(12_000), 6_198 + 6_113);
    let found = calculate(&sale(&lines, &deal, Some(&basket))).unwrap();
    let first = &found.parts[0];
    let explained: Vec<(&Source, i64)> = first
        .discounts
        .iter()
        .map(|it| (&it.source, it.amount.minor))
        .collect();
    let source = Source::Package {
        number: 1,
        id: PackageId::from("PAIR"),
        description: "Package PAIR".to_owned(),
    };
    assert_eq!(explained[0], (&source, 2_013));
    assert_eq!(explained[1], (&Source::Line(given), 689));
    assert_eq!(explained[2], (&Source::Basket(basket), 157));
    assert_eq!(found.net.minor, 12_000);
    assert_eq!(first.discount().minor, 2_013 + 689 + 157);
}

#[test]
fn a_package_keeps_other_discounts_from_its_pieces_only() {
    let blocking = |manual: bool, basket: bool| {
        [package(
            "PAIR",
            Benefit::DealPrice(15_000),
            2,
            &["IT-1"],
            |header| {
                header.block_manual_discount = manual;
                header.block_basket_discount = basket;
            },
        )]
    };
    // Three pieces of 100.00: two for 150.00, one without.
    let on_line = [with(percent(10), 10_000, line(1, 10_000, 3))];
    let packages = blocking(true, false);
    let found = calculate(&sale(&on_line, &packages, None)).unwrap();
    assert_eq!(nets(&found), [15_000, 9_000]);
    let barrier = Some(Barrier::Package(PackageId::from("PAIR")));
    assert_eq!(found.parts[0].line_barrier, barrier);
    assert_eq!(found.parts[1].line_barrier, None);
    let rest = line_rest(&sale(&on_line, &packages, None), id(1)).unwrap();
    assert_eq!((rest.total, rest.open), (25_000, 10_000));
    let reason = super::super::discount::ReasonCode::from("DAMAGED");
    let ask = |asked| ask(asked, &reason, rest, PriceRounding::MINOR_UNIT);
    assert_eq!(ask(Asked::Target(16_000)), Ok(9_000));
    assert_eq!(
        ask(Asked::Target(14_999)),
        Err(DiscountRefusal::TargetTooLow { least: 15_000 })
    );

    let on_basket = [line(1, 10_000, 3)];
    let basket = manual(Asked::Target(24_000), 10_000);
    let packages = blocking(false, true);
    let found = calculate(&sale(&on_basket, &packages, Some(&basket))).unwrap();
    assert_eq!(nets(&found), [15_000, 9_000]);
    assert_eq!(found.parts[0].basket_barrier, barrier);
    // Without the package's block the target spreads over all.
    let open = manual(Asked::Target(24_000), 25_000);
    let packages = blocking(true, false);
    let found = calculate(&sale(&on_basket, &packages, Some(&open))).unwrap();
    assert_eq!(nets(&found), [14_400, 9_600]);
}

#[test]
fn some_lines_take_no_discount_at_all() {
    let barred = [
        Exclusion::GiftCard,
        Exclusion::GiftWithPurchase,
        Exclusion::NoStock,
        Exclusion::DepositSettlement,
        Exclusion::NotDiscountable,
    ];
    for exclusion in barred {
        let lines = [
            SaleLine {
                exclusion: Some(exclusion),
                ..with(percent(10), 5_000, line(1, 5_000, 1))
            },
            line(2, 5_000, 1),
        ];
        let basket = manual(percent(10), 5_000);
        let packages = [package(
            "ALL",
            Benefit::Percent(Rate::percent(50)),
            1,
            &["IT-1"],
            |_| (),
        )];
        let found = calculate(&sale(&lines, &packages, Some(&basket))).unwrap();
        assert_eq!(nets(&found), [5_000, 4_500], "{exclusion:?}");
        assert_eq!(found.dropped.len(), 1, "{exclusion:?}");
        assert_eq!(found.dropped[0].line_id, Some(id(1)));
        let barrier = Some(Barrier::Line(exclusion));
        assert_eq!(found.parts[0].line_barrier, barrier);
        assert_eq!(found.parts[0].basket_barrier, barrier);
    }
}

#[test]
fn another_price_leaves_packages_but_not_discounts() {
    let packages = [package(
        "ALL",
        Benefit::Percent(Rate::percent(50)),
        1,
        &["IT-1"],
        |_| (),
    )];
    let lines = [SaleLine {
        exclusion: Some(Exclusion::PriceOverridden),
        ..with(percent(10), 5_000, line(1, 5_000, 1))
    }];
    let found = calculate(&sale(&lines, &packages, None)).unwrap();
    assert_eq!(nets(&found), [4_500]);
    assert_eq!(taken(&found, "PACKAGE"), [0]);
}

#[test]
fn what_comes_back_keeps_what_was_paid() {
    let lines = [
        SaleLine {
            fixed: Some(-12_739),
            exclusion: Some(Exclusion::Returned),
            ..line(1, 14_900, 1)
        },
        line(2, 20_000, 1),
    ];
    let basket = manual(percent(10), 20_000);
    let found = calculate(&sale(&lines, &[], Some(&basket))).unwrap();
    assert_eq!(nets(&found), [-12_739, 18_000]);
    assert_eq!(found.net.minor, 5_261);
    // A line with a fixed price is no piece of a package even when nobody says why.
    let fixed = [SaleLine {
        fixed: Some(4_000),
        ..line(1, 5_000, 1)
    }];
    let packages = [package("ALL", Benefit::Amount(1_000), 1, &["IT-1"], |_| ())];
    let found = calculate(&sale(&fixed, &packages, None)).unwrap();
    assert_eq!(nets(&found), [4_000]);
}

#[test]
fn a_discount_falls_away_when_what_it_was_given_on_shrinks() {
    let lines = |asked, quantity| [with(asked, 20_000, line(1, 10_000, quantity))];
    // asked, then what one, two and three pieces cost
    let table = [
        (percent(10), [9_000, 18_000, 27_000]),
        (Asked::Amount(2_000), [10_000, 18_000, 28_000]),
        (Asked::Target(18_000), [10_000, 18_000, 30_000]),
    ];
    for (asked, expected) in table {
        let net = |quantity| {
            let lines = lines(asked, quantity);
            let found = calculate(&sale(&lines, &[], None)).unwrap();
            assert_eq!(found.dropped.is_empty(), found.discount().minor != 0);
            found.net.minor
        };
        assert_eq!([net(1), net(2), net(3)], expected, "{asked:?}");
    }
    let basket = manual(Asked::Amount(500), 10_001);
    let ten = [line(1, 10_000, 1)];
    let found = calculate(&sale(&ten, &[], Some(&basket))).unwrap();
    assert_eq!(found.dropped[0].line_id, None);
}

#[test]
fn a_discount_falls_away_when_a_line_would_lose_more_than_was_granted() {
    let twenty = Benefit::Percent(Rate::percent(20));
    let pair = [package("PAIR", twenty, 2, &["IT-1", "IT-2"], |_| ())];
    let given = |rate: i64, granted: i64| Manual {
        granted: Rate::percent(granted),
        ..manual(percent(rate), 10_000)
    };
    let discounted = |granted| SaleLine {
        manual: Some(given(5, granted)),
        ..line(1, 10_000, 1)
    };
    // What was granted, and what the line costs as one of a pair: 20 % and then 5 % are 24 % together.
    for (granted, expected) in [(5, 8_000), (23, 8_000), (24, 7_600)] {
        let alone = [discounted(granted)];
        let found = calculate(&sale(&alone, &pair, None)).unwrap();
        assert_eq!((nets(&found), found.dropped), (vec![9_500], vec![]));
        let both = [discounted(granted), line(2, 10_000, 1)];
        let found = calculate(&sale(&both, &pair, None)).unwrap();
        assert_eq!(nets(&found), [expected, 8_000], "{granted} %");
        assert_eq!(found.dropped.is_empty(), expected == 7_600);
    }
    // Of a discount on the basket the line that loses most counts; whoever stands for that line's own counts, too.
    let table = [
        (20, None, [8_000, 8_000]),
        (28, None, [7_200, 7_200]),
        (28, Some(24), [7_600, 8_000]),
        (28, Some(32), [6_840, 7_200]),
    ];
    for (granted, of_line, expected) in table {
        let first = of_line.map_or_else(|| line(1, 10_000, 1), discounted);
        let basket = given(10, granted);
        let both = [first, line(2, 10_000, 1)];
        let found = calculate(&sale(&both, &pair, Some(&basket))).unwrap();
        assert_eq!(nets(&found), expected, "{granted} % {of_line:?}");
    }
}

#[test]
fn an_empty_basket_costs_nothing() {
    let found = calculate(&sale(&[], &[], None)).unwrap();
    assert_eq!((found.net.minor, found.parts.len()), (0, 0));
}

fn asked() -> impl Strategy<Value = Asked> {
    prop_oneof![
        (0_i64..=1_000_000).prop_map(|rate| Asked::Percent(Rate(rate))),
        (0_i64..60_000).prop_map(Asked::Amount),
        (0_i64..60_000).prop_map(Asked::Target),
    ]
}

/// Price, quantity, exclusion, and a discount with what it was given on.
type Piece = (i64, u32, u8, Option<(Asked, i64)>);

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let manual = proptest::option::of((asked(), prop_oneof![Just(0_i64), 0_i64..40_000]));
    proptest::collection::vec((0_i64..20_000, 1_u32..4, 0_u8..12, manual), 1..7)
}

fn built(pieces: &[Piece]) -> Vec<SaleLine> {
    (1_u32..)
        .zip(pieces)
        .map(|(position, (price, quantity, exclusion, asked))| SaleLine {
            item_no: ItemNo(format!("IT-{}", position % 4)),
            vat: Rate::percent(if position % 3 == 0 { 0 } else { 20 }),
            exclusion: match exclusion {
                0 => Some(Exclusion::NotDiscountable),
                1 => Some(Exclusion::PriceOverridden),
                2 => Some(Exclusion::GiftCard),
                _ => None,
            },
            manual: asked.map(|(asked, basis)| manual(asked, basis)),
            ..line(position, *price, *quantity)
        })
        .collect()
}

fn some_packages(blocks: (bool, bool)) -> Vec<Arc<Package>> {
    let block = |header: &mut Header| {
        header.block_manual_discount = blocks.0;
        header.block_basket_discount = blocks.1;
    };
    let half = Benefit::LeastExpensive {
        count: 1,
        rate: Rate::percent(50),
    };
    let percent = Benefit::Percent(Rate(125_000));
    vec![
        package("PAIR", percent, 2, &["IT-0", "IT-1"], block),
        package("THREE", half, 3, &["IT-1", "IT-2", "IT-3"], |_| ()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_cent_is_explained_and_no_line_goes_below_zero(
        pieces in pieces(), basket in proptest::option::of((asked(), 0_i64..40_000)),
        blocks in any::<(bool, bool)>(),
        step in prop_oneof![Just(1_i64), Just(5), Just(100)],
    ) {
        let (lines, packages) = (built(&pieces), some_packages(blocks));
        let basket = basket.map(|(asked, basis)| manual(asked, basis));
        let rounding = PriceRounding { step, direction: Direction::Nearest };
        let sale = Sale { rounding, ..sale(&lines, &packages, basket.as_ref()) };
        let found = calculate(&sale).unwrap();
        let pieces: u32 = found.parts.iter().map(|part| part.quantity).sum();
        prop_assert_eq!(pieces, lines.iter().map(|line| line.quantity).sum::<u32>());
        let mut sums = (0, 0, 0);
        for part in &found.parts {
            prop_assert_eq!(part.gross.minor - part.discount().minor, part.net.minor);
            prop_assert!(part.net.minor >= 0);
            prop_assert!(part.discounts.iter().all(|given| given.amount.minor > 0));
            prop_assert!((0..=part.net.minor).contains(&part.vat.minor));
            let has = |name| part.discounts.iter().any(|given| given.source.name() == name);
            prop_assert!(part.line_barrier.is_none() || !has("LINE"));
            prop_assert!(part.basket_barrier.is_none() || !has("BASKET"));
            sums = (sums.0 + part.gross.minor, sums.1 + part.net.minor, sums.2 + part.vat.minor);
        }
        prop_assert_eq!((found.gross.minor, found.net.minor), (sums.0, sums.1));
        prop_assert_eq!(found.vat.iter().map(|vat| vat.amount.minor).sum::<i64>(), sums.2);

        // The order in which pieces were scanned and packages are read does not matter.
        let (mut shuffled, mut reversed) = (lines.clone(), packages.clone());
        shuffled.reverse();
        reversed.reverse();
        let again = Sale { lines: &shuffled, packages: &reversed, ..sale };
        prop_assert_eq!(calculate(&again).unwrap(), found);
    }

    #[test]
    fn a_return_mirrors_its_sale(
        pieces in pieces(), basket in proptest::option::of(asked()), first in 1_u32..4,
    ) {
        let (lines, packages) = (built(&pieces), some_packages((false, false)));
        let basket = basket.map(|asked| manual(asked, 0));
        let sold = calculate(&sale(&lines, &packages, basket.as_ref())).unwrap();
        for part in &sold.parts {
            let first = first.min(part.quantity);
            let mut back = vec![give_back(part, 0, first).unwrap()];
            back.extend(give_back(part, first, part.quantity - first));
            let sum = |of: fn(&super::super::returned::ReturnedPart) -> i64| {
                back.iter().map(of).sum::<i64>()
            };
            prop_assert_eq!(sum(|it| it.net.minor), part.net.minor);
            prop_assert_eq!(sum(|it| it.gross.minor), part.gross.minor);
            prop_assert_eq!(sum(|it| it.vat.minor), part.vat.minor);
            prop_assert!(back.iter().all(|it| it.net.minor >= 0));
            for (at, given) in part.discounts.iter().enumerate() {
                let shares: i64 = back.iter().map(|it| it.discounts[at].amount.minor).sum();
                prop_assert_eq!(shares, given.amount.minor);
            }
        }
    }

    #[test]
    fn what_was_granted_is_what_the_basket_takes(pieces in pieces(), asked in asked()) {
        let mut lines = built(&pieces);
        for line in &mut lines {
            line.manual = None;
        }
        let packages = some_packages((true, true));
        let reason = super::super::discount::ReasonCode::from("DAMAGED");
        let before = sale(&lines, &packages, None);
        let rest = line_rest(&before, id(1)).unwrap();
        if let Ok(amount) = ask(asked, &reason, rest, PriceRounding::MINOR_UNIT) {
            let mut with = lines.clone();
            with[0].manual = Some(manual(asked, rest.open));
            let found = calculate(&sale(&with, &packages, None)).unwrap();
            prop_assert_eq!(taken(&found, "LINE").iter().sum::<i64>(), amount);
            prop_assert_eq!(found.dropped, vec![]);
        }
        let rest = basket_rest(&before).unwrap();
        if let Ok(amount) = ask(asked, &reason, rest, PriceRounding::MINOR_UNIT) {
            let basket = manual(asked, rest.open);
            let found = calculate(&sale(&lines, &packages, Some(&basket))).unwrap();
            prop_assert_eq!(taken(&found, "BASKET").iter().sum::<i64>(), amount);
            if let Asked::Target(target) = asked {
                prop_assert_eq!(found.net.minor, target);
            }
        }
    }
}

#[test]
fn what_is_bought_now_and_what_is_put_on_deposit_are_two_baskets_for_packages() {
    let kept = |line: SaleLine| SaleLine {
        is_on_deposit: true,
        ..line
    };
    let pair = [package(
        "PAIR",
        Benefit::DealPrice(15_000),
        2,
        &["IT-1", "IT-2", "IT-3", "IT-4"],
        |_| (),
    )];
    let net = |lines: &[SaleLine]| calculate(&sale(lines, &pair, None)).unwrap();
    let [a, b, c, d] = [1, 2, 3, 4].map(|position| line(position, 10_000, 1));
    // lines, what each costs, the packages by number
    let table = [
        (vec![a.clone(), b.clone()], vec![7_500, 7_500], vec![1]),
        (
            vec![a.clone(), kept(b.clone())],
            vec![10_000, 10_000],
            vec![],
        ),
        (
            vec![kept(a.clone()), kept(b.clone())],
            vec![7_500, 7_500],
            vec![1],
        ),
        // The lines stay in their order, and no two packages have one number.
        (vec![kept(a), b, kept(c), d], vec![7_500; 4], vec![1, 2]),
    ];
    for (lines, nets_expected, numbers) in table {
        let found = net(&lines);
        assert_eq!(nets(&found), nets_expected);
        let found_numbers: Vec<u32> = found.applications.iter().map(|it| it.number).collect();
        assert_eq!(found_numbers, numbers);
        for application in &found.applications {
            let of_deposit = |line_id| {
                lines
                    .iter()
                    .any(|it| it.line_id == line_id && it.is_on_deposit)
            };
            let mut parts = application.pieces.iter().map(|it| of_deposit(it.line_id));
            let first = parts.next();
            assert!(parts.all(|part| Some(part) == first), "of one part only");
            let given = found.parts.iter().flat_map(|part| {
                let own = part.discounts.iter();
                own.map(move |given| (part.line_id, given))
            });
            let own = given.filter(|(_, given)| {
                matches!(given.source, Source::Package { number, .. } if number == application.number)
            });
            let saved: i64 = own.map(|(_, given)| given.amount.minor).sum();
            assert_eq!(saved, application.saving);
        }
    }
}
