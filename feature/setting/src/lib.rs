//! How a shop is set up: companies, stores, tills; and who changed what is set up.

pub mod change;
pub mod store;

pub use change::{Change, Desk, write_down};
pub use store::{Store, Terminal, get_store, get_terminal};
