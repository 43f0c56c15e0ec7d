//! What takes a permission in a sale, and whether somebody may do it alone, with an approval or not at
//! all (domain §1.7, §16.3 and §16.4).

use kernel::id::LineId;
use kernel::weight::Weight;
use kernel::{Money, Rate};
use serde::{Deserialize, Serialize};
use session::rule::permission::{CATALOGUE, Grant};

use super::discount::Asked;
use super::limit::{Demand, Limits};

/// What is done, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// A discount on a line.
    LineDiscount {
        /// The line.
        line_id: LineId,
        /// What is entered.
        asked: Asked,
    },
    /// A discount on the basket.
    BasketDiscount {
        /// What is entered.
        asked: Asked,
    },
    /// Another price for a line.
    PriceOverride {
        /// The line.
        line_id: LineId,
        /// What is typed.
        typed: Money,
    },
    /// A weight outside the tolerance.
    GoldWeight {
        /// The line.
        line_id: LineId,
        /// What the scale says.
        weight: Weight,
    },
    /// A deposit below the store's minimum.
    DepositBelowMinimum {
        /// What is paid.
        amount: Money,
    },
    /// What the shop adds of its own to a deposit from which it withdraws.
    DepositDoubled {
        /// What it adds.
        amount: Money,
    },
    /// Money that goes back to something else than it came from.
    RefundTender {
        /// What goes back.
        amount: Money,
    },
    /// Old jewellery that is bought for more than one person decides on.
    RecyclingPurchase {
        /// What it is worth.
        amount: Money,
    },
    /// Cash that is taken out of a drawer, more than one person decides on.
    DrawerCashOut {
        /// How much.
        amount: Money,
    },
    /// A statement that is posted with a difference above the store's maximum.
    StatementPosting {
        /// Counted less booked.
        difference: Money,
    },
}

impl Action {
    /// The permission that it takes.
    #[must_use]
    pub const fn permission(&self) -> &'static str {
        match self {
            Self::LineDiscount { .. } => "discount.line",
            Self::BasketDiscount { .. } => "discount.basket",
            Self::PriceOverride { .. } => "price.override",
            Self::GoldWeight { .. } => "gold.weight",
            Self::DepositBelowMinimum { .. } | Self::DepositDoubled { .. } => {
                "deposit.belowMinimum"
            }
            Self::RefundTender { .. } => "payment.refundTender",
            Self::RecyclingPurchase { .. } => "recycle.approve",
            Self::DrawerCashOut { .. } => "payment.openDrawer",
            Self::StatementPosting { .. } => "statement.post",
        }
    }

    /// The line that it is done to; none for the basket.
    #[must_use]
    pub const fn line_id(&self) -> Option<LineId> {
        match self {
            Self::BasketDiscount { .. }
            | Self::DepositBelowMinimum { .. }
            | Self::DepositDoubled { .. }
            | Self::RefundTender { .. }
            | Self::RecyclingPurchase { .. }
            | Self::DrawerCashOut { .. }
            | Self::StatementPosting { .. } => None,
            Self::LineDiscount { line_id, .. }
            | Self::PriceOverride { line_id, .. }
            | Self::GoldWeight { line_id, .. } => Some(*line_id),
        }
    }

    /// Whether somebody who holds the permission within limits cannot stand for it: it is above them.
    #[must_use]
    pub const fn is_above_limits(&self) -> bool {
        matches!(self, Self::StatementPosting { .. })
    }

    /// Whether it is done while the basket is being paid, and not before.
    #[must_use]
    pub const fn is_of_payment(&self) -> bool {
        matches!(self, Self::RefundTender { .. })
    }
}

/// Whether somebody may do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Alone.
    Allowed,
    /// With somebody else's approval.
    NeedsApproval,
    /// Not at all.
    Denied,
}

/// Whether somebody with a grant and limits may do what a permission is for. What a group has no
/// grant for needs an approval where the catalogue knows approvers, and is denied elsewhere; who may
/// only approve does nothing alone. The demand is [`Demand::NONE`] for actions without limits.
#[must_use]
pub fn decide(permission: &str, grant: Grant, limits: &Limits, demand: &Demand) -> Decision {
    match grant {
        Grant::Allowed => Decision::Allowed,
        Grant::Limited if limits.cover(demand) => Decision::Allowed,
        Grant::Limited => Decision::NeedsApproval,
        Grant::Denied if is_approvable(permission) => Decision::NeedsApproval,
        Grant::Denied | Grant::ApproveOnly => Decision::Denied,
    }
}

/// The most of a line that all discounts may take together on the word of somebody with a grant and limits who stands
/// for a demand: what that one could give alone, and at least what was just asked.
#[must_use]
pub fn granted(grant: Grant, limits: &Limits, demand: &Demand) -> Rate {
    match grant {
        Grant::Allowed => Rate::HUNDRED,
        Grant::Limited | Grant::ApproveOnly | Grant::Denied => limits.total.max(demand.total),
    }
}

/// Whether the catalogue gives a permission to somebody for approvals alone.
fn is_approvable(permission: &str) -> bool {
    CATALOGUE
        .iter()
        .any(|it| it.code == permission && it.grants.contains(&Grant::ApproveOnly))
}

#[cfg(test)]
mod tests {
    use session::rule::permission::GROUPS;

    use super::*;

    fn demand(percent: i64) -> Demand {
        Demand {
            line: Rate::percent(percent),
            basket: Rate::ZERO,
            total: Rate::percent(percent),
        }
    }

    fn grant_of(permission: &str, group: &str) -> Grant {
        let group = GROUPS.iter().position(|it| it.code == group).unwrap();
        let permission = CATALOGUE.iter().find(|it| it.code == permission).unwrap();
        permission.grants[group]
    }

    #[test]
    fn each_group_is_allowed_denied_or_in_need_of_approval() {
        use Decision::{Allowed, Denied, NeedsApproval};
        let none = Demand::NONE;
        let basket = |percent| Demand {
            basket: Rate::percent(percent),
            total: Rate::percent(percent),
            ..none
        };
        // permission, demand, then sales, senior, manager and administrator (domain §16.3 and §16.4)
        let table = [
            (
                "discount.line",
                demand(5),
                [Allowed, Allowed, Allowed, Denied],
            ),
            (
                "discount.line",
                demand(6),
                [NeedsApproval, Allowed, Allowed, Denied],
            ),
            (
                "discount.line",
                demand(30),
                [NeedsApproval, NeedsApproval, Allowed, Denied],
            ),
            (
                "discount.line",
                demand(31),
                [NeedsApproval, NeedsApproval, NeedsApproval, Denied],
            ),
            (
                "discount.basket",
                basket(5),
                [NeedsApproval, Allowed, Allowed, Denied],
            ),
            (
                "discount.basket",
                basket(21),
                [NeedsApproval, NeedsApproval, NeedsApproval, Denied],
            ),
            (
                "price.override",
                none,
                [NeedsApproval, NeedsApproval, Allowed, Denied],
            ),
            (
                "gold.weight",
                none,
                [NeedsApproval, Allowed, Allowed, Denied],
            ),
            ("price.keyed", none, [Allowed, Allowed, Allowed, Denied]),
            // Nobody approves a till that is paid into, or the giving of CRM gifts.
            ("sale.crmGift", none, [Denied, Allowed, Allowed, Denied]),
            ("sale.create", none, [Allowed, Allowed, Allowed, Denied]),
        ];
        for (permission, demand, expected) in table {
            for (group, expected) in GROUPS.iter().zip(expected) {
                let limits = Limits::of_default_group(group.code);
                let grant = grant_of(permission, group.code);
                let found = decide(permission, grant, &limits, &demand);
                assert_eq!(found, expected, "{permission} {demand:?} {}", group.code);
            }
        }
    }

    #[test]
    fn whoever_stands_for_a_discount_grants_what_they_could_give() {
        let limits = Limits::of_default_group("MANAGER");
        let table = [
            (Grant::Limited, demand(5), Rate::percent(35)),
            (Grant::ApproveOnly, demand(5), Rate::percent(35)),
            // Their limit was lowered meanwhile.
            (Grant::Limited, demand(40), Rate::percent(40)),
            (Grant::Allowed, demand(5), Rate::HUNDRED),
        ];
        for (grant, demand, expected) in table {
            assert_eq!(granted(grant, &limits, &demand), expected, "{grant:?}");
        }
    }
}
