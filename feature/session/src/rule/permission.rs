//! The catalogue of permissions and the four default groups (domain §16.3 and §16.4).

/// A permission: what somebody may do, and the page that it opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permission {
    /// Its code, `feature.action`.
    pub code: &'static str,
    /// Its name on screen.
    pub name: &'static str,
    /// The page that it opens; always one of our own.
    pub redirect_url: &'static str,
    /// What the groups of [`GROUPS`] get, in their order.
    pub grants: [Grant; 4],
}

use kernel::Rate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a group holds a permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Grant {
    /// Not at all.
    Denied,
    /// Freely.
    Allowed,
    /// Within the limits of the group.
    Limited,
    /// Only to approve what somebody else does.
    ApproveOnly,
}

impl Grant {
    /// The grant of a stored name; denied for what nobody knows.
    #[must_use]
    pub fn parse(name: &str) -> Self {
        [Self::Allowed, Self::Limited, Self::ApproveOnly]
            .into_iter()
            .find(|grant| grant.name() == Some(name))
            .unwrap_or(Self::Denied)
    }

    /// The grant as it is stored; nothing for one that is denied.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Denied => None,
            Self::Allowed => Some("ALLOWED"),
            Self::Limited => Some("LIMITED"),
            Self::ApproveOnly => Some("APPROVE_ONLY"),
        }
    }
}

/// A group of permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its code.
    pub code: &'static str,
    /// For whom it is.
    pub name: &'static str,
    /// The page after logging in.
    pub landing: &'static str,
    /// The most that it gives on a line, on a basket, and on a line by all discounts together.
    pub limits: [Rate; 3],
}

/// The four default groups, each with its page (domain §16.3).
pub const GROUPS: [Group; 4] = [
    Group {
        code: "SALES",
        name: "Salesperson",
        landing: "/sale",
        limits: [Rate::percent(5), Rate::percent(0), Rate::percent(5)],
    },
    Group {
        code: "SENIOR",
        name: "Key holder",
        landing: "/sale",
        limits: [Rate::percent(10), Rate::percent(5), Rate::percent(12)],
    },
    Group {
        code: "MANAGER",
        name: "Store manager",
        landing: "/report",
        limits: [Rate::percent(30), Rate::percent(20), Rate::percent(35)],
    },
    Group {
        code: "ADMIN",
        name: "Administrator",
        landing: "/setting",
        limits: [Rate::percent(100), Rate::percent(100), Rate::percent(100)],
    },
];

const fn permission(
    code: &'static str,
    name: &'static str,
    redirect_url: &'static str,
    grants: [Grant; 4],
) -> Permission {
    Permission {
        code,
        name,
        redirect_url,
        grants,
    }
}

use Grant::{Allowed as X, ApproveOnly as O, Denied as N, Limited as L};

/// All permissions; the grants are those of sales, senior, manager and administrator.
pub const CATALOGUE: [Permission; 66] = [
    permission("sale.create", "Sell", "/sale", [X, X, X, N]),
    permission(
        "sale.park",
        "Park and resume baskets",
        "/sale",
        [X, X, X, N],
    ),
    permission(
        "sale.endReservation",
        "End a colleague's reservation",
        "/sale",
        [N, N, X, N],
    ),
    permission(
        "sale.customised",
        "Sell customised pieces",
        "/sale",
        [X, X, X, N],
    ),
    permission("sale.gwp", "Give GWP and bags", "/sale", [X, X, X, N]),
    permission("sale.crmGift", "Issue CRM gifts", "/crm", [N, X, X, N]),
    permission("discount.line", "Line discount", "/sale", [L, L, L, O]),
    permission("discount.basket", "Basket discount", "/sale", [N, L, L, O]),
    permission("price.override", "Type a price", "/sale", [N, N, X, O]),
    permission(
        "price.keyed",
        "Key price of keyed items",
        "/sale",
        [X, X, X, N],
    ),
    permission(
        "gold.weight",
        "Change weight outside tolerance",
        "/sale",
        [N, X, X, O],
    ),
    permission(
        "order.view",
        "Order history",
        "/order/orderHistory",
        [X, X, X, X],
    ),
    permission(
        "order.viewAll",
        "History of linked stores",
        "/order/orderHistory",
        [N, N, X, X],
    ),
    permission(
        "order.void",
        "Void same day order",
        "/order/orderHistory",
        [N, X, X, N],
    ),
    permission(
        "order.edit",
        "Change salesperson or customer",
        "/order/orderHistory",
        [N, X, X, N],
    ),
    permission(
        "order.reprint",
        "Reprint receipt, invoice",
        "/order/orderHistory",
        [X, X, X, X],
    ),
    permission(
        "refund.create",
        "Refund",
        "/order/createRefund",
        [L, L, X, N],
    ),
    permission(
        "refund.late",
        "Refund after the window",
        "/order/createRefund",
        [N, N, X, O],
    ),
    permission(
        "exchange.create",
        "Exchange",
        "/order/orderHistory",
        [X, X, X, N],
    ),
    permission(
        "exchange.refundDifference",
        "Pay out exchange difference",
        "/order/orderHistory",
        [N, L, X, N],
    ),
    permission("web.refund", "Web refund", "/order/webRefund", [X, X, X, N]),
    permission(
        "web.return",
        "Web return drop-off",
        "/order/webRefund",
        [X, X, X, N],
    ),
    permission(
        "web.pickup",
        "Hand over pickup",
        "/order/orderHistory",
        [X, X, X, N],
    ),
    permission(
        "web.express",
        "Pack and ship express",
        "/order/orderHistory",
        [X, X, X, N],
    ),
    permission(
        "recall.process",
        "Process recall",
        "/order/inventory/recall",
        [X, X, X, N],
    ),
    permission(
        "rma.request",
        "Request RMA, tarnish, defect",
        "/order/rmaList",
        [N, X, X, N],
    ),
    permission(
        "rma.ship",
        "Ship RMA and overstock",
        "/order/rmaList",
        [N, X, X, N],
    ),
    permission("payment.take", "Take payments", "/sale", [X, X, X, N]),
    permission(
        "payment.refundTender",
        "Refund to another tender",
        "/order/createRefund",
        [N, N, X, O],
    ),
    permission(
        "payment.resolveUnknown",
        "Decide unknown payments",
        "/sale",
        [N, N, X, X],
    ),
    permission(
        "payment.openDrawer",
        "Open drawer without sale",
        "/other",
        [N, X, X, N],
    ),
    permission(
        "cashreport.file",
        "Report cash to the authority",
        "/other",
        [N, N, X, X],
    ),
    permission(
        "deposit.create",
        "Take and settle deposits",
        "/deposit",
        [X, X, X, N],
    ),
    permission(
        "deposit.belowMinimum",
        "Deposit below minimum",
        "/deposit",
        [N, N, X, O],
    ),
    permission(
        "deposit.cancel",
        "Cancel deposit, refund",
        "/deposit",
        [N, X, X, N],
    ),
    permission("giftcard.sell", "Sell gift cards", "/other", [X, X, X, N]),
    permission(
        "giftcard.block",
        "Block or void a card",
        "/other",
        [N, N, X, X],
    ),
    permission(
        "giftcard.returnOverride",
        "Return of gift card orders",
        "/order/createRefund",
        [N, N, X, O],
    ),
    permission(
        "taxfree.issue",
        "Issue tax-free form",
        "/order/orderHistory",
        [X, X, X, N],
    ),
    permission(
        "taxfree.void",
        "Void tag",
        "/order/orderHistory",
        [N, X, X, N],
    ),
    permission(
        "recycle.create",
        "Recycle with order",
        "/other",
        [X, X, X, N],
    ),
    permission(
        "recycle.noOrder",
        "Recycle without order",
        "/other",
        [N, X, X, N],
    ),
    permission(
        "recycle.approve",
        "Approve large recycling purchases",
        "/other",
        [N, N, X, O],
    ),
    permission(
        "recycle.register",
        "Export register",
        "/report",
        [N, N, X, X],
    ),
    permission(
        "receiving.count",
        "Check in goods",
        "/order/inventory/item-receiving",
        [X, X, X, N],
    ),
    permission(
        "receiving.post",
        "Post receiving",
        "/order/inventory/item-receiving/management",
        [N, X, X, N],
    ),
    permission(
        "transfer.create",
        "Create transfer, return out",
        "/order/inventory/transfer-out-N-return-out",
        [X, X, X, N],
    ),
    permission(
        "transfer.post",
        "Post shipment",
        "/order/inventory/transfer-out-N-return-out/management",
        [N, X, X, N],
    ),
    permission("stock.view", "Stock list", "/order/stock", [X, X, X, X]),
    permission(
        "stock.viewOther",
        "Stock of other stores",
        "/order/stock",
        [X, X, X, X],
    ),
    permission(
        "count.enter",
        "Count stock and gold",
        "/order/stock/counting",
        [X, X, X, N],
    ),
    permission(
        "count.post",
        "Approve and post counts",
        "/order/stock/countingClass",
        [N, N, X, N],
    ),
    permission(
        "count.reopen",
        "Reopen a count",
        "/order/stock/countingClass",
        [N, N, X, X],
    ),
    permission(
        "difference.resolve",
        "Resolve difference list",
        "/order/transferInList",
        [N, N, N, X],
    ),
    permission(
        "statement.count",
        "Count and calculate",
        "/statement",
        [N, X, X, N],
    ),
    permission(
        "statement.post",
        "Post statement",
        "/statement",
        [N, L, X, N],
    ),
    permission(
        "statement.clear",
        "Clear unposted statement",
        "/statement",
        [N, N, X, X],
    ),
    permission(
        "statement.manage",
        "Statement management, X and Z",
        "/statement/management",
        [N, X, X, X],
    ),
    permission(
        "statement.checkBypass",
        "Sell with unposted day",
        "/sale",
        [N, N, X, O],
    ),
    permission(
        "report.store",
        "Reports of own store",
        "/report",
        [N, X, X, X],
    ),
    permission(
        "report.all",
        "Reports of linked stores, EUR",
        "/report",
        [N, N, X, X],
    ),
    permission(
        "crm.search",
        "Search, create, edit customers",
        "/crm/searchCrm",
        [X, X, X, X],
    ),
    permission(
        "crm.viewFull",
        "See full contact data, export",
        "/crm",
        [N, N, X, X],
    ),
    permission(
        "crm.priceGroup",
        "Choose a customer's price groups",
        "/crm/searchCrm",
        [N, N, X, X],
    ),
    permission(
        "crm.engage",
        "Events, contacts, lucky draw",
        "/crm/engagement",
        [X, X, X, X],
    ),
    permission(
        "admin.all",
        "Staff, stores, tenders, terminals, price groups, items, prices, packages, jobs, permissions",
        "/setting",
        [N, N, N, X],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_pages_are_our_own() {
        let mut codes: Vec<_> = CATALOGUE.iter().map(|permission| permission.code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), CATALOGUE.len());
        assert!(
            CATALOGUE
                .iter()
                .all(|permission| permission.redirect_url.starts_with('/'))
        );
    }

    #[test]
    fn an_administrator_does_not_sell() {
        let sell = CATALOGUE
            .iter()
            .find(|permission| permission.code == "sale.create")
            .unwrap();
        assert_eq!(sell.grants, [X, X, X, N]);
    }
}
