//! The business date (domain C7) and the way dates and times print (specification §9).

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

/// When a shop's day turns: minutes after midnight of its local time, 04:00 by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndOfBusinessDay(pub i16);

impl Default for EndOfBusinessDay {
    fn default() -> Self {
        Self(240)
    }
}

/// The date on which a shop books what happens now: the local date, except that times before the
/// end of the business day belong to the date before (domain C7).
#[must_use]
pub fn business_date(now: Timestamp, zone: &TimeZone, end: EndOfBusinessDay) -> Date {
    let local = zone.to_datetime(now);
    let minutes = i16::from(local.hour()) * 60 + i16::from(local.minute());
    if minutes < end.0 {
        local.date().checked_sub(1.day()).unwrap_or(local.date())
    } else {
        local.date()
    }
}

/// The moment at which a business date is over, where the shop's clocks stand at its end.
///
/// # Errors
/// For a date at the end of the calendar.
pub fn end_of_business_date(
    date: Date,
    zone: &TimeZone,
    end: EndOfBusinessDay,
) -> Result<Timestamp, jiff::Error> {
    let turn = date.tomorrow()?.to_datetime(Time::midnight());
    let turn = turn.checked_add(i64::from(end.0).minutes())?;
    Ok(turn.to_zoned(zone.clone())?.timestamp())
}

/// `14-Nov-2026` (specification §9).
#[must_use]
pub fn print_date(date: Date) -> String {
    date.strftime("%d-%b-%Y").to_string()
}

/// `15:42:08` (specification §9).
#[must_use]
pub fn print_time(local: DateTime) -> String {
    local.strftime("%H:%M:%S").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_business_date_ends_where_the_next_begins() {
        let paris = TimeZone::get("Europe/Paris").unwrap();
        let end = EndOfBusinessDay::default();
        for date in ["2026-11-20", "2026-03-28", "2026-10-24"] {
            let date: Date = date.parse().unwrap();
            let over = end_of_business_date(date, &paris, end).unwrap();
            assert_eq!(business_date(over, &paris, end), date.tomorrow().unwrap());
            let before = over - jiff::SignedDuration::from_secs(1);
            assert_eq!(business_date(before, &paris, end), date);
        }
    }

    #[test]
    fn the_night_belongs_to_the_day_before() {
        let paris = TimeZone::get("Europe/Paris").unwrap();
        let table = [
            ("2026-11-21T02:59:00Z", "2026-11-20"), // 03:59 in Paris
            ("2026-11-21T03:00:00Z", "2026-11-21"), // 04:00
            ("2026-03-29T01:30:00Z", "2026-03-28"), // 03:30 after the clocks went forward
            ("2026-03-29T02:00:00Z", "2026-03-29"), // 04:00
            ("2026-10-25T02:30:00Z", "2026-10-24"), // 03:30 after the clocks went back
        ];
        for (instant, expected) in table {
            let date = business_date(
                instant.parse().unwrap(),
                &paris,
                EndOfBusinessDay::default(),
            );
            assert_eq!(date.to_string(), expected, "{instant}");
        }
    }

    #[test]
    fn dates_and_times_print_as_specified() {
        let local: DateTime = "2026-11-14T15:42:08".parse().unwrap();
        assert_eq!(print_date(local.date()), "14-Nov-2026");
        assert_eq!(print_time(local), "15:42:08");
    }
}
