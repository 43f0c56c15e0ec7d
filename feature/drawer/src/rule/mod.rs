//! Decisions of this feature on plain types.

pub mod approval;
pub mod entry;
pub mod float;
pub mod paper;
pub mod total;
