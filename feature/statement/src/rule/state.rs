//! Where a statement stands, and what may happen to it (domain §12.7).

use kernel::Refusal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::STATE_FORBIDS;

/// Where a statement stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StatementState {
    /// It has a number and a date; no order is in it.
    Open,
    /// Its orders are in it and frozen; something is still to be counted.
    Calculated,
    /// Everything is counted that has to be.
    Counted,
    /// Somebody posted it; the books are being written.
    Posting,
    /// It is over for ever.
    Posted,
}

/// What happens to a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// Orders go into it.
    Calculate,
    /// Its orders leave it again.
    Clear,
    /// Something was counted.
    Count {
        /// Whether everything is counted now that has to be.
        is_complete: bool,
    },
    /// Somebody posts it.
    Post,
    /// The books are written.
    Succeed,
    /// They could not be written.
    Fail,
}

impl StatementState {
    /// All states.
    pub const ALL: [Self; 5] = [
        Self::Open,
        Self::Calculated,
        Self::Counted,
        Self::Posting,
        Self::Posted,
    ];

    /// The state as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "OPEN",
            Self::Calculated => "CALCULATED",
            Self::Counted => "COUNTED",
            Self::Posting => "POSTING",
            Self::Posted => "POSTED",
        }
    }

    /// Finds a state by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// The state after something happened: the one place that knows all ways.
    ///
    /// # Errors
    /// [`STATE_FORBIDS`] when it cannot happen to a statement that stands here.
    pub fn after(self, happening: Happening) -> Result<Self, Refusal> {
        match (self, happening) {
            (Self::Open, Happening::Calculate) => Ok(Self::Calculated),
            (Self::Calculated | Self::Counted, Happening::Clear) => Ok(Self::Open),
            (Self::Calculated, Happening::Count { is_complete: false }) => Ok(Self::Calculated),
            (Self::Calculated | Self::Counted, Happening::Count { .. }) => Ok(Self::Counted),
            (Self::Counted, Happening::Post) => Ok(Self::Posting),
            (Self::Posting, Happening::Succeed) => Ok(Self::Posted),
            (Self::Posting, Happening::Fail) => Ok(Self::Counted),
            _ => Err(Refusal::new(&STATE_FORBIDS).with("state", self.name())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_goes_no_other_way() {
        use Happening::{Calculate, Clear, Count, Fail, Post, Succeed};
        use StatementState::{Calculated, Counted, Open, Posted, Posting};
        let part = Count { is_complete: false };
        let whole = Count { is_complete: true };
        let ways = [
            (Open, Calculate, Calculated),
            (Calculated, Clear, Open),
            (Counted, Clear, Open),
            (Calculated, part, Calculated),
            (Calculated, whole, Counted),
            (Counted, part, Counted),
            (Counted, whole, Counted),
            (Counted, Post, Posting),
            (Posting, Succeed, Posted),
            (Posting, Fail, Counted),
        ];
        for from in StatementState::ALL {
            for happening in [Calculate, Clear, part, whole, Post, Succeed, Fail] {
                let way = ways
                    .iter()
                    .find(|(state, it, _)| *state == from && *it == happening);
                match (from.after(happening), way) {
                    (Ok(to), Some((_, _, expected))) => assert_eq!(to, *expected),
                    (Err(refusal), None) => assert_eq!(refusal.kind, &STATE_FORBIDS),
                    (got, _) => panic!("{from:?} {happening:?}: {got:?}"),
                }
            }
        }
    }

    #[test]
    fn states_have_their_names() {
        for state in StatementState::ALL {
            assert_eq!(StatementState::parse(state.name()), Some(state));
        }
        assert_eq!(StatementState::parse("CLOSED"), None);
    }
}
