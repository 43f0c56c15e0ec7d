//! The pure part: canonical bytes, hashes, signatures and the check of a chain. No database, no
//! file, no clock.

pub mod canonical;
pub mod entry;
pub mod key;
pub mod kind;
