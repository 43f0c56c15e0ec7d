//! The rules of a basket: pure.

pub mod action;
pub mod approval;
pub mod basket;
pub mod credit;
pub mod discount;
pub mod kind;
pub mod limit;
pub mod line;
pub mod pipeline;
pub mod price;
pub mod purpose;
pub mod returned;
pub mod turn;

#[cfg(test)]
mod testing;
