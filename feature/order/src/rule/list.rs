//! Which orders a list shows, and where its next page starts.

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::OrderId;
use uuid::Uuid;

/// The most characters of a search that are looked at.
const SEARCH_CHARACTERS_MAX: usize = 100;
/// The most digits of an order number.
const ORDER_NO_DIGITS_MAX: usize = 15;

/// What somebody asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Words or a number.
    pub search: String,
    /// The first business date.
    pub from: Option<Date>,
    /// The last business date.
    pub to: Option<Date>,
    /// Who sold.
    pub staff_id: Option<String>,
    /// What was paid with.
    pub tender_code: Option<String>,
    /// The statement that holds them.
    pub statement_no: Option<String>,
}

/// The business dates of a list, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first.
    pub from: Date,
    /// The last.
    pub to: Date,
}

impl Wish {
    /// The dates that are asked for: today when none is named, up to today when only the first
    /// is, one day when only the last is. None when they end before they start.
    #[must_use]
    pub fn period(&self, today: Date) -> Option<Period> {
        let to = self
            .to
            .unwrap_or_else(|| today.max(self.from.unwrap_or(today)));
        let from = self.from.unwrap_or(to);
        (from <= to).then_some(Period { from, to })
    }

    /// Whether somebody chose the dates.
    #[must_use]
    pub const fn has_dates(&self) -> bool {
        self.from.is_some() || self.to.is_some()
    }

    /// Whether the days do not matter: a statement holds late orders of earlier days, too.
    #[must_use]
    pub const fn is_any_day(&self) -> bool {
        self.statement_no.is_some() && !self.has_dates()
    }

    /// The words, as far as they are looked at. Control characters part words: no name holds any,
    /// and databases do not take all of them.
    #[must_use]
    pub fn words(&self) -> String {
        self.search
            .replace(char::is_control, " ")
            .trim()
            .chars()
            .take(SEARCH_CHARACTERS_MAX)
            .collect()
    }

    /// The number of an order or receipt that the search may be.
    #[must_use]
    pub fn number(&self) -> Option<Number> {
        let text = self.words().to_uppercase();
        let is_order_no =
            text.len() <= ORDER_NO_DIGITS_MAX && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_one_word = !text.is_empty() && !text.contains(char::is_whitespace);
        is_one_word.then(|| Number {
            order_no: text.parse().ok().filter(|_| is_order_no),
            receipt_no: text,
        })
    }
}

/// The number of an order or of its receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The order's number, when it is one.
    pub order_no: Option<i64>,
    /// The receipt's number.
    pub receipt_no: String,
}

impl Period {
    /// The moments, in microseconds, between which every order of the period was completed: from
    /// the first, up to and without the second. They lie wide apart, because a business date is
    /// that of the store's own clock and ends when the store says.
    #[must_use]
    pub fn moments(self) -> (i64, i64) {
        let moment = |date: Date, days: i64| {
            let days = date.duration_since(Date::constant(1970, 1, 1)).as_hours() / 24 + days;
            days * MICROSECONDS_PER_DAY
        };
        (
            moment(self.from, -SLACK_DAYS),
            moment(self.to, 1 + SLACK_DAYS),
        )
    }
}

/// How many days a business date may be away from the date of its orders in UTC.
const SLACK_DAYS: i64 = 2;
const MICROSECONDS_PER_DAY: i64 = 86_400_000_000;

/// The place behind an order in the list, newest first; older orders are less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cursor {
    /// When the order was completed.
    pub completed_at: Timestamp,
    /// The order.
    pub order_id: OrderId,
}

impl Cursor {
    /// The cursor as the client keeps it.
    #[must_use]
    pub fn text(self) -> String {
        let micros = self.completed_at.as_microsecond();
        format!("{micros}.{}", self.order_id.0.simple())
    }

    /// Reads a cursor that [`Cursor::text`] wrote.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (micros, id) = text.split_once('.')?;
        Some(Self {
            completed_at: Timestamp::from_microsecond(micros.parse().ok()?).ok()?,
            order_id: OrderId(Uuid::try_parse(id).ok()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn the_period_is_today_unless_somebody_says_otherwise() {
        let today = date("2026-11-21");
        let table = [
            (None, None, Some(("2026-11-21", "2026-11-21"))),
            (Some("2026-11-01"), None, Some(("2026-11-01", "2026-11-21"))),
            (Some("2026-12-24"), None, Some(("2026-12-24", "2026-12-24"))),
            (None, Some("2026-11-03"), Some(("2026-11-03", "2026-11-03"))),
            (
                Some("2026-11-01"),
                Some("2026-11-03"),
                Some(("2026-11-01", "2026-11-03")),
            ),
            (Some("2026-11-03"), Some("2026-11-01"), None),
        ];
        for (from, to, expected) in table {
            let wish = Wish {
                from: from.map(date),
                to: to.map(date),
                ..Wish::default()
            };
            let expected = expected.map(|(from, to)| Period {
                from: date(from),
                to: date(to),
            });
            assert_eq!(wish.period(today), expected, "{from:?} {to:?}");
        }
    }

    #[test]
    fn a_statement_is_of_any_day_unless_somebody_says_otherwise() {
        let statement_no = Some("S-PAR01-1".to_owned());
        let table = [
            (None, None, None, false),
            (statement_no.clone(), None, None, true),
            (statement_no.clone(), Some("2026-11-21"), None, false),
            (statement_no, None, Some("2026-11-21"), false),
        ];
        for (statement_no, from, to, expected) in table {
            let wish = Wish {
                statement_no,
                from: from.map(date),
                to: to.map(date),
                ..Wish::default()
            };
            assert_eq!(wish.is_any_day(), expected, "{wish:?}");
        }
    }

    #[test]
    fn the_orders_of_a_period_lie_between_its_moments() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap().as_microsecond();
        let moments = |from: &str, to: &str| {
            let (from, to) = (date(from), date(to));
            Period { from, to }.moments()
        };
        assert_eq!(
            moments("2026-11-20", "2026-11-21"),
            (at("2026-11-18T00:00:00Z"), at("2026-11-24T00:00:00Z"))
        );
        assert_eq!(
            moments("1969-12-31", "1969-12-31"),
            (at("1969-12-29T00:00:00Z"), at("1970-01-03T00:00:00Z"))
        );
        // The first and the last date that there is.
        let (start, end) = moments("-009999-01-01", "9999-12-31");
        assert!(start < at("-009998-01-01T00:00:00Z") && end > at("9999-12-29T00:00:00Z"));
    }

    #[test]
    fn older_orders_are_less() {
        let place = |at: &str, id| Cursor {
            completed_at: at.parse().unwrap(),
            order_id: OrderId(Uuid::from_u128(id)),
        };
        let (early, late) = ("2026-11-21T09:00:00Z", "2026-11-21T09:00:00.000001Z");
        assert!(place(early, 9) < place(late, 1));
        assert!(place(late, 1) < place(late, 2));
    }

    #[test]
    fn a_search_may_be_a_number() {
        let number = |search: &str| {
            let wish = Wish {
                search: search.to_owned(),
                ..Wish::default()
            };
            wish.number()
                .map(|number| (number.order_no, number.receipt_no))
        };
        assert_eq!(number(" 1042 "), Some((Some(1042), "1042".to_owned())));
        assert_eq!(number("r-par01-7"), Some((None, "R-PAR01-7".to_owned())));
        assert_eq!(number("inès moreau"), None);
        assert_eq!(number(""), None);
        assert_eq!(number("99999999999999999999").unwrap().0, None);
        assert_eq!(number("\u{0}7\t"), Some((Some(7), "7".to_owned())));
    }

    #[test]
    fn a_cursor_comes_back_and_nothing_else_is_one() {
        let cursor = Cursor {
            completed_at: "2026-11-21T10:00:00.123456Z".parse().unwrap(),
            order_id: OrderId(Uuid::from_u128(7)),
        };
        assert_eq!(Cursor::parse(&cursor.text()), Some(cursor));
        for text in ["", ".", "1", "x.y", "1.2", "9223372036854775807.", "é.ü"] {
            assert_eq!(Cursor::parse(text), None, "{text}");
        }
    }
}
