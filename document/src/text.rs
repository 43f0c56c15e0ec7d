//! Texts that people typed, made safe for a line of paper.

use crate::language::Direction;

/// Letters without a space after which a break is allowed; a line of body text holds about 30.
const UNBROKEN_LETTERS_MAX: usize = 24;
/// Letters that surely fit on a line of small text.
const WHOLE_LETTERS_MAX: usize = 36;
const NO_BREAK_SPACE: &str = "\u{A0}";
const BREAK_HERE: char = '\u{200B}';

/// The text without anything that is invisible and has an effect.
///
/// Control characters become spaces, direction marks go (a name must not be able to turn the
/// amount beside it round), runs of spaces become one (no-break spaces stay: amounts have them), and very long words may be broken.
pub(crate) fn clean(text: &str) -> String {
    let visible: String = text
        .chars()
        .filter(|&character| !turns_direction(character))
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        })
        .collect();
    let words: Vec<String> = visible
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(breakable)
        .collect();
    words.join(" ")
}

/// The text on one line, unless it is nearly as long as a line.
pub(crate) fn whole(text: &str) -> String {
    if text.chars().count() <= WHOLE_LETTERS_MAX {
        text.replace(' ', NO_BREAK_SPACE)
    } else {
        text.to_owned()
    }
}

fn turns_direction(character: char) -> bool {
    matches!(
        character,
        '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    )
}

fn breakable(word: &str) -> String {
    let count = word.chars().count();
    if count <= UNBROKEN_LETTERS_MAX {
        return word.to_owned();
    }
    let mut broken = String::with_capacity(word.len() + count / 2);
    for (index, character) in word.chars().enumerate() {
        if index > 0 && index % (UNBROKEN_LETTERS_MAX / 2) == 0 {
            broken.push(BREAK_HERE);
        }
        broken.push(character);
    }
    broken
}

/// Opens a stretch whose direction its first letter decides.
const FIRST_STRONG_ISOLATE: char = '\u{2068}';
/// Opens a stretch that runs from left to right.
const LEFT_TO_RIGHT_ISOLATE: char = '\u{2066}';
/// Ends a stretch.
const POP_ISOLATE: char = '\u{2069}';

/// Makes texts safe for a line of paper: control characters, direction marks and surplus spaces
/// go, very long words may break, and names, codes and amounts stay whole among words that run the
/// other way, like in HTML's `bdi`. Every text that a person typed goes through here.
#[derive(Clone, Copy, Debug)]
pub struct Typesetter {
    paper: Direction,
}

impl Typesetter {
    /// For a paper whose lines run in that direction.
    pub fn new(paper: Direction) -> Self {
        Typesetter { paper }
    }

    /// A text that a person wrote; its own letters decide its direction.
    pub fn text(self, text: &str) -> String {
        self.isolated(FIRST_STRONG_ISOLATE, clean(text))
    }

    /// An amount, a number, a code: always from left to right, on one line unless it is long.
    pub fn code(self, text: &str) -> String {
        self.isolated(LEFT_TO_RIGHT_ISOLATE, whole(&clean(text)))
    }

    /// Where everything runs from left to right no marks are needed, and the text of the PDF
    /// stays free of them.
    fn isolated(self, open: char, text: String) -> String {
        let is_mixed = self.paper == Direction::RightToLeft || text.chars().any(is_right_to_left);
        if text.is_empty() || !is_mixed {
            return text;
        }
        format!("{open}{text}{POP_ISOLATE}")
    }
}

/// Hebrew, Arabic and their neighbours.
fn is_right_to_left(character: char) -> bool {
    matches!(
        character,
        '\u{0590}'..='\u{08FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'
            | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_lose_their_effect() {
        assert_eq!(clean("Ring\u{202E}00.1\u{2069}"), "Ring00.1");
        assert_eq!(clean("  a\tb\r\nc\u{0} "), "a b c");
        assert_eq!(clean("#let x = 1 [*$\"\\"), "#let x = 1 [*$\"\\");
    }

    #[test]
    fn only_very_long_words_may_break() {
        assert_eq!(clean("Verlobungsringe"), "Verlobungsringe");
        let long = clean(&"x".repeat(60));
        assert!(
            long.split(BREAK_HERE)
                .all(|piece| piece.len() <= UNBROKEN_LETTERS_MAX / 2)
        );
        assert_eq!(long.replace(BREAK_HERE, ""), "x".repeat(60));
    }

    #[test]
    fn marks_are_set_only_where_directions_meet() {
        let latin = Typesetter::new(Direction::LeftToRight);
        let arabic = Typesetter::new(Direction::RightToLeft);
        assert_eq!(latin.text("Bague"), "Bague");
        assert_eq!(latin.text("خاتم"), "\u{2068}خاتم\u{2069}");
        assert_eq!(arabic.text("Bague"), "\u{2068}Bague\u{2069}");
        assert_eq!(arabic.code("−10.00"), "\u{2066}−10.00\u{2069}");
        assert_eq!(arabic.code(""), "");
        assert_eq!(
            latin.code("GIA 2417 990 316"),
            "GIA\u{A0}2417\u{A0}990\u{A0}316"
        );
    }
}
