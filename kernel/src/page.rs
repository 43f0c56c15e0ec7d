//! Pages of lists: every list is bounded.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most rows that one page may hold.
pub const PAGE_ROWS_MAX: i64 = 200;
/// How many rows a page holds when the client does not say.
pub const PAGE_ROWS_DEFAULT: i64 = 50;

/// One page of a list.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The rows.
    pub items: Vec<T>,
    /// Where the next page starts; none on the last.
    #[schema(example = "eyJhdCI6MX0")]
    pub next_cursor: Option<String>,
    /// How many rows the whole list has.
    pub total: i64,
}

/// Keeps a wish for rows within the bounds.
#[must_use]
pub fn row_limit(wish: Option<i64>) -> i64 {
    wish.unwrap_or(PAGE_ROWS_DEFAULT).clamp(1, PAGE_ROWS_MAX)
}

/// Cuts rows to a page of `limit`; of the query one row more was asked for. The page's last row when
/// another page follows.
pub fn cut<T>(rows: &mut Vec<T>, limit: i64) -> Option<&T> {
    let limit = usize::try_from(limit).unwrap_or_default();
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    rows.last().filter(|_| has_more)
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn another_page_follows_when_more_rows_were_found_than_asked_for() {
        for (found, left, last) in [(0, 0, None), (2, 2, None), (3, 3, None), (4, 3, Some(2))] {
            let mut rows: Vec<usize> = (0..found).collect();
            assert_eq!(cut(&mut rows, 3).copied(), last);
            assert_eq!(rows.len(), left);
        }
    }
}
