//! The pure part: canonical bytes, hashes, signatures and the check of a chain. No database, no
//! file, no clock.

mod ahead;
pub mod anchor;
mod anchor_check;
mod archive_check;
pub mod canonical;
pub mod chain;
pub mod closing;
mod closing_check;
mod content;
pub mod entry;
pub mod event;
pub mod finding;
pub mod key;
pub mod kind;
pub mod live;
pub mod purge;
pub mod purge_check;
pub mod retention;
pub(crate) mod sums;
pub mod tail;
pub(crate) mod tally;

pub use content::StoredEntry;
