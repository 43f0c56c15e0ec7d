//! The rules of customers: pure, without clock, database or network.

pub mod mask;
pub mod name;
pub mod term;
