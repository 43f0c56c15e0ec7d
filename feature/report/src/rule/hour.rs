//! Sales by the hour of the store's clock.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::figure::Figures;

/// Sales are read by quarters of an hour: no time zone is apart from another by less.
pub const QUARTER_MICROSECONDS: i64 = 15 * 60 * 1_000_000;

/// The hours between the first and the last sale by the store's clock, those without one too. `quarters`
/// are counted from the beginning of 1970 in UTC. The hour that the clock tells twice in autumn is one.
#[must_use]
pub fn by_hour(quarters: &[(i64, Figures)], zone: &TimeZone) -> Vec<(i8, Figures)> {
    let mut hours = [None::<Figures>; 24];
    for (quarter, figures) in quarters {
        let Ok(at) = Timestamp::from_microsecond(quarter * QUARTER_MICROSECONDS) else {
            continue;
        };
        let hour = usize::from(at.to_zoned(zone.clone()).hour().unsigned_abs());
        let known = hours[hour].unwrap_or_default();
        hours[hour] = Some(known.plus(*figures));
    }
    let first = hours.iter().position(Option::is_some);
    let last = hours.iter().rposition(Option::is_some);
    let (Some(first), Some(last)) = (first, last) else {
        return Vec::new();
    };
    (0_i8..)
        .zip(hours)
        .skip(first)
        .take(last - first + 1)
        .map(|(hour, figures)| (hour, figures.unwrap_or_default()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quarter(at: &str) -> i64 {
        at.parse::<Timestamp>().unwrap().as_microsecond() / QUARTER_MICROSECONDS
    }

    fn sold(sales: i64) -> Figures {
        Figures {
            transactions: 1,
            pieces: 1,
            sales,
            ..Figures::default()
        }
    }

    #[test]
    fn hours_are_those_of_the_clock_on_the_wall() {
        let quarters = [
            (quarter("2026-11-21T10:07:00Z"), sold(100)),
            (quarter("2026-11-21T10:52:00Z"), sold(20)),
            (quarter("2026-11-21T13:00:00Z"), sold(3)),
        ];
        let paris = TimeZone::get("Europe/Paris").unwrap();
        let hours = by_hour(&quarters, &paris);
        let sales: Vec<_> = hours.iter().map(|(hour, it)| (*hour, it.sales)).collect();
        assert_eq!(sales, [(11, 120), (12, 0), (13, 0), (14, 3)]);
        let kathmandu = TimeZone::get("Asia/Kathmandu").unwrap();
        let hours = by_hour(&quarters, &kathmandu);
        let sales: Vec<_> = hours.iter().map(|(hour, it)| (*hour, it.sales)).collect();
        assert_eq!(sales, [(15, 100), (16, 20), (17, 0), (18, 3)]);
    }

    #[test]
    fn the_hour_that_comes_twice_in_autumn_is_one() {
        let quarters = [
            (quarter("2026-10-25T00:30:00Z"), sold(1)),
            (quarter("2026-10-25T01:30:00Z"), sold(1)),
        ];
        let paris = TimeZone::get("Europe/Paris").unwrap();
        let hours = by_hour(&quarters, &paris);
        assert_eq!(hours.len(), 1);
        assert_eq!((hours[0].0, hours[0].1.sales), (2, 2));
    }

    #[test]
    fn a_day_without_a_sale_has_no_hours() {
        assert!(by_hour(&[], &TimeZone::UTC).is_empty());
    }
}
