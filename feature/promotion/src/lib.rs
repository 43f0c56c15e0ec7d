//! Mix-and-match packages: which combinations of pieces in a basket earn a discount, and how much.

pub mod rule;
