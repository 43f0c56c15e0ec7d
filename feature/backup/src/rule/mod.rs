//! The pure part: how backups are called, and which of them are kept.

pub mod keep;
