//! Decisions about statements, on plain types.

pub mod amount;
pub mod cause;
pub mod count;
pub mod left;
pub mod posting;
pub mod report;
pub mod state;
pub mod terms;
pub mod unmatched;
