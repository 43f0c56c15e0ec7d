use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where an attempt stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = AttemptState)]
pub enum State {
    /// Written down; nothing was sent.
    Created,
    /// The terminal has it.
    Waiting,
    /// Somebody pressed cancel; the terminal is being told.
    Cancelling,
    /// The end is in doubt; the terminal is asked.
    Inquiry,
    /// Paid and booked.
    Approved,
    /// Not paid. For a reversal: not given back.
    Failed,
    /// Not paid, because somebody cancelled.
    Cancelled,
    /// Not paid, because the system ended it.
    TimedOut,
    /// Money was taken that cannot be booked without a decision: another amount or currency, a
    /// signature that must be compared, or the cashier had pressed cancel.
    Mismatch,
    /// Nobody could be asked for long enough; a person may decide. The questions go on.
    Unknown,
    /// The money is being given back.
    Reversing,
    /// The money was given back.
    Reversed,
    /// Money was taken after the attempt was over. It is being given back.
    LateSuccess,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 13] = [
        Self::Created,
        Self::Waiting,
        Self::Cancelling,
        Self::Inquiry,
        Self::Approved,
        Self::Failed,
        Self::Cancelled,
        Self::TimedOut,
        Self::Mismatch,
        Self::Unknown,
        Self::Reversing,
        Self::Reversed,
        Self::LateSuccess,
    ];

    /// The name, as it is stored and as the wire carries it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Created => "CREATED",
            Self::Waiting => "WAITING",
            Self::Cancelling => "CANCELLING",
            Self::Inquiry => "INQUIRY",
            Self::Approved => "APPROVED",
            Self::Failed => "FAILED",
            Self::Cancelled => "CANCELLED",
            Self::TimedOut => "TIMED_OUT",
            Self::Mismatch => "MISMATCH",
            Self::Unknown => "UNKNOWN",
            Self::Reversing => "REVERSING",
            Self::Reversed => "REVERSED",
            Self::LateSuccess => "LATE_SUCCESS",
        }
    }

    /// Finds a state by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Whether the attempt keeps its basket and its terminal to itself.
    #[must_use]
    pub const fn is_live(self) -> bool {
        match self {
            Self::Created
            | Self::Waiting
            | Self::Cancelling
            | Self::Inquiry
            | Self::Mismatch
            | Self::Unknown
            | Self::Reversing => true,
            Self::Approved
            | Self::Failed
            | Self::Cancelled
            | Self::TimedOut
            | Self::Reversed
            | Self::LateSuccess => false,
        }
    }
}

/// The states that one state may lead to. [`super::next`] decides among them; nothing else changes
/// a state.
///
/// | from | event and guard | to | beside it |
/// |---|---|---|---|
/// | CREATED | taken up by its starter | WAITING, REVERSING | committed, then sent |
/// | CREATED | found by somebody else: never sent | FAILED | |
/// | WAITING | cancel, 30 s after sending | CANCELLING | abort |
/// | WAITING | 30 + 90 s after sending | INQUIRY | abort, question |
/// | WAITING, CANCELLING | reply lost, or the process died | INQUIRY | question |
/// | CANCELLING | no answer in 15 s | INQUIRY | question |
/// | WAITING … UNKNOWN | paid, the amount due | APPROVED | tender booked |
/// | WAITING … UNKNOWN | paid otherwise, with a signature, or after a person's cancel | MISMATCH | held |
/// | WAITING … UNKNOWN | paid, the basket is not being paid any more | LATE_SUCCESS | reversal |
/// | WAITING … UNKNOWN | not paid | FAILED, CANCELLED, TIMED_OUT | |
/// | INQUIRY | not found twice, 5 s apart, terminal in order, window passed | TIMED_OUT, CANCELLED | looked at again later |
/// | INQUIRY | window passed without an answer | UNKNOWN | alarm |
/// | UNKNOWN | a manager decides | APPROVED, FAILED, REVERSED, MISMATCH | |
/// | MISMATCH | accept as a part | APPROVED | tender booked |
/// | MISMATCH | reverse | REVERSING | reversal |
/// | MISMATCH, LATE_SUCCESS | not reversed, and a manager says that it went back by hand | REVERSED | |
/// | REVERSING | accepted | REVERSED | tender removed, when one was booked |
/// | REVERSING | refused | MISMATCH; FAILED for a booked tender, which stays | |
/// | REVERSING | window passed without an answer | UNKNOWN | alarm |
/// | APPROVED | a manager had said so, the terminal has not, and the tender is removed | FAILED | looked at again later |
/// | FAILED, CANCELLED, TIMED_OUT | paid after all | LATE_SUCCESS | alarm, reversal |
/// | LATE_SUCCESS | reversal accepted | REVERSED | |
#[must_use]
pub const fn leads_to(from: State) -> &'static [State] {
    match from {
        State::Created => &[State::Waiting, State::Reversing, State::Failed],
        State::Waiting => &[
            State::Cancelling,
            State::Inquiry,
            State::Approved,
            State::Mismatch,
            State::LateSuccess,
            State::Failed,
            State::Cancelled,
            State::TimedOut,
        ],
        State::Cancelling => &[
            State::Inquiry,
            State::Approved,
            State::Mismatch,
            State::LateSuccess,
            State::Failed,
            State::Cancelled,
            State::TimedOut,
        ],
        State::Inquiry => &[
            State::Unknown,
            State::Approved,
            State::Mismatch,
            State::LateSuccess,
            State::Failed,
            State::Cancelled,
            State::TimedOut,
        ],
        State::Unknown => &[
            State::Approved,
            State::Mismatch,
            State::LateSuccess,
            State::Failed,
            State::Cancelled,
            State::TimedOut,
            State::Reversed,
        ],
        State::Mismatch => &[State::Approved, State::Reversing, State::Reversed],
        State::Reversing => &[
            State::Reversed,
            State::Mismatch,
            State::Failed,
            State::Unknown,
        ],
        State::Failed | State::Cancelled | State::TimedOut => &[State::LateSuccess],
        State::LateSuccess => &[State::Reversed],
        State::Approved => &[State::Failed],
        State::Reversed => &[],
    }
}
