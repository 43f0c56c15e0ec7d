//! When a customised piece is ready (specification §9, domain §14.3).

use std::collections::BTreeSet;

use jiff::ToSpan as _;
use jiff::civil::Date;

use super::family::Family;

/// How many days in a row a store may be closed before it is taken for closed for good.
const CLOSED_DAYS_MAX: usize = 366;

/// From how many to how many days the making takes.
#[must_use]
pub const fn days(family: Family) -> (i64, i64) {
    match family {
        Family::Bangle
        | Family::Cuff
        | Family::Earring
        | Family::DiceNecklace
        | Family::Necklace => (21, 21),
        Family::PersonalisedNecklace => (14, 14),
        Family::ClipMedal => (7, 14),
    }
}

/// When a store is closed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closed {
    /// Monday to Sunday.
    pub weekdays: [bool; 7],
    /// Single days.
    pub dates: BTreeSet<Date>,
}

impl Closed {
    fn on(&self, date: Date) -> bool {
        let weekday = date.weekday().to_monday_zero_offset();
        let weekday = usize::try_from(weekday).ok();
        let is_weekday = weekday.and_then(|place| self.weekdays.get(place));
        is_weekday.copied().unwrap_or(false) || self.dates.contains(&date)
    }
}

/// The day on which a piece that is ordered on a date is promised: after the longest time that its
/// family takes, on a day on which the store is open. The day after that time when the store is never
/// open; the order's own date at the end of the calendar.
#[must_use]
pub fn promised_on(family: Family, ordered_on: Date, closed: &Closed) -> Date {
    let (_, longest) = days(family);
    let ready = ordered_on.checked_add(longest.days()).unwrap_or(ordered_on);
    ready
        .series(1.day())
        .take(CLOSED_DAYS_MAX)
        .find(|date| !closed.on(*date))
        .unwrap_or(ready)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_vectors_hold() {
        for (family, ordered_on, promised) in [
            ("BANGLE", date(2026, 2, 9), date(2026, 3, 2)),
            ("DICE_NECKLACE", date(2026, 12, 20), date(2027, 1, 10)),
            (
                "PERSONALISED_NECKLACE",
                date(2026, 2, 14),
                date(2026, 2, 28),
            ),
            ("CLIP_MEDAL", date(2026, 2, 14), date(2026, 2, 28)),
        ] {
            let family = Family::parse(family).unwrap();
            assert_eq!(
                promised_on(family, ordered_on, &Closed::default()),
                promised
            );
        }
    }

    #[test]
    fn a_closed_day_moves_the_promise_to_the_next_opening_day() {
        let mut closed = Closed::default();
        closed.weekdays[6] = true;
        closed.dates.insert(date(2027, 1, 11));
        // 10-Jan-2027 is a Sunday, and the Monday after it is a holiday here.
        let promised = promised_on(Family::DiceNecklace, date(2026, 12, 20), &closed);
        assert_eq!(promised, date(2027, 1, 12));
    }

    #[test]
    fn a_store_that_never_opens_promises_the_day_itself() {
        let closed = Closed {
            weekdays: [true; 7],
            dates: BTreeSet::new(),
        };
        let promised = promised_on(Family::ClipMedal, date(2026, 2, 14), &closed);
        assert_eq!(promised, date(2026, 2, 28));
    }

    proptest! {
        #[test]
        fn a_promise_is_never_earlier_than_the_longest_time_and_on_an_open_day(
            day in 0_i64..3_000, sunday: bool, monday: bool
        ) {
            let ordered_on = date(2026, 1, 1).checked_add(day.days()).unwrap();
            let mut closed = Closed::default();
            closed.weekdays[6] = sunday;
            closed.weekdays[0] = monday;
            for family in Family::ALL {
                let promised = promised_on(family, ordered_on, &closed);
                let taken = ordered_on.until(promised).unwrap().get_days();
                let (_, longest) = days(family);
                prop_assert!(i64::from(taken) >= longest && i64::from(taken) <= longest + 2);
                prop_assert!(!closed.on(promised));
            }
        }
    }
}
