//! What a package must be before it is enabled (domain §2.2, last paragraph).

use std::collections::{BTreeMap, BTreeSet};

use kernel::Rate;

use super::package::{
    Benefit, Group, GroupRow, Header, ItemRow, Need, Package, PackageDraft, Row, RowBenefit,
};

/// The most that an amount of a package may be, in minor units. Sums of a basket stay exact.
pub const AMOUNT_MAX: i64 = 1_000_000_000_000;

/// Why a package cannot be enabled. Each names the group or row that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It has no key.
    IdBlank,
    /// It has no words for the receipt.
    DescriptionBlank,
    /// It ends before it starts.
    DatesReversed,
    /// Its hours begin and end at the same time.
    HoursEmpty,
    /// It counts on no weekday.
    NoWeekday,
    /// The amount to trigger is below nothing or beyond reason.
    TriggerOutOfBounds,
    /// It may never apply.
    NeverApplies,
    /// The package has neither groups nor rows of their own.
    NoGroup,
    /// The package has no items.
    NoRow,
    /// The package's percentage is not above 0 and at most 100.
    PercentOutOfBounds,
    /// The package's amount is not above 0, or beyond reason.
    AmountOutOfBounds,
    /// The number of cheapest pieces is 0 or not below the pieces that are needed.
    LeastExpensiveCount {
        /// The number.
        count: u32,
        /// The pieces that all groups need.
        needed: u32,
    },
    /// Two groups have one name.
    GroupTwice {
        /// The name.
        group_code: String,
    },
    /// A group's name is blank.
    GroupBlank,
    /// No row uses the group.
    GroupUnused {
        /// Its name.
        group_code: String,
    },
    /// The group needs nothing, or an amount beyond reason.
    GroupNeedsNothing {
        /// Its name.
        group_code: String,
    },
    /// The upper bound of a range is below the lower.
    RangeReversed {
        /// Its name.
        group_code: String,
    },
    /// Ranges and amounts go with a percentage or an amount only.
    GroupTypeNotAllowed {
        /// Its name.
        group_code: String,
    },
    /// The pieces of its rows never make up what the group needs.
    GroupNeverFilled {
        /// Its name.
        group_code: String,
    },
    /// Two rows have one number.
    RowTwice {
        /// The number.
        lineno: u32,
    },
    /// A row's item is blank.
    ItemBlank {
        /// The row.
        lineno: u32,
    },
    /// The group has the item already.
    ItemTwice {
        /// The second row.
        lineno: u32,
    },
    /// The row belongs to a group that is not there.
    UnknownGroup {
        /// The row.
        lineno: u32,
        /// The name.
        group_code: String,
    },
    /// A row without group must say how many pieces it needs.
    QuantityMissing {
        /// The row.
        lineno: u32,
    },
    /// The row needs more pieces than its group takes.
    QuantityTooLarge {
        /// The row.
        lineno: u32,
    },
    /// A line-specific package says per row what it gives.
    RowBenefitMissing {
        /// The row.
        lineno: u32,
    },
    /// Only a line-specific package says per row what it gives.
    RowBenefitNotAllowed {
        /// The row.
        lineno: u32,
    },
    /// The row's percentage is not above 0 and at most 100.
    RowPercentOutOfBounds {
        /// The row.
        lineno: u32,
    },
    /// The row's deal price is not above 0, or beyond reason.
    RowAmountOutOfBounds {
        /// The row.
        lineno: u32,
    },
    /// The row repeats another benefit than the package has.
    BenefitDiffers {
        /// The row.
        lineno: u32,
    },
}

/// Makes a package of its rows.
///
/// # Errors
/// All faults, those of the head first, then by group and by row.
pub fn validate(draft: &PackageDraft) -> Result<Package, Vec<Fault>> {
    let mut faults = Vec::new();
    check_header(&draft.header, &mut faults);
    check_groups(draft, &mut faults);
    check_rows(draft, &mut faults);
    let groups = groups(draft);
    if groups.is_empty() {
        faults.push(Fault::NoGroup);
    }
    if draft.items.is_empty() {
        faults.push(Fault::NoRow);
    }
    check_filling(&groups, &mut faults);
    if let Benefit::LeastExpensive { count, .. } = draft.header.benefit {
        let needed = groups.iter().map(|group| least(group.need)).sum();
        if count == 0 || count >= needed {
            faults.push(Fault::LeastExpensiveCount { count, needed });
        }
    }
    if faults.is_empty() {
        Ok(Package {
            header: draft.header.clone(),
            groups,
        })
    } else {
        Err(faults)
    }
}

fn check_header(header: &Header, faults: &mut Vec<Fault>) {
    let mut check = |is_wrong: bool, fault: Fault| {
        if is_wrong {
            faults.push(fault);
        }
    };
    check(header.id.as_str().trim().is_empty(), Fault::IdBlank);
    check(
        header.description.trim().is_empty(),
        Fault::DescriptionBlank,
    );
    let reversed = header
        .starting_date
        .zip(header.ending_date)
        .is_some_and(|(start, end)| end < start);
    check(reversed, Fault::DatesReversed);
    let empty = header.hours.is_some_and(|hours| hours.from == hours.to);
    check(empty, Fault::HoursEmpty);
    check(header.weekdays.is_empty(), Fault::NoWeekday);
    check(
        !(0..=AMOUNT_MAX).contains(&header.amount_to_trigger),
        Fault::TriggerOutOfBounds,
    );
    check(header.max_times == Some(0), Fault::NeverApplies);
    match header.benefit {
        Benefit::Percent(rate) | Benefit::LeastExpensive { rate, .. } => {
            check(!is_percent(rate), Fault::PercentOutOfBounds);
        }
        Benefit::DealPrice(amount) | Benefit::Amount(amount) => {
            check(!is_amount(amount), Fault::AmountOutOfBounds);
        }
        Benefit::LineSpecific => {}
    }
}

fn check_groups(draft: &PackageDraft, faults: &mut Vec<Fault>) {
    let mut seen = BTreeSet::new();
    let counts_pieces = !matches!(
        draft.header.benefit,
        Benefit::Percent(_) | Benefit::Amount(_)
    );
    for GroupRow { group_code, need } in &draft.groups {
        let group_code = group_code.clone();
        if group_code.trim().is_empty() {
            faults.push(Fault::GroupBlank);
            continue;
        }
        if !seen.insert(group_code.clone()) {
            faults.push(Fault::GroupTwice { group_code });
            continue;
        }
        if !draft.items.iter().any(|row| row.line_group == group_code) {
            faults.push(Fault::GroupUnused {
                group_code: group_code.clone(),
            });
        }
        if counts_pieces && !matches!(need, Need::Exactly(_)) {
            faults.push(Fault::GroupTypeNotAllowed {
                group_code: group_code.clone(),
            });
        }
        match *need {
            Need::Exactly(0) | Need::Between(0, _) => {
                faults.push(Fault::GroupNeedsNothing { group_code });
            }
            Need::Between(least, Some(most)) if most < least => {
                faults.push(Fault::RangeReversed { group_code });
            }
            Need::Worth(amount) if !is_amount(amount) => {
                faults.push(Fault::GroupNeedsNothing { group_code });
            }
            _ => {}
        }
    }
}

fn check_rows(draft: &PackageDraft, faults: &mut Vec<Fault>) {
    let needs: BTreeMap<&str, Need> = draft
        .groups
        .iter()
        .map(|group| (group.group_code.as_str(), group.need))
        .collect();
    let (mut numbers, mut items) = (BTreeSet::new(), BTreeSet::new());
    for row in &draft.items {
        let lineno = row.lineno;
        if !numbers.insert(lineno) {
            faults.push(Fault::RowTwice { lineno });
        }
        if row.item_no.as_str().trim().is_empty() {
            faults.push(Fault::ItemBlank { lineno });
        }
        if row.line_group.is_empty() {
            if row.quantity_of_item_need == 0 {
                faults.push(Fault::QuantityMissing { lineno });
            }
        } else if !items.insert((&row.line_group, &row.item_no)) {
            faults.push(Fault::ItemTwice { lineno });
        }
        match needs.get(row.line_group.as_str()) {
            None if !row.line_group.is_empty() => faults.push(Fault::UnknownGroup {
                lineno,
                group_code: row.line_group.clone(),
            }),
            Some(need) if most(*need).is_some_and(|most| row.quantity_of_item_need > most) => {
                faults.push(Fault::QuantityTooLarge { lineno });
            }
            _ => {}
        }
        check_row_benefit(row, draft.header.benefit, faults);
    }
}

fn check_row_benefit(row: &ItemRow, benefit: Benefit, faults: &mut Vec<Fault>) {
    let lineno = row.lineno;
    let is_line_specific = benefit == Benefit::LineSpecific;
    match row.benefit {
        None if is_line_specific => faults.push(Fault::RowBenefitMissing { lineno }),
        Some(_) if !is_line_specific => faults.push(Fault::RowBenefitNotAllowed { lineno }),
        Some(RowBenefit::Percent(rate)) if !is_percent(rate) => {
            faults.push(Fault::RowPercentOutOfBounds { lineno });
        }
        Some(RowBenefit::DealPrice(amount)) if !is_amount(amount) => {
            faults.push(Fault::RowAmountOutOfBounds { lineno });
        }
        _ => {}
    }
    if row.package_benefit.is_some_and(|own| own != benefit) {
        faults.push(Fault::BenefitDiffers { lineno });
    }
}

/// A group whose rows all come in fixed numbers must be able to reach its need with them.
fn check_filling(groups: &[Group], faults: &mut Vec<Fault>) {
    for group in groups {
        let fixed: Option<Vec<u32>> = group.rows.iter().map(|row| row.pieces).collect();
        let (Some(fixed), Some(most)) = (fixed, most(group.need)) else {
            continue;
        };
        let mut sums = BTreeSet::from([0_u32]);
        for pieces in fixed {
            let more: Vec<u32> = sums
                .iter()
                .map(|sum| sum.saturating_add(pieces))
                .filter(|sum| *sum <= most)
                .collect();
            sums.extend(more);
        }
        if !group.rows.is_empty()
            && sums
                .range(least(group.need)..=most.max(least(group.need)))
                .next()
                .is_none()
        {
            faults.push(Fault::GroupNeverFilled {
                group_code: group.code.clone(),
            });
        }
    }
}

/// The groups in the order of their codes, then those of single rows in the order of the rows.
fn groups(draft: &PackageDraft) -> Vec<Group> {
    let row = |row: &ItemRow| Row {
        lineno: row.lineno,
        item_no: row.item_no.clone(),
        pieces: (row.quantity_of_item_need > 0).then_some(row.quantity_of_item_need),
        benefit: row.benefit,
        takes_customised: row.takes_customised,
    };
    let mut items: Vec<&ItemRow> = draft.items.iter().collect();
    items.sort_by_key(|row| row.lineno);
    let mut named: Vec<&GroupRow> = draft.groups.iter().collect();
    named.sort_by(|a, b| a.group_code.cmp(&b.group_code));
    let mut groups: Vec<Group> = named
        .into_iter()
        .map(|group| Group {
            code: group.group_code.clone(),
            need: group.need,
            rows: items
                .iter()
                .filter(|item| item.line_group == group.group_code)
                .map(|item| row(item))
                .collect(),
        })
        .collect();
    let single = items.iter().filter(|item| item.line_group.is_empty());
    groups.extend(single.map(|item| Group {
        code: String::new(),
        need: Need::Exactly(item.quantity_of_item_need),
        rows: vec![row(item)],
    }));
    groups
}

/// The fewest pieces that a need is filled with.
const fn least(need: Need) -> u32 {
    match need {
        Need::Exactly(pieces) | Need::Between(pieces, _) => pieces,
        Need::Worth(_) => 1,
    }
}

/// The most pieces that a need takes.
const fn most(need: Need) -> Option<u32> {
    match need {
        Need::Exactly(pieces) => Some(pieces),
        Need::Between(_, most) => most,
        Need::Worth(_) => None,
    }
}

fn is_percent(rate: Rate) -> bool {
    Rate::ZERO < rate && rate <= Rate::HUNDRED
}

fn is_amount(amount: i64) -> bool {
    (1..=AMOUNT_MAX).contains(&amount)
}

#[cfg(test)]
pub(super) mod tests {
    use jiff::civil::{Time, Weekday};
    use kernel::Currency;
    use kernel::id::ItemNo;

    use super::super::package::{DayWindow, PackageId, PackageState};
    use super::*;

    /// An item row without anything special.
    pub(in super::super) fn row(lineno: u32, item_no: &str, line_group: &str) -> ItemRow {
        ItemRow {
            lineno,
            item_no: ItemNo::from(item_no),
            line_group: line_group.to_owned(),
            quantity_of_item_need: 0,
            benefit: None,
            package_benefit: None,
            takes_customised: false,
        }
    }

    /// A group of so many pieces.
    pub(in super::super) fn group(group_code: &str, need: Need) -> GroupRow {
        GroupRow {
            group_code: group_code.to_owned(),
            need,
        }
    }

    /// An enabled package without conditions.
    pub(in super::super) fn draft(id: &str, benefit: Benefit) -> PackageDraft {
        PackageDraft {
            header: Header {
                id: PackageId::from(id),
                description: format!("Package {id}"),
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

    /// Two of A or B at 20 %.
    fn pair_draft() -> PackageDraft {
        let mut draft = draft("PAIR20", Benefit::Percent(Rate::percent(20)));
        draft.groups = vec![group("A", Need::Exactly(2))];
        draft.items = vec![row(1, "A", "A"), row(2, "B", "A")];
        draft
    }

    /// The package of [`pair_draft`].
    pub(in super::super) fn pair() -> Package {
        validate(&pair_draft()).unwrap()
    }

    /// The faults of a package that differs from a good one by a change.
    fn faults(change: impl Fn(&mut PackageDraft)) -> Vec<Fault> {
        let mut draft = pair_draft();
        change(&mut draft);
        validate(&draft).err().unwrap_or_default()
    }

    fn least_expensive(count: u32) -> Benefit {
        Benefit::LeastExpensive {
            count,
            rate: Rate::HUNDRED,
        }
    }

    #[test]
    fn a_good_package_has_no_fault() {
        assert_eq!(faults(|_| ()), []);
        assert_eq!(faults(|it| it.header.benefit = least_expensive(1)), []);
        assert_eq!(faults(|it| it.groups[0].need = Need::Between(2, None)), []);
        assert_eq!(faults(|it| it.groups[0].need = Need::Worth(1)), []);
        let own = |it: &mut PackageDraft| {
            it.items.push(ItemRow {
                quantity_of_item_need: 2,
                ..row(3, "C", "")
            });
        };
        assert_eq!(faults(own), []);
    }

    #[test]
    fn each_fault_of_the_head_is_named() {
        type Change = fn(&mut Header);
        let table: [(Change, Fault); 11] = [
            (|it| it.id = PackageId::from(" "), Fault::IdBlank),
            (|it| it.description.clear(), Fault::DescriptionBlank),
            (
                |it| {
                    it.starting_date = "2026-07-02".parse().ok();
                    it.ending_date = "2026-07-01".parse().ok();
                },
                Fault::DatesReversed,
            ),
            (
                |it| {
                    it.hours = Some(DayWindow {
                        from: Time::midnight(),
                        to: Time::midnight(),
                    });
                },
                Fault::HoursEmpty,
            ),
            (|it| it.weekdays.clear(), Fault::NoWeekday),
            (|it| it.amount_to_trigger = -1, Fault::TriggerOutOfBounds),
            (|it| it.max_times = Some(0), Fault::NeverApplies),
            (
                |it| it.benefit = Benefit::Percent(Rate::ZERO),
                Fault::PercentOutOfBounds,
            ),
            (
                |it| it.benefit = Benefit::Percent(Rate(1_000_001)),
                Fault::PercentOutOfBounds,
            ),
            (
                |it| it.benefit = Benefit::DealPrice(0),
                Fault::AmountOutOfBounds,
            ),
            (
                |it| it.benefit = Benefit::Amount(AMOUNT_MAX + 1),
                Fault::AmountOutOfBounds,
            ),
        ];
        for (change, expected) in table {
            assert_eq!(faults(|it| change(&mut it.header)), [expected]);
        }
    }

    #[test]
    fn each_fault_of_a_group_is_named() {
        type Change = fn(&mut PackageDraft);
        let a = || "A".to_owned();
        let table: [(Change, Fault); 9] = [
            (
                |it| it.groups.push(group("A", Need::Exactly(1))),
                Fault::GroupTwice { group_code: a() },
            ),
            (
                |it| it.groups.push(group(" ", Need::Exactly(1))),
                Fault::GroupBlank,
            ),
            (
                |it| it.groups.push(group("B", Need::Exactly(1))),
                Fault::GroupUnused {
                    group_code: "B".to_owned(),
                },
            ),
            (
                |it| it.groups[0].need = Need::Exactly(0),
                Fault::GroupNeedsNothing { group_code: a() },
            ),
            (
                |it| it.groups[0].need = Need::Worth(0),
                Fault::GroupNeedsNothing { group_code: a() },
            ),
            (
                |it| it.groups[0].need = Need::Between(3, Some(2)),
                Fault::RangeReversed { group_code: a() },
            ),
            (
                |it| {
                    it.header.benefit = Benefit::DealPrice(100);
                    it.groups[0].need = Need::Between(2, Some(3));
                },
                Fault::GroupTypeNotAllowed { group_code: a() },
            ),
            (
                |it| {
                    it.groups[0].need = Need::Exactly(5);
                    it.items[0].quantity_of_item_need = 2;
                    it.items[1].quantity_of_item_need = 4;
                },
                Fault::GroupNeverFilled { group_code: a() },
            ),
            (
                |it| it.header.benefit = least_expensive(2),
                Fault::LeastExpensiveCount {
                    count: 2,
                    needed: 2,
                },
            ),
        ];
        for (change, expected) in table {
            assert_eq!(faults(change), [expected]);
        }
    }

    #[test]
    fn each_fault_of_a_row_is_named() {
        type Change = fn(&mut PackageDraft);
        let table: [(Change, Fault); 8] = [
            (|it| it.items[1].lineno = 1, Fault::RowTwice { lineno: 1 }),
            (
                |it| it.items[1].item_no = ItemNo::from(""),
                Fault::ItemBlank { lineno: 2 },
            ),
            (
                |it| it.items[1].item_no = ItemNo::from("A"),
                Fault::ItemTwice { lineno: 2 },
            ),
            (
                |it| it.items[1].line_group = "X".to_owned(),
                Fault::UnknownGroup {
                    lineno: 2,
                    group_code: "X".to_owned(),
                },
            ),
            (
                |it| it.items[1].quantity_of_item_need = 3,
                Fault::QuantityTooLarge { lineno: 2 },
            ),
            (
                |it| it.items[1].benefit = Some(RowBenefit::DealPrice(1)),
                Fault::RowBenefitNotAllowed { lineno: 2 },
            ),
            (
                |it| it.items[1].package_benefit = Some(Benefit::Amount(1)),
                Fault::BenefitDiffers { lineno: 2 },
            ),
            (
                |it| it.items.push(row(3, "C", "")),
                Fault::QuantityMissing { lineno: 3 },
            ),
        ];
        for (change, expected) in table {
            let found = faults(change);
            assert!(found.contains(&expected), "{expected:?} in {found:?}");
        }
        let line_specific = |benefit: Option<RowBenefit>| {
            faults(move |it| {
                it.header.benefit = Benefit::LineSpecific;
                it.items[0].benefit = Some(RowBenefit::DealPrice(1));
                it.items[1].benefit = benefit;
            })
        };
        assert_eq!(
            line_specific(None),
            [Fault::RowBenefitMissing { lineno: 2 }]
        );
        assert_eq!(
            line_specific(Some(RowBenefit::Percent(Rate(1_000_001)))),
            [Fault::RowPercentOutOfBounds { lineno: 2 }]
        );
        assert_eq!(
            line_specific(Some(RowBenefit::DealPrice(0))),
            [Fault::RowAmountOutOfBounds { lineno: 2 }]
        );
    }

    #[test]
    fn a_package_without_rows_names_both() {
        let found = faults(|it| {
            it.groups.clear();
            it.items.clear();
        });
        assert_eq!(found, [Fault::NoGroup, Fault::NoRow]);
    }
}
