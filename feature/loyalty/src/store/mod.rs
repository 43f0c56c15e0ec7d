//! The SQL of loyalty credit. Every function takes a transaction; none decides.

pub(crate) mod entry;
pub(crate) mod list;
pub(crate) mod lot;
pub(crate) mod order;
pub(crate) mod proof;
pub(crate) mod terms;
