//! The rules of setting up: pure.

pub mod code;
pub mod country;
