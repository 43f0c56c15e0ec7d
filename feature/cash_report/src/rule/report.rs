//! Until when cash is reported, when a report is amended, and where one stands.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use kernel::Refusal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::FILED_ON;

/// Within how many working days cash is reported (domain §4.3 rule 7).
const WORKING_DAYS: usize = 5;
/// How many characters of a document of identity lists show.
const SHOWN_CHARACTERS: usize = 4;

/// Where a report stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum CashReportState {
    /// It is to be filed.
    Due,
    /// Its last day is over, and it is not filed.
    Overdue,
    /// It is filed.
    Reported,
}

impl CashReportState {
    /// Where a report stands on a day.
    pub(crate) fn of(is_filed: bool, due_on: Date, today: Date) -> Self {
        match is_filed {
            true => Self::Reported,
            false if due_on < today => Self::Overdue,
            false => Self::Due,
        }
    }

    /// The name, as it is told.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Due => "DUE",
            Self::Overdue => "OVERDUE",
            Self::Reported => "REPORTED",
        }
    }
}

/// The last day on which cash of a business date is reported: the fifth working day after it, Monday to
/// Friday.
///
/// Public holidays, and weekends on which a country works in their place, are not known: where there are
/// some, the authority's last day is another one, later for each holiday and earlier for each working
/// weekend.
pub(crate) fn last_day(business_date: Date) -> Date {
    let mut working = business_date
        .series(1.day())
        .skip(1)
        .filter(|day| !matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday));
    // At the end of the calendar no day is left.
    working.nth(WORKING_DAYS - 1).unwrap_or(Date::MAX)
}

/// Whether what was reported of a customer's day, in minor units, is amended: more cash came in.
pub(crate) fn is_amended(reported: Option<i64>, taken: i64) -> bool {
    reported.is_none_or(|reported| taken > reported)
}

/// Refuses a day of filing before the cash came, or in the future.
///
/// # Errors
/// [`FILED_ON`].
pub(crate) fn check_filed_on(
    filed_on: Date,
    business_date: Date,
    today: Date,
) -> Result<(), Refusal> {
    match (business_date..=today).contains(&filed_on) {
        true => Ok(()),
        false => Err(Refusal::new(&FILED_ON)
            .with("from", business_date.to_string())
            .with("to", today.to_string())
            .at("filedOn")),
    }
}

/// A document of identity for eyes that need not read it: its end.
pub(crate) fn masked(identity: &str) -> String {
    let hidden = identity.chars().count().saturating_sub(SHOWN_CHARACTERS);
    let end: String = identity.chars().skip(hidden).collect();
    format!("•••• {end}")
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn five_working_days_go_over_weekends() {
        let table = [
            // 21 November 2026 is a Saturday.
            ((2026, 11, 16), "2026-11-23"),
            ((2026, 11, 17), "2026-11-24"),
            ((2026, 11, 18), "2026-11-25"),
            ((2026, 11, 19), "2026-11-26"),
            ((2026, 11, 20), "2026-11-27"),
            ((2026, 11, 21), "2026-11-27"),
            ((2026, 11, 22), "2026-11-27"),
            ((2026, 12, 30), "2027-01-06"),
            ((2028, 2, 25), "2028-03-03"),
            ((9999, 12, 31), "9999-12-31"),
        ];
        for ((year, month, day), expected) in table {
            let day = date(year, month, day);
            assert_eq!(last_day(day).to_string(), expected, "{day}");
        }
    }

    #[test]
    fn a_report_is_overdue_on_the_day_after_its_last() {
        let due_on = date(2026, 11, 27);
        let table = [
            (false, date(2026, 11, 21), CashReportState::Due),
            (false, due_on, CashReportState::Due),
            (false, date(2026, 11, 28), CashReportState::Overdue),
            (true, date(2026, 11, 21), CashReportState::Reported),
            (true, date(2026, 11, 28), CashReportState::Reported),
        ];
        for (is_filed, today, expected) in table {
            let state = CashReportState::of(is_filed, due_on, today);
            assert_eq!(state, expected, "{is_filed} {today}");
        }
    }

    #[test]
    fn a_day_is_reported_again_when_it_took_more() {
        let table = [
            (None, 12_000_000, true),
            (Some(12_000_000), 12_000_000, false),
            (Some(12_000_000), 12_000_001, true),
            (Some(12_000_000), 11_000_000, false),
        ];
        for (reported, taken, expected) in table {
            assert_eq!(
                is_amended(reported, taken),
                expected,
                "{reported:?} {taken}"
            );
        }
    }

    #[test]
    fn a_report_is_filed_from_the_day_of_its_cash_up_to_today() {
        let (cash, today) = (date(2026, 11, 20), date(2026, 11, 23));
        let table = [
            (date(2026, 11, 19), false),
            (cash, true),
            (date(2026, 11, 22), true),
            (today, true),
            (date(2026, 11, 24), false),
        ];
        for (filed_on, expected) in table {
            let checked = check_filed_on(filed_on, cash, today);
            assert_eq!(checked.is_ok(), expected, "{filed_on}");
        }
    }

    #[test]
    fn of_an_identity_the_last_four_characters_are_shown() {
        let table = [
            ("Passport X1234567", "•••• 4567"),
            ("护照 一二三四五", "•••• 二三四五"),
            ("12", "•••• 12"),
        ];
        for (identity, expected) in table {
            assert_eq!(masked(identity), expected);
        }
    }
}
