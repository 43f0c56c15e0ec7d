//! What is sold and at what price: items, their sizes and barcodes, price groups and sales prices.

pub mod rule;
pub mod store;

use kernel::ErrorKind;

/// A code that names nothing.
pub static CODE_NOT_FOUND: ErrorKind = ErrorKind::new(
    "catalog.code_not_found",
    404,
    "Barcode or item no cannot be found",
);
/// An item number that names nothing.
pub static ITEM_NOT_FOUND: ErrorKind =
    ErrorKind::new("catalog.item_not_found", 404, "This item cannot be found");
/// A size that the item does not have.
pub static SIZE_NOT_FOUND: ErrorKind = ErrorKind::new(
    "catalog.size_not_found",
    404,
    "This item does not come in that size",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[&CODE_NOT_FOUND, &ITEM_NOT_FOUND, &SIZE_NOT_FOUND];
