//! What this feature refuses.

use kernel::ErrorKind;

/// Nothing, less, or more than anybody has.
pub static AMOUNT_OUT_OF_BOUNDS: ErrorKind = ErrorKind::new(
    "drawer.amount_out_of_bounds",
    422,
    "The amount must be between {minimum} and {maximum}",
);
/// The till takes no cash in this currency.
pub static CURRENCY_NOT_KEPT: ErrorKind = ErrorKind::new(
    "drawer.currency_not_kept",
    422,
    "This till keeps no cash in {currency}",
);
/// The day of this till began already.
pub static FLOAT_THERE: ErrorKind = ErrorKind::new(
    "drawer.float_there",
    409,
    "The opening float of today has been entered already. Take it back first",
);
/// There is no float to take back.
pub static FLOAT_MISSING: ErrorKind = ErrorKind::new(
    "drawer.float_missing",
    409,
    "There is no opening float of today to take back",
);
/// The drawer is counted in the statement at work.
pub static COUNTED: ErrorKind = ErrorKind::new(
    "drawer.counted",
    409,
    "This drawer is counted for today's statement. Clear the statement before the opening float is changed",
);
/// A bag of this number left the store before.
pub static BAG_TAKEN: ErrorKind = ErrorKind::new(
    "drawer.bag_taken",
    409,
    "A bank bag with this number is in the books already",
);
/// No entry of this store's drawers.
pub static ENTRY_NOT_FOUND: ErrorKind = ErrorKind::new(
    "drawer.entry_not_found",
    404,
    "There is no such entry of a drawer in this store",
);
/// Nothing was moved, or nothing travels.
pub static NO_SLIP: ErrorKind =
    ErrorKind::new("drawer.no_slip", 409, "This entry has no such paper");

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &AMOUNT_OUT_OF_BOUNDS,
    &CURRENCY_NOT_KEPT,
    &FLOAT_THERE,
    &FLOAT_MISSING,
    &COUNTED,
    &BAG_TAKEN,
    &ENTRY_NOT_FOUND,
    &NO_SLIP,
];
