//! Statements: the end of the day of a store (domain §12). A statement gathers orders and deposit
//! payments, each in one statement at most, compares what was taken with what was counted, and posts.

pub mod rule;

use kernel::ErrorKind;

/// Payments are not what was sold, owed and rounded.
pub static NOT_BALANCED: ErrorKind = ErrorKind::new(
    "statement.not_balanced",
    409,
    "Payments of {payments} do not match sales, deposits, gift cards and rounding of {sales}; \
     contact the admin",
);
/// Not to a statement that stands there.
pub static STATE_FORBIDS: ErrorKind = ErrorKind::new(
    "statement.state_forbids",
    409,
    "This cannot be done with the statement as it stands now",
);
/// No note or coin of the currency, or one that is named twice.
pub static DENOMINATION_UNKNOWN: ErrorKind = ErrorKind::new(
    "statement.denomination_unknown",
    422,
    "Count each note and coin of the currency once",
);
/// Less than no piece, or more than anybody has.
pub static PIECES_IMPOSSIBLE: ErrorKind = ErrorKind::new(
    "statement.pieces_impossible",
    422,
    "Enter how many there are, from 0 on",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &NOT_BALANCED,
    &STATE_FORBIDS,
    &DENOMINATION_UNKNOWN,
    &PIECES_IMPOSSIBLE,
];
