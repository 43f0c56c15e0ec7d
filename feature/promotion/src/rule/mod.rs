//! The decisions about packages (domain §2) and gifts: pure, without clock, database and network.
//!
//! [`validate::validate`] makes a [`package::Package`] of the rows that head office keeps,
//! [`live::is_live`] says whether it counts here and now, [`reprice::reprice`] finds the best total
//! for a basket, and [`share`] and [`hint`] say what line gets what and what is nearly reached.
//! [`spelling`] is how kinds and values are spelt in tables and on the wire.
//! [`campaign`] and [`gift`] are the gifts with purchase, [`crm_gift`] those from a customer's record
//! (§3).

mod bound;
pub mod campaign;
mod column;
mod component;
pub mod crm_gift;
mod fill;
pub mod gift;
mod greedy;
pub mod hint;
pub mod list;
pub mod live;
mod model;
pub mod package;
pub mod piece;
mod program;
pub mod reprice;
mod run;
mod search;
pub mod share;
pub mod spelling;
mod tie;
pub mod validate;
pub mod value;
mod ways;
mod work;
