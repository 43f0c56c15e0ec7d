//! What a permission group may hold, and what makes it more than it was (domain §16).

use std::collections::{BTreeMap, BTreeSet};

use kernel::Refusal;

use super::permission::{CATALOGUE, Grant, Permission};
use crate::{GRANT_IMPOSSIBLE, LANDING_FOREIGN};

/// The permission to keep the settings, and so to give permissions.
pub const ADMINISTER: &str = "admin.all";
/// The longest address of a page.
const LANDING_CHARACTERS_MAX: usize = 60;

/// The page after logging in, when it is one of our own: a path from the root, without a host, a
/// query or a way up.
///
/// # Errors
/// [`LANDING_FOREIGN`].
pub fn landing(text: &str) -> Result<String, Refusal> {
    let path = text.trim();
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_');
    let is_own = path.starts_with('/')
        && !path.contains("//")
        && path.len() <= LANDING_CHARACTERS_MAX
        && path.len() > 1
        && path.chars().all(fits);
    if !is_own {
        return Err(Refusal::new(&LANDING_FOREIGN).at("landing"));
    }
    Ok(path.to_owned())
}

/// The page to sell on.
const SALE: &str = "/sale";
/// The page for those who do not sell.
const ORDERS: &str = "/order/orderHistory";
/// Pages that a group may land on, and what opens them.
const OPENED_BY: [(&str, &str); 4] = [
    (SALE, "sale.create"),
    (ORDERS, "order.view"),
    ("/report", "report.store"),
    ("/setting", ADMINISTER),
];

/// Where somebody lands: on the page of their group, as long as they may open it. Otherwise they land
/// where they sell, or on the orders.
#[must_use]
pub fn home<'a>(landing: &'a str, held: &BTreeSet<String>) -> &'a str {
    let opens = |page: &str| {
        let mut pages = OPENED_BY.iter();
        pages
            .find(|(known, _)| *known == page)
            .is_none_or(|(_, permission)| held.contains(*permission))
    };
    match landing {
        page if opens(page) => page,
        _ if opens(SALE) => SALE,
        _ => ORDERS,
    }
}

/// In which ways a permission can be held. Limits exist, and colleagues sign, only where one of the
/// default groups says so.
#[must_use]
pub fn ways(permission: &Permission) -> Vec<Grant> {
    let mut ways = vec![Grant::Allowed];
    for way in [Grant::Limited, Grant::ApproveOnly] {
        if permission.grants.contains(&way) {
            ways.push(way);
        }
    }
    ways
}

/// Refuses a permission that nobody knows, and a way in which it cannot be held.
///
/// # Errors
/// [`GRANT_IMPOSSIBLE`].
pub fn check_grants(grants: &BTreeMap<String, Grant>) -> Result<(), Refusal> {
    for (code, grant) in grants {
        let permission = CATALOGUE.iter().find(|permission| permission.code == code);
        if !permission.is_some_and(|permission| ways(permission).contains(grant)) {
            return Err(Refusal::new(&GRANT_IMPOSSIBLE)
                .with("permission", code.as_str())
                .at("grants"));
        }
    }
    Ok(())
}

/// Permissions and limits, as far as one can be more than another.
#[derive(Clone, Copy, Debug)]
pub struct Powers<'a> {
    /// How each permission is held.
    pub grants: &'a BTreeMap<String, Grant>,
    /// The most that the group gives on a line, a basket, and on a line by all discounts together.
    pub limits: [i64; 3],
}

/// Whether somebody who has `after` may do something that they may not with `before`.
#[must_use]
pub fn raises(before: Powers<'_>, after: Powers<'_>) -> bool {
    let held =
        |powers: Powers<'_>, code: &str| powers.grants.get(code).copied().unwrap_or(Grant::Denied);
    let is_more = |(before, after): (Grant, Grant)| match after {
        Grant::Denied => false,
        Grant::Limited => before != Grant::Limited && before != Grant::Allowed,
        Grant::Allowed => before != Grant::Allowed,
        Grant::ApproveOnly => before == Grant::Denied,
    };
    let grants = after.grants.keys();
    let mut pairs = grants.map(|code| (held(before, code), held(after, code)));
    let limits = before.limits.iter().zip(after.limits);
    pairs.any(is_more) || limits.into_iter().any(|(before, after)| after > *before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_lands_where_they_may() {
        for (landing, held, page) in [
            ("/report", &["report.store", "sale.create"][..], "/report"),
            ("/report", &["sale.create"], "/sale"),
            // The register of old jewellery is kept there, which is no report.
            (
                "/report",
                &["recycle.register", "order.view"],
                "/order/orderHistory",
            ),
            ("/setting", &["admin.all"], "/setting"),
            (
                "/setting",
                &["order.view", "report.store"],
                "/order/orderHistory",
            ),
            ("/sale", &["sale.create"], "/sale"),
            ("/sale", &["order.view"], "/order/orderHistory"),
            ("/other/taxFree", &["taxfree.issue"], "/other/taxFree"),
            ("/report", &[], "/order/orderHistory"),
        ] {
            let held = held.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(home(landing, &held), page, "{landing} with {held:?}");
        }
    }

    #[test]
    fn each_default_group_may_open_its_page() {
        use super::super::permission::{CATALOGUE, GROUPS};
        for (index, group) in GROUPS.iter().enumerate() {
            let holds =
                |it: &&Permission| !matches!(it.grants[index], Grant::Denied | Grant::ApproveOnly);
            let held = CATALOGUE.iter().filter(holds);
            let held = held.map(|it| it.code.to_owned()).collect();
            assert_eq!(home(group.landing, &held), group.landing, "{}", group.code);
        }
    }

    fn powers(grants: &BTreeMap<String, Grant>, limit: i64) -> Powers<'_> {
        Powers {
            grants,
            limits: [limit, 0, 0],
        }
    }

    #[test]
    fn only_pages_of_this_till_come_first() {
        for (text, fits) in [
            ("/sale", true),
            (" /order/orderHistory ", true),
            ("sale", false),
            ("/", false),
            ("", false),
            ("//evil.example/sale", false),
            ("/sale//x", false),
            ("https://evil.example", false),
            ("/../admin", false),
            ("/sale?next=x", false),
            ("/\\evil.example", false),
        ] {
            assert_eq!(landing(text).is_ok(), fits, "{text}");
        }
    }

    #[test]
    fn limits_and_signatures_exist_only_for_some_permissions() {
        let way = |code: &str, grant| check_grants(&BTreeMap::from([(code.to_owned(), grant)]));
        assert!(way("sale.create", Grant::Allowed).is_ok());
        assert!(way("sale.create", Grant::Limited).is_err());
        assert!(way("sale.create", Grant::ApproveOnly).is_err());
        assert!(way("discount.line", Grant::Limited).is_ok());
        assert!(way("discount.line", Grant::ApproveOnly).is_ok());
        assert!(way("gold.weight", Grant::ApproveOnly).is_ok());
        assert!(way("sale.everything", Grant::Allowed).is_err());
    }

    #[test]
    fn more_is_a_stronger_grant_or_a_higher_limit() {
        let grants = |grant| BTreeMap::from([("discount.line".to_owned(), grant)]);
        let none = BTreeMap::new();
        for (before, after, is_more) in [
            (Grant::Limited, Grant::Allowed, true),
            (Grant::Allowed, Grant::Limited, false),
            (Grant::ApproveOnly, Grant::Limited, true),
            (Grant::Limited, Grant::ApproveOnly, false),
            (Grant::Limited, Grant::Limited, false),
        ] {
            let (before, after) = (grants(before), grants(after));
            assert_eq!(raises(powers(&before, 5), powers(&after, 5)), is_more);
        }
        let held = grants(Grant::ApproveOnly);
        assert!(raises(powers(&none, 5), powers(&held, 5)));
        assert!(!raises(powers(&held, 5), powers(&none, 5)));
        assert!(raises(powers(&none, 5), powers(&none, 6)));
        assert!(!raises(powers(&none, 5), powers(&none, 4)));
    }
}
