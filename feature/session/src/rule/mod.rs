//! The rules of logging in and of who works here: pure, without clock, database or chance.

pub mod account;
pub mod address;
pub mod group;
pub mod host;
pub mod lockout;
pub mod permission;
pub mod second_factor;
