//! The payment feature against its own database and a card terminal that is another program.

mod card;
mod cash;
mod doubt;
mod fault;
mod restart;
mod reversal;
mod shop;
mod terminal;
