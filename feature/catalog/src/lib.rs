//! What is sold and at what price: items, their sizes and barcodes, price groups and sales prices.

mod admin;
pub mod rule;
pub mod store;

use kernel::ErrorKind;
use setting::{
    CHANGED_MEANWHILE, ENTRY_NOT_FOUND, IN_USE, NOT_CHANGED, REFERENCE_UNKNOWN, REQUIRED,
};

pub use admin::metal_price::{ImportedPrice, import_metal_price};
pub use admin::{CatalogState, routes};

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
/// The last day is before the first.
pub static DATES_REVERSED: ErrorKind = ErrorKind::new(
    "catalog.dates_reversed",
    422,
    "The last day is before the first",
);
/// The highest price is below the lowest.
pub static BOUNDS_REVERSED: ErrorKind = ErrorKind::new(
    "catalog.bounds_reversed",
    422,
    "The highest price is below the lowest",
);
/// Sizes are missing, or there twice.
pub static SIZES_MALFORMED: ErrorKind = ErrorKind::new(
    "catalog.sizes_malformed",
    422,
    "An item has one size without a name, or several with different names",
);
/// A size to be taken away has stock, or stood in a basket or an order.
pub static SIZE_IN_USE: ErrorKind = ErrorKind::new(
    "catalog.size_in_use",
    409,
    "Size {sizeCode} has stock, baskets or orders and stays",
);
/// A barcode has other than 8 to 14 digits.
pub static BARCODE_MALFORMED: ErrorKind = ErrorKind::new(
    "catalog.barcode_malformed",
    422,
    "Barcode {barcode} must have 8 to 14 digits",
);
/// A barcode belongs to another piece.
pub static BARCODE_TAKEN: ErrorKind = ErrorKind::new(
    "catalog.barcode_taken",
    409,
    "Barcode {barcode} belongs to {itemNo}",
);
/// A price group of another currency than the store's.
pub static CURRENCY_DIFFERS: ErrorKind = ErrorKind::new(
    "catalog.currency_differs",
    422,
    "Price group {code} is not for this store's currency",
);
/// A price group is listed twice.
pub static GROUP_REPEATED: ErrorKind = ErrorKind::new(
    "catalog.group_repeated",
    422,
    "Price group {code} is listed twice",
);
/// The same price from the same day is there already.
pub static PRICE_EXISTS: ErrorKind = ErrorKind::new(
    "catalog.price_exists",
    409,
    "There is a price for this from the same day already",
);
/// A price of the board would hold from before now.
pub static START_PASSED: ErrorKind = ErrorKind::new(
    "catalog.start_passed",
    422,
    "The price can hold from now on, or from later",
);
/// What was sent is no picture that we read.
pub static PICTURE_UNREADABLE: ErrorKind = ErrorKind::new(
    "catalog.picture_unreadable",
    422,
    "The picture must be a JPEG, PNG or WebP file",
);
/// The picture is too large.
pub static PICTURE_TOO_LARGE: ErrorKind =
    ErrorKind::new("catalog.picture_too_large", 422, "The picture is too large");
/// What was sent is no table with the columns of an export.
pub static TABLE_UNREADABLE: ErrorKind = ErrorKind::new(
    "catalog.table_unreadable",
    422,
    "This is no table of prices: its first row must name the columns of an export; {column} is wrong or missing",
);
/// The table has too many rows.
pub static TABLE_TOO_LONG: ErrorKind = ErrorKind::new(
    "catalog.table_too_long",
    422,
    "At most {maximum} rows can be imported at once",
);
/// A cell of a table holds no number of its column.
pub static NUMBER_MALFORMED: ErrorKind = ErrorKind::new(
    "catalog.number_malformed",
    422,
    "This is not a number with at most {decimals} decimals",
);
/// A cell of a table holds no date.
pub static DATE_MALFORMED: ErrorKind = ErrorKind::new(
    "catalog.date_malformed",
    422,
    "A date is written as 2026-11-21",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &CODE_NOT_FOUND,
    &ITEM_NOT_FOUND,
    &SIZE_NOT_FOUND,
    &DATES_REVERSED,
    &BOUNDS_REVERSED,
    &SIZES_MALFORMED,
    &SIZE_IN_USE,
    &BARCODE_MALFORMED,
    &BARCODE_TAKEN,
    &CURRENCY_DIFFERS,
    &GROUP_REPEATED,
    &PRICE_EXISTS,
    &START_PASSED,
    &PICTURE_UNREADABLE,
    &PICTURE_TOO_LARGE,
    &TABLE_UNREADABLE,
    &TABLE_TOO_LONG,
    &NUMBER_MALFORMED,
    &DATE_MALFORMED,
];
