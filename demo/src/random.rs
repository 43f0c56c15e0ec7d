//! The one source of chance in this crate.

/// Seed of every generator, so that the shop is the same in every run.
const SEED: u64 = 20_260_101;

/// A SplitMix64 generator: small, fast and the same on every platform.
///
/// It decides who bought what in an invented shop; it must never make a key or a code.
#[derive(Debug, Clone)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    /// A generator of its own for each `purpose`, so that adding a draw in one place does not
    /// change what another place gets.
    pub(crate) fn new(purpose: u64) -> Self {
        let mut random = Self {
            state: SEED ^ purpose.wrapping_mul(0x9E37_79B9_7F4A_7C15),
        };
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `bound` - 1. The bias of the remainder is far below anything visible.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        u32::try_from(self.next() % u64::from(bound.max(1))).unwrap_or(0)
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// Sixteen hexadecimal digits.
    pub(crate) fn text(&mut self) -> String {
        format!("{:016X}", self.next())
    }

    /// True in `percent` of the draws.
    pub(crate) fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// An index of `length` things, 0 when there are none.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        self.below(u32::try_from(length).unwrap_or(u32::MAX)) as usize
    }

    /// One of `choices`, which must not be empty.
    pub(crate) fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.index(choices.len())]
    }

    /// The index of one of `weights`, heavier ones more often.
    pub(crate) fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut ticket = self.below(weights.iter().sum());
        for (index, &weight) in weights.iter().enumerate() {
            if ticket < weight {
                return index;
            }
            ticket -= weight;
        }
        weights.len().saturating_sub(1)
    }

    /// Brings `things` into a random order.
    pub(crate) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn repeats_itself_and_differs_by_purpose() {
        let mut first = Random::new(1);
        let mut again = Random::new(1);
        let mut other = Random::new(2);
        let numbers: Vec<u64> = (0..8).map(|_| first.next()).collect();
        assert_eq!(numbers, (0..8).map(|_| again.next()).collect::<Vec<_>>());
        assert_ne!(numbers, (0..8).map(|_| other.next()).collect::<Vec<_>>());
    }

    #[test]
    fn weights_decide_how_often() {
        let mut random = Random::new(3);
        let mut hits = [0; 3];
        for _ in 0..6_000 {
            hits[random.weighted(&[1, 0, 5])] += 1;
        }
        assert_eq!(hits[1], 0);
        assert!((800..1_200).contains(&hits[0]), "{hits:?}");
    }
}
