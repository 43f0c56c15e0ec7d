//! What this feature refuses.

use kernel::ErrorKind;

/// The store sells without VAT.
pub static DUTY_FREE: ErrorKind = ErrorKind::new(
    "tax_free.duty_free",
    409,
    "A duty-free store sells without VAT and issues no tax-free forms",
);
/// The country has no VAT, or gives none back.
pub static NOT_IN_COUNTRY: ErrorKind = ErrorKind::new(
    "tax_free.not_in_country",
    409,
    "There is no tax-free shopping in {country}",
);
/// The store has no operator.
pub static NOT_SET_UP: ErrorKind = ErrorKind::new(
    "tax_free.not_set_up",
    409,
    "This store has no tax-free operator",
);
/// The receipts come to too little.
pub static BELOW_MINIMUM: ErrorKind = ErrorKind::new(
    "tax_free.below_minimum",
    422,
    "Tax-free begins at {minimum}; {missing} is missing",
);
/// Services, gifts, pieces to be made and vouchers leave nothing.
pub static NOTHING_ELIGIBLE: ErrorKind = ErrorKind::new(
    "tax_free.nothing_eligible",
    422,
    "Nothing on the receipt can go on a tax-free form",
);
/// A receipt is on another form.
pub static LIVE_FORM: ErrorKind = ErrorKind::new(
    "tax_free.live_form",
    409,
    "Receipt {receiptNo} is on the tax-free form {formNo}; void its tag first",
);
/// The receipts are of too many days.
pub static TOO_FAR_APART: ErrorKind = ErrorKind::new(
    "tax_free.too_far_apart",
    422,
    "Receipts of at most {days} consecutive days go on one form",
);
/// The purchase is too long ago.
pub static TOO_LATE: ErrorKind = ErrorKind::new(
    "tax_free.too_late",
    422,
    "A tax-free form is issued within {days} days of the purchase",
);
/// The receipts name different customers.
pub static OTHER_CUSTOMER: ErrorKind = ErrorKind::new(
    "tax_free.other_customer",
    422,
    "These receipts belong to different customers",
);
/// No such order in this store.
pub static ORDER_NOT_FOUND: ErrorKind = ErrorKind::new(
    "tax_free.order_not_found",
    404,
    "Could not find any data in your search",
);
/// No such form in this store.
pub static FORM_NOT_FOUND: ErrorKind = ErrorKind::new(
    "tax_free.form_not_found",
    404,
    "There is no such tax-free form",
);
/// What was typed is no passport number.
pub static PASSPORT_INVALID: ErrorKind = ErrorKind::new(
    "tax_free.passport_invalid",
    422,
    "A passport number has 6 to 20 letters and digits",
);
/// What was typed is no country.
pub static COUNTRY_UNKNOWN: ErrorKind =
    ErrorKind::new("tax_free.country_unknown", 422, "Please choose a country");
/// The traveller lives in the tax area.
pub static RESIDENT: ErrorKind = ErrorKind::new(
    "tax_free.resident",
    422,
    "Who lives in {country} cannot buy tax-free here",
);
/// The traveller is too young.
pub static TOO_YOUNG: ErrorKind = ErrorKind::new(
    "tax_free.too_young",
    422,
    "Tax-free is for travellers of {age} years and over",
);
/// Nobody was born then.
pub static BIRTH_INVALID: ErrorKind = ErrorKind::new(
    "tax_free.birth_invalid",
    422,
    "Please enter the date of birth",
);
/// Neither arrival nor departure, or one that cannot be.
pub static TRAVEL_DATES: ErrorKind = ErrorKind::new(
    "tax_free.travel_dates",
    422,
    "Please enter when the traveller arrived or leaves",
);
/// The traveller stays too long.
pub static STAY_TOO_LONG: ErrorKind = ErrorKind::new(
    "tax_free.stay_too_long",
    422,
    "Tax-free is for stays of at most {days} days",
);
/// The traveller leaves after the last day.
pub static LEAVES_TOO_LATE: ErrorKind = ErrorKind::new(
    "tax_free.leaves_too_late",
    422,
    "The goods must leave by {date}",
);
/// The operator asks for the flight.
pub static FLIGHT_EMPTY: ErrorKind = ErrorKind::new(
    "tax_free.flight_empty",
    422,
    "Flight information cannot be empty",
);
/// The card did not pay.
pub static METHOD_UNAVAILABLE: ErrorKind = ErrorKind::new(
    "tax_free.method_unavailable",
    422,
    "None of these receipts was paid with this card; choose another refund",
);
/// The refund is too much for cash.
pub static CASH_TOO_MUCH: ErrorKind = ErrorKind::new(
    "tax_free.cash_too_much",
    422,
    "At most {maximum} is refunded in cash; choose another refund",
);
/// The form is not one that the traveller holds.
pub static NOT_VOIDABLE: ErrorKind = ErrorKind::new(
    "tax_free.not_voidable",
    409,
    "The tag of this form cannot be voided any more",
);
/// The operator did not void the form; it stays in force.
pub static VOID_FAILED: ErrorKind = ErrorKind::new("tax_free.void_failed", 409, "Void tag failed");
/// There is no paper before the operator gave a number.
pub static NOT_ISSUED: ErrorKind = ErrorKind::new(
    "tax_free.not_issued",
    409,
    "The operator has not issued this form; there is nothing to print",
);
/// The form could not be laid out.
pub static PDF_ERROR: ErrorKind = ErrorKind::new("tax_free.pdf_error", 500, "PDF printing error");
/// A live form keeps the order from return and exchange.
pub static RETURN_BLOCKED: ErrorKind = ErrorKind::new(
    "tax_free.return_blocked",
    409,
    "The tax-free form {formNo} is in force; void its tag before pieces come back",
);
/// The goods left the country, or should have.
pub static VAT_REFUNDED: ErrorKind = ErrorKind::new(
    "tax_free.vat_refunded",
    409,
    "Customs validated the tax-free form {formNo}; only a manager takes these pieces back, less {refund} of VAT",
);
/// Nobody knows who sent the message.
pub static NOTIFICATION_REFUSED: ErrorKind = ErrorKind::new(
    "tax_free.notification_refused",
    401,
    "The message is not signed by the operator",
);
/// The message does not fit where the form stands.
pub static NOTIFICATION_EARLY: ErrorKind = ErrorKind::new(
    "tax_free.notification_early",
    409,
    "The message is early or about another form; send it again later",
);
/// Passports would travel in clear.
pub static ADDRESS_REFUSED: ErrorKind = ErrorKind::new(
    "tax_free.address_refused",
    422,
    "The address must begin with https",
);
/// The key is too short to sign with.
pub static SECRET_SHORT: ErrorKind = ErrorKind::new(
    "tax_free.secret_short",
    422,
    "The key has at least {minimum} characters",
);
/// The brackets do not rise, or a share is beyond reason.
pub static BRACKETS_WRONG: ErrorKind = ErrorKind::new(
    "tax_free.brackets_wrong",
    422,
    "Bracket {number} is wrong: amounts rise, and no share is above 100 % or below the fee",
);

/// This installation cannot send mail.
pub static EMAIL_NOT_SET_UP: ErrorKind = ErrorKind::new(
    "tax_free.email_not_set_up",
    409,
    "E-mail is not set up; print the form instead",
);
/// The form went out by mail too often.
pub static EMAIL_TOO_OFTEN: ErrorKind = ErrorKind::new(
    "tax_free.email_too_often",
    429,
    "This form was sent {count} times already",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &DUTY_FREE,
    &NOT_IN_COUNTRY,
    &NOT_SET_UP,
    &BELOW_MINIMUM,
    &NOTHING_ELIGIBLE,
    &LIVE_FORM,
    &TOO_FAR_APART,
    &TOO_LATE,
    &OTHER_CUSTOMER,
    &ORDER_NOT_FOUND,
    &FORM_NOT_FOUND,
    &PASSPORT_INVALID,
    &COUNTRY_UNKNOWN,
    &RESIDENT,
    &TOO_YOUNG,
    &BIRTH_INVALID,
    &TRAVEL_DATES,
    &STAY_TOO_LONG,
    &LEAVES_TOO_LATE,
    &FLIGHT_EMPTY,
    &METHOD_UNAVAILABLE,
    &CASH_TOO_MUCH,
    &NOT_VOIDABLE,
    &VOID_FAILED,
    &NOT_ISSUED,
    &PDF_ERROR,
    &RETURN_BLOCKED,
    &VAT_REFUNDED,
    &NOTIFICATION_REFUSED,
    &NOTIFICATION_EARLY,
    &ADDRESS_REFUSED,
    &SECRET_SHORT,
    &BRACKETS_WRONG,
    &EMAIL_NOT_SET_UP,
    &EMAIL_TOO_OFTEN,
];
