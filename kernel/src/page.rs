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
