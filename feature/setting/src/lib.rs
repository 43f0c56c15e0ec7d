//! How a shop is set up: companies, stores, tills.

pub mod store;

pub use store::{Store, Terminal, get_store, get_terminal};
