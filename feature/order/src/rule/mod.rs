//! The rules of the order history: pure, without clock, database or network.

pub mod action;
pub mod delivery;
pub mod invoice;
pub mod language;
pub mod letter;
pub mod list;
pub mod returning;
pub mod search;
pub mod verification;
pub mod visit;
pub mod warranty;
