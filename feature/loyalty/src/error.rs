//! What loyalty credit refuses.

use kernel::ErrorKind;

/// The store neither grants nor takes loyalty credit.
pub static FUNCTION_UNAVAILABLE: ErrorKind = ErrorKind::new(
    "loyalty.function_unavailable",
    409,
    "Loyalty credit is not available in this store",
);
/// The basket has no customer.
pub static BASKET_WITHOUT_CUSTOMER: ErrorKind = ErrorKind::new(
    "loyalty.basket_without_customer",
    409,
    "Name the customer on the basket to use loyalty credit",
);
/// The customer has less that can be used today.
pub static BALANCE_TOO_LOW: ErrorKind = ErrorKind::new(
    "loyalty.balance_too_low",
    409,
    "The loyalty credit that can be used today is {balance}",
);
/// Nobody ever earned anything under this name.
pub static NOT_FOUND: ErrorKind = ErrorKind::new(
    "loyalty.not_found",
    404,
    "This customer has no loyalty credit",
);

/// Nothing, or more than anybody would mean.
pub static ADJUSTMENT_IMPOSSIBLE: ErrorKind = ErrorKind::new(
    "loyalty.adjustment_impossible",
    422,
    "Enter by how much the credit changes, up to {maximum}",
);
/// Less is there than the office takes away.
pub static LESS_IS_THERE: ErrorKind = ErrorKind::new(
    "loyalty.less_is_there",
    409,
    "This customer has only {balance}",
);
/// Credit was changed without saying why.
pub static REASON_REQUIRED: ErrorKind =
    ErrorKind::new("loyalty.reason_required", 422, "Please enter a reason");
/// The reason is too long.
pub static REASON_TOO_LONG: ErrorKind = ErrorKind::new(
    "loyalty.reason_too_long",
    422,
    "The reason may have {maximum} characters at the most",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &FUNCTION_UNAVAILABLE,
    &BASKET_WITHOUT_CUSTOMER,
    &BALANCE_TOO_LOW,
    &NOT_FOUND,
    &ADJUSTMENT_IMPOSSIBLE,
    &LESS_IS_THERE,
    &REASON_REQUIRED,
    &REASON_TOO_LONG,
];
