//! Item classes (what it is), product types (what it is made of) and size runs.

use crate::picture::Family;

/// A code with the name shown for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// Key on the wire.
    pub code: &'static str,
    /// Name in English.
    pub name: &'static str,
}

const fn named(code: &'static str, name: &'static str) -> Named {
    Named { code, name }
}

/// Item classes in the order of the sale page.
pub const ITEM_CLASSES: [Named; 11] = [
    named("RING", "Rings"),
    named("EARRING", "Earrings"),
    named("NECKLACE", "Necklaces"),
    named("BRACELET", "Bracelets"),
    named("BANGLE", "Bangles & cuffs"),
    named("CHARM", "Charms & medals"),
    named("HAIR", "Hair jewellery"),
    named("GOLD", "Gold"),
    named("GWP", "Gifts with purchase"),
    named("TOTE", "Tote bags"),
    named("SERVICE", "Services & bags"),
];

/// Product types: the material decides on care, hallmark and tarnish terms.
pub const PRODUCT_TYPES: [Named; 8] = [
    named("SILVER925", "Silver 925"),
    named("PLATED925", "Silver 925, plated"),
    named("ALLOY", "Alloy"),
    named("GOLD750", "Gold 750"),
    named("GOLD999", "Gold 999"),
    named("CUSTOMISED", "Customised"),
    named("GIFT", "Gift"),
    named("SERVICE", "Service"),
];

/// Sizes of silver rings, inner circumference in mm (European).
pub(super) const RING_SIZES: &[&str] = &["48", "50", "52", "54", "56", "58", "60"];
/// Sizes of gold rings.
pub(super) const GOLD_RING_SIZES: &[&str] = &["48", "50", "52", "54", "56", "58"];
/// Sizes of bangles and cuffs.
pub(super) const BANGLE_SIZES: &[&str] = &["S", "M", "L"];
/// Inner widths of gold bangles in mm.
pub(super) const GOLD_BANGLE_SIZES: &[&str] = &["52", "54", "56", "58", "60"];
/// Lengths of bracelets in cm.
pub(super) const BRACELET_SIZES: &[&str] = &["16", "18", "20"];
/// Lengths of necklaces in cm.
pub(super) const NECKLACE_SIZES: &[&str] = &["40", "45", "60"];
/// One size: no code.
pub(super) const ONE_SIZE: &[&str] = &[""];

/// The item class of jewellery of a family.
pub(super) const fn class_of(family: Family) -> &'static str {
    match family {
        Family::Ring => "RING",
        Family::Earring => "EARRING",
        Family::Necklace => "NECKLACE",
        Family::Bracelet => "BRACELET",
        Family::Bangle => "BANGLE",
        Family::Charm => "CHARM",
        Family::Hair => "HAIR",
        Family::Gift => "GWP",
        Family::Service => "SERVICE",
    }
}

/// The sizes a family is made in, unless the piece says otherwise.
pub(super) const fn sizes_of(family: Family) -> &'static [&'static str] {
    match family {
        Family::Ring => RING_SIZES,
        Family::Necklace => NECKLACE_SIZES,
        Family::Bracelet => BRACELET_SIZES,
        Family::Bangle => BANGLE_SIZES,
        _ => ONE_SIZE,
    }
}

/// The Hong Kong ring size (8 to 20) of a European one (48 to 60), when there is one.
#[must_use]
pub fn hong_kong_ring_size(european: &str) -> Option<u32> {
    let circumference: u32 = european.parse().ok()?;
    (48..=60)
        .contains(&circumference)
        .then(|| circumference - 40)
}
