//! The SQL of this feature. Nothing here decides.

pub(crate) mod entry;
pub(crate) mod print;
pub(crate) mod proof;
pub(crate) mod pulse;
pub(crate) mod terms;
