//! What reports are made of: pure functions over what was read.

pub mod euro;
pub mod exception;
pub mod figure;
pub mod hour;
pub mod period;
pub mod salesperson;
pub mod scale;
