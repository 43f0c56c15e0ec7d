//! What is refused about tenders and their settings.

use kernel::ErrorKind;

/// There is no rate of the day for foreign cash.
pub static NO_RATE: ErrorKind = ErrorKind::new(
    "payment.no_rate",
    409,
    "There is no rate of the day for {currency}; head office enters it under Settings",
);
/// Another rate holds than the till has shown.
pub static RATE_CHANGED: ErrorKind = ErrorKind::new(
    "payment.rate_changed",
    409,
    "The rate is {rate} now; look at the amount again",
);
/// More cash than the law allows from one customer on one day.
pub static CASH_LIMIT: ErrorKind = ErrorKind::new(
    "payment.cash_limit",
    409,
    "The law allows {limit} in cash from one customer on one day; {left} more can be taken",
);
/// So much cash that its owner has to be identified.
pub static CASH_IDENTITY: ErrorKind = ErrorKind::new(
    "payment.cash_identity",
    422,
    "Above {limit} in cash the law asks for the identity of the customer",
);
/// No voucher has this number.
pub static VOUCHER_NOT_FOUND: ErrorKind =
    ErrorKind::new("payment.voucher_not_found", 404, "There is no such voucher");
/// The voucher has paid already.
pub static VOUCHER_SPENT: ErrorKind = ErrorKind::new(
    "payment.voucher_spent",
    409,
    "This voucher has been used already",
);
/// The office has blocked the voucher.
pub static VOUCHER_BLOCKED: ErrorKind =
    ErrorKind::new("payment.voucher_blocked", 409, "This voucher is blocked");
/// The voucher's last day is over.
pub static VOUCHER_EXPIRED: ErrorKind =
    ErrorKind::new("payment.voucher_expired", 409, "This voucher has expired");
/// A voucher pays with all that it is worth.
pub static VOUCHER_AMOUNT: ErrorKind = ErrorKind::new(
    "payment.voucher_amount",
    409,
    "This voucher is worth {amount}",
);
/// The same cheque, transfer or slip was taken before.
pub static SLIP_TAKEN: ErrorKind = ErrorKind::new(
    "payment.slip_taken",
    409,
    "This number has been taken already",
);
/// Two tenders of a store name the same brand.
pub static BRAND_TAKEN: ErrorKind = ErrorKind::new(
    "payment.brand_taken",
    409,
    "{brand} is booked to {tender} already",
);
/// A store is to take a tender again of which another has a brand by now.
pub static BRAND_TAKEN_IN_STORE: ErrorKind = ErrorKind::new(
    "payment.brand_taken_in_store",
    409,
    "{brand} is booked to {tender} in {store} by now; take it out there first",
);
/// Another till has the terminal already.
pub static DEVICE_TAKEN: ErrorKind = ErrorKind::new(
    "payment.device_taken",
    409,
    "This serial number belongs to {terminal} already",
);
/// A terminal's name is none that the protocol knows.
pub static DEVICE_NAME: ErrorKind = ErrorKind::new(
    "payment.device_name",
    422,
    "This is no serial number of a terminal",
);
/// A terminal's address cannot be used.
pub static DEVICE_ADDRESS: ErrorKind = ErrorKind::new(
    "payment.device_address",
    422,
    "The address must begin with https, or the terminal needs a key",
);
/// The connection test of a terminal did not succeed.
pub static DEVICE_TEST_FAILED: ErrorKind = ErrorKind::new(
    "payment.device_test_failed",
    502,
    "The terminal did not answer as expected: {reason}",
);

/// This part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &NO_RATE,
    &RATE_CHANGED,
    &CASH_LIMIT,
    &CASH_IDENTITY,
    &VOUCHER_NOT_FOUND,
    &VOUCHER_SPENT,
    &VOUCHER_BLOCKED,
    &VOUCHER_EXPIRED,
    &VOUCHER_AMOUNT,
    &SLIP_TAKEN,
    &BRAND_TAKEN,
    &BRAND_TAKEN_IN_STORE,
    &DEVICE_TAKEN,
    &DEVICE_NAME,
    &DEVICE_ADDRESS,
    &DEVICE_TEST_FAILED,
];
