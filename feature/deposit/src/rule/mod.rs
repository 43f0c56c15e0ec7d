//! The rules of deposits: pure.

pub mod badge;
pub mod cancel;
pub mod state;
pub mod terms;
