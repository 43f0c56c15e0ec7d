//! What other features say of customised pieces on the wire.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::rule::family::Family;
use crate::rule::lead_time::days;
use crate::rule::order::{Customisation, Medal, Side, Symbol};

/// Where the making of a piece stands (domain §14.5), as far as the till knows: what follows an order
/// is told by those who make and receive the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ProductionState {
    /// In a basket that is not paid yet.
    InBasket,
    /// Ordered and paid; due on the promised day.
    Ordered,
}

/// What a piece is made like, in a basket or an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomisationView {
    /// The family of the piece.
    pub family: Family,
    /// The text as it was typed; blank for none.
    #[schema(example = "léa!")]
    pub text: String,
    /// The text as it is engraved; an exclamation mark engraves a heart.
    #[schema(example = "LÉA!")]
    pub engraving: String,
    /// Where it is engraved.
    pub side: Option<Side>,
    /// What a medal shows.
    pub symbol: Option<Symbol>,
    /// The lines of the message as they are engraved.
    #[schema(example = json!(["À TOI"]))]
    pub message_lines: Vec<String>,
    /// The medals that are clipped on.
    pub medals: Vec<Medal>,
    /// The longest time that the making takes, in days.
    #[schema(example = 21)]
    pub lead_time_days: i64,
    /// The day on which it is promised.
    #[schema(value_type = String, format = Date)]
    pub promised_on: Date,
    /// Where its making stands.
    pub production_state: ProductionState,
    /// Whether it can be returned: what is made for one person is not, unless it is faulty.
    #[schema(example = false)]
    pub is_returnable: bool,
}

impl CustomisationView {
    /// A customised piece that is promised for a day.
    #[must_use]
    pub fn new(made: &Customisation, promised_on: Date, state: ProductionState) -> Self {
        Self {
            family: made.family,
            text: made.typed.clone(),
            engraving: made.engraved.clone(),
            side: made.side,
            symbol: made.symbol,
            message_lines: made.message.clone(),
            medals: made.medals.clone(),
            lead_time_days: days(made.family).1,
            promised_on,
            production_state: state,
            is_returnable: false,
        }
    }
}
