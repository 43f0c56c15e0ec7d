//! A sentence or two on each piece, as a salesperson would say them.

use super::Collection;
use crate::picture::{Family, Metal, Shape};

pub(super) fn story(
    shape: Shape,
    product_type: &str,
    metal: Metal,
    collection: Option<&Collection>,
) -> String {
    let piece = craft(shape);
    let material = material(product_type, metal);
    match collection {
        Some(collection) => format!("{piece} {material} {}", collection.story),
        None => format!("{piece} {material}").trim().to_owned(),
    }
}

fn material(product_type: &str, metal: Metal) -> &'static str {
    match (product_type, metal) {
        ("SILVER925" | "CUSTOMISED", Metal::White) => "Silver 925 with a white finish.",
        ("PLATED925" | "CUSTOMISED", Metal::Rose) => "Silver 925, plated with rose gold.",
        ("PLATED925" | "CUSTOMISED", _) => "Silver 925, plated with two microns of yellow gold.",
        ("ALLOY", _) => "Nickel-free alloy, light on the ear.",
        ("GOLD750", _) => "Gold 750, hallmarked with the eagle's head.",
        ("GOLD999", _) => "Gold 999, sold by weight.",
        _ => "",
    }
}

fn craft(shape: Shape) -> &'static str {
    match shape.family() {
        Family::Ring | Family::Earring => craft_of_small(shape),
        _ => craft_of_large(shape),
    }
}

fn craft_of_small(shape: Shape) -> &'static str {
    use Shape::*;
    match shape {
        RingBand => "A half-round band, comfortable from the first day.",
        RingFlat => "A flat band with polished edges, wide enough for a date inside.",
        RingWave => "One wave, forged in a single piece, rises over the finger.",
        RingTwist => "Two wires twisted by hand and soldered without a visible joint.",
        RingChevron => "A soft V that makes the hand look longer.",
        RingDome => "A hollow dome, generous to look at and light to wear.",
        RingTrio => "Three fine rings that are worn together or lent to a friend.",
        RingOpen => "An open ring with two stones that nearly meet.",
        RingSignet => "A signet ring with a soft cushion table.",
        RingCabochon => "A smooth stone in a closed setting.",
        RingSolitaire => "One brilliant-cut stone in six claws.",
        RingBaguette => "An emerald cut with long, calm steps.",
        RingOval => "An oval stone in four claws on a slim shank.",
        RingPear => "A pear-shaped stone that points to the fingertip.",
        RingHalo => "A centre stone with a halo of small ones.",
        RingTrilogy => "Three stones for yesterday, today and tomorrow.",
        RingEternity => "Stones set all the way around, edge to edge.",
        RingPearl => "A freshwater pearl on a fine shank.",
        EarStud => "Studs in a crown setting.",
        EarPearlStud => "Button pearls on a post.",
        EarStar => "A small star on each lobe.",
        EarHuggie => "Small hoops that sit close to the lobe.",
        EarHoop => "Hoops from a round tube, with a hinged post.",
        EarHoopWide => "Wide hoops that taper to the clasp.",
        EarHoopTwist => "Hoops from two wires twisted together.",
        EarDrop => "A stone drop below a bezel-set point of light.",
        EarPearlDrop => "A pearl on a fine chain that follows each word.",
        EarBar => "A slim bar that hangs straight.",
        EarLeaf => "A leaf with a chased vein, bent over the thumb.",
        EarDisc => "A hammered disc with a mirror rim.",
        _ => "",
    }
}

fn craft_of_large(shape: Shape) -> &'static str {
    use Shape::*;
    match shape {
        NeckChain => "Round links, each soldered shut.",
        NeckPaperclip => "Long links, made to hold charms.",
        NeckPendant => "A pear-shaped stone on a fine chain.",
        NeckSolitaire => "One stone in a bezel, free on its chain.",
        NeckMedalSun => "A struck medal with a sun in relief.",
        NeckMedalStar => "A struck medal with a star in relief.",
        NeckPearls => "Freshwater pearls, graduated and knotted one by one on silk.",
        NeckPearlDrop => "A single pearl below a small cap.",
        NeckDice => "A die with rounded corners, drilled through two of them.",
        NeckDiceBlank => "A die on a chain. Its front is yours, the luck is on the other sides.",
        NeckMessage | NeckPlate => "A curved plate for up to three lines.",
        NeckStations => "Stones set along the chain at even distances.",
        NeckHeart => "A full heart, polished on both sides.",
        NeckMoon => "A crescent that hangs from its tip.",
        BraceletChain => "Round links with a lobster clasp.",
        BraceletCurb => "Curb links, ground flat so that they lie like fabric.",
        BraceletBeads => "Beads of even size on an elastic that can be replaced.",
        BraceletTennis => "A line of stones, each in its own four claws.",
        BraceletCord => "A waxed cord with a sliding knot.",
        BraceletCharms => "A chain with three charms, and room for more.",
        BangleFine => "A fine round bangle, closed.",
        BangleWide => "A wide bangle with a mirror polish.",
        BangleTwist => "A bangle turned along its length before it is closed.",
        BangleDuo => "Two bangles that ring when they meet.",
        BangleEngraved | BangleBlank => "A flat bangle with room for seven letters.",
        Cuff => "An open cuff with rounded ends.",
        CuffStones => "An open cuff that ends in two stones.",
        CharmSun => "A medal with a sun, clipped on.",
        CharmStar => "A medal with a star, clipped on.",
        CharmMoon => "A medal with a crescent moon, clipped on.",
        CharmHeart => "A rounded heart, clipped on.",
        CharmLetter | CharmBlank => "A medal with a letter, clipped on.",
        CharmDice => "A small die, clipped on.",
        CharmShell => "A scallop shell, clipped on.",
        CharmStone => "A faceted stone in claws, clipped on.",
        CharmBead => "A round bead with a wide hole, to slide on a cord.",
        CharmBow => "A bow tied once, clipped on.",
        HairPin => "A two-pronged pin for a low knot.",
        HairPinPearl => "A pin with a row of pearls.",
        HairComb => "A comb with a row of stones along the spine.",
        HairBarrette => "A barrette with a sprung clasp.",
        HairBand => "A padded headband.",
        Pouch => "A drawstring pouch in velvet.",
        Mirror => "A round mirror in a polished case.",
        JewelCase => "A case with a ring roll and a pocket for chains.",
        ToteSmall => "A small tote in heavy cotton.",
        ToteLarge => "A large tote in heavy cotton.",
        _ => "",
    }
}
