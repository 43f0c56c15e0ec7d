//! What the payment of a basket is for.

use serde::Serialize;
use utoipa::ToSchema;

/// What a basket that is being paid is paid for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = BasketPurpose)]
pub enum Purpose {
    /// Its goods, which leave with the customer.
    #[default]
    Goods,
    /// A deposit on its goods, which stay until it is settled.
    Deposit,
    /// More on a deposit. The basket has no lines.
    FurtherPayment,
    /// Goods of a deposit, which leave now.
    Settlement,
    /// A deposit that is cancelled: its money goes back. The basket has no lines.
    Cancellation,
}

impl Purpose {
    /// All purposes.
    pub const ALL: [Self; 5] = [
        Self::Goods,
        Self::Deposit,
        Self::FurtherPayment,
        Self::Settlement,
        Self::Cancellation,
    ];

    /// The purpose as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Goods => "GOODS",
            Self::Deposit => "DEPOSIT",
            Self::FurtherPayment => "FURTHER_PAYMENT",
            Self::Settlement => "SETTLEMENT",
            Self::Cancellation => "CANCELLATION",
        }
    }

    /// Finds a purpose by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// Whether an order comes of it when it is paid.
    #[must_use]
    pub const fn sells(self) -> bool {
        matches!(self, Self::Goods | Self::Settlement)
    }
}
