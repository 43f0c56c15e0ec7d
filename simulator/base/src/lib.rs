//! What the simulators have in common. Nothing of the product is in here, so that a simulator cannot
//! agree with it by accident.

pub mod clock;
pub mod connection;
pub mod control;
pub mod program;
