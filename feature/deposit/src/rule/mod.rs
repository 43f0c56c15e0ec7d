//! The rules of deposits: pure.

pub mod badge;
pub mod cancel;
pub mod letter;
pub mod source;
pub mod state;
pub mod step;
pub mod terms;
