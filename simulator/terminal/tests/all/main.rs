//! The simulator as a till meets it: over real connections. One binary, so that it links once.

mod encryption;
mod fault;
mod notification;
mod payment;
mod power;
mod process;
mod reversal;
mod status;
mod till;
