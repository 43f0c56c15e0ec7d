//! Which business dates a report is about.

use jiff::Unit;
use jiff::civil::Date;

/// The most days that a report reads.
pub const DAYS_MAX: i64 = 31;

/// Business dates, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first.
    pub from: Date,
    /// The last.
    pub to: Date,
}

impl Period {
    /// The dates that are asked for: today when none is named, one day when one is. None when they end
    /// before they begin, or are more than [`DAYS_MAX`].
    #[must_use]
    pub fn asked(from: Option<Date>, to: Option<Date>, today: Date) -> Option<Self> {
        let from = from.or(to).unwrap_or(today);
        let to = to.unwrap_or(from);
        let days = from
            .until((Unit::Day, to))
            .map_or(i64::MAX, |span| i64::from(span.get_days()));
        (0..DAYS_MAX).contains(&days).then_some(Self { from, to })
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_report_is_about_today_one_day_or_up_to_a_month() {
        let (first, last) = (date(2026, 11, 1), date(2026, 12, 1));
        let today = date(2026, 11, 22);
        for (from, to, expected) in [
            (None, None, Some((today, today))),
            (Some(first), None, Some((first, first))),
            (None, Some(last), Some((last, last))),
            (Some(first), Some(today), Some((first, today))),
            (Some(today), Some(first), None),
            (
                Some(first),
                Some(date(2026, 11, 30)),
                Some((first, date(2026, 11, 30))),
            ),
            (Some(first), Some(last), Some((first, last))),
            (Some(first), Some(date(2026, 12, 2)), None),
        ] {
            let period = Period::asked(from, to, today).map(|it| (it.from, it.to));
            assert_eq!(period, expected, "{from:?} {to:?}");
        }
    }
}
