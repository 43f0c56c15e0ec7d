//! The tables of this feature.

pub(crate) mod job;
pub(crate) mod run;
