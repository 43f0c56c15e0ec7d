//! Where a deposit stands, and what may happen to it (domain §5.4).

use kernel::Refusal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{NOT_LATER, NOT_OPEN, NOTHING_LEFT_TO_PAY};

/// Where a deposit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum DepositState {
    /// Something is still to be paid.
    Open,
    /// Everything is paid; the pieces wait.
    FullyPaid,
    /// Its last day has passed; the pieces stay reserved.
    Overdue,
    /// The last piece was handed over.
    Settled,
    /// Somebody withdrew; the pieces are free and nothing is held.
    Cancelled,
}

/// What happens to a deposit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// The client pays more.
    Pay,
    /// Pieces are handed over, or all of them.
    Settle,
    /// Its last day is moved.
    Extend {
        /// Whether the new day is after the old one, and not in the past.
        is_later: bool,
    },
    /// The job finds that its last day has passed.
    PassExpiry,
    /// Somebody withdraws.
    Cancel,
    /// Its pieces get the prices of today.
    Reprice,
    /// A settlement is given up: its pieces wait again, with what is held for them.
    PutBack,
}

/// What a deposit is worth after a deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// What the pieces cost that are not settled, in minor units.
    pub remaining: i64,
    /// What is held for them.
    pub held: i64,
}

impl Worth {
    /// What is still to be paid.
    #[must_use]
    pub const fn balance(self) -> i64 {
        self.remaining - self.held
    }
}

impl DepositState {
    /// All states.
    pub const ALL: [Self; 5] = [
        Self::Open,
        Self::FullyPaid,
        Self::Overdue,
        Self::Settled,
        Self::Cancelled,
    ];

    /// The state as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "OPEN",
            Self::FullyPaid => "FULLY_PAID",
            Self::Overdue => "OVERDUE",
            Self::Settled => "SETTLED",
            Self::Cancelled => "CANCELLED",
        }
    }

    /// Finds a state by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether pieces are still kept.
    #[must_use]
    pub const fn is_live(self) -> bool {
        !matches!(self, Self::Settled | Self::Cancelled)
    }

    /// The state after a deed that leaves this worth.
    ///
    /// # Errors
    /// [`NOT_OPEN`] once it is over, [`NOTHING_LEFT_TO_PAY`] for a payment on one that is paid,
    /// [`NOT_LATER`] for a last day that is no later one.
    pub fn after(self, deed: Deed, worth: Worth) -> Result<Self, Refusal> {
        if !self.is_live() {
            return Err(Refusal::new(&NOT_OPEN));
        }
        match deed {
            Deed::Pay if self == Self::FullyPaid => Err(Refusal::new(&NOTHING_LEFT_TO_PAY)),
            // What is overdue stays overdue until a manager moves its day: paying more does not.
            Deed::Pay if self == Self::Overdue && worth.balance() > 0 => Ok(Self::Overdue),
            Deed::Pay => Ok(Self::of(worth)),
            Deed::Settle if worth.remaining == 0 => Ok(Self::Settled),
            Deed::Settle if self == Self::Overdue => Ok(Self::Overdue),
            Deed::Settle => Ok(Self::of(worth)),
            Deed::Extend { is_later: false } => Err(Refusal::new(&NOT_LATER).at("expiresOn")),
            Deed::Extend { is_later: true } => Ok(Self::of(worth)),
            // Who has paid everything owes nothing: their pieces only wait.
            Deed::PassExpiry if self == Self::FullyPaid => Ok(Self::FullyPaid),
            Deed::PassExpiry => Ok(Self::Overdue),
            Deed::Cancel => Ok(Self::Cancelled),
            Deed::Reprice | Deed::PutBack if self == Self::Overdue && worth.balance() > 0 => {
                Ok(Self::Overdue)
            }
            Deed::Reprice | Deed::PutBack => Ok(Self::of(worth)),
        }
    }

    const fn of(worth: Worth) -> Self {
        if worth.balance() <= 0 {
            Self::FullyPaid
        } else {
            Self::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deposits_go_the_ways_of_the_table_and_no_other() {
        use DepositState::{Cancelled, FullyPaid, Open, Overdue, Settled};
        let worth = |remaining, held| Worth { remaining, held };
        let later = Deed::Extend { is_later: true };
        let table = [
            (Open, Deed::Pay, worth(450, 250), Ok(Open)),
            (Open, Deed::Pay, worth(450, 450), Ok(FullyPaid)),
            (Open, Deed::Settle, worth(300, 100), Ok(Open)),
            (Open, Deed::Settle, worth(0, 0), Ok(Settled)),
            (Open, Deed::PassExpiry, worth(450, 150), Ok(Overdue)),
            (Open, later, worth(450, 150), Ok(Open)),
            (
                FullyPaid,
                Deed::Pay,
                worth(450, 450),
                Err("deposit.nothing_left_to_pay"),
            ),
            (FullyPaid, Deed::Settle, worth(0, 0), Ok(Settled)),
            (FullyPaid, Deed::Settle, worth(300, 300), Ok(FullyPaid)),
            (FullyPaid, Deed::PassExpiry, worth(450, 450), Ok(FullyPaid)),
            (Overdue, Deed::Pay, worth(450, 300), Ok(Overdue)),
            (Overdue, Deed::Pay, worth(450, 450), Ok(FullyPaid)),
            (Overdue, Deed::Settle, worth(0, 0), Ok(Settled)),
            (Overdue, Deed::Settle, worth(300, 100), Ok(Overdue)),
            (Overdue, later, worth(450, 150), Ok(Open)),
            (Settled, Deed::Pay, worth(0, 0), Err("deposit.not_open")),
            (Settled, Deed::Settle, worth(0, 0), Err("deposit.not_open")),
            (Settled, later, worth(0, 0), Err("deposit.not_open")),
            (Open, Deed::Cancel, worth(0, 0), Ok(Cancelled)),
            (FullyPaid, Deed::Cancel, worth(0, 0), Ok(Cancelled)),
            (Overdue, Deed::Cancel, worth(0, 0), Ok(Cancelled)),
            (Settled, Deed::Cancel, worth(0, 0), Err("deposit.not_open")),
            (
                Cancelled,
                Deed::Cancel,
                worth(0, 0),
                Err("deposit.not_open"),
            ),
            (Cancelled, Deed::Pay, worth(0, 0), Err("deposit.not_open")),
            (Cancelled, later, worth(0, 0), Err("deposit.not_open")),
            (Open, Deed::Reprice, worth(400, 150), Ok(Open)),
            (Open, Deed::Reprice, worth(150, 150), Ok(FullyPaid)),
            (Overdue, Deed::Reprice, worth(400, 150), Ok(Overdue)),
            (Settled, Deed::Reprice, worth(0, 0), Err("deposit.not_open")),
            (Open, Deed::PutBack, worth(450, 150), Ok(Open)),
            (Open, Deed::PutBack, worth(450, 450), Ok(FullyPaid)),
            (FullyPaid, Deed::PutBack, worth(450, 450), Ok(FullyPaid)),
            (Overdue, Deed::PutBack, worth(450, 150), Ok(Overdue)),
            (Settled, Deed::PutBack, worth(0, 0), Err("deposit.not_open")),
            (
                Settled,
                Deed::PassExpiry,
                worth(0, 0),
                Err("deposit.not_open"),
            ),
            (
                Open,
                Deed::Extend { is_later: false },
                worth(450, 150),
                Err("deposit.not_later"),
            ),
        ];
        for (state, deed, worth, expected) in table {
            let found = state.after(deed, worth).map_err(|refusal| refusal.kind.key);
            assert_eq!(found, expected, "{state:?} {deed:?}");
            assert_eq!(DepositState::parse(state.name()), Some(state));
        }
    }
}
