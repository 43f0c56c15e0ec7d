//! What this feature refuses.

use kernel::ErrorKind;

/// Customers cannot be read now.
pub static CRM_UNAVAILABLE: ErrorKind = ErrorKind::new(
    "recycling.crm_unavailable",
    503,
    "The CRM connection failed, recycling is unavailable",
);

/// The store takes nothing back.
pub static STORE_NOT_ENABLED: ErrorKind = ErrorKind::new(
    "recycling.store_not_enabled",
    409,
    "The store is not enabled for recycling",
);

/// The store takes only back what was bought there.
pub static NO_ORDER_NOT_ENABLED: ErrorKind = ErrorKind::new(
    "recycling.no_order_not_enabled",
    409,
    "The no-order recycling function is not enabled",
);

/// The document is not credited, or was withdrawn; or the order's pieces do not come back.
pub static NOT_PRINTABLE: ErrorKind = ErrorKind::new(
    "recycling.not_printable",
    409,
    "The order cannot be recycled or its recycling cannot be printed",
);

/// There is no such document here.
pub static NOT_FOUND: ErrorKind =
    ErrorKind::new("recycling.not_found", 404, "This recycling cannot be found");

/// The link has ended or was never one of ours.
pub static LINK_OVER: ErrorKind = ErrorKind::new(
    "recycling.link_over",
    404,
    "This link is not valid any more. Ask in the boutique for a new one",
);

/// Somebody changed the document since it was read.
pub static CHANGED_MEANWHILE: ErrorKind = ErrorKind::new(
    "recycling.changed_meanwhile",
    409,
    "Somebody else changed this recycling in the meantime; nothing was overwritten",
);

/// It stands where this cannot happen.
pub static STATE_NOT_POSSIBLE: ErrorKind = ErrorKind::new(
    "recycling.state_not_possible",
    409,
    "This is not possible any more, or not yet",
);

/// More than 48 hours have passed.
pub static WITHDRAWAL_TOO_LATE: ErrorKind = ErrorKind::new(
    "recycling.withdrawal_too_late",
    409,
    "The 48 hours for a withdrawal are over; the pieces may have left",
);

/// No customer.
pub static CUSTOMER_MISSING: ErrorKind = ErrorKind::new(
    "recycling.customer_missing",
    422,
    "Please search or create a customer first",
);

/// No pieces.
pub static PIECES_MISSING: ErrorKind =
    ErrorKind::new("recycling.pieces_missing", 422, "Weigh a piece first");

/// A quantity below zero.
pub static QUANTITY_NEGATIVE: ErrorKind = ErrorKind::new(
    "recycling.quantity_negative",
    422,
    "The quantity cannot be negative",
);

/// No pieces, or too many.
pub static QUANTITY_OUT_OF_BOUNDS: ErrorKind = ErrorKind::new(
    "recycling.quantity_out_of_bounds",
    422,
    "The quantity must be between 1 and {maximum}",
);

/// Metal and fashion in one document.
pub static ALLOY_MIXED: ErrorKind = ErrorKind::new(
    "recycling.alloy_mixed",
    422,
    "ALLOY items cannot be mixed with jewellery items",
);

/// A weight below zero or beyond reason.
pub static WEIGHT_OUT_OF_BOUNDS: ErrorKind = ErrorKind::new(
    "recycling.weight_out_of_bounds",
    422,
    "The weight must be between 0 and {maximum} g",
);

/// Nothing is left of the weight.
pub static WEIGHT_ZERO: ErrorKind = ErrorKind::new(
    "recycling.weight_zero",
    422,
    "Weigh the piece: its weight must be above 0",
);

/// The stones weigh more than the piece.
pub static STONES_TOO_HEAVY: ErrorKind = ErrorKind::new(
    "recycling.stones_too_heavy",
    422,
    "The stones cannot weigh more than the piece",
);

/// No mark of the country.
pub static FINENESS_UNKNOWN: ErrorKind = ErrorKind::new(
    "recycling.fineness_unknown",
    422,
    "This fineness is not used here: {fineness}",
);

/// Nobody said how the fineness was found.
pub static TEST_MISSING: ErrorKind = ErrorKind::new(
    "recycling.test_missing",
    422,
    "Say how the fineness was found",
);

/// The board, or what the store pays of it, changed between the scale and the signature.
pub static PRICE_CHANGED: ErrorKind = ErrorKind::new(
    "recycling.price_changed",
    409,
    "The price has changed since the pieces were weighed: they bring {amount} now. Tell the seller, go \
     back and weigh again",
);

/// The board has no price of the day.
pub static BOARD_MISSING: ErrorKind = ErrorKind::new(
    "recycling.board_missing",
    409,
    "The price board has no price of {metal} for today. Recycling is blocked until it is entered",
);

/// Nobody said what the piece is.
pub static DESCRIPTION_MISSING: ErrorKind =
    ErrorKind::new("recycling.description_missing", 422, "Describe the piece");

/// Another order, line, or more pieces than were sold.
pub static ORIGIN_IMPOSSIBLE: ErrorKind = ErrorKind::new(
    "recycling.origin_impossible",
    409,
    "Of this piece of the order {left} can still be recycled",
);

/// Somebody is too young.
pub static MINOR: ErrorKind = ErrorKind::new(
    "recycling.minor",
    422,
    "Nothing is bought from anybody under {years}",
);

/// Nobody was born then.
pub static BIRTH_DATE_IMPOSSIBLE: ErrorKind = ErrorKind::new(
    "recycling.birth_date_impossible",
    422,
    "Please check the date of birth",
);

/// The paper was not issued then.
pub static DOCUMENT_DATE_IMPOSSIBLE: ErrorKind = ErrorKind::new(
    "recycling.document_date_impossible",
    422,
    "Please check the date of issue",
);

/// No such country.
pub static COUNTRY_UNKNOWN: ErrorKind =
    ErrorKind::new("recycling.country_unknown", 422, "Please choose a country");

/// Nobody signed.
pub static SIGNATURE_MISSING: ErrorKind =
    ErrorKind::new("recycling.signature_missing", 422, "The seller must sign");

/// The identity sold often already, and staff were not asked yet.
pub static IDENTITY_OFTEN: ErrorKind = ErrorKind::new(
    "recycling.identity_often",
    409,
    "This identity sold {count} times in the last month. Check where the pieces come from",
);

/// What was given has been spent.
pub static CREDIT_SPENT: ErrorKind = ErrorKind::new(
    "recycling.credit_spent",
    409,
    "{missing} of the credit is spent. The customer pays it back before the pieces are returned",
);

/// The customer has less.
pub static BALANCE_TOO_LOW: ErrorKind = ErrorKind::new(
    "recycling.balance_too_low",
    409,
    "The recycling credit is {balance}",
);

/// The basket has no customer.
pub static BASKET_WITHOUT_CUSTOMER: ErrorKind = ErrorKind::new(
    "recycling.basket_without_customer",
    409,
    "Name the customer on the basket to use recycling credit",
);

/// Nothing can go to the refiner.
pub static NOTHING_RELEASED: ErrorKind = ErrorKind::new(
    "recycling.nothing_released",
    409,
    "There are no pieces that may leave",
);

/// The lots of the settlement are not those of the shipment.
pub static LOTS_DIFFER: ErrorKind = ErrorKind::new(
    "recycling.lots_differ",
    422,
    "Enter what the refiner weighed for each lot",
);

/// The certificate could not be laid out.
pub static PDF_ERROR: ErrorKind = ErrorKind::new("recycling.pdf_error", 500, "PDF printing error");

/// There is no such photograph.
pub static PHOTO_NOT_FOUND: ErrorKind = ErrorKind::new(
    "recycling.photo_not_found",
    404,
    "There is no such photograph",
);

/// A document has as many photographs as it may.
pub static PHOTOS_TOO_MANY: ErrorKind = ErrorKind::new(
    "recycling.photos_too_many",
    409,
    "A document has {maximum} photographs at the most",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &CRM_UNAVAILABLE,
    &STORE_NOT_ENABLED,
    &NO_ORDER_NOT_ENABLED,
    &NOT_PRINTABLE,
    &NOT_FOUND,
    &LINK_OVER,
    &CHANGED_MEANWHILE,
    &STATE_NOT_POSSIBLE,
    &WITHDRAWAL_TOO_LATE,
    &CUSTOMER_MISSING,
    &PIECES_MISSING,
    &QUANTITY_NEGATIVE,
    &QUANTITY_OUT_OF_BOUNDS,
    &ALLOY_MIXED,
    &WEIGHT_OUT_OF_BOUNDS,
    &WEIGHT_ZERO,
    &STONES_TOO_HEAVY,
    &FINENESS_UNKNOWN,
    &TEST_MISSING,
    &BOARD_MISSING,
    &DESCRIPTION_MISSING,
    &ORIGIN_IMPOSSIBLE,
    &MINOR,
    &BIRTH_DATE_IMPOSSIBLE,
    &DOCUMENT_DATE_IMPOSSIBLE,
    &COUNTRY_UNKNOWN,
    &SIGNATURE_MISSING,
    &IDENTITY_OFTEN,
    &CREDIT_SPENT,
    &BALANCE_TOO_LOW,
    &BASKET_WITHOUT_CUSTOMER,
    &NOTHING_RELEASED,
    &LOTS_DIFFER,
    &PDF_ERROR,
    &PHOTO_NOT_FOUND,
    &PHOTOS_TOO_MANY,
];
