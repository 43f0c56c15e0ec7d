//! The simulator as a till, a person and a test meet it, without the till's own code.

mod gateway;
mod page;
mod process;
mod script;
mod till;
