//! Decisions about money taken: pure, without database, device or clock.

pub mod attempt;
pub mod brand;
pub mod reconciliation;
pub mod tender;
