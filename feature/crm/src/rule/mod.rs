//! The rules of customers: pure, without clock, database or network.

pub mod address;
pub mod change;
pub mod consent;
pub mod mask;
pub mod name;
pub mod phone;
pub mod profile;
pub mod term;
