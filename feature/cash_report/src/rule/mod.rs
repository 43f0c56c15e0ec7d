//! Decisions on plain types.

pub(crate) mod report;
