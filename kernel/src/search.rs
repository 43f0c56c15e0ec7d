//! Search as people type: case, accents and order of words do not matter.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The most words of a search that are looked at.
const WORDS_MAX: usize = 6;

/// A text without case and accents, as `search_text` columns hold it.
#[must_use]
pub fn fold(text: &str) -> String {
    let letters = text.nfd().filter(|c| !is_combining_mark(*c));
    let mut folded = String::with_capacity(text.len());
    for letter in letters.flat_map(char::to_lowercase) {
        match plain(letter) {
            Some(plain) => folded.push_str(plain),
            None => folded.push(letter),
        }
    }
    folded
}

/// What people type for a letter that does not come apart into a plain one and its mark. Texts that were folded before
/// hold the same: whoever adds a letter writes a migration like `migration/0065_search_text`.
const fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ø' => "o",
        'ł' => "l",
        'đ' => "d",
        'ħ' => "h",
        'ı' => "i",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        _ => return None,
    })
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
        let table = [
            ("Søren KJÆRGAARD", "soren kjaergaard"),
            ("Łukasz Đorđević", "lukasz dordevic"),
            ("Weiß WEIẞ", "weiss weiss"),
            ("Cœur d'Œillet", "coeur d'oeillet"),
            ("Ħal Tarxien, Işıl", "hal tarxien, isil"),
            ("王小明 İstanbul", "王小明 istanbul"),
        ];
        for (text, expected) in table {
            assert_eq!(fold(text), expected);
            assert_eq!(fold(expected), expected, "what is folded stays");
        }
        assert_eq!(patterns(" Médaille  or "), ["%medaille%", "%or%"]);
        assert_eq!(patterns("100%_\\"), ["%100\\%\\_\\\\%"]);
    }
}
