//! The rules of a basket: pure.

pub mod basket;
