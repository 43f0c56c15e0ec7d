//! How a shop is set up: companies, stores, tills; what all that head office keeps has in common,
//! and who changed it.

pub mod change;
pub mod entry;
pub mod export;
pub mod history;
mod recorded;
pub mod rule;
pub mod store;
pub mod table;

use kernel::ErrorKind;

pub use change::{Change, Desk, Job, Seat, write_down, write_down_of_job};
pub use recorded::recorded;
pub use store::{Store, Terminal, get_store, get_terminal};

/// There is no such entry.
pub static ENTRY_NOT_FOUND: ErrorKind =
    ErrorKind::new("setting.entry_not_found", 404, "There is no such entry");
/// Another entry has the code already.
pub static CODE_TAKEN: ErrorKind =
    ErrorKind::new("setting.code_taken", 409, "This code is in use already");
/// Somebody changed the entry since it was read.
pub static CHANGED_MEANWHILE: ErrorKind = ErrorKind::new(
    "setting.changed_meanwhile",
    409,
    "Somebody else changed this in the meantime; nothing was overwritten",
);
/// Nothing differs from what is kept.
pub static NOT_CHANGED: ErrorKind = ErrorKind::new(
    "setting.not_changed",
    422,
    "Nothing has changed and cannot be saved",
);
/// A field that must be filled in is blank.
pub static REQUIRED: ErrorKind = ErrorKind::new("setting.required", 422, "This must be filled in");
/// A text is longer than is kept.
pub static TEXT_TOO_LONG: ErrorKind = ErrorKind::new(
    "setting.text_too_long",
    422,
    "At most {maximum} characters can be kept here",
);
/// A code has letters that cannot stand in it.
pub static CODE_MALFORMED: ErrorKind = ErrorKind::new(
    "setting.code_malformed",
    422,
    "A code has up to 20 capitals, digits, hyphens, points and underscores",
);
/// A number is beyond reason.
pub static OUT_OF_RANGE: ErrorKind = ErrorKind::new(
    "setting.out_of_range",
    422,
    "This must be between {minimum} and {maximum}",
);
/// A field names something that does not exist.
pub static REFERENCE_UNKNOWN: ErrorKind = ErrorKind::new(
    "setting.reference_unknown",
    422,
    "There is nothing of this name",
);
/// A field cannot change any more, because others rely on it.
pub static IN_USE: ErrorKind = ErrorKind::new(
    "setting.in_use",
    409,
    "This is in use and cannot be changed any more",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
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
];
