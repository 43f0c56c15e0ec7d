//! A page of a list that is short enough to be looked through as a whole.

use std::cmp::Ordering;

/// Which page of a list is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// How many rows stand before it.
    pub offset: usize,
    /// How many rows it has at most.
    pub limit: usize,
}

/// A page, where the next one starts, and how many rows there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// Where the next page starts; none on the last.
    pub next: Option<usize>,
    /// How many rows the whole list has.
    pub total: usize,
}

/// Sorts rows that stand by key, so that equal ones stay by key whichever way they are sorted, and
/// cuts a page out of them.
pub fn cut<T>(
    mut rows: Vec<T>,
    order: impl Fn(&T, &T) -> Ordering,
    descending: bool,
    window: Window,
) -> Cut<T> {
    rows.sort_by(|a, b| if descending { order(b, a) } else { order(a, b) });
    let total = rows.len();
    let end = window.offset.saturating_add(window.limit);
    Cut {
        rows: rows
            .into_iter()
            .skip(window.offset)
            .take(window.limit)
            .collect(),
        next: (end < total).then_some(end),
        total,
    }
}

/// Orders dates so that "always" and "for ever" stand last.
#[must_use]
pub fn dates<D: Ord>(a: Option<&D>, b: Option<&D>) -> Ordering {
    (a.is_none(), a).cmp(&(b.is_none(), b))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [(&str, i32); 4] = [("A", 2), ("B", 1), ("C", 2), ("D", 3)];

    fn page(descending: bool, offset: usize, limit: usize) -> (String, Option<usize>) {
        let order = |a: &(&str, i32), b: &(&str, i32)| a.1.cmp(&b.1);
        let cut = cut(ROWS.to_vec(), order, descending, Window { offset, limit });
        assert_eq!(cut.total, 4);
        (cut.rows.iter().map(|row| row.0).collect(), cut.next)
    }

    #[test]
    fn pages_follow_each_other_without_gap_or_repeat() {
        assert_eq!(page(false, 0, 3), ("BAC".to_owned(), Some(3)));
        assert_eq!(page(false, 3, 3), ("D".to_owned(), None));
        assert_eq!(page(true, 0, 4), ("DACB".to_owned(), None));
        assert_eq!(page(false, 9, 3), (String::new(), None));
    }

    #[test]
    fn what_never_ends_stands_last() {
        let mut dates = [None, Some(2), Some(1)];
        dates.sort_by(|a, b| super::dates(a.as_ref(), b.as_ref()));
        assert_eq!(dates, [Some(1), Some(2), None]);
    }
}
