//! Decisions of this feature, on plain types.

pub mod plan;
pub mod weekday;
