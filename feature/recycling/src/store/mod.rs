//! The only SQL of this feature.

pub mod credit;
pub(crate) mod document;
pub(crate) mod line;
pub(crate) mod lot;
pub(crate) mod origin;
pub(crate) mod photo;
pub(crate) mod register;
pub(crate) mod seller;
pub mod setting;
