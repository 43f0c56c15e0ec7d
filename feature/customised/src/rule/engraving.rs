//! What may be engraved (domain §14.4): letters A to Z with accents, digits, some symbols, and the
//! exclamation mark, which engraves a heart.

use unicode_normalization::UnicodeNormalization as _;

/// How many characters are engraved at the most (specification §9).
pub const CHARACTERS_MAX: usize = 7;
/// The symbols that can be engraved (specification §5).
pub const SYMBOLS: &str = "'/-#$%&@.,+*?";
/// What engraves a heart.
pub const HEART: char = '!';
/// Longer texts are not looked at: nobody types them.
const LOOKED_AT_MAX: usize = 255;

/// Why a text cannot be engraved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It has more characters than the piece has room for.
    TooLong {
        /// How many it has.
        count: usize,
        /// How many there is room for.
        maximum: usize,
    },
    /// This character cannot be engraved.
    Character(char),
    /// A blank cannot be engraved.
    Space,
    /// A heart of another kind than the one that is typed as `!`.
    Heart(char),
}

/// The text as it is engraved: composed and in capitals.
///
/// # Errors
/// The first character that cannot be engraved, or that there are too many.
pub fn engraved(typed: &str, maximum: usize) -> Result<String, Refused> {
    let text = normalised(typed);
    checked(&text, maximum, false)?;
    Ok(text)
}

/// Composed characters, each in capitals unless that makes more than one of it.
pub(super) fn normalised(typed: &str) -> String {
    // One more than is looked at, so that what is cut off is refused all the same.
    typed
        .chars()
        .take(LOOKED_AT_MAX + 1)
        .nfc()
        .map(capital)
        .collect()
}

fn capital(character: char) -> char {
    let mut upper = character.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(one), None) => one,
        _ => character,
    }
}

/// Whether a normalised text can be engraved. What cannot be engraved is named before the length: a
/// text that is shortened must not be refused a second time.
pub(super) fn checked(text: &str, maximum: usize, with_space: bool) -> Result<(), Refused> {
    for character in text.chars() {
        match character {
            ' ' if with_space => {}
            character if is_engravable(character) => {}
            ' ' | '\u{a0}' => return Err(Refused::Space),
            '♥' | '❤' | '♡' | '❣' | '💗' | '💕' | '💖' => {
                return Err(Refused::Heart(character));
            }
            character => return Err(Refused::Character(character)),
        }
    }
    let count = text.chars().count();
    if count > maximum {
        return Err(Refused::TooLong { count, maximum });
    }
    Ok(())
}

/// Whether a character can be engraved: a digit, a symbol of the list, the heart, or a letter A to Z
/// with marks that the engraver has.
#[must_use]
pub fn is_engravable(character: char) -> bool {
    if character.is_ascii_digit() || SYMBOLS.contains(character) || character == HEART {
        return true;
    }
    let mut parts = std::iter::once(character).nfd();
    parts.next().is_some_and(|base| base.is_ascii_uppercase()) && parts.all(is_engravable_mark)
}

/// Grave, acute, circumflex, tilde, diaeresis, ring, cedilla, caron.
const fn is_engravable_mark(mark: char) -> bool {
    matches!(
        mark,
        '\u{300}'
            | '\u{301}'
            | '\u{302}'
            | '\u{303}'
            | '\u{308}'
            | '\u{30a}'
            | '\u{327}'
            | '\u{30c}'
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A result in the words of the vectors.
    fn verdict(typed: &str) -> String {
        match engraved(typed, CHARACTERS_MAX) {
            Ok(text) => format!("OK {text}"),
            Err(Refused::TooLong { .. }) => "TOO_LONG".to_owned(),
            Err(Refused::Space) => "BAD_CHAR  ".to_owned(),
            Err(Refused::Character(character) | Refused::Heart(character)) => {
                format!("BAD_CHAR {character}")
            }
        }
    }

    #[test]
    fn the_vectors_hold() {
        for (typed, expected) in [
            ("LÉA", "OK LÉA"),
            ("léa", "OK LÉA"),
            ("LOVE!", "OK LOVE!"),
            ("12/07", "OK 12/07"),
            ("A&B!", "OK A&B!"),
            ("ÉLÉONORE", "TOO_LONG"),
            ("ZOË+MAX", "OK ZOË+MAX"),
            ("ZOË+MAXI", "TOO_LONG"),
            ("MAMAN 1", "BAD_CHAR  "),
            ("ŒUVRE", "BAD_CHAR Œ"),
            ("ß", "BAD_CHAR ß"),
            ("小明", "BAD_CHAR 小"),
            ("A_B", "BAD_CHAR _"),
            ("!!!!!!!", "OK !!!!!!!"),
            ("Ç", "OK Ç"),
            ("e\u{301}va", "OK ÉVA"),
            ("❤", "BAD_CHAR ❤"),
            ("ÑANDÚ", "OK ÑANDÚ"),
            ("Š100", "OK Š100"),
            ("ØRE", "BAD_CHAR Ø"),
        ] {
            assert_eq!(verdict(typed), expected, "{typed}");
        }
    }

    #[test]
    fn a_heart_of_another_kind_is_told_apart_and_so_is_a_mark_that_nobody_engraves() {
        assert_eq!(engraved("I♥U", 7), Err(Refused::Heart('♥')));
        assert_eq!(engraved("Ő", 7), Err(Refused::Character('Ő')));
        assert_eq!(engraved("Ǻ", 7), Ok("Ǻ".to_owned()));
        assert_eq!(engraved("\u{301}", 7), Err(Refused::Character('\u{301}')));
        assert_eq!(engraved("A\tB", 7), Err(Refused::Character('\t')));
    }

    #[test]
    fn what_is_far_too_long_is_refused_although_it_is_not_read_to_its_end() {
        let long = "A".repeat(100_000);
        assert!(matches!(engraved(&long, 7), Err(Refused::TooLong { .. })));
    }

    proptest! {
        #[test]
        fn what_is_engraved_is_engraved_the_same_again(typed in "\\PC{0,9}") {
            if let Ok(text) = engraved(&typed, CHARACTERS_MAX) {
                prop_assert_eq!(engraved(&text, CHARACTERS_MAX), Ok(text.clone()));
                prop_assert!(text.chars().count() <= CHARACTERS_MAX);
                prop_assert!(text.chars().all(is_engravable));
            }
        }

        #[test]
        fn capitals_and_composition_of_what_is_typed_make_no_difference(
            typed in "[A-Za-zÀ-ÖØ-öø-ſ0-9!' ]{0,8}"
        ) {
            let apart: String = typed.nfd().collect();
            prop_assert_eq!(engraved(&typed, 7), engraved(&apart, 7));
        }
    }
}
