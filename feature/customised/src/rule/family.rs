//! The families of pieces that are made or engraved to order.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A family of customised pieces.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Family {
    /// A closed bracelet that does not bend.
    Bangle,
    /// An open one.
    Cuff,
    /// A pair of earrings.
    Earring,
    /// A necklace of another kind than the two below.
    Necklace,
    /// A necklace with a die whose faces are engraved.
    DiceNecklace,
    /// A necklace with a message.
    PersonalisedNecklace,
    /// A medal that is clipped on another piece.
    ClipMedal,
}

/// What a family asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// A text must be engraved.
    Text,
    /// A message, which may be skipped.
    MessageOrNothing,
    /// A symbol; a text may be engraved too.
    Symbol,
}

impl Family {
    /// All families in the order in which they are shown.
    pub const ALL: [Self; 7] = [
        Self::Bangle,
        Self::Cuff,
        Self::Earring,
        Self::Necklace,
        Self::DiceNecklace,
        Self::PersonalisedNecklace,
        Self::ClipMedal,
    ];

    /// The family as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bangle => "BANGLE",
            Self::Cuff => "CUFF",
            Self::Earring => "EARRING",
            Self::Necklace => "NECKLACE",
            Self::DiceNecklace => "DICE_NECKLACE",
            Self::PersonalisedNecklace => "PERSONALISED_NECKLACE",
            Self::ClipMedal => "CLIP_MEDAL",
        }
    }

    /// Finds a family by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.name() == name)
    }

    /// What must be chosen for a piece of it.
    #[must_use]
    pub const fn asks(self) -> Asks {
        match self {
            Self::Bangle | Self::Cuff | Self::Earring | Self::Necklace | Self::DiceNecklace => {
                Asks::Text
            }
            Self::PersonalisedNecklace => Asks::MessageOrNothing,
            Self::ClipMedal => Asks::Symbol,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_family_is_found_by_the_name_under_which_it_is_stored_and_sent() {
        for family in Family::ALL {
            assert_eq!(Family::parse(family.name()), Some(family));
            let sent = serde_json::to_value(family).unwrap();
            assert_eq!(sent, family.name());
        }
        assert_eq!(Family::parse("RING"), None);
    }
}
