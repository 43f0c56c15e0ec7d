//! Pieces that are made or engraved to order: what can be engraved, on what, and when it is ready.

mod refusal;
pub mod rule;
pub mod store;
pub mod view;

use kernel::ErrorKind;

pub use refusal::{refusal, unknown_model};

/// No piece that is made to order.
pub static MODEL_UNKNOWN: ErrorKind = ErrorKind::new(
    "customised.model_unknown",
    404,
    "{itemNo} is not made to order",
);
/// Nobody said that the customer checked the text.
pub static TEXT_NOT_CHECKED: ErrorKind = ErrorKind::new(
    "customised.text_not_checked",
    422,
    "The customer must check the text first: what is engraved cannot be returned",
);
/// Nothing to engrave.
pub static TEXT_REQUIRED: ErrorKind = ErrorKind::new(
    "customised.text_required",
    422,
    "Enter what shall be engraved",
);
/// A medal without symbol and text.
pub static SYMBOL_REQUIRED: ErrorKind = ErrorKind::new(
    "customised.symbol_required",
    422,
    "Choose a symbol or enter what shall be engraved",
);
/// More characters than there is room for.
pub static TEXT_TOO_LONG: ErrorKind = ErrorKind::new(
    "customised.text_too_long",
    422,
    "{count} characters; there is room for {maximum}",
);
/// A character that nobody engraves.
pub static CHARACTER_REFUSED: ErrorKind = ErrorKind::new(
    "customised.character_refused",
    422,
    "{character} cannot be engraved",
);
/// A blank where there is none.
pub static SPACE_REFUSED: ErrorKind = ErrorKind::new(
    "customised.space_refused",
    422,
    "A space cannot be engraved here",
);
/// A heart that was not typed as an exclamation mark.
pub static HEART_REFUSED: ErrorKind = ErrorKind::new(
    "customised.heart_refused",
    422,
    "{character} cannot be engraved; type ! for a heart",
);
/// More lines than there is room for.
pub static LINES_TOO_MANY: ErrorKind = ErrorKind::new(
    "customised.lines_too_many",
    422,
    "A message has at most {maximum} lines here",
);
/// A side, symbol or medal that the model does not have.
pub static CHOICE_UNKNOWN: ErrorKind = ErrorKind::new(
    "customised.choice_unknown",
    422,
    "This piece is not made like that",
);

/// This feature's part of the error catalogue.
pub static ERRORS: &[&ErrorKind] = &[
    &MODEL_UNKNOWN,
    &TEXT_NOT_CHECKED,
    &TEXT_REQUIRED,
    &SYMBOL_REQUIRED,
    &TEXT_TOO_LONG,
    &CHARACTER_REFUSED,
    &SPACE_REFUSED,
    &HEART_REFUSED,
    &LINES_TOO_MANY,
    &CHOICE_UNKNOWN,
];
