//! Whether two sets of ids are the same, in constant memory.

use super::entry::sha256;

/// How many words a sum has.
const WORDS: usize = 4;

/// The count and the sum of the hashes of some ids, in whatever order they came.
///
/// Equal tallies prove equal sets as long as nobody chooses the ids. Somebody who does still meets
/// the count: each id that the journal states is looked for in the table on its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// How many ids there were.
    pub(crate) count: i64,
    sum: [u64; WORDS],
}

impl Tally {
    pub(crate) fn add(&mut self, id: uuid::Uuid) {
        self.count += 1;
        let hash = sha256(id.as_bytes());
        for (word, bytes) in self.sum.iter_mut().zip(hash.chunks_exact(8)) {
            let part = bytes
                .iter()
                .fold(0_u64, |part, byte| (part << 8) | u64::from(*byte));
            *word = word.wrapping_add(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn tally(ids: &[u128]) -> Tally {
        let mut tally = Tally::default();
        ids.iter().for_each(|id| tally.add(Uuid::from_u128(*id)));
        tally
    }

    #[test]
    fn order_does_not_count_and_everything_else_does() {
        assert_eq!(tally(&[1, 2, 3]), tally(&[3, 1, 2]));
        for other in [&[1, 2][..], &[1, 2, 4], &[1, 2, 2], &[1, 2, 3, 3], &[]] {
            assert_ne!(tally(&[1, 2, 3]), tally(other), "{other:?}");
        }
    }
}
