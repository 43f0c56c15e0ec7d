use serde::{Deserialize, Serialize};

/// Where an order stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum State {
    /// Written down; nothing was sent.
    Created,
    /// The code is shown, or the client's code is being charged.
    Waiting,
    /// It is being ended.
    Cancelling,
    /// Nobody could be asked for long enough, or another amount was paid; a person may decide. The
    /// questions go on.
    Unknown,
    /// Paid and booked.
    Paid,
    /// Not paid, and it can no longer be.
    Closed,
    /// The money is being given back.
    Refunding,
    /// The money was given back.
    Refunded,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 8] = [
        Self::Created,
        Self::Waiting,
        Self::Cancelling,
        Self::Unknown,
        Self::Paid,
        Self::Closed,
        Self::Refunding,
        Self::Refunded,
    ];

    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Created => "CREATED",
            Self::Waiting => "WAITING",
            Self::Cancelling => "CANCELLING",
            Self::Unknown => "UNKNOWN",
            Self::Paid => "PAID",
            Self::Closed => "CLOSED",
            Self::Refunding => "REFUNDING",
            Self::Refunded => "REFUNDED",
        }
    }

    /// Finds a state by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether a payment may still come that the sale would want.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(
            self,
            Self::Created | Self::Waiting | Self::Cancelling | Self::Unknown
        )
    }

    /// Whether the sale may be paid with another order number: only after this one is recorded as
    /// closed or given back, else the client could pay both.
    #[must_use]
    pub const fn frees(self) -> bool {
        matches!(self, Self::Closed | Self::Refunded)
    }
}

/// The states that one state may lead to. [`super::next`] decides among them; nothing else changes
/// a state.
///
/// | from | event and guard | to | beside it |
/// |---|---|---|---|
/// | CREATED | taken up by its starter | WAITING | committed, then sent |
/// | CREATED | found by somebody else, or stopped: never sent | CLOSED | |
/// | WAITING | not started, certainly | CLOSED | |
/// | WAITING | no code, declined, stopped, or nobody paid in time | CANCELLING | question, close |
/// | WAITING … UNKNOWN | paid, the amount due | PAID | tender booked |
/// | WAITING … UNKNOWN | paid, and it cannot be booked any more | REFUNDING | alarm |
/// | WAITING … UNKNOWN | paid otherwise | UNKNOWN | alarm; a person decides |
/// | WAITING … UNKNOWN | closed, says the provider | CLOSED | |
/// | WAITING … UNKNOWN | given back, says the provider | REFUNDED | |
/// | CANCELLING, UNKNOWN | not found twice, after the time in which it may arrive | CLOSED | looked at again later |
/// | CANCELLING | not ended for long | UNKNOWN | alarm |
/// | UNKNOWN | a manager decides | PAID, CLOSED, REFUNDING, REFUNDED | |
/// | CLOSED | paid after all | PAID, REFUNDING, UNKNOWN | alarm |
/// | CLOSED | given back after all | REFUNDED | |
/// | PAID | the tender is removed | REFUNDING | refund |
/// | PAID | a manager had said so, the provider has not, and the tender is removed | CLOSED | looked at again later |
/// | REFUNDING | given back | REFUNDED | tender removed, when one was booked |
/// | REFUNDING | refused, of a booked tender | PAID | alarm |
#[must_use]
pub const fn leads_to(from: State) -> &'static [State] {
    match from {
        State::Created => &[State::Waiting, State::Closed],
        State::Waiting => &[
            State::Cancelling,
            State::Unknown,
            State::Paid,
            State::Closed,
            State::Refunding,
            State::Refunded,
        ],
        State::Cancelling => &[
            State::Unknown,
            State::Paid,
            State::Closed,
            State::Refunding,
            State::Refunded,
        ],
        State::Unknown => &[
            State::Paid,
            State::Closed,
            State::Refunding,
            State::Refunded,
        ],
        State::Closed => &[
            State::Paid,
            State::Unknown,
            State::Refunding,
            State::Refunded,
        ],
        State::Paid => &[State::Refunding, State::Closed],
        State::Refunding => &[State::Refunded, State::Paid],
        State::Refunded => &[],
    }
}
