//! What this feature refuses.

use kernel::ErrorKind;

/// No such report in the stores that whoever asks sees.
pub static NOT_FOUND: ErrorKind = ErrorKind::new(
    "cash_report.not_found",
    404,
    "There is no such report of cash",
);
/// It was filed before.
pub static FILED: ErrorKind = ErrorKind::new(
    "cash_report.filed",
    409,
    "This report was filed on {date} already, with reference {reference}",
);
/// The customer paid more in cash on that day since.
pub static AMENDED: ErrorKind = ErrorKind::new(
    "cash_report.amended",
    409,
    "The customer paid more in cash on that day. File the report of the whole sum",
);
/// Filed before the cash came, or in the future.
pub static FILED_ON: ErrorKind = ErrorKind::new(
    "cash_report.filed_on",
    422,
    "Choose the day of the filing from {from} to {to}",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[&NOT_FOUND, &FILED, &AMENDED, &FILED_ON];
