//! What a customer wants on a piece, and whether the model can be made like that.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::engraving::{Refused, engraved};
use super::family::{Asks, Family};
use super::message::{RefusedMessage, engraved_lines};

/// Where on a piece a text is engraved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Side {
    /// Where everybody sees it.
    Outside,
    /// Where the wearer knows of it.
    Inside,
    /// The face of a medal.
    Front,
    /// The back of a medal.
    Back,
}

/// What a medal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Symbol {
    /// Sixteen rays.
    Sun,
    /// Five points.
    Star,
    /// A crescent.
    Moon,
    /// A heart.
    Heart,
    /// Nothing: the face is left to the text.
    Plain,
}

macro_rules! names {
    ($kind:ident { $($name:ident $word:literal,)+ }) => {
        impl $kind {
            /// As it is stored.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }

            /// Finds one by its name.
            #[must_use]
            pub fn parse(name: &str) -> Option<Self> {
                [$(Self::$name,)+].into_iter().find(|known| known.name() == name)
            }
        }
    };
}

names! { Side { Outside "OUTSIDE", Inside "INSIDE", Front "FRONT", Back "BACK", } }
names! { Symbol { Sun "SUN", Star "STAR", Moon "MOON", Heart "HEART", Plain "PLAIN", } }

/// A piece that can be made to order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The item that is sold.
    pub item_no: String,
    /// Its name.
    pub name: String,
    /// Its family.
    pub family: Family,
    /// What the pieces of one model in several colours share.
    pub model_code: String,
    /// Its colour: `WHITE`, `YELLOW` or `ROSE`.
    pub colour: String,
    /// For how many characters it has room; none when nothing is engraved but a message.
    pub characters_max: usize,
    /// For how many lines of a message.
    pub lines_max: usize,
    /// For how many characters on each of them.
    pub line_characters_max: usize,
    /// How many medals may be clipped on.
    pub medals_max: usize,
    /// Where it can be engraved; the first is where it is when nobody says.
    pub sides: Vec<Side>,
    /// What it can show.
    pub symbols: Vec<Symbol>,
    /// The item whose price is added for the engraving; none when that costs nothing.
    pub engraving_item_no: Option<String>,
    /// Where the engraving stands on the picture.
    pub plate: Plate,
}

/// Where the engraving stands on a picture, in thousandths of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Plate {
    /// From the start edge to the middle.
    #[schema(example = 500)]
    pub x: i64,
    /// From the top to the middle.
    #[schema(example = 700)]
    pub y: i64,
    /// How wide.
    #[schema(example = 600)]
    pub width: i64,
    /// How high.
    #[schema(example = 120)]
    pub height: i64,
    /// How far the middle of a line hangs below its ends.
    #[schema(example = 80)]
    pub sag: i64,
}

/// A medal that is clipped on another piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Medal {
    /// Its item.
    #[schema(example = "CU-8013")]
    pub item_no: String,
    /// Its name.
    #[schema(example = "Médaille clip medal, your letter")]
    pub name: String,
}

/// What a customer wants.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Wanted {
    /// The text as it is typed; blank for none. An exclamation mark engraves a heart.
    #[serde(default)]
    #[schema(example = "LOVE!")]
    pub text: String,
    /// Where it is engraved; where the model usually is when absent.
    #[serde(default)]
    pub side: Option<Side>,
    /// What a medal shows.
    #[serde(default)]
    pub symbol: Option<Symbol>,
    /// The lines of a message; none to skip it.
    #[serde(default)]
    #[schema(max_items = 20, example = json!(["À TOI", "TOUJOUR"]))]
    pub message_lines: Vec<String>,
    /// The medals that are clipped on, by item number.
    #[serde(default)]
    #[schema(max_items = 20, example = json!([]))]
    pub medals: Vec<String>,
    /// Whether the customer checked the text.
    #[schema(example = true)]
    pub text_checked: bool,
}

/// A piece as it will be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Customisation {
    /// The family.
    pub family: Family,
    /// The text as it was typed.
    pub typed: String,
    /// The text as it is engraved; blank for none.
    pub engraved: String,
    /// Where; none without a text.
    pub side: Option<Side>,
    /// What the medal shows.
    pub symbol: Option<Symbol>,
    /// The lines of the message as they were typed.
    pub message_typed: Vec<String>,
    /// The lines of the message as they are engraved.
    pub message: Vec<String>,
    /// The medals that are clipped on.
    pub medals: Vec<Medal>,
    /// The item whose price is added for the engraving.
    pub engraving_item_no: Option<String>,
}

/// Why a piece cannot be made like that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotBeMade {
    /// Nobody said that the customer checked the text.
    NotChecked,
    /// Nothing is to be engraved.
    NoText,
    /// A medal without symbol and text.
    NoSymbol,
    /// The text cannot be engraved.
    Text(Refused),
    /// The message cannot be engraved.
    Message(RefusedMessage),
    /// The model is not made with this side.
    Side,
    /// The model does not show this symbol.
    Symbol,
    /// This is not clipped on such a piece, or not so many of them.
    Medal,
}

/// A piece as it will be made, when the model can be made like that. `medals` are the items that are
/// clipped on other pieces.
///
/// # Errors
/// The first thing that cannot be.
pub fn customise(
    model: &Model,
    medals: &[Medal],
    wanted: &Wanted,
) -> Result<Customisation, CannotBeMade> {
    let text = engraved(&wanted.text, model.characters_max).map_err(CannotBeMade::Text)?;
    let message = engraved_lines(
        &wanted.message_lines,
        model.lines_max,
        model.line_characters_max,
    )
    .map_err(CannotBeMade::Message)?;
    let symbol = wanted.symbol.filter(|symbol| *symbol != Symbol::Plain);
    match model.family.asks() {
        Asks::Text if text.is_empty() => return Err(CannotBeMade::NoText),
        Asks::Symbol if text.is_empty() && symbol.is_none() => return Err(CannotBeMade::NoSymbol),
        Asks::Text | Asks::Symbol | Asks::MessageOrNothing => {}
    }
    if symbol.is_some_and(|symbol| !model.symbols.contains(&symbol)) {
        return Err(CannotBeMade::Symbol);
    }
    if wanted.side.is_some_and(|side| !model.sides.contains(&side)) {
        return Err(CannotBeMade::Side);
    }
    let clipped: Option<Vec<Medal>> = wanted
        .medals
        .iter()
        .map(|item_no| {
            medals
                .iter()
                .find(|medal| medal.item_no == *item_no)
                .cloned()
        })
        .collect();
    let clipped = clipped
        .filter(|clipped| clipped.len() <= model.medals_max)
        .ok_or(CannotBeMade::Medal)?;
    if !wanted.text_checked {
        return Err(CannotBeMade::NotChecked);
    }
    let has_engraving = !text.is_empty() || !message.is_empty();
    Ok(Customisation {
        family: model.family,
        side: (!text.is_empty())
            .then(|| wanted.side.or(model.sides.first().copied()))
            .flatten(),
        typed: wanted.text.clone(),
        engraved: text,
        symbol,
        message_typed: if message.is_empty() {
            Vec::new()
        } else {
            wanted.message_lines.clone()
        },
        message,
        medals: clipped,
        engraving_item_no: model.engraving_item_no.clone().filter(|_| has_engraving),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(family: Family) -> Model {
        Model {
            item_no: "CU-1".to_owned(),
            name: "Bangle".to_owned(),
            family,
            model_code: "A".to_owned(),
            colour: "WHITE".to_owned(),
            characters_max: 7,
            lines_max: 3,
            line_characters_max: 7,
            medals_max: 1,
            sides: vec![Side::Outside, Side::Inside],
            symbols: vec![Symbol::Sun],
            engraving_item_no: Some("ENGRAVE".to_owned()),
            plate: Plate {
                x: 500,
                y: 500,
                width: 500,
                height: 100,
                sag: 0,
            },
        }
    }

    fn wanted(text: &str) -> Wanted {
        Wanted {
            text: text.to_owned(),
            text_checked: true,
            ..Wanted::default()
        }
    }

    #[test]
    fn a_text_is_kept_as_typed_and_as_engraved() {
        let made = customise(&model(Family::Bangle), &[], &wanted("léa!")).unwrap();
        assert_eq!(
            (made.typed.as_str(), made.engraved.as_str()),
            ("léa!", "LÉA!")
        );
        assert_eq!(made.side, Some(Side::Outside));
        assert_eq!(made.engraving_item_no.as_deref(), Some("ENGRAVE"));
    }

    #[test]
    fn nobody_orders_what_the_customer_did_not_check() {
        let unchecked = Wanted {
            text_checked: false,
            ..wanted("LÉA")
        };
        let refused = customise(&model(Family::Bangle), &[], &unchecked);
        assert_eq!(refused, Err(CannotBeMade::NotChecked));
    }

    #[test]
    fn a_message_may_be_skipped_a_text_may_not_and_a_medal_needs_one_of_two() {
        let nothing = wanted("");
        let of = |family| customise(&model(family), &[], &nothing);
        assert_eq!(of(Family::Cuff), Err(CannotBeMade::NoText));
        assert_eq!(of(Family::ClipMedal), Err(CannotBeMade::NoSymbol));
        let skipped = of(Family::PersonalisedNecklace).unwrap();
        assert_eq!(
            (skipped.message.len(), skipped.engraving_item_no),
            (0, None)
        );
        let sun = Wanted {
            symbol: Some(Symbol::Sun),
            ..nothing
        };
        let medal = customise(&model(Family::ClipMedal), &[], &sun).unwrap();
        assert_eq!((medal.symbol, medal.side), (Some(Symbol::Sun), None));
    }

    #[test]
    fn what_the_model_is_not_made_with_is_refused() {
        let text = wanted("A");
        let medal = Medal {
            item_no: "MD-1".to_owned(),
            name: "Sun".to_owned(),
        };
        let known = [medal.clone()];
        let with = |wanted: Wanted| customise(&model(Family::ClipMedal), &known, &wanted);
        let moon = Wanted {
            symbol: Some(Symbol::Moon),
            ..text.clone()
        };
        assert_eq!(with(moon), Err(CannotBeMade::Symbol));
        let back = Wanted {
            side: Some(Side::Back),
            ..text.clone()
        };
        assert_eq!(with(back), Err(CannotBeMade::Side));
        let medals = |medals: &[&str]| Wanted {
            medals: medals.iter().map(|medal| (*medal).to_owned()).collect(),
            ..text.clone()
        };
        assert_eq!(with(medals(&["MD-1"])).unwrap().medals, [medal]);
        assert_eq!(with(medals(&["RG-1"])), Err(CannotBeMade::Medal));
        assert_eq!(with(medals(&["MD-1", "MD-1"])), Err(CannotBeMade::Medal));
    }

    #[test]
    fn sides_and_symbols_are_found_by_their_names() {
        for side in [Side::Outside, Side::Inside, Side::Front, Side::Back] {
            assert_eq!(Side::parse(side.name()), Some(side));
            assert_eq!(serde_json::to_value(side).unwrap(), side.name());
        }
        assert_eq!(Symbol::parse("MOON"), Some(Symbol::Moon));
        assert_eq!(Symbol::parse("RING"), None);
    }
}
