//! Search as people type: case, accents and order of words do not matter.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The most words of a search that are looked at.
const WORDS_MAX: usize = 6;

/// A text without case and accents, as `search_text` columns hold it.
#[must_use]
pub fn fold(text: &str) -> String {
    text.nfd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .collect()
}

/// The words of a search, without case and accents.
#[must_use]
pub fn words(search: &str) -> Vec<String> {
    fold(search)
        .split_whitespace()
        .take(WORDS_MAX)
        .map(str::to_owned)
        .collect()
}

/// The patterns that a row must all match, for `LIKE … ESCAPE '\'`.
#[must_use]
pub fn patterns(search: &str) -> Vec<String> {
    words(search)
        .into_iter()
        .map(|word| {
            let word = word
                .replace('\\', "\\\\")
                .replace('%', "\\%")
                .replace('_', "\\_");
            format!("%{word}%")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_do_not_matter() {
        assert_eq!(fold("Étoile RING"), "etoile ring");
        assert_eq!(patterns(" Médaille  or "), ["%medaille%", "%or%"]);
        assert_eq!(patterns("100%_\\"), ["%100\\%\\_\\\\%"]);
    }
}
