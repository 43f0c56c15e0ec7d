//! How long a basket of 60 pieces takes under 200 live packages: baskets as a boutique sees them,
//! and the worst that could be constructed.

use std::time::Instant;

use jiff::civil::Weekday;
use kernel::id::{ItemNo, LineId};
use kernel::{Currency, Rate};
use promotion::rule::package::{
    Benefit, GroupRow, Header, ItemRow, Need, Package, PackageDraft, PackageId, PackageState,
    RowBenefit,
};
use promotion::rule::piece::{Basket, BasketLine, PriceRounding};
use promotion::rule::reprice::{Effort, Repriced, reprice};
use promotion::rule::validate::validate;

use crate::client::Fault;
use crate::figure::{Figure, Times};

const PACKAGES: usize = 200;
const PIECES: usize = 60;
/// How many baskets of a boutique are priced.
const BASKETS: u64 = 1_000;

/// `reprice_p99` and `reprice_worst`.
pub(crate) fn figures() -> Result<Vec<Figure>, Fault> {
    let mut times = Times::default();
    let mut approximate = 0;
    for seed in 0..BASKETS {
        let mut chance = Chance(seed * 2 + 1);
        let packages = boutique(&mut chance)?;
        let lines = visit(&mut chance);
        let start = Instant::now();
        let found = price(&packages, &lines)?;
        times.note(start.elapsed());
        approximate += usize::from(found.is_approximate);
    }
    let (mut worst, mut hardest) = (0.0_f64, "");
    for (name, packages, lines) in hard_cases()? {
        let mut own = Times::default();
        let mut is_approximate = false;
        for _ in 0..3 {
            let start = Instant::now();
            is_approximate = price(&packages, &lines)?.is_approximate;
            own.note(start.elapsed());
        }
        let time = own.part(0.5);
        let proof = if is_approximate {
            "approximate"
        } else {
            "proven"
        };
        println!("  {time:>8.1} ms  {name}, {proof}");
        if time > worst {
            (worst, hardest) = (time, name);
        }
    }
    let note = format!(
        "{PIECES} pieces, {PACKAGES} packages, {BASKETS} baskets, {approximate} of them approximate"
    );
    Ok(vec![
        Figure::told("reprice_p99", times.part(0.99), "ms", note).at_most(10.0),
        Figure::told("reprice_worst", worst, "ms", hardest).at_most(150.0),
    ])
}

fn price(packages: &[Package], lines: &[BasketLine]) -> Result<Repriced, Fault> {
    let basket = Basket {
        lines,
        rounding: PriceRounding::MINOR_UNIT,
    };
    Ok(reprice(packages, &basket, Effort::default())?)
}

/// Numbers that are the same in every run (splitmix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below another.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap_or(0)
    }

    fn between(&mut self, least: i64, most: i64) -> i64 {
        let span = usize::try_from(most - least + 1).unwrap_or(1);
        least + i64::try_from(self.below(span)).unwrap_or(0)
    }

    /// So many of some items, each once.
    fn some(&mut self, items: &[usize], count: usize) -> Vec<usize> {
        let mut items = items.to_vec();
        for index in 0..count.min(items.len()) {
            let other = index + self.below(items.len() - index);
            items.swap(index, other);
        }
        items.truncate(count);
        items
    }
}

fn draft(number: usize, benefit: Benefit) -> PackageDraft {
    PackageDraft {
        header: Header {
            id: PackageId(format!("P{number:03}")),
            description: format!("Package {number}"),
            state: PackageState::Enabled,
            priority: 10,
            starting_date: None,
            ending_date: None,
            weekdays: vec![Weekday::Monday],
            hours: None,
            price_group: None,
            currency: Currency::Eur,
            member_only: false,
            amount_to_trigger: 0,
            max_times: None,
            block_manual_discount: false,
            block_basket_discount: false,
            coupon_code: None,
            benefit,
        },
        groups: Vec::new(),
        items: Vec::new(),
    }
}

/// Adds a group that takes any of some items.
fn group(mut draft: PackageDraft, need: Need, items: &[usize]) -> PackageDraft {
    let group_code = format!("G{}", draft.groups.len());
    let is_line_specific = draft.header.benefit == Benefit::LineSpecific;
    for item in items {
        draft.items.push(ItemRow {
            lineno: u32::try_from(draft.items.len()).unwrap_or(u32::MAX),
            item_no: item_no(*item),
            line_group: group_code.clone(),
            quantity_of_item_need: 0,
            benefit: is_line_specific.then_some(RowBenefit::Percent(Rate::percent(15))),
            package_benefit: None,
            takes_customised: false,
        });
    }
    draft.groups.push(GroupRow { group_code, need });
    draft
}

fn item_no(item: usize) -> ItemNo {
    ItemNo(format!("I{item:04}"))
}

fn valid(drafts: &[PackageDraft]) -> Result<Vec<Package>, Fault> {
    let packages = drafts.iter().map(validate);
    let packages: Result<_, _> = packages.collect();
    packages.map_err(|faults| format!("a package of the measurement: {faults:?}").into())
}

fn lines(pieces: &[(usize, i64, u32)]) -> Vec<BasketLine> {
    (1_u32..)
        .zip(pieces)
        .map(|(position, (item, unit_price, quantity))| BasketLine {
            line_id: LineId(uuid::Uuid::from_u128(u128::from(position))),
            position,
            item_no: item_no(*item),
            unit_price: *unit_price,
            quantity: *quantity,
            is_customised: false,
            exclusion: None,
        })
        .collect()
}

const COLLECTIONS: usize = 25;
const ITEMS_EACH: usize = 16;

/// What an item of the boutique costs: jewellery has few price points.
fn boutique_price(item: usize) -> i64 {
    [
        1_990, 2_990, 3_990, 4_900, 6_900, 8_900, 9_900, 12_900, 14_900, 18_900, 24_900,
    ][item * 7 % 11]
}

/// 25 collections of 16 items, eight packages in each: two pieces at a percentage, the third free,
/// a set price, an amount off, pieces that belong together, and one from some sum on.
fn boutique(chance: &mut Chance) -> Result<Vec<Package>, Fault> {
    let drafts: Vec<PackageDraft> = (0..PACKAGES)
        .map(|number| {
            let first = number % COLLECTIONS * ITEMS_EACH;
            let own: Vec<usize> = (first..first + ITEMS_EACH).collect();
            let mut some = |count| chance.some(&own, count);
            let percent = |percent| Benefit::Percent(Rate::percent(percent));
            let free = |percent| Benefit::LeastExpensive {
                count: 1,
                rate: Rate::percent(percent),
            };
            match number / COLLECTIONS {
                0 => group(draft(number, percent(20)), Need::Exactly(2), &some(8)),
                1 => group(draft(number, free(100)), Need::Exactly(3), &some(8)),
                2 => group(
                    draft(number, Benefit::DealPrice(9_900)),
                    Need::Exactly(3),
                    &some(6),
                ),
                3 => {
                    let one = group(draft(number, percent(30)), Need::Exactly(1), &some(4));
                    group(one, Need::Exactly(1), &some(4))
                }
                4 => {
                    let one = draft(number, Benefit::Amount(2_500));
                    group(
                        group(one, Need::Exactly(1), &some(3)),
                        Need::Exactly(2),
                        &some(5),
                    )
                }
                5 => group(draft(number, free(50)), Need::Exactly(2), &some(6)),
                6 => group(draft(number, percent(10)), Need::Worth(30_000), &own),
                _ => {
                    let one = draft(number, Benefit::LineSpecific);
                    group(
                        group(one, Need::Exactly(1), &some(2)),
                        Need::Exactly(1),
                        &some(2),
                    )
                }
            }
        })
        .collect();
    valid(&drafts)
}

/// 60 pieces: two thirds of three collections, the rest from anywhere.
fn visit(chance: &mut Chance) -> Vec<BasketLine> {
    let liked: Vec<usize> = (0..3).map(|_| chance.below(COLLECTIONS)).collect();
    let mut pieces: Vec<(usize, i64, u32)> = Vec::new();
    for number in 0..PIECES {
        let collection = if number % 3 == 2 {
            chance.below(COLLECTIONS)
        } else {
            liked[chance.below(3)]
        };
        let item = collection * ITEMS_EACH + chance.below(ITEMS_EACH);
        match pieces.iter_mut().find(|(own, ..)| *own == item) {
            Some((.., quantity)) => *quantity += 1,
            None => pieces.push((item, boutique_price(item), 1)),
        }
    }
    lines(&pieces)
}

type Case = (&'static str, Vec<Package>, Vec<BasketLine>);

/// A package by its number.
type Make = fn(usize, &mut Chance) -> PackageDraft;

/// 200 packages of a making, on some pieces.
fn case(name: &'static str, pieces: &[(usize, i64, u32)], make: Make) -> Result<Case, Fault> {
    let mut chance = Chance(11);
    let drafts: Vec<_> = (0..PACKAGES)
        .map(|number| make(number, &mut chance))
        .collect();
    Ok((name, valid(&drafts)?, lines(pieces)))
}

/// So many of the basket's items.
fn some(chance: &mut Chance, count: usize) -> Vec<usize> {
    let all: Vec<usize> = (0..PIECES).collect();
    chance.some(&all, count)
}

/// An amount for so many of some items.
fn amount(number: usize, chance: &mut Chance, pieces: u32, of: usize) -> PackageDraft {
    let amount = Benefit::Amount(chance.between(500, 1_000));
    group(
        draft(number, amount),
        Need::Exactly(pieces),
        &some(chance, of),
    )
}

/// Any so many of the first items.
fn any(number: usize, chance: &mut Chance, pieces: u32, of: usize) -> PackageDraft {
    let all: Vec<usize> = (0..of).collect();
    let benefit = benefit(number, chance);
    group(draft(number, benefit), Need::Exactly(pieces), &all)
}

/// Any three of ten of the first twenty items.
fn three_of_ten(number: usize, chance: &mut Chance) -> PackageDraft {
    let all: Vec<usize> = (0..20).collect();
    let benefit = benefit(number, chance);
    let some = chance.some(&all, 10);
    group(draft(number, benefit), Need::Exactly(3), &some)
}

/// A percentage of half of the items from some sum on, or of three to nine of them.
fn from_on(number: usize, chance: &mut Chance) -> PackageDraft {
    let need = match number % 2 {
        0 => Need::Worth(chance.between(10_000, 300_000)),
        _ => Need::Between(3, Some(9)),
    };
    let rate = Rate(chance.between(50_000, 300_000));
    group(
        draft(number, Benefit::Percent(rate)),
        need,
        &some(chance, 30),
    )
}

/// Baskets made to be hard: pieces that all differ, packages that all compete for them.
fn hard_cases() -> Result<Vec<Case>, Fault> {
    let mut chance = Chance(7);
    let mut pieces = |kinds: usize, each: u32| -> Vec<(usize, i64, u32)> {
        let kinds = 0..kinds;
        kinds
            .map(|item| (item, chance.between(1_001, 29_999), each))
            .collect()
    };
    let (odd, few) = (pieces(PIECES, 1), pieces(20, 3));
    Ok(vec![
        case("three of everything", &odd, |number, chance| {
            any(number, chance, 3, PIECES)
        })?,
        case("amounts for triples", &odd, |number, chance| {
            amount(number, chance, 3, 3)
        })?,
        case("amounts for three of six", &odd, |number, chance| {
            amount(number, chance, 3, 6)
        })?,
        case("amounts for pairs", &odd, |number, chance| {
            amount(number, chance, 2, 2)
        })?,
        case("two groups of six", &odd, |number, chance| {
            let draft = draft(number, benefit(number, chance));
            let draft = group(draft, Need::Exactly(1), &some(chance, 6));
            group(draft, Need::Exactly(2), &some(chance, 6))
        })?,
        case("five of 20 prices", &few, |number, chance| {
            any(number, chance, 5, 20)
        })?,
        case("three of ten of 20 prices", &few, three_of_ten)?,
        case("from some sum or number on", &odd, from_on)?,
        case("once each, two of ten", &odd, |number, chance| {
            let mut draft = draft(number, benefit(number, chance));
            draft.header.max_times = Some(1);
            group(draft, Need::Exactly(2), &some(chance, 10))
        })?,
        case("groups that share all pieces", &odd, |number, chance| {
            let some = some(chance, 12);
            let draft = group(
                draft(number, Benefit::LineSpecific),
                Need::Exactly(2),
                &some,
            );
            group(draft, Need::Exactly(2), &some)
        })?,
    ])
}

/// Each kind of benefit in turn, with a value of its own.
fn benefit(number: usize, chance: &mut Chance) -> Benefit {
    match number % 4 {
        0 => Benefit::Percent(Rate(chance.between(50_000, 300_000))),
        1 => Benefit::LeastExpensive {
            count: 1,
            rate: Rate(chance.between(300_000, 1_000_000)),
        },
        2 => Benefit::Amount(chance.between(1_000, 5_000)),
        _ => Benefit::DealPrice(chance.between(10_000, 40_000)),
    }
}
