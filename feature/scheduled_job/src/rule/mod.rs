//! Decisions of this feature, on plain types.

pub mod code;
pub mod plan;
pub mod weekday;
