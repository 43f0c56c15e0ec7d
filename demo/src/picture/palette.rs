//! The tones that metals and stones are drawn with.

use super::shape::{Metal, Stone};

/// Five tones of a metal, from the brightest reflection to the deepest shade.
pub(super) struct MetalTones {
    pub(super) shine: &'static str,
    pub(super) light: &'static str,
    pub(super) middle: &'static str,
    pub(super) dark: &'static str,
    pub(super) deep: &'static str,
}

/// The tones of a metal. White keeps its deep tone dark enough to stand on a light niche, and its
/// shine bright enough to stand on a dark one.
pub(super) const fn metal_tones(metal: Metal) -> MetalTones {
    let (shine, light, middle, dark, deep) = match metal {
        Metal::White => ("#ffffff", "#e6ecee", "#b4c0c5", "#7d8b92", "#4c585f"),
        Metal::Yellow => ("#fffae6", "#fae29d", "#e4b650", "#b28026", "#6f470f"),
        Metal::Rose => ("#fff3ed", "#f6cfbe", "#dc9a80", "#ab664d", "#6e3828"),
        Metal::Fine => ("#fffbd2", "#ffdc6b", "#eeae27", "#bb7a0b", "#764503"),
    };
    MetalTones {
        shine,
        light,
        middle,
        dark,
        deep,
    }
}

/// Six tones of a stone, from the deepest to the brightest.
pub(super) const fn stone_tones(stone: Stone) -> [&'static str; 6] {
    match stone {
        Stone::Emerald => [
            "#04301e", "#0b5f3b", "#158b58", "#2fb87d", "#82dfb3", "#dcf9ea",
        ],
        Stone::Sapphire => [
            "#0a1f50", "#173f93", "#2962c8", "#4f8bea", "#9fc4f9", "#e3effe",
        ],
        Stone::Garnet => [
            "#3d0412", "#7d0d27", "#b41d3e", "#dc4963", "#f29eaa", "#fee3e6",
        ],
        Stone::Amethyst => [
            "#2b1152", "#562a90", "#814cc0", "#a97de0", "#d1b3f3", "#f2e8fc",
        ],
        Stone::Citrine => [
            "#6b4203", "#b0720b", "#e0a122", "#f6c755", "#fce39f", "#fff7df",
        ],
        Stone::Diamond | Stone::Plain => [
            "#5b7079", "#90a5ae", "#bccbd2", "#dce6ea", "#f1f6f8", "#ffffff",
        ],
        Stone::Onyx => [
            "#010303", "#0b1110", "#1a2221", "#364140", "#74817e", "#d0d8d6",
        ],
        Stone::Opal => [
            "#8ba1ad", "#bacad2", "#dbe6e9", "#eef4f4", "#f9fcfb", "#ffffff",
        ],
        Stone::Turquoise => [
            "#0a5a57", "#19857f", "#33aca5", "#5fc9c1", "#a4e5df", "#e4f8f6",
        ],
        Stone::Pearl => [
            "#9c8a84", "#c9b8b0", "#e4d8d0", "#f4ece6", "#fcf8f5", "#ffffff",
        ],
    }
}

/// Whether a stone is cut in facets (or smooth).
pub(super) const fn is_faceted(stone: Stone) -> bool {
    matches!(
        stone,
        Stone::Emerald
            | Stone::Sapphire
            | Stone::Garnet
            | Stone::Amethyst
            | Stone::Citrine
            | Stone::Diamond
    )
}
