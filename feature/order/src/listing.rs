//! Lists on paper: the rows of a table for spreadsheets with their sums, on A4 across.

use ::document::{DocumentError, Identity, Page, PageTable, Sheet, SheetRow};
use axum::response::Response;
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::{Currency, Refusal};
use shell::{Failure, Outcome};

use crate::LIST_TOO_LONG;
use crate::letterhead::Letterhead;
use crate::sheet::{self, Pen};

/// The most rows of a list on paper: some twenty sheets.
pub const LISTING_ROWS_MAX: i64 = 500;

/// A list as it is printed.
#[derive(Debug)]
pub struct Listing {
    /// The store, the language and the clock.
    pub letterhead: Letterhead,
    /// What is listed.
    pub title: String,
    /// The filters, and when and for whom it was made.
    pub references: Vec<SheetRow>,
    /// What somebody must know to read it.
    pub note: Option<String>,
    /// The rows and their sums.
    pub table: PageTable,
    /// When it was made.
    pub at: Timestamp,
}

/// The rows of a list, of which one more was read than fits on paper.
///
/// # Errors
/// [`LIST_TOO_LONG`]: a part of a list would look like all of it.
pub fn all_of<T>(rows: Vec<T>) -> Outcome<Vec<T>> {
    match i64::try_from(rows.len()) {
        Ok(number) if number <= LISTING_ROWS_MAX => Ok(rows),
        _ => Err(Refusal::new(&LIST_TOO_LONG)
            .with("maximum", LISTING_ROWS_MAX)
            .into()),
    }
}

impl Listing {
    /// The answer that shows the list as PDF, in a file of that name.
    ///
    /// # Errors
    /// [`crate::PDF_ERROR`].
    pub async fn show(self, name: &str) -> Result<Response, Failure> {
        let key = name.to_owned();
        sheet::show(name, move || self.sheet(&key)).await
    }

    fn sheet(self, name: &str) -> Result<Sheet, DocumentError> {
        let language = self.letterhead.language;
        let identity = Identity {
            key: format!("{name}/{}/{language}", self.at),
            issued_at: self.at.to_zoned(self.letterhead.zone.clone()),
        };
        let pen = Pen::new(language, Currency::Eur);
        let page = Page {
            is_across: true,
            document_title: self.title.clone(),
            title: self.title,
            references: self.references,
            note: self.note,
            tables: vec![self.table],
            fine_print: vec![pen.software()],
            ..Page::default()
        };
        Sheet::page(&self.letterhead.letter(None)?, &page, identity)
    }
}

impl Pen {
    /// The dates of a filter: `all` when it names none, an open end as a dash.
    #[must_use]
    pub fn period(&self, (from, to): (Option<Date>, Option<Date>), all: &str) -> String {
        match (from, to) {
            (None, None) => all.to_owned(),
            (Some(from), Some(to)) => self.days(from, to),
            (Some(from), None) => format!("{} –", self.day(from)),
            (None, Some(to)) => format!("– {}", self.day(to)),
        }
    }
}

/// What columns come to, in minor units of each currency: what is of different currencies is never added up.
#[derive(Debug)]
pub struct Sums<const COLUMNS: usize>(Vec<(Currency, [i64; COLUMNS])>);

impl<const COLUMNS: usize> Default for Sums<COLUMNS> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<const COLUMNS: usize> Sums<COLUMNS> {
    /// Adds the columns of a row.
    pub fn add(&mut self, currency: Currency, columns: [i64; COLUMNS]) {
        match self.0.iter_mut().find(|(of, _)| *of == currency) {
            Some((_, sums)) => {
                for (sum, minor) in sums.iter_mut().zip(columns) {
                    *sum += minor;
                }
            }
            None => self.0.push((currency, columns)),
        }
    }

    /// Each currency with its sums, in the order in which they appeared.
    pub fn each(&self) -> impl Iterator<Item = (Currency, [i64; COLUMNS])> {
        self.0.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use kernel::Currency::{Eur, Hkd};

    use super::*;

    #[test]
    fn a_list_that_does_not_fit_is_refused_and_not_cut() {
        let rows = |number: i64| (0..number).collect::<Vec<_>>();
        assert_eq!(all_of(rows(LISTING_ROWS_MAX)).unwrap().len(), 500);
        let refused = all_of(rows(LISTING_ROWS_MAX + 1)).unwrap_err();
        assert!(matches!(refused, Failure::Refused(refusal) if refusal.kind == &LIST_TOO_LONG));
    }

    #[test]
    fn currencies_are_summed_apart() {
        let mut sums = Sums::default();
        for (currency, columns) in [(Eur, [1, 20]), (Hkd, [5, 5]), (Eur, [2, -30])] {
            sums.add(currency, columns);
        }
        let told: Vec<_> = sums.each().collect();
        assert_eq!(told, [(Eur, [3, -10]), (Hkd, [5, 5])]);
    }

    #[test]
    fn open_ends_of_a_period_are_told() {
        let pen = Pen::new(::document::Language::English, Eur);
        let (first, last) = (Some(date(2026, 11, 1)), Some(date(2026, 11, 21)));
        for (period, expected) in [
            ((None, None), "All days"),
            ((first, None), "01-Nov-2026 –"),
            ((None, last), "– 21-Nov-2026"),
            ((first, last), "01-Nov-2026 – 21-Nov-2026"),
            ((first, first), "01-Nov-2026"),
        ] {
            assert_eq!(pen.period(period, "All days"), expected);
        }
    }
}
