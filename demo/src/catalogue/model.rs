//! The models of the silver range; most of them are also made plated.

use crate::picture::{Shape, Stone};

/// One model: a shape in a collection, in silver with its white finish.
#[derive(Debug, Clone, Copy)]
pub(super) struct Model {
    pub(super) collection: &'static str,
    pub(super) label: &'static str,
    pub(super) shape: Shape,
    pub(super) stone: Stone,
    /// Price in whole euros, VAT included.
    pub(super) euros: i64,
    pub(super) weight_mg: i64,
}

pub(super) const fn m(
    collection: &'static str,
    label: &'static str,
    shape: Shape,
    stone: Stone,
    euros: i64,
    weight_mg: i64,
) -> Model {
    Model {
        collection,
        label,
        shape,
        stone,
        euros,
        weight_mg,
    }
}

#[rustfmt::skip]
pub(super) const RINGS: [Model; 35] = {
    use Shape::*;
    use Stone::*;
    [
        m("LAGUNE", "ring, wave", RingWave, Plain, 89, 3_200),
        m("AURORE", "ring, solitaire, emerald", RingSolitaire, Emerald, 165, 3_600),
        m("OPALE", "signet ring, onyx", RingSignet, Onyx, 155, 8_400),
        m("COMETE", "rings, stacking trio", RingTrio, Plain, 99, 4_800),
        m("LAGUNE", "ring, solitaire, sapphire", RingSolitaire, Sapphire, 165, 3_600),
        m("MISTRAL", "ring, twist", RingTwist, Plain, 75, 3_900),
        m("JARDIN", "ring, pear, emerald", RingPear, Emerald, 179, 3_700),
        m("GALET", "ring, dome", RingDome, Plain, 119, 9_800),
        m("RUBAN", "ring, flat band", RingFlat, Plain, 85, 5_600),
        m("OPALE", "ring, cabochon, opal", RingCabochon, Opal, 169, 4_400),
        m("ETOILE", "ring, halo, diamond", RingHalo, Diamond, 259, 4_100),
        m("SIRENE", "ring, pearl", RingPearl, Pearl, 125, 3_300),
        m("AURORE", "ring, baguette, citrine", RingBaguette, Citrine, 159, 3_900),
        m("COMETE", "ring, eternity, diamond", RingEternity, Diamond, 285, 2_900),
        m("MISTRAL", "ring, chevron", RingChevron, Plain, 69, 2_400),
        m("JARDIN", "ring, oval, amethyst", RingOval, Amethyst, 155, 4_000),
        m("GALET", "ring, band", RingBand, Plain, 59, 4_600),
        m("RUBAN", "ring, open, garnet", RingOpen, Garnet, 135, 3_400),
        m("AURORE", "ring, trilogy, sapphire", RingTrilogy, Sapphire, 235, 3_800),
        m("OPALE", "ring, cabochon, onyx", RingCabochon, Onyx, 149, 4_600),
        m("LAGUNE", "ring, cabochon, turquoise", RingCabochon, Turquoise, 145, 4_500),
        m("JARDIN", "ring, baguette, emerald", RingBaguette, Emerald, 189, 3_900),
        m("MEDAILLE", "signet ring, plain", RingSignet, Plain, 129, 9_200),
        m("COMETE", "ring, halo, sapphire", RingHalo, Sapphire, 239, 4_100),
        m("AURORE", "ring, oval, garnet", RingOval, Garnet, 155, 4_000),
        m("COMETE", "ring, eternity, emerald", RingEternity, Emerald, 265, 3_000),
        m("ETOILE", "ring, solitaire, diamond", RingSolitaire, Diamond, 219, 3_500),
        m("JARDIN", "ring, pear, amethyst", RingPear, Amethyst, 169, 3_700),
        m("SIRENE", "ring, open, diamond", RingOpen, Diamond, 175, 3_400),
        m("LAGUNE", "ring, oval, sapphire", RingOval, Sapphire, 165, 4_000),
        m("AURORE", "ring, trilogy, diamond", RingTrilogy, Diamond, 249, 3_800),
        m("JARDIN", "ring, halo, emerald", RingHalo, Emerald, 245, 4_200),
        m("OPALE", "signet ring, turquoise", RingSignet, Turquoise, 149, 8_300),
        m("AURORE", "ring, baguette, garnet", RingBaguette, Garnet, 169, 3_900),
        m("RUBAN", "ring, fine band", RingBand, Plain, 39, 900),
    ]
};

#[rustfmt::skip]
pub(super) const EARRINGS: [Model; 30] = {
    use Shape::*;
    use Stone::*;
    [
        m("SIRENE", "earrings, pearl drops", EarPearlDrop, Pearl, 129, 4_200),
        m("LAGUNE", "studs, sapphire", EarStud, Sapphire, 75, 2_200),
        m("AURORE", "hoops, medium", EarHoop, Plain, 79, 4_400),
        m("JARDIN", "earrings, drops, emerald", EarDrop, Emerald, 145, 5_200),
        m("ETOILE", "earrings, stars", EarStar, Plain, 65, 2_600),
        m("GALET", "hoops, wide", EarHoopWide, Plain, 109, 8_600),
        m("JARDIN", "earrings, leaves", EarLeaf, Plain, 85, 3_800),
        m("MISTRAL", "hoops, twist", EarHoopTwist, Plain, 89, 4_900),
        m("COMETE", "huggies, diamond", EarHuggie, Diamond, 149, 2_800),
        m("AURORE", "earrings, discs", EarDisc, Plain, 75, 4_100),
        m("SIRENE", "studs, pearl", EarPearlStud, Pearl, 59, 2_000),
        m("COMETE", "earrings, bars, diamond", EarBar, Diamond, 135, 3_000),
        m("AURORE", "studs, emerald", EarStud, Emerald, 75, 2_200),
        m("GALET", "huggies", EarHuggie, Plain, 55, 2_400),
        m("LAGUNE", "earrings, drops, turquoise", EarDrop, Turquoise, 119, 5_000),
        m("RUBAN", "earrings, bars", EarBar, Plain, 69, 2_700),
        m("AURORE", "studs, garnet", EarStud, Garnet, 75, 2_200),
        m("OPALE", "earrings, drops, onyx", EarDrop, Onyx, 125, 5_400),
        m("ETOILE", "studs, diamond", EarStud, Diamond, 99, 2_100),
        m("LAGUNE", "hoops, large", EarHoop, Plain, 95, 5_900),
        m("JARDIN", "earrings, drops, amethyst", EarDrop, Amethyst, 139, 5_200),
        m("COMETE", "huggies, sapphire", EarHuggie, Sapphire, 139, 2_800),
        m("MEDAILLE", "earrings, medals", EarDisc, Citrine, 95, 4_600),
        m("OPALE", "studs, opal", EarStud, Opal, 79, 2_300),
        m("SIRENE", "earrings, drops, sapphire", EarDrop, Sapphire, 145, 5_200),
        m("ETOILE", "earrings, stars, diamond", EarStar, Diamond, 119, 2_900),
        m("COMETE", "huggies, emerald", EarHuggie, Emerald, 139, 2_800),
        m("OPALE", "studs, onyx", EarStud, Onyx, 69, 2_300),
        m("JARDIN", "studs, amethyst", EarStud, Amethyst, 75, 2_200),
        m("AURORE", "studs, citrine", EarStud, Citrine, 75, 2_200),
    ]
};

#[rustfmt::skip]
pub(super) const NECKLACES: [Model; 20] = {
    use Shape::*;
    use Stone::*;
    [
        m("JARDIN", "pendant, drop, emerald", NeckPendant, Emerald, 189, 5_200),
        m("MEDAILLE", "necklace, sun", NeckMedalSun, Plain, 159, 8_600),
        m("SIRENE", "necklace, pearls", NeckPearls, Pearl, 285, 28_000),
        m("DE", "necklace, dice", NeckDice, Plain, 139, 7_400),
        m("MISTRAL", "chain, paperclip", NeckPaperclip, Plain, 129, 12_500),
        m("AURORE", "necklace, solitaire, diamond", NeckSolitaire, Diamond, 169, 3_900),
        m("COMETE", "necklace, stations, diamond", NeckStations, Diamond, 215, 4_300),
        m("LAGUNE", "pendant, drop, sapphire", NeckPendant, Sapphire, 189, 5_200),
        m("MEDAILLE", "necklace, star", NeckMedalStar, Plain, 159, 8_600),
        m("SIRENE", "necklace, single pearl", NeckPearlDrop, Pearl, 115, 4_100),
        m("RUBAN", "necklace, heart", NeckHeart, Plain, 99, 4_800),
        m("GALET", "chain, round links", NeckChain, Plain, 89, 11_800),
        m("ETOILE", "necklace, moon", NeckMoon, Plain, 109, 4_500),
        m("LAGUNE", "necklace, stations, turquoise", NeckStations, Turquoise, 175, 4_700),
        m("JARDIN", "pendant, drop, amethyst", NeckPendant, Amethyst, 179, 5_200),
        m("OPALE", "necklace, solitaire, opal", NeckSolitaire, Opal, 155, 4_100),
        m("AURORE", "necklace, solitaire, garnet", NeckSolitaire, Garnet, 149, 3_900),
        m("OPALE", "pendant, drop, onyx", NeckPendant, Onyx, 169, 5_400),
        m("COMETE", "necklace, stations, emerald", NeckStations, Emerald, 205, 4_300),
        m("RUBAN", "necklace, plate", NeckMessage, Plain, 119, 5_600),
    ]
};

#[rustfmt::skip]
pub(super) const BRACELETS: [Model; 15] = {
    use Shape::*;
    use Stone::*;
    [
        m("GALET", "bracelet, round links", BraceletChain, Plain, 79, 9_400),
        m("COMETE", "bracelet, tennis, diamond", BraceletTennis, Diamond, 279, 11_200),
        m("MISTRAL", "bracelet, curb", BraceletCurb, Plain, 115, 18_500),
        m("SIRENE", "bracelet, pearls", BraceletBeads, Pearl, 145, 14_000),
        m("MEDAILLE", "bracelet, charms", BraceletCharms, Plain, 149, 13_200),
        m("OPALE", "bracelet, beads, onyx", BraceletBeads, Onyx, 95, 15_000),
        m("ETOILE", "bracelet, cord, star", BraceletCord, Garnet, 49, 1_900),
        m("COMETE", "bracelet, tennis, sapphire", BraceletTennis, Sapphire, 265, 11_200),
        m("LAGUNE", "bracelet, beads, turquoise", BraceletBeads, Turquoise, 95, 15_000),
        m("JARDIN", "bracelet, tennis, emerald", BraceletTennis, Emerald, 265, 11_200),
        m("RUBAN", "bracelet, cord, medal", BraceletCord, Onyx, 49, 1_900),
        m("SIRENE", "bracelet, charms, pearl", BraceletCharms, Pearl, 165, 13_400),
        m("JARDIN", "bracelet, cord, leaf green", BraceletCord, Emerald, 49, 1_900),
        m("AURORE", "bracelet, tennis, garnet", BraceletTennis, Garnet, 255, 11_200),
        m("JARDIN", "bracelet, beads, amethyst", BraceletBeads, Amethyst, 105, 15_000),
    ]
};

#[rustfmt::skip]
pub(super) const BANGLES: [Model; 10] = {
    use Shape::*;
    use Stone::*;
    [
        m("GALET", "bangle, wide", BangleWide, Plain, 229, 26_000),
        m("LAGUNE", "cuff, garnet", CuffStones, Garnet, 245, 24_000),
        m("RUBAN", "bangle, fine", BangleFine, Plain, 119, 9_800),
        m("MISTRAL", "bangle, twist", BangleTwist, Plain, 169, 16_400),
        m("AURORE", "bangles, duo", BangleDuo, Plain, 199, 18_800),
        m("OPALE", "cuff, onyx", CuffStones, Onyx, 235, 24_000),
        m("RUBAN", "cuff, plain", Cuff, Plain, 185, 21_500),
        m("MEDAILLE", "bangle, engraved", BangleEngraved, Plain, 215, 23_000),
        m("JARDIN", "cuff, emerald", CuffStones, Emerald, 255, 24_000),
        m("LAGUNE", "cuff, turquoise", CuffStones, Turquoise, 239, 24_000),
    ]
};
