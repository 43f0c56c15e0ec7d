//! What reports read of the tables of other features. Nothing is written.

pub(crate) mod exception;
pub(crate) mod sales;
pub(crate) mod setup;
