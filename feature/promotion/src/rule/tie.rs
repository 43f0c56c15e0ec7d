//! Which of equally good choices is taken.

use std::cmp::Ordering;

/// Sum of priorities, then plans, then columns, both ascending.
pub(super) type TieKey = (i64, Vec<usize>, Vec<usize>);

/// Which of two choices of one value ties prefer: the lower sum of priorities, then the one that
/// takes the first plan more often in which they differ, then likewise by columns. Adding the same
/// column to both never turns the answer, on which remembering states relies.
pub(super) fn compare(a: &TieKey, b: &TieKey) -> Ordering {
    a.0.cmp(&b.0)
        .then_with(|| by_count(&a.1, &b.1))
        .then_with(|| by_count(&a.2, &b.2))
}

fn by_count(a: &[usize], b: &[usize]) -> Ordering {
    for (one, other) in a.iter().zip(b) {
        if one != other {
            return one.cmp(other);
        }
    }
    b.len().cmp(&a.len())
}
