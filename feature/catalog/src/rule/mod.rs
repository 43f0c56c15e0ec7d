//! The rules of prices, VAT and search: pure.

pub mod entry;
pub mod item_index;
pub mod keyed;
pub mod no_stock;
pub mod price;
pub mod search;
pub mod vat;
pub mod weight;
