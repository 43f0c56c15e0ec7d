//! The decisions: what is earned, which lots pay, what a return does. None knows a database.

pub mod adjust;
pub mod earn;
pub mod lot;
pub mod returned;
