//! The rules of prices, VAT and search: pure.

pub mod item_index;
pub mod keyed;
pub mod no_stock;
pub mod price;
pub mod vat;
pub mod weight;

pub use kernel::search;
