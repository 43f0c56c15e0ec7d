//! The twelve collections.

use jiff::civil::{Date, date};

/// A line of pieces that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Collection {
    /// Key, such as `LAGUNE`.
    pub code: &'static str,
    /// Name as printed, such as "Étoile".
    pub name: &'static str,
    /// Place in lists, from 1.
    pub order: u32,
    /// Day of the first sale.
    pub launched: Date,
    /// What to tell a customer about it.
    pub story: &'static str,
}

const fn collection(
    order: u32,
    code: &'static str,
    name: &'static str,
    launched: Date,
    story: &'static str,
) -> Collection {
    Collection {
        code,
        name,
        order,
        launched,
        story,
    }
}

/// All collections in their order.
pub const COLLECTIONS: [Collection; 12] = [
    collection(
        1,
        "AURORE",
        "Aurore",
        date(2021, 9, 2),
        "First light on a polished edge: clean solitaires and discs that catch the sun before the rest of the city is up.",
    ),
    collection(
        2,
        "LAGUNE",
        "Lagune",
        date(2022, 3, 10),
        "Drawn from the still water behind the sandbars: slow waves in metal, blue stones set low against the skin.",
    ),
    collection(
        3,
        "MISTRAL",
        "Mistral",
        date(2022, 9, 15),
        "The wind of the Rhône valley, twisted into rope and wire. Pieces that look as if they had just stopped moving.",
    ),
    collection(
        4,
        "ETOILE",
        "Étoile",
        date(2019, 11, 7),
        "Five points, cut by hand with a graver so that each star keeps a little of the maker's pressure.",
    ),
    collection(
        5,
        "RUBAN",
        "Ruban",
        date(2023, 2, 2),
        "A ribbon folded once and kept. Flat, wide surfaces, made to be engraved and to be worn every day.",
    ),
    collection(
        6,
        "GALET",
        "Galet",
        date(2020, 5, 28),
        "Pebbles from the beach at Étretat, domed and softened until no edge is left for the hand to find.",
    ),
    collection(
        7,
        "COMETE",
        "Comète",
        date(2023, 10, 5),
        "Lines of small stones that follow one another like a tail of light. Best worn three at a time.",
    ),
    collection(
        8,
        "JARDIN",
        "Jardin",
        date(2024, 3, 21),
        "A walled garden in June: leaves, dew drops, and green and violet stones in fine claws.",
    ),
    collection(
        9,
        "SIRENE",
        "Sirène",
        date(2020, 10, 1),
        "What the tide leaves: freshwater pearls, shells and long drops that move when you speak.",
    ),
    collection(
        10,
        "OPALE",
        "Opale",
        date(2024, 9, 12),
        "Smooth stones in closed settings. Onyx for those who dress in black, opal for those who cannot decide.",
    ),
    collection(
        11,
        "DE",
        "Dé",
        date(2025, 4, 3),
        "Dice with rounded corners. Choose your number, or the day you met, and leave the rest to luck.",
    ),
    collection(
        12,
        "MEDAILLE",
        "Médaille",
        date(2018, 6, 14),
        "The first collection of the house: struck medals with a border of beads, clipped on, collected and passed on.",
    ),
];

/// The collection with this code.
#[must_use]
pub fn collection_of(code: &str) -> Option<&'static Collection> {
    COLLECTIONS
        .iter()
        .find(|collection| collection.code == code)
}
