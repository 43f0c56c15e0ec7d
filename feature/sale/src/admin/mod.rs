//! What head office keeps of selling: the reasons of discounts.

pub(crate) mod discount_reason;
