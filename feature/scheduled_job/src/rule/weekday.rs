//! The days of the week on which a job runs (specification: weekdays Monday to Sunday).

use jiff::civil;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = Weekday)]
#[expect(missing_docs, reason = "they say it")]
pub enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// All of them, in their order.
pub const WEEK: [Weekday; 7] = [
    Weekday::Monday,
    Weekday::Tuesday,
    Weekday::Wednesday,
    Weekday::Thursday,
    Weekday::Friday,
    Weekday::Saturday,
    Weekday::Sunday,
];

/// Some days of the week: bits from Monday, as they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weekdays(pub i64);

impl Weekdays {
    /// Whether a calendar day is one of them.
    #[must_use]
    pub fn has(self, day: civil::Weekday) -> bool {
        self.0 & (1 << day.to_monday_zero_offset()) != 0
    }

    /// They, each once, from Monday.
    #[must_use]
    pub fn list(self) -> Vec<Weekday> {
        let is_chosen = |day: &Weekday| self.0 & (1 << *day as i64) != 0;
        WEEK.into_iter().filter(is_chosen).collect()
    }
}

impl From<&[Weekday]> for Weekdays {
    fn from(days: &[Weekday]) -> Self {
        Self(days.iter().fold(0, |bits, day| bits | 1 << *day as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_kept_each_once_and_in_the_order_of_the_week() {
        let days = Weekdays::from([Weekday::Sunday, Weekday::Monday, Weekday::Sunday].as_slice());
        assert_eq!(days, Weekdays(0b100_0001));
        assert_eq!(days.list(), [Weekday::Monday, Weekday::Sunday]);
        assert_eq!(Weekdays(127).list(), WEEK);
        assert!(days.has(civil::date(2026, 11, 22).weekday()), "a Sunday");
        assert!(!days.has(civil::date(2026, 11, 24).weekday()), "a Tuesday");
    }
}
