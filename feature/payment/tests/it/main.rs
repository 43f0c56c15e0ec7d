//! The payment feature against its own database and a card terminal that is another program.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod card;
mod cash;
mod doubt;
mod fault;
mod restart;
mod reversal;
mod shop;
mod terminal;
