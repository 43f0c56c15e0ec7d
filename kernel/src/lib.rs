//! Pure words that every part of Vitrine shares: money, rates, weights, identifiers, dates, pages,
//! words to search by and refusals. Nothing here knows a database, a clock or the network.

pub mod csv;
pub mod date;
pub mod id;
pub mod money;
pub mod page;
pub mod rate;
pub mod refusal;
pub mod rounding;
pub mod search;
pub mod weight;

pub use money::{Currency, Money};
pub use rate::Rate;
pub use refusal::{ErrorKind, Refusal};
