//! What a package is: its head, its groups and the pieces that they take (domain §2.2).

use std::collections::BTreeSet;

use jiff::civil::{Date, Time, Weekday};
use kernel::code;
use kernel::id::ItemNo;
use kernel::{Currency, Rate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

code! {
    /// The key of a package (specification: discountId), for example `PAIR20`.
    PackageId,
    "PAIR20"
}

/// Where a package stands (domain §2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PackageState {
    /// Being written.
    Draft,
    /// Counts in baskets while its dates and times allow.
    Enabled,
    /// Switched off; may be changed.
    Disabled,
    /// Its ending date is past.
    Expired,
    /// Kept to be read only.
    Archived,
}

impl PackageState {
    /// Every state.
    pub const ALL: [Self; 5] = [
        Self::Draft,
        Self::Enabled,
        Self::Disabled,
        Self::Expired,
        Self::Archived,
    ];

    /// The state as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "DRAFT",
            Self::Enabled => "ENABLED",
            Self::Disabled => "DISABLED",
            Self::Expired => "EXPIRED",
            Self::Archived => "ARCHIVED",
        }
    }

    /// Finds a state by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether a package may go from this state to another. Enabling asks for a package without
    /// faults first.
    #[must_use]
    pub const fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Draft | Self::Disabled, Self::Enabled)
                | (Self::Enabled, Self::Disabled | Self::Expired)
                | (Self::Expired, Self::Archived)
        )
    }

    /// Whether the package may be changed: only while no basket can be using it.
    #[must_use]
    pub const fn is_editable(self) -> bool {
        matches!(self, Self::Draft | Self::Disabled)
    }

    /// The state on a date: an enabled package expires after its ending date.
    #[must_use]
    pub fn on(self, date: Date, ending_date: Option<Date>) -> Self {
        if self == Self::Enabled && ending_date.is_some_and(|end| end < date) {
            Self::Expired
        } else {
            self
        }
    }
}

/// From when to when on a day a package counts. A window whose end is before its start crosses
/// midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayWindow {
    /// The first moment.
    pub from: Time,
    /// The first moment after it.
    pub to: Time,
}

/// What all rows of a package have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Its key.
    pub id: PackageId,
    /// What the receipt prints.
    pub description: String,
    /// Where it stands.
    pub state: PackageState,
    /// Of two equally good choices the one with the lower number wins.
    pub priority: i32,
    /// The first date; none for always.
    pub starting_date: Option<Date>,
    /// The last date, included; none for ever.
    pub ending_date: Option<Date>,
    /// The weekdays on which it counts.
    pub weekdays: Vec<Weekday>,
    /// The hours in which it counts; none for all day.
    pub hours: Option<DayWindow>,
    /// The price group that store or customer must have; none for all.
    pub price_group: Option<String>,
    /// The currency of its amounts.
    pub currency: Currency,
    /// Whether only members get it.
    pub member_only: bool,
    /// What the basket's pieces that the package lists must be worth together before it counts, in
    /// minor units; 0 for no condition (LS: amount to trigger).
    pub amount_to_trigger: i64,
    /// How often it applies in one basket; none for as often as it can (specification: 0).
    pub max_times: Option<u32>,
    /// Whether its lines refuse a manual discount.
    pub block_manual_discount: bool,
    /// Whether its lines stay out of a basket discount.
    pub block_basket_discount: bool,
    /// The coupon that must be shown; none for no coupon.
    pub coupon_code: Option<String>,
    /// What it gives.
    pub benefit: Benefit,
}

/// What a package gives (specification: groupDiscType and groupDiscTypeValue). Amounts are in minor
/// units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Benefit {
    /// All pieces together cost this.
    DealPrice(i64),
    /// This part of their sum.
    Percent(Rate),
    /// This amount, at most their sum.
    Amount(i64),
    /// A part of the cheapest pieces, 100 % as a rule.
    LeastExpensive {
        /// How many.
        count: u32,
        /// Which part of their price.
        rate: Rate,
    },
    /// What each row says.
    LineSpecific,
}

impl Benefit {
    /// The kind as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DealPrice(_) => "DEAL_PRICE",
            Self::Percent(_) => "DISC_PERCENT",
            Self::Amount(_) => "DISC_AMOUNT",
            Self::LeastExpensive { .. } => "LEAST_EXPENSIVE",
            Self::LineSpecific => "LINE_SPECIFIC",
        }
    }
}

/// What a row of a line-specific package gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RowBenefit {
    /// The row's pieces together cost this, in minor units.
    DealPrice(i64),
    /// This part of the sum of the row's pieces.
    Percent(Rate),
}

/// How many pieces a group takes (specification: groupType with value1 and value2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// QTY: so many.
    Exactly(u32),
    /// RANGE: at least and at most so many; no upper bound is none.
    Between(u32, Option<u32>),
    /// AMOUNT: pieces that are worth at least this together, in minor units.
    Worth(i64),
}

/// A group, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRow {
    /// Its name within the package.
    pub group_code: String,
    /// How many pieces it takes.
    pub need: Need,
}

/// An item of a package, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemRow {
    /// Its number within the package.
    pub lineno: u32,
    /// The item.
    pub item_no: ItemNo,
    /// The group that it belongs to; blank makes it a mandatory group of its own.
    pub line_group: String,
    /// How many pieces are taken when this row is used; 0 for any number that the group allows.
    pub quantity_of_item_need: u32,
    /// What it gives in a line-specific package.
    pub benefit: Option<RowBenefit>,
    /// The package's benefit as this row repeats it; none where it is not repeated.
    pub package_benefit: Option<Benefit>,
    /// Whether customised pieces of the item take part as well.
    pub takes_customised: bool,
}

/// A package as head office writes it, which may still have faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageDraft {
    /// What its rows have in common.
    pub header: Header,
    /// Its groups.
    pub groups: Vec<GroupRow>,
    /// Its items.
    pub items: Vec<ItemRow>,
}

/// A package without faults. Only [`super::validate::validate`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    pub(super) header: Header,
    pub(super) groups: Vec<Group>,
}

/// A group of a package without faults: it has rows, and they can fill it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name; blank for the group of a single row.
    pub code: String,
    /// How many pieces it takes.
    pub need: Need,
    /// Where they come from.
    pub rows: Vec<Row>,
}

/// A row of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number within the package.
    pub lineno: u32,
    /// The item.
    pub item_no: ItemNo,
    /// How many pieces are taken when it is used; none for any number.
    pub pieces: Option<u32>,
    /// What it gives; some exactly in a line-specific package.
    pub benefit: Option<RowBenefit>,
    /// Whether customised pieces take part as well.
    pub takes_customised: bool,
}

impl Package {
    /// What its rows have in common.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Its groups, in the order of their codes, the groups of single rows behind them.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The items that it lists.
    #[must_use]
    pub fn items(&self) -> BTreeSet<&ItemNo> {
        self.groups
            .iter()
            .flat_map(|group| group.rows.iter().map(|row| &row.item_no))
            .collect()
    }

    /// How often it applies in one basket at most: a package that asks for an amount applies once
    /// (domain §2.4).
    #[must_use]
    pub fn times(&self) -> Option<u32> {
        let by_amount = self
            .groups
            .iter()
            .any(|group| matches!(group.need, Need::Worth(_)));
        match self.header.max_times {
            Some(most) if by_amount => Some(most.min(1)),
            None if by_amount => Some(1),
            most => most,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_goes_only_the_documented_ways() {
        let allowed = [
            ("DRAFT", "ENABLED"),
            ("ENABLED", "DISABLED"),
            ("DISABLED", "ENABLED"),
            ("ENABLED", "EXPIRED"),
            ("EXPIRED", "ARCHIVED"),
        ];
        for from in PackageState::ALL {
            assert_eq!(PackageState::parse(from.name()), Some(from));
            for to in PackageState::ALL {
                let expected = allowed.contains(&(from.name(), to.name()));
                assert_eq!(from.may_become(to), expected, "{from:?} to {to:?}");
            }
        }
        let editable: Vec<_> = PackageState::ALL
            .into_iter()
            .filter(|state| state.is_editable())
            .collect();
        assert_eq!(editable, [PackageState::Draft, PackageState::Disabled]);
    }

    #[test]
    fn an_enabled_package_expires_after_its_last_date() {
        let end = "2026-07-21".parse().ok();
        let on = |state: PackageState, date: &str| state.on(date.parse().unwrap(), end);
        assert_eq!(
            on(PackageState::Enabled, "2026-07-21"),
            PackageState::Enabled
        );
        assert_eq!(
            on(PackageState::Enabled, "2026-07-22"),
            PackageState::Expired
        );
        assert_eq!(
            on(PackageState::Disabled, "2026-07-22"),
            PackageState::Disabled
        );
    }
}
