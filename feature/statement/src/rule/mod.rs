//! Decisions about statements, on plain types.

pub mod amount;
pub mod cause;
pub mod count;
pub mod posting;
pub mod report;
pub mod state;
