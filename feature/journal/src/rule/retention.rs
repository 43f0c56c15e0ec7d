//! How long a shop must keep what its journal states.

use jiff::ToSpan;
use jiff::civil::Date;

/// How long a country wants books kept, from a day on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// From when.
    pub valid_from: Date,
    /// How many years after the end of the business year.
    pub years: i16,
}

const fn from(year: i16, month: i8, day: i8, years: i16) -> Retention {
    Retention {
        valid_from: jiff::civil::date(year, month, day),
        years,
    }
}

/// Commercial books and their papers ten years (Code de commerce L123-22), those of tax six (LPF L102 B):
/// an entry is both.
const FRANCE: [Retention; 1] = [from(1994, 2, 11, 10)];
/// Vouchers and ledgers (Administrative Measures for Accounting Archives, 1998 and 2015).
const CHINA: [Retention; 2] = [from(1999, 1, 1, 15), from(2016, 1, 1, 30)];
/// What counts where nobody has looked up the law.
const ELSEWHERE: [Retention; 1] = [from(1900, 1, 1, 10)];

fn rules(country_code: &str) -> &'static [Retention] {
    match country_code {
        "FR" => &FRANCE,
        "CN" => &CHINA,
        _ => &ELSEWHERE,
    }
}

/// The last day on which a business date must be kept, as the law of `today` says it: so many years after
/// the end of its business year, which is the calendar's.
#[must_use]
pub fn kept_until(country_code: &str, business_date: Date, today: Date) -> Date {
    let rule = rules(country_code)
        .iter()
        .filter(|rule| rule.valid_from <= today)
        .max_by_key(|rule| rule.valid_from);
    let years = rule.map_or(ELSEWHERE[0].years, |rule| rule.years);
    // A date that no calendar holds is never over.
    business_date
        .last_of_year()
        .checked_add(years.years())
        .unwrap_or(Date::MAX)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn years_count_from_the_end_of_the_business_year() {
        for (country, business_date, today, until) in [
            (
                "FR",
                date(2016, 1, 1),
                date(2026, 12, 31),
                date(2026, 12, 31),
            ),
            (
                "FR",
                date(2016, 12, 31),
                date(2027, 1, 1),
                date(2026, 12, 31),
            ),
            (
                "FR",
                date(2016, 2, 29),
                date(2027, 1, 1),
                date(2026, 12, 31),
            ),
            (
                "CN",
                date(2014, 5, 1),
                date(2015, 12, 31),
                date(2029, 12, 31),
            ),
            ("CN", date(2014, 5, 1), date(2016, 1, 1), date(2044, 12, 31)),
            ("MC", date(2016, 5, 1), date(2027, 1, 1), date(2026, 12, 31)),
            ("", date(2016, 5, 1), date(2027, 1, 1), date(2026, 12, 31)),
            ("FR", date(9999, 5, 1), date(2027, 1, 1), Date::MAX),
        ] {
            assert_eq!(
                kept_until(country, business_date, today),
                until,
                "{country} {business_date}"
            );
        }
    }
}
