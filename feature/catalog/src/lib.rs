//! What is sold and at what price: items, their sizes and barcodes, price groups and sales prices.

mod admin;
pub mod rule;
pub mod store;

use kernel::ErrorKind;

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
/// There is no such entry.
pub static ENTRY_NOT_FOUND: ErrorKind =
    ErrorKind::new("catalog.entry_not_found", 404, "There is no such entry");
/// Another entry has the code already.
pub static CODE_TAKEN: ErrorKind =
    ErrorKind::new("catalog.code_taken", 409, "This code is in use already");
/// Somebody changed the entry since it was read.
pub static CHANGED_MEANWHILE: ErrorKind = ErrorKind::new(
    "catalog.changed_meanwhile",
    409,
    "Somebody else changed this in the meantime; nothing was overwritten",
);
/// Nothing differs from what is kept.
pub static NOT_CHANGED: ErrorKind = ErrorKind::new(
    "catalog.not_changed",
    422,
    "Nothing has changed and cannot be saved",
);
/// A field that must be filled in is blank.
pub static REQUIRED: ErrorKind = ErrorKind::new("catalog.required", 422, "This must be filled in");
/// A text is longer than is kept.
pub static TEXT_TOO_LONG: ErrorKind = ErrorKind::new(
    "catalog.text_too_long",
    422,
    "At most {maximum} characters can be kept here",
);
/// A code has letters that cannot stand in it.
pub static CODE_MALFORMED: ErrorKind = ErrorKind::new(
    "catalog.code_malformed",
    422,
    "A code has up to 20 capitals, digits, hyphens, points and underscores",
);
/// A number is beyond reason.
pub static OUT_OF_RANGE: ErrorKind = ErrorKind::new(
    "catalog.out_of_range",
    422,
    "This must be between {minimum} and {maximum}",
);
/// A field names something that does not exist.
pub static REFERENCE_UNKNOWN: ErrorKind = ErrorKind::new(
    "catalog.reference_unknown",
    422,
    "There is nothing of this name",
);
/// A field cannot change any more, because others rely on it.
pub static IN_USE: ErrorKind = ErrorKind::new(
    "catalog.in_use",
    409,
    "This is in use and cannot be changed any more",
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
    &ENTRY_NOT_FOUND,
    &CODE_TAKEN,
    &CHANGED_MEANWHILE,
    &NOT_CHANGED,
    &REQUIRED,
    &TEXT_TOO_LONG,
    &CODE_MALFORMED,
    &OUT_OF_RANGE,
    &REFERENCE_UNKNOWN,
    &IN_USE,
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
