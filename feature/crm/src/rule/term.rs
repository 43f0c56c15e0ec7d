//! What somebody typed to find a customer.

use catalog::rule::search;

/// The fewest characters of a search in an alphabet. A character of Chinese, Japanese or Korean
/// writing is as good as a syllable: one is enough.
const CHARACTERS_MIN: usize = 2;
/// The most characters that are looked at.
const CHARACTERS_MAX: usize = 100;
/// What to look for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Term {
    /// Patterns that what is known of a customer must all match, for `LIKE … ESCAPE '\'`.
    pub patterns: Vec<String>,
}

impl Term {
    /// Reads what was typed; none when it is too little to find anybody by.
    #[must_use]
    pub fn parse(typed: &str) -> Option<Self> {
        // Control characters part words: no name holds any, and databases do not take all of them.
        let typed = typed.replace(char::is_control, " ");
        let typed: String = typed.trim().chars().take(CHARACTERS_MAX).collect();
        let meaningful = typed.chars().filter(|c| c.is_alphanumeric()).count();
        if meaningful < CHARACTERS_MIN && !typed.chars().any(is_cjk) {
            return None;
        }
        let patterns = match phone_digits(&typed) {
            Some(digits) => vec![format!("%{digits}%")],
            None => search::patterns(&spaced(&typed)),
        };
        Some(Self { patterns })
    }
}

/// What a customer is found by: name, address, number, and the digits of the telephone number, as
/// the column `search_text` holds them.
#[must_use]
pub fn search_text(
    name: &str,
    email: Option<&str>,
    customer_no: i64,
    phone_key: Option<&str>,
) -> String {
    let digits = phone_key.map(|key| key.trim_start_matches('+'));
    let mut words = vec![name.to_owned()];
    words.extend(email.map(str::to_owned));
    words.push(customer_no.to_string());
    words.extend(digits.map(str::to_owned));
    words.retain(|word| !word.is_empty());
    search::fold(&words.join(" "))
}

/// Whether a character belongs to Chinese, Japanese or Korean writing.
#[must_use]
pub fn is_cjk(character: char) -> bool {
    matches!(character,
        '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Puts spaces around characters that are words by themselves, so that `王小明` finds a family
/// name and a given name that are kept apart, in either order.
fn spaced(typed: &str) -> String {
    let mut text = String::with_capacity(typed.len() * 2);
    for character in typed.chars() {
        if is_cjk(character) {
            text.extend([' ', character, ' ']);
        } else {
            text.push(character);
        }
    }
    text
}

/// The digits of a telephone or customer number without the zeros that stand for "abroad" or "far",
/// so that `0033 6 12…` and `06 12…` both find `+33 6 12…`.
fn phone_digits(typed: &str) -> Option<String> {
    let is_number = typed
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, ' ' | '+' | '-' | '.' | '/' | '(' | ')'));
    let digits: String = typed.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0');
    (is_number && !digits.is_empty()).then(|| digits.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_little_is_refused() {
        for typed in ["", "   ", "a", "7", "+", "--", "%%", "@"] {
            assert_eq!(Term::parse(typed), None, "{typed:?}");
        }
        for typed in ["ab", "12", "李", "あ", "김", "é1"] {
            assert!(Term::parse(typed).is_some(), "{typed:?}");
        }
    }

    fn patterns(typed: &str) -> Vec<String> {
        Term::parse(typed).unwrap().patterns
    }

    #[test]
    fn words_are_looked_for_in_any_order() {
        assert_eq!(patterns(" Inès  MOREAU "), ["%ines%", "%moreau%"]);
        assert_eq!(patterns("Inès\u{0}MOREAU"), ["%ines%", "%moreau%"]);
        assert_eq!(patterns("1042"), ["%1042%"]);
        assert_eq!(patterns("I_Moreau@orange.fr"), ["%i\\_moreau@orange.fr%"]);
    }

    #[test]
    fn a_number_is_found_however_it_is_dialled() {
        for typed in ["+33 6 12 34", "0033 61234", "(33) 6.12-34", "33/61234"] {
            assert_eq!(patterns(typed), ["%3361234%"], "{typed}");
        }
        assert_eq!(patterns("06 12 34"), ["%61234%"]);
        assert_eq!(patterns("06 12 a"), ["%06%", "%12%", "%a%"]);
    }

    #[test]
    fn each_cjk_character_is_a_word() {
        assert_eq!(patterns("王小明"), ["%王%", "%小%", "%明%"]);
        assert_eq!(patterns("Wang小明"), ["%wang%", "%小%", "%明%"]);
    }

    #[test]
    fn a_customer_is_found_by_all_that_people_say() {
        let text = search_text("Inès Moreau", Some("I@B.fr"), 1042, Some("+33612"));
        assert_eq!(text, "ines moreau i@b.fr 1042 33612");
        assert_eq!(search_text("", None, 7, None), "7");
    }
}
