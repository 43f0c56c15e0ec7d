//! Everything beyond the silver range: fashion, gold, customised pieces, gifts and services.

use super::class::{BANGLE_SIZES, GOLD_BANGLE_SIZES, GOLD_RING_SIZES, NECKLACE_SIZES, ONE_SIZE};
use super::model::{Model, m};
use crate::picture::{Metal, Shape, Stone};

/// A piece made in one metal only, in its own sizes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Special {
    pub(super) model: Model,
    pub(super) metal: Metal,
    pub(super) sizes: &'static [&'static str],
}

const fn s(model: Model, metal: Metal, sizes: &'static [&'static str]) -> Special {
    Special {
        model,
        metal,
        sizes,
    }
}

#[rustfmt::skip]
pub(super) const ALLOY: [Special; 40] = {
    use Metal::*;
    use Shape::*;
    use Stone::*;
    const fn o(model: Model, metal: Metal) -> Special { s(model, metal, ONE_SIZE) }
    [
        o(m("SIRENE", "hoops, shell gold", EarHoopWide, Plain, 45, 14_000), Yellow),
        o(m("GALET", "earrings, big discs", EarDisc, Plain, 39, 16_000), Yellow),
        o(m("JARDIN", "earrings, long leaves", EarLeaf, Plain, 35, 11_000), Yellow),
        o(m("MISTRAL", "hoops, rope", EarHoopTwist, Plain, 39, 15_000), Rose),
        o(m("LAGUNE", "earrings, glass drops, blue", EarDrop, Sapphire, 49, 18_000), Yellow),
        o(m("JARDIN", "earrings, glass drops, green", EarDrop, Emerald, 49, 18_000), Yellow),
        o(m("AURORE", "earrings, glass drops, amber", EarDrop, Citrine, 49, 18_000), Rose),
        o(m("ETOILE", "earrings, evening stars", EarStar, Diamond, 45, 9_000), White),
        o(m("COMETE", "earrings, long bars", EarBar, Plain, 35, 8_000), White),
        o(m("SIRENE", "earrings, costume pearls", EarPearlDrop, Pearl, 45, 13_000), White),
        o(m("OPALE", "earrings, black drops", EarDrop, Onyx, 49, 18_000), White),
        o(m("AURORE", "hoops, tube", EarHoop, Plain, 29, 9_000), Yellow),
        o(m("AURORE", "hoops, tube, rose", EarHoop, Plain, 29, 9_000), Rose),
        o(m("RUBAN", "huggies, polished", EarHuggie, Plain, 25, 6_000), Yellow),
        o(m("LAGUNE", "earrings, turquoise drops", EarDrop, Turquoise, 45, 18_000), White),
        o(m("GALET", "studs, mirror", EarPearlStud, Pearl, 19, 3_000), Yellow),
        o(m("RUBAN", "hair pin, bow tie", HairPin, Plain, 25, 8_000), Yellow),
        o(m("SIRENE", "hair pin, pearls", HairPinPearl, Pearl, 29, 9_000), Yellow),
        o(m("SIRENE", "hair pin, pearls, white", HairPinPearl, Pearl, 29, 9_000), White),
        o(m("JARDIN", "hair comb, emerald glass", HairComb, Emerald, 69, 34_000), Yellow),
        o(m("LAGUNE", "hair comb, sapphire glass", HairComb, Sapphire, 69, 34_000), White),
        o(m("OPALE", "hair comb, pearls", HairComb, Pearl, 75, 36_000), Rose),
        o(m("GALET", "barrette, plain", HairBarrette, Plain, 35, 22_000), Yellow),
        o(m("COMETE", "barrette, crystal", HairBarrette, Diamond, 49, 24_000), White),
        o(m("COMETE", "barrette, ruby glass", HairBarrette, Garnet, 49, 24_000), Yellow),
        o(m("AURORE", "headband, pearls", HairBand, Pearl, 79, 40_000), Yellow),
        o(m("RUBAN", "headband, velvet green", HairBand, Emerald, 59, 38_000), Yellow),
        o(m("ETOILE", "hair pin, star light", HairPin, Diamond, 35, 8_000), White),
        o(m("MEDAILLE", "clip charm, sun", CharmSun, Plain, 25, 5_000), Yellow),
        o(m("MEDAILLE", "clip charm, star", CharmStar, Plain, 25, 5_000), Yellow),
        o(m("MEDAILLE", "clip charm, moon", CharmMoon, Plain, 25, 5_000), White),
        o(m("MEDAILLE", "clip charm, heart", CharmHeart, Plain, 25, 5_000), Rose),
        o(m("DE", "clip charm, dice", CharmDice, Plain, 29, 6_000), Yellow),
        o(m("SIRENE", "clip charm, shell", CharmShell, Plain, 29, 5_500), Yellow),
        o(m("JARDIN", "clip charm, emerald glass", CharmStone, Emerald, 29, 4_000), Yellow),
        o(m("LAGUNE", "clip charm, sapphire glass", CharmStone, Sapphire, 29, 4_000), White),
        o(m("AURORE", "clip charm, garnet glass", CharmStone, Garnet, 29, 4_000), Rose),
        o(m("RUBAN", "clip charm, bow", CharmBow, Plain, 25, 4_500), Rose),
        o(m("SIRENE", "clip charm, shell, white", CharmShell, Plain, 29, 5_500), White),
        o(m("OPALE", "clip charm, opal glass", CharmStone, Opal, 29, 4_000), White),
    ]
};

#[rustfmt::skip]
pub(super) const GOLD: [Special; 30] = {
    use Metal::*;
    use Shape::*;
    use Stone::*;
    const fn r(model: Model) -> Special { s(model, Yellow, GOLD_RING_SIZES) }
    const fn o(model: Model) -> Special { s(model, Yellow, ONE_SIZE) }
    [
        r(m("AURORE", "ring, solitaire, diamond", RingSolitaire, Diamond, 2_949, 2_900)),
        r(m("COMETE", "ring, eternity, diamond", RingEternity, Diamond, 3_895, 3_100)),
        r(m("AURORE", "ring, trilogy, diamond", RingTrilogy, Diamond, 3_495, 3_000)),
        r(m("ETOILE", "ring, halo, diamond", RingHalo, Diamond, 3_199, 3_200)),
        r(m("GALET", "ring, band", RingBand, Plain, 695, 4_100)),
        r(m("RUBAN", "ring, flat band", RingFlat, Plain, 895, 5_200)),
        r(m("JARDIN", "ring, oval, emerald", RingOval, Emerald, 2_395, 3_000)),
        r(m("LAGUNE", "ring, oval, sapphire", RingOval, Sapphire, 2_195, 3_000)),
        r(m("MISTRAL", "ring, twist", RingTwist, Plain, 759, 3_600)),
        r(m("LAGUNE", "ring, wave", RingWave, Plain, 595, 2_700)),
        r(m("MEDAILLE", "signet ring, plain", RingSignet, Plain, 1_495, 9_000)),
        r(m("COMETE", "rings, stacking trio", RingTrio, Plain, 1_195, 5_100)),
        o(m("AURORE", "hoops, small", EarHuggie, Plain, 489, 1_900)),
        o(m("AURORE", "hoops, medium", EarHoop, Plain, 689, 3_100)),
        o(m("GALET", "hoops, wide", EarHoopWide, Plain, 1_095, 5_800)),
        o(m("MISTRAL", "hoops, twist", EarHoopTwist, Plain, 829, 3_700)),
        o(m("COMETE", "hoops, small, diamond", EarHuggie, Diamond, 1_595, 2_200)),
        o(m("ETOILE", "studs, diamond", EarStud, Diamond, 1_395, 1_200)),
        o(m("JARDIN", "studs, emerald", EarStud, Emerald, 895, 1_300)),
        o(m("LAGUNE", "studs, sapphire", EarStud, Sapphire, 859, 1_300)),
        o(m("SIRENE", "earrings, pearl drops", EarPearlDrop, Pearl, 795, 1_600)),
        o(m("AURORE", "pendant, solitaire, diamond", NeckSolitaire, Diamond, 1_295, 2_100)),
        o(m("MEDAILLE", "pendant, sun", NeckMedalSun, Plain, 995, 4_600)),
        o(m("MEDAILLE", "pendant, star", NeckMedalStar, Plain, 995, 4_600)),
        o(m("COMETE", "necklace, stations, diamond", NeckStations, Diamond, 2_495, 2_800)),
        o(m("JARDIN", "pendant, drop, emerald", NeckPendant, Emerald, 1_495, 2_500)),
        o(m("RUBAN", "pendant, heart", NeckHeart, Plain, 589, 1_900)),
        o(m("ETOILE", "pendant, moon", NeckMoon, Plain, 545, 1_700)),
        o(m("SIRENE", "pendant, single pearl", NeckPearlDrop, Pearl, 495, 1_400)),
        o(m("DE", "charm, dice", CharmDice, Plain, 395, 800)),
    ]
};

/// Gold 999, priced by weight; the euro figure is the labour for one piece.
#[rustfmt::skip]
pub(super) const FINE_GOLD: [Special; 15] = {
    use Metal::Fine;
    use Shape::*;
    use Stone::Plain;
    const fn b(model: Model) -> Special { s(model, Fine, GOLD_BANGLE_SIZES) }
    const fn o(model: Model) -> Special { s(model, Fine, ONE_SIZE) }
    [
        b(m("GALET", "bangle, wide", BangleWide, Plain, 145, 35_000)),
        b(m("RUBAN", "bangle, fine", BangleFine, Plain, 85, 12_350)),
        b(m("MISTRAL", "bangle, twist", BangleTwist, Plain, 125, 24_800)),
        b(m("AURORE", "bangles, duo", BangleDuo, Plain, 139, 30_600)),
        b(m("MEDAILLE", "bangle, engraved", BangleEngraved, Plain, 155, 28_400)),
        b(m("LAGUNE", "cuff, plain", Cuff, Plain, 129, 26_200)),
        b(m("JARDIN", "cuff, fine", Cuff, Plain, 99, 16_500)),
        o(m("GALET", "bead, round", CharmBead, Plain, 25, 2_000)),
        o(m("ETOILE", "bead, star", CharmStar, Plain, 29, 2_600)),
        o(m("SIRENE", "bead, shell", CharmShell, Plain, 29, 2_850)),
        o(m("RUBAN", "bead, heart", CharmHeart, Plain, 29, 2_400)),
        o(m("DE", "bead, dice", CharmDice, Plain, 35, 3_400)),
        o(m("AURORE", "bead, sun", CharmSun, Plain, 29, 3_100)),
        o(m("COMETE", "bead, moon", CharmMoon, Plain, 29, 2_700)),
        o(m("JARDIN", "bead, bow", CharmBow, Plain, 29, 2_950)),
    ]
};

#[rustfmt::skip]
pub(super) const CUSTOMISED: [Special; 12] = {
    use Metal::*;
    use Shape::*;
    use Stone::*;
    [
        s(m("RUBAN", "bangle, your words, white", BangleBlank, Plain, 249, 23_000), White, BANGLE_SIZES),
        s(m("RUBAN", "bangle, your words, yellow", BangleBlank, Plain, 279, 23_000), Yellow, BANGLE_SIZES),
        s(m("RUBAN", "cuff, your words, white", Cuff, Plain, 219, 21_500), White, BANGLE_SIZES),
        s(m("RUBAN", "cuff, your words, rose", Cuff, Plain, 245, 21_500), Rose, BANGLE_SIZES),
        s(m("AURORE", "earrings, your initials", EarDisc, Plain, 119, 4_600), Yellow, ONE_SIZE),
        s(m("AURORE", "hoops, your initials", EarHoopWide, Plain, 139, 8_600), White, ONE_SIZE),
        s(m("DE", "dice necklace, your number", NeckDiceBlank, Plain, 179, 7_400), Yellow, NECKLACE_SIZES),
        s(m("DE", "dice necklace, your number, white", NeckDiceBlank, Plain, 159, 7_400), White, NECKLACE_SIZES),
        s(m("RUBAN", "message necklace", NeckPlate, Plain, 349, 6_400), Yellow, NECKLACE_SIZES),
        s(m("RUBAN", "message necklace, white", NeckPlate, Plain, 299, 6_400), White, NECKLACE_SIZES),
        s(m("MEDAILLE", "clip medal, your letter", CharmBlank, Plain, 69, 5_200), Yellow, ONE_SIZE),
        s(m("MEDAILLE", "clip medal, your letter, white", CharmBlank, Plain, 69, 5_200), White, ONE_SIZE),
    ]
};

/// Gifts with purchase; the euro figure is the list value, the till charges nothing.
#[rustfmt::skip]
pub(super) const GIFTS: [Special; 10] = {
    use Metal::*;
    use Shape::*;
    use Stone::*;
    const fn o(model: Model, metal: Metal) -> Special { s(model, metal, ONE_SIZE) }
    [
        o(m("", "Velvet pouch, bottle green", Pouch, Emerald, 15, 18_000), Yellow),
        o(m("", "Velvet pouch, midnight", Pouch, Sapphire, 15, 18_000), White),
        o(m("", "Velvet pouch, garnet", Pouch, Garnet, 15, 18_000), Yellow),
        o(m("", "Pocket mirror, gold", Mirror, Plain, 25, 62_000), Yellow),
        o(m("", "Pocket mirror, silver", Mirror, Plain, 25, 62_000), White),
        o(m("", "Gift charm, bow", CharmBow, Plain, 19, 4_500), Yellow),
        o(m("", "Gift charm, letter", CharmLetter, Plain, 19, 5_000), White),
        o(m("", "Travel jewel case", JewelCase, Emerald, 35, 140_000), Yellow),
        o(m("", "Tote bag, small", ToteSmall, Plain, 25, 180_000), White),
        o(m("", "Tote bag, large", ToteLarge, Plain, 35, 260_000), White),
    ]
};

/// A no-stock item of the specification.
#[derive(Debug, Clone, Copy)]
pub(super) struct NoStock {
    pub(super) item_no: &'static str,
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    /// Fixed prices in minor units of EUR, HKD, CNY, JPY, KWD; none: the price is keyed in.
    pub(super) prices: Option<[i64; 5]>,
    /// Limits for a keyed price, in euro cents.
    pub(super) keyed: Option<(i64, i64)>,
    pub(super) vat_group: &'static str,
    pub(super) story: &'static str,
}

const fn fixed(
    item_no: &'static str,
    name: &'static str,
    shape: Shape,
    prices: [i64; 5],
    story: &'static str,
) -> NoStock {
    NoStock {
        item_no,
        name,
        shape,
        prices: Some(prices),
        keyed: None,
        vat_group: "STANDARD",
        story,
    }
}

const fn keyed(
    item_no: &'static str,
    name: &'static str,
    shape: Shape,
    limits: (i64, i64),
    vat_group: &'static str,
    story: &'static str,
) -> NoStock {
    NoStock {
        item_no,
        name,
        shape,
        prices: None,
        keyed: Some(limits),
        vat_group,
        story,
    }
}

#[rustfmt::skip]
pub(super) const NO_STOCK: [NoStock; 13] = {
    use Shape::*;
    [
        fixed("PLASTICBAG", "Plastic bag", PlasticBag, [10, 100, 50, 10, 50], "For the rain. Charged where the law asks for it."),
        fixed("PAPERBAG", "Paper bag", PaperBag, [0, 0, 0, 0, 0], "The bag of the house, free with every purchase."),
        fixed("ECO-FRIENDLY", "Bag of recycled cotton", EcoBag, [150, 1_400, 1_300, 250, 500], "Unbleached recycled cotton, to be used again."),
        keyed("GIFTCARD", "Gift card", GiftCard, (1_000, 300_000), "OUTSIDE", "Sold at its value; VAT falls due when it is spent."),
        keyed("EX-VOUCHER", "Exchange voucher", Voucher, (1, 500_000), "OUTSIDE", "What is left after an exchange, for the next visit."),
        keyed("REPAIR", "Repair", Repair, (0, 50_000), "STANDARD", "Solder, clasp and chain work by our own bench."),
        fixed("SHIPPING", "Shipping", Shipping, [1_500, 14_000, 13_000, 2_600, 5_500], "Insured, with signature."),
        fixed("ITLICENSE", "Licence fee", Licence, [4_500, 41_000, 39_000, 7_700, 16_250], "Between our own companies; not for shops."),
        keyed("SAV-CLEAN", "Cleaning", Clean, (500, 15_000), "STANDARD", "Ultrasonic bath, steam and a soft brush."),
        keyed("SAV-RESIZE", "Resizing", Resize, (1_500, 35_000), "STANDARD", "Up to two sizes, hallmark kept."),
        keyed("SAV-STONE", "Stone setting", StoneSetting, (2_000, 150_000), "STANDARD", "A lost stone replaced, the others checked."),
        keyed("SAV-POLISH", "Polishing", Polish, (1_000, 20_000), "STANDARD", "Scratches out, shine back."),
        keyed("SILVERPRICE", "Silver surcharge", SilverPrice, (1, 10_000), "STANDARD", "When the price of silver has moved too far."),
    ]
};
