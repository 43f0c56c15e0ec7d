//! What a country asks for, who counts as its resident, and until when customs must see the goods
//! (domain §7.2).

use jiff::civil::Date;
use jiff::{ToSpan, Unit};
use kernel::Currency;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::amount::Bracket;

/// The word for all countries of [`EU`] in an area.
pub const EU_AREA: &str = "EU";
/// The countries whose residents are in the tax area of the European Union, with Monaco, which is
/// in that of France.
pub const EU: [&str; 28] = [
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT",
    "LT", "LU", "LV", "MC", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
];

/// How the last day is counted from the purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = TaxFreeDeadlineKind)]
pub enum DeadlineKind {
    /// The last day of the so manieth month after that of the purchase.
    MonthEnd,
    /// The same day so many months later.
    Months,
    /// So many days later.
    Days,
}

impl DeadlineKind {
    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MonthEnd => "MONTH_END",
            Self::Months => "MONTHS",
            Self::Days => "DAYS",
        }
    }

    /// Finds a kind by its stored name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::MonthEnd, Self::Months, Self::Days]
            .into_iter()
            .find(|kind| kind.name() == name)
    }
}

/// What a country asks for, from a day on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountryRule {
    /// The country (ISO 3166).
    pub country_code: String,
    /// From when.
    pub valid_from: Date,
    /// Whether there is tax-free shopping at all.
    pub is_available: bool,
    /// The currency of its amounts.
    pub currency: Currency,
    /// The smallest amount that is enough, in minor units.
    pub minimum: i64,
    /// Whether that amount is counted before tax.
    pub minimum_before_tax: bool,
    /// From which age on.
    pub minimum_age: i64,
    /// Whose residents cannot: countries with commas between, or [`EU_AREA`].
    pub resident_area: String,
    /// Over how many consecutive days receipts may go on one form.
    pub grouping_days: i64,
    /// Within how many days of the first purchase a form can be issued, that day included.
    pub issue_days: i64,
    /// The longest stay in days, where there is one.
    pub stay_days_max: Option<i64>,
    /// How the last day is counted.
    pub deadline_kind: DeadlineKind,
    /// How many months or days.
    pub deadline: i64,
    /// The most that is refunded in cash, in minor units, where there is a limit.
    pub cash_max: Option<i64>,
    /// What is refunded.
    pub brackets: Vec<Bracket>,
}

impl CountryRule {
    /// Whether somebody who lives in a country is a resident here.
    #[must_use]
    pub fn is_resident(&self, country: &str) -> bool {
        self.resident_area
            .split(',')
            .map(str::trim)
            .any(|area| area == country || (area == EU_AREA && EU.contains(&country)))
    }

    /// The last day on which customs can validate goods that were bought on a day.
    #[must_use]
    pub fn last_day(&self, purchased_on: Date) -> Date {
        let count = self.deadline;
        match self.deadline_kind {
            DeadlineKind::Days => purchased_on.saturating_add(count.days()),
            DeadlineKind::Months => purchased_on.saturating_add(count.months()),
            DeadlineKind::MonthEnd => purchased_on
                .first_of_month()
                .saturating_add(count.months())
                .last_of_month(),
        }
    }
}

/// The rule that holds on a day, of those of one country.
#[must_use]
pub fn rule_on(rules: Vec<CountryRule>, day: Date) -> Option<CountryRule> {
    rules
        .into_iter()
        .filter(|rule| rule.valid_from <= day)
        .max_by_key(|rule| rule.valid_from)
}

/// How many whole years lie between a birth and a day.
#[must_use]
pub fn age_on(born_on: Date, day: Date) -> i64 {
    born_on
        .until((Unit::Year, day))
        .map_or(0, |span| i64::from(span.get_years()))
}

/// How many days after `first` a day is.
#[must_use]
pub fn days_after(first: Date, day: Date) -> i64 {
    first
        .until((Unit::Day, day))
        .map_or(0, |span| i64::from(span.get_days()))
}

#[cfg(test)]
pub(crate) mod tests {
    use jiff::civil::date;

    use super::*;

    pub(crate) fn france() -> CountryRule {
        CountryRule {
            country_code: "FR".to_owned(),
            valid_from: date(2021, 1, 1),
            is_available: true,
            currency: Currency::Eur,
            minimum: 10_001,
            minimum_before_tax: false,
            minimum_age: 16,
            resident_area: EU_AREA.to_owned(),
            grouping_days: 3,
            issue_days: 3,
            stay_days_max: Some(183),
            deadline_kind: DeadlineKind::MonthEnd,
            deadline: 3,
            cash_max: None,
            brackets: vec![Bracket {
                from: 0,
                percent: 1_200,
                fee: 0,
            }],
        }
    }

    #[test]
    fn residents_are_those_of_the_area() {
        let france = france();
        for country in ["FR", "DE", "MC"] {
            assert!(france.is_resident(country), "{country}");
        }
        for country in ["CH", "GB", "CN", ""] {
            assert!(!france.is_resident(country), "{country}");
        }
        let swiss = CountryRule {
            resident_area: "CH,LI".to_owned(),
            ..france
        };
        assert!(swiss.is_resident("LI") && !swiss.is_resident("FR"));
    }

    #[test]
    fn the_last_day_is_counted_as_the_country_counts() {
        let on = |deadline_kind, deadline, day| {
            CountryRule {
                deadline_kind,
                deadline,
                ..france()
            }
            .last_day(day)
        };
        for (kind, count, bought, last) in [
            (
                DeadlineKind::MonthEnd,
                3,
                date(2026, 11, 21),
                date(2027, 2, 28),
            ),
            (
                DeadlineKind::MonthEnd,
                3,
                date(2026, 11, 30),
                date(2027, 2, 28),
            ),
            (
                DeadlineKind::Months,
                3,
                date(2026, 11, 30),
                date(2027, 2, 28),
            ),
            (
                DeadlineKind::Days,
                90,
                date(2026, 11, 21),
                date(2027, 2, 19),
            ),
        ] {
            assert_eq!(on(kind, count, bought), last, "{kind:?} {bought}");
            assert_eq!(DeadlineKind::parse(kind.name()), Some(kind));
        }
    }

    #[test]
    fn of_dated_rules_the_last_that_began_holds() {
        let old = CountryRule {
            valid_from: date(2014, 1, 1),
            minimum: 15_495,
            ..france()
        };
        let new = CountryRule {
            valid_from: date(2024, 2, 1),
            minimum: 7_001,
            ..france()
        };
        let on = |day| rule_on(vec![new.clone(), old.clone()], day).map(|rule| rule.minimum);
        assert_eq!(on(date(2013, 12, 31)), None);
        assert_eq!(on(date(2024, 1, 31)), Some(15_495));
        assert_eq!(on(date(2024, 2, 1)), Some(7_001));
    }

    #[test]
    fn age_and_days_are_whole() {
        let born = date(2010, 11, 22);
        assert_eq!(age_on(born, date(2026, 11, 21)), 15);
        assert_eq!(age_on(born, date(2026, 11, 22)), 16);
        assert_eq!(days_after(date(2026, 11, 30), date(2026, 12, 2)), 2);
        assert_eq!(days_after(date(2026, 12, 2), date(2026, 11, 30)), -2);
    }
}
