//! Packages and baskets for tests.

use jiff::civil::Weekday;
use kernel::id::{ItemNo, LineId};
use kernel::{Currency, Rate};
use promotion::rule::package::{
    Benefit, GroupRow, Header, ItemRow, Need, Package, PackageDraft, PackageId, PackageState,
    RowBenefit,
};
use promotion::rule::piece::{Basket, BasketLine, PriceRounding};
use promotion::rule::reprice::{Effort, Repriced, reprice};
use promotion::rule::validate::{Fault, validate};

/// An enabled package without groups and conditions.
pub(crate) fn draft(id: &str, benefit: Benefit) -> PackageDraft {
    PackageDraft {
        header: Header {
            id: PackageId::from(id),
            description: id.to_owned(),
            state: PackageState::Enabled,
            priority: 10,
            starting_date: None,
            ending_date: None,
            weekdays: vec![
                Weekday::Monday,
                Weekday::Tuesday,
                Weekday::Wednesday,
                Weekday::Thursday,
                Weekday::Friday,
                Weekday::Saturday,
                Weekday::Sunday,
            ],
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

/// A group, and its rows: item, pieces and what it gives.
pub(crate) fn with_group(
    mut draft: PackageDraft,
    group_code: &str,
    need: Need,
    rows: &[(&str, u32, Option<RowBenefit>)],
) -> PackageDraft {
    if !group_code.is_empty() {
        draft.groups.push(GroupRow {
            group_code: group_code.to_owned(),
            need,
        });
    }
    for (item_no, pieces, benefit) in rows {
        draft.items.push(ItemRow {
            lineno: u32::try_from(draft.items.len() + 1).unwrap(),
            item_no: ItemNo::from(*item_no),
            line_group: group_code.to_owned(),
            quantity_of_item_need: *pieces,
            benefit: *benefit,
            package_benefit: None,
            takes_customised: false,
        });
    }
    draft
}

/// A package of one group that takes any of some items.
pub(crate) fn any_of(id: &str, benefit: Benefit, need: Need, items: &[&str]) -> PackageDraft {
    let rows: Vec<_> = items.iter().map(|item| (*item, 0, None)).collect();
    with_group(draft(id, benefit), "A", need, &rows)
}

/// A package of pairs: one of the first items and one of the others.
pub(crate) fn pair(id: &str, benefit: Benefit, one: &str, other: &str) -> PackageDraft {
    let draft = with_group(draft(id, benefit), "A", Need::Exactly(1), &[(one, 0, None)]);
    with_group(draft, "B", Need::Exactly(1), &[(other, 0, None)])
}

/// A package that must have no fault.
pub(crate) fn valid(draft: &PackageDraft) -> Package {
    validate(draft).unwrap_or_else(|faults: Vec<Fault>| panic!("{draft:?}: {faults:?}"))
}

/// Lines of item, price and quantity.
pub(crate) fn lines(pieces: &[(&str, i64, u32)]) -> Vec<BasketLine> {
    (1_u32..)
        .zip(pieces)
        .map(|(position, (item_no, unit_price, quantity))| BasketLine {
            line_id: LineId(uuid::Uuid::from_u128(u128::from(position))),
            position,
            item_no: ItemNo::from(*item_no),
            unit_price: *unit_price,
            quantity: *quantity,
            is_customised: false,
            exclusion: None,
        })
        .collect()
}

/// Prices a basket with the usual effort, to the minor unit.
pub(crate) fn price(packages: &[Package], lines: &[BasketLine]) -> Repriced {
    let basket = Basket {
        lines,
        rounding: PriceRounding::MINOR_UNIT,
    };
    reprice(packages, &basket, Effort::default()).unwrap()
}

/// 100 %.
pub(crate) const FREE: Rate = Rate::HUNDRED;
