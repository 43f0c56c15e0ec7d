//! The decisions about packages (domain §2): pure, without clock, database and network.
//!
//! [`validate::validate`] makes a [`package::Package`] of the rows that head office keeps,
//! [`live::is_live`] says whether it counts here and now, [`reprice::reprice`] finds the best total
//! for a basket, and [`share`] and [`hint`] say what line gets what and what is nearly reached.

mod bound;
mod column;
mod component;
mod fill;
mod greedy;
pub mod hint;
pub mod live;
mod model;
pub mod package;
pub mod piece;
mod program;
pub mod reprice;
mod run;
mod search;
pub mod share;
mod tie;
pub mod validate;
pub mod value;
mod ways;
mod work;
