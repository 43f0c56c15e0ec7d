//! Decisions about gift cards on plain types.

pub mod number;
pub mod offer;
pub mod state;
pub mod tries;
