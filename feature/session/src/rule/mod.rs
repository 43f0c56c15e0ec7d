//! The rules of logging in: pure, without clock, database or chance.

pub mod address;
pub mod lockout;
pub mod permission;
pub mod second_factor;
