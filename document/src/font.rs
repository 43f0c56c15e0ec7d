//! The embedded fonts: compressed in the binary, opened when a text first needs them.

use std::io::Read;
use std::sync::{LazyLock, OnceLock};

use typst::foundations::Bytes;
use typst::text::{Font, FontBook, FontInfo};
use typst::utils::LazyHash;

use crate::error::DocumentError;

struct Embedded {
    name: &'static str,
    compressed: &'static [u8],
    opened: OnceLock<Option<Font>>,
}

macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        [$(Embedded {
            name: $name,
            compressed: include_bytes!(concat!("../font/", $name, ".br")),
            opened: OnceLock::new(),
        }),*]
    };
}

/// In the order of `font/index.json`.
static FONTS: [Embedded; 10] = embedded![
    "hanken-grotesk-400.ttf",
    "hanken-grotesk-600.ttf",
    "newsreader-400.ttf",
    "noto-sans-400.ttf",
    "noto-sans-700.ttf",
    "noto-sans-arabic-400.ttf",
    "noto-sans-arabic-700.ttf",
    "noto-sans-hebrew-400.ttf",
    "noto-sans-hebrew-700.ttf",
    "noto-sans-cjk-400.otf",
];

/// What each font is and which characters it has.
///
/// Kept as a file so that a shop that never prints Chinese never unpacks the Chinese font. A test
/// compares it with the fonts.
const INDEX: &str = include_str!("../font/index.json");

static BOOK: LazyLock<Result<LazyHash<FontBook>, String>> = LazyLock::new(|| {
    let infos: Vec<FontInfo> = serde_json::from_str(INDEX).map_err(|error| error.to_string())?;
    if infos.len() != FONTS.len() {
        return Err(format!("{} fonts, {} described", FONTS.len(), infos.len()));
    }
    Ok(LazyHash::new(FontBook::from_infos(infos)))
});

/// The list of fonts that templates can choose from.
pub(crate) fn book() -> Result<&'static LazyHash<FontBook>, DocumentError> {
    BOOK.as_ref().map_err(|reason| DocumentError::Font {
        name: "index.json".to_owned(),
        reason: reason.clone(),
    })
}

/// The font at a position of [`book`], unpacked at its first use.
///
/// A damaged font gives `None`, which the layout engine answers with another font. A test opens
/// them all, so that this does not happen in a released binary.
pub(crate) fn font(index: usize) -> Option<Font> {
    let embedded = FONTS.get(index)?;
    embedded.opened.get_or_init(|| open(embedded)).clone()
}

fn open(embedded: &Embedded) -> Option<Font> {
    let mut plain = Vec::new();
    brotli_decompressor::Decompressor::new(embedded.compressed, 64 * 1024)
        .read_to_end(&mut plain)
        .ok()?;
    Font::new(Bytes::new(plain), 0)
}

/// Unpacks every font.
pub(crate) fn open_all() -> Result<(), DocumentError> {
    for (index, embedded) in FONTS.iter().enumerate() {
        font(index).ok_or_else(|| DocumentError::Font {
            name: embedded.name.to_owned(),
            reason: "damaged".to_owned(),
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After a change of the fonts: `UPDATE_GOLDEN=1 cargo test -p document`.
    #[test]
    fn the_index_describes_the_fonts() {
        let infos: Vec<FontInfo> = (0..FONTS.len())
            .map(|index| font(index).unwrap().info().clone())
            .collect();
        let actual = serde_json::to_string(&infos).unwrap();
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/font/index.json");
            std::fs::write(path, &actual).unwrap();
        } else {
            assert!(
                actual == INDEX,
                "font/index.json is stale, run with UPDATE_GOLDEN=1"
            );
        }
    }

    #[test]
    fn the_fonts_fit_into_nine_megabytes() {
        let size: usize = FONTS.iter().map(|font| font.compressed.len()).sum();
        assert!(size < 9_000_000, "{size} bytes");
    }

    #[test]
    fn every_script_that_a_shop_needs_is_covered() {
        let infos: Vec<FontInfo> = serde_json::from_str(INDEX).unwrap();
        for text in [
            "Pendentif Larme, émeraude ŒœÆæ ŁłŠšŽžŐőİıȘș €£¥$ № × – — • − ’ “ ” … °",
            "Ελληνικά Кириллица Tiếng Việt",
            "خاتم سوليتير من الذهب ، ؟ ٪",
            "טבעת",
            "戒指项链珍珠耳环，。「」",
            "鑽石項鍊與訂製婚戒龘",
            "真珠のネックレス・パヴェ髙﨑",
            "반지",
        ] {
            for character in text.chars() {
                let covered = infos
                    .iter()
                    .any(|info| info.coverage.contains(character as u32));
                assert!(covered, "{character:?} of {text:?}");
            }
        }
    }
}
