//! Decisions on plain types.

pub mod amount;
pub mod country;
pub mod eligibility;
pub mod letter;
pub mod notification;
pub mod state;
pub mod traveller;
