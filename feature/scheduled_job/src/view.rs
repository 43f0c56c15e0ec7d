//! Runs as head office sees them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// How a run stands (domain §17.5: IDLE, RUNNING, then OK or FAILED).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = ScheduledJobState)]
pub(crate) enum RunState {
    /// It was asked for and waits; or there was none yet.
    #[default]
    Idle,
    /// It goes on.
    Running,
    /// It did what it should.
    Ok,
    /// It did not, or found that something is wrong.
    Failed,
}

impl RunState {
    /// As it is stored.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Idle => "IDLE",
            Self::Running => "RUNNING",
            Self::Ok => "OK",
            Self::Failed => "FAILED",
        }
    }

    /// The state of a stored name.
    pub(crate) fn of(name: &str) -> Self {
        [Self::Running, Self::Ok, Self::Failed]
            .into_iter()
            .find(|state| state.name() == name)
            .unwrap_or_default()
    }
}

/// A run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScheduledJobRunView {
    /// Its id.
    pub(crate) run_id: Uuid,
    /// How it stands.
    pub(crate) state: RunState,
    /// Who asked for it; null when its time had come.
    #[schema(example = "ada")]
    pub(crate) staff_id: Option<String>,
    /// Their name; null when they are no longer known.
    #[schema(example = "Ada Keller")]
    pub(crate) staff_name: Option<String>,
    /// When it was asked for, or its time had come.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) asked_at: Timestamp,
    /// When it began; null while it waits.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) started_at: Option<Timestamp>,
    /// When it ended; null before.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) ended_at: Option<Timestamp>,
    /// How many things it changed; null where that says nothing.
    #[schema(example = 3)]
    pub(crate) changed: Option<i64>,
    /// What it tells, for people who look after the program.
    #[schema(example = "intact, after 17 ms")]
    pub(crate) text: String,
    /// Whether the program ended before it did; another run took over.
    pub(crate) was_interrupted: bool,
}
