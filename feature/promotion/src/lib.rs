//! Mix-and-match packages: which combinations of pieces in a basket earn a discount, and how much.
//! Gifts: what an order or a customer earns.

pub mod rule;
pub mod store;
