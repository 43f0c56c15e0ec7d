//! Whether a package counts in a basket here and now (domain §2.2, header fields).

use jiff::civil::DateTime;
use kernel::Currency;

use super::package::{Package, PackageState};

/// Where and when a basket is priced, and for whom.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances<'a> {
    /// The local date and time of the shop, as its clock shows it.
    pub now: DateTime,
    /// The price groups of store and customer.
    pub price_groups: &'a [String],
    /// The basket's currency.
    pub currency: Currency,
    /// Whether the customer is a member.
    pub is_member: bool,
    /// The coupons that were shown.
    pub coupons: &'a [String],
}

/// Whether the package counts. Dates are included. The hours of a window that crosses midnight
/// belong to the day on which it begins, so that its dates and weekdays are those of that day.
#[must_use]
pub fn is_live(package: &Package, at: &Circumstances<'_>) -> bool {
    let header = package.header();
    header.state == PackageState::Enabled
        && header.currency == at.currency
        && (at.is_member || !header.member_only)
        && listed(header.price_group.as_ref(), at.price_groups)
        && listed(header.coupon_code.as_ref(), at.coupons)
        && is_in_time(package, at.now)
}

fn listed(wanted: Option<&String>, present: &[String]) -> bool {
    wanted.is_none_or(|code| present.contains(code))
}

fn is_in_time(package: &Package, now: DateTime) -> bool {
    let header = package.header();
    let (date, time) = (now.date(), now.time());
    let day = match header.hours {
        None => Some(date),
        Some(hours) if hours.from < hours.to => {
            (hours.from <= time && time < hours.to).then_some(date)
        }
        Some(hours) if time >= hours.from => Some(date),
        Some(hours) if time < hours.to => date.yesterday().ok(),
        Some(_) => None,
    };
    day.is_some_and(|day| {
        header.starting_date.is_none_or(|start| start <= day)
            && header.ending_date.is_none_or(|end| day <= end)
            && header.weekdays.contains(&day.weekday())
    })
}

#[cfg(test)]
mod tests {
    use jiff::civil::Weekday;

    use super::super::package::{DayWindow, Header};
    use super::super::validate::tests::pair;
    use super::*;

    /// Whether the package that `change` makes counts at a local time, for nobody in particular.
    fn at(now: &str, change: impl Fn(&mut Header)) -> bool {
        let mut package = pair();
        change(&mut package.header);
        is_live(
            &package,
            &Circumstances {
                now: now.parse().unwrap(),
                price_groups: &["EUR-RETAIL".to_owned()],
                currency: Currency::Eur,
                is_member: false,
                coupons: &["SUMMER".to_owned()],
            },
        )
    }

    fn hours(header: &mut Header, from: &str, to: &str) {
        header.hours = Some(DayWindow {
            from: from.parse().unwrap(),
            to: to.parse().unwrap(),
        });
    }

    #[test]
    fn the_first_and_the_last_date_count() {
        let dated = |header: &mut Header| {
            header.starting_date = "2026-06-24".parse().ok();
            header.ending_date = "2026-07-21".parse().ok();
        };
        for (now, expected) in [
            ("2026-06-23T23:59:59", false),
            ("2026-06-24T00:00:00", true),
            ("2026-07-21T23:59:59", true),
            ("2026-07-22T00:00:00", false),
        ] {
            assert_eq!(at(now, dated), expected, "{now}");
        }
    }

    #[test]
    fn hours_count_from_the_first_to_before_the_last() {
        let lunch = |header: &mut Header| hours(header, "12:00", "14:00");
        for (time, expected) in [
            ("11:59:59", false),
            ("12:00:00", true),
            ("13:59:59", true),
            ("14:00:00", false),
        ] {
            assert_eq!(at(&format!("2026-07-01T{time}"), lunch), expected, "{time}");
        }
    }

    #[test]
    fn the_hours_after_midnight_belong_to_the_evening_before() {
        // 2026-07-03 is a Friday.
        let night = |header: &mut Header| {
            hours(header, "22:00", "02:00");
            header.weekdays = vec![Weekday::Friday];
            header.ending_date = "2026-07-03".parse().ok();
        };
        for (now, expected) in [
            ("2026-07-03T01:00:00", false),
            ("2026-07-03T21:59:59", false),
            ("2026-07-03T22:00:00", true),
            ("2026-07-04T01:59:59", true),
            ("2026-07-04T02:00:00", false),
            ("2026-07-04T22:30:00", false),
        ] {
            assert_eq!(at(now, night), expected, "{now}");
        }
    }

    #[test]
    fn every_other_condition_must_hold() {
        let now = "2026-07-01T12:00:00";
        assert!(at(now, |_| ()));
        assert!(!at(now, |header| header.state = PackageState::Disabled));
        assert!(!at(now, |header| header.member_only = true));
        assert!(!at(now, |header| header.currency = Currency::Jpy));
        assert!(!at(now, |header| header.weekdays = vec![Weekday::Monday]));
        for (code, expected) in [("EUR-RETAIL", true), ("EUR-OUTLET", false)] {
            let group = |header: &mut Header| header.price_group = Some(code.to_owned());
            assert_eq!(at(now, group), expected, "{code}");
        }
        for (code, expected) in [("SUMMER", true), ("WINTER", false)] {
            let coupon = |header: &mut Header| header.coupon_code = Some(code.to_owned());
            assert_eq!(at(now, coupon), expected, "{code}");
        }
    }
}
