//! Which business dates a report is about.

use jiff::civil::Date;
use jiff::{Span, Unit};

use super::figure::Figures;

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

    /// All its days with what was sold on them, those on which nothing was, too.
    #[must_use]
    pub fn each_day(self, sold: &[(Date, Figures)]) -> Vec<(Date, Figures)> {
        self.from
            .series(Span::new().days(1))
            .take_while(|day| *day <= self.to)
            .map(|day| {
                let figures = sold.iter().find(|(date, _)| *date == day);
                (day, figures.map(|(_, it)| *it).unwrap_or_default())
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_day_on_which_nothing_was_sold_is_a_day() {
        let period = Period {
            from: date(2026, 2, 27),
            to: date(2026, 3, 1),
        };
        let sold = Figures {
            sales: 100,
            ..Figures::default()
        };
        let days = period.each_day(&[(date(2026, 3, 1), sold)]);
        let told: Vec<_> = days.iter().map(|(day, it)| (day.day(), it.sales)).collect();
        assert_eq!(told, [(27, 0), (28, 0), (1, 100)]);
    }

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
