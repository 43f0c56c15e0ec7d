//! How much cash the law lets a shop take from one customer on one day (domain 4.3.7).

use jiff::civil::Date;
use kernel::Money;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What becomes of cash above the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AboveLimit {
    /// It is not taken.
    Refused,
    /// Its owner is identified, and it is reported.
    Identified,
}

impl AboveLimit {
    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refused => "REFUSED",
            Self::Identified => "IDENTIFIED",
        }
    }

    /// Finds one by its stored name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Refused, Self::Identified]
            .into_iter()
            .find(|above| above.name() == name)
    }
}

/// What a country says of cash, from a day on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CashRule {
    /// From when.
    pub valid_from: Date,
    /// The most from somebody who lives in the country; none for any amount.
    pub resident_maximum: Option<Money>,
    /// The most from somebody who does not.
    pub visitor_maximum: Option<Money>,
    /// What becomes of more.
    pub above: AboveLimit,
}

/// What is to be done about cash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may be taken.
    Fine,
    /// It is not taken: the most from this customer on this day.
    Refused(Money),
    /// Its owner is identified first, from this amount on.
    Identify(Money),
}

/// The rule that holds on a day, of those of one country.
#[must_use]
pub fn rule_on(rules: &[CashRule], day: Date) -> Option<CashRule> {
    rules
        .iter()
        .filter(|rule| rule.valid_from <= day)
        .max_by_key(|rule| rule.valid_from)
        .copied()
}

/// What of the cash that a customer paid on a day, or that came in one payment without a customer, has
/// to be reported: all of it, once it is above a limit from which on its owner is identified (domain
/// 4.3.7); none else.
#[must_use]
pub fn reportable(rules: &[CashRule], day: Date, is_visitor: bool, taken: Money) -> Option<Money> {
    let none = Money::zero(taken.currency);
    match rule_on(rules, day)?.verdict(is_visitor, none, taken) {
        Verdict::Identify(_) => Some(taken),
        Verdict::Fine | Verdict::Refused(_) => None,
    }
}

impl CashRule {
    /// Whether somebody who paid `before` in cash on this day may pay `more`. A customer whose home
    /// nobody knows counts as living here, where the limit is the lower one.
    #[must_use]
    pub fn verdict(&self, is_visitor: bool, before: Money, more: Money) -> Verdict {
        let maximum = match is_visitor {
            true => self.visitor_maximum,
            false => self.resident_maximum,
        };
        let sum = before.minor.saturating_add(more.minor);
        match maximum {
            Some(maximum) if maximum.currency == more.currency && sum > maximum.minor => {
                match self.above {
                    AboveLimit::Refused => Verdict::Refused(maximum),
                    AboveLimit::Identified => Verdict::Identify(maximum),
                }
            }
            _ => Verdict::Fine,
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use kernel::Currency;
    use proptest::prelude::*;

    use super::*;

    fn euro(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    fn france() -> CashRule {
        CashRule {
            valid_from: date(2015, 9, 1),
            resident_maximum: Some(euro(100_000)),
            visitor_maximum: Some(euro(1_500_000)),
            above: AboveLimit::Refused,
        }
    }

    #[test]
    fn the_sum_of_the_day_counts() {
        let table = [
            (false, 0, 100_000, Verdict::Fine),
            (false, 0, 100_001, Verdict::Refused(euro(100_000))),
            (false, 99_900, 100, Verdict::Fine),
            (false, 99_900, 101, Verdict::Refused(euro(100_000))),
            (true, 99_900, 101, Verdict::Fine),
            (true, 1_400_000, 100_000, Verdict::Fine),
            (true, 1_400_000, 100_001, Verdict::Refused(euro(1_500_000))),
        ];
        for (visitor, before, more, expected) in table {
            let verdict = france().verdict(visitor, euro(before), euro(more));
            assert_eq!(verdict, expected, "{visitor} {before} + {more}");
        }
        let china = CashRule {
            above: AboveLimit::Identified,
            ..france()
        };
        let verdict = china.verdict(false, euro(0), euro(100_001));
        assert_eq!(verdict, Verdict::Identify(euro(100_000)));
        let free = CashRule {
            resident_maximum: None,
            ..france()
        };
        assert_eq!(free.verdict(false, euro(0), euro(i64::MAX)), Verdict::Fine);
    }

    #[test]
    fn cash_above_a_limit_that_identifies_is_reported_with_all_of_it() {
        let yuan = |minor| Money::new(minor, Currency::Cny);
        let china = CashRule {
            valid_from: date(2025, 8, 1),
            resident_maximum: Some(yuan(9_999_999)),
            visitor_maximum: Some(yuan(4_999_999)),
            above: AboveLimit::Identified,
        };
        let refuses = CashRule {
            valid_from: date(2027, 1, 1),
            above: AboveLimit::Refused,
            ..china
        };
        let rules = [refuses, china];
        let in_force = date(2026, 11, 21);
        let table = [
            // day, from abroad, taken, reported
            (in_force, false, yuan(9_999_999), None),
            (in_force, false, yuan(10_000_000), Some(yuan(10_000_000))),
            (in_force, false, yuan(12_000_000), Some(yuan(12_000_000))),
            (in_force, true, yuan(4_999_999), None),
            (in_force, true, yuan(5_000_000), Some(yuan(5_000_000))),
            (date(2025, 7, 31), false, yuan(12_000_000), None),
            (date(2027, 1, 1), false, yuan(12_000_000), None),
            (in_force, false, euro(12_000_000), None),
        ];
        for (day, is_visitor, taken, expected) in table {
            let reported = reportable(&rules, day, is_visitor, taken);
            assert_eq!(reported, expected, "{day} {is_visitor} {taken:?}");
        }
    }

    #[test]
    fn of_dated_rules_the_last_that_began_holds() {
        let new = CashRule {
            valid_from: date(2027, 7, 10),
            visitor_maximum: Some(euro(1_000_000)),
            ..france()
        };
        let rules = [new, france()];
        assert_eq!(rule_on(&rules, date(2015, 8, 31)), None);
        assert_eq!(rule_on(&rules, date(2027, 7, 9)), Some(france()));
        assert_eq!(rule_on(&rules, date(2027, 7, 10)), Some(new));
        for above in [AboveLimit::Refused, AboveLimit::Identified] {
            assert_eq!(AboveLimit::parse(above.name()), Some(above));
        }
    }

    proptest! {
        #[test]
        fn however_it_is_split_the_day_takes_no_more_than_the_limit(
            parts in proptest::collection::vec(1_i64..60_000, 1..20),
        ) {
            let mut taken = 0;
            for part in parts {
                if france().verdict(false, euro(taken), euro(part)) == Verdict::Fine {
                    taken += part;
                }
                prop_assert!(taken <= 100_000);
            }
        }
    }
}
