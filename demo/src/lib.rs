//! The demonstration boutique: pieces, pictures, people and past sales of an invented brand.
//!
//! Everything here is plain data computed from constants and one seed, so that two runs, two
//! machines and two screenshots show the same shop. Nothing reads a clock, a file or a database;
//! whoever needs dates passes the day that counts as today. [`seed`] alone writes: it puts all of
//! it into an empty database.

pub mod catalogue;
pub mod company;
pub mod order;
#[expect(clippy::float_arithmetic, reason = "geometry, not money")]
pub mod picture;
mod random;
pub mod seed;
