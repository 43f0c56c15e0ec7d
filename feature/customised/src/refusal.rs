//! Why a piece cannot be made, in words.

use kernel::Refusal;

use crate::rule::engraving::Refused;
use crate::rule::message::RefusedMessage;
use crate::rule::order::CannotBeMade;
use crate::{
    CHARACTER_REFUSED, CHOICE_UNKNOWN, HEART_REFUSED, LINES_TOO_MANY, MODEL_UNKNOWN, SPACE_REFUSED,
    SYMBOL_REQUIRED, TEXT_NOT_CHECKED, TEXT_REQUIRED, TEXT_TOO_LONG,
};

/// Why a piece cannot be made, with the field of the request.
#[must_use]
pub fn refusal(why: CannotBeMade) -> Refusal {
    match why {
        CannotBeMade::NotChecked => Refusal::new(&TEXT_NOT_CHECKED).at("textChecked"),
        CannotBeMade::NoText => Refusal::new(&TEXT_REQUIRED).at("text"),
        CannotBeMade::NoSymbol => Refusal::new(&SYMBOL_REQUIRED).at("symbol"),
        CannotBeMade::Text(refused) => of_text(refused).at("text"),
        CannotBeMade::Message(RefusedMessage::TooManyLines { maximum, .. }) => {
            Refusal::new(&LINES_TOO_MANY)
                .with("maximum", number(maximum))
                .at("messageLines")
        }
        CannotBeMade::Message(RefusedMessage::Line { line, why }) => of_text(why)
            .with("line", number(line + 1))
            .at("messageLines"),
        CannotBeMade::Side => Refusal::new(&CHOICE_UNKNOWN).at("side"),
        CannotBeMade::Symbol => Refusal::new(&CHOICE_UNKNOWN).at("symbol"),
        CannotBeMade::Medal => Refusal::new(&CHOICE_UNKNOWN).at("medals"),
    }
}

/// No such model.
#[must_use]
pub fn unknown_model(item_no: &str) -> Refusal {
    Refusal::new(&MODEL_UNKNOWN)
        .with("itemNo", item_no)
        .at("itemNo")
}

fn of_text(refused: Refused) -> Refusal {
    match refused {
        Refused::TooLong { count, maximum } => Refusal::new(&TEXT_TOO_LONG)
            .with("count", number(count))
            .with("maximum", number(maximum)),
        Refused::Character(character) => {
            Refusal::new(&CHARACTER_REFUSED).with("character", character.to_string())
        }
        Refused::Space => Refusal::new(&SPACE_REFUSED),
        Refused::Heart(character) => {
            Refusal::new(&HEART_REFUSED).with("character", character.to_string())
        }
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
