//! What somebody typed to find a customer.

use catalog::rule::search;

/// The fewest characters of a search in an alphabet. A character of Chinese, Japanese or Korean
/// writing is as good as a syllable: one is enough.
const CHARACTERS_MIN: usize = 2;
/// The most characters that are looked at.
const CHARACTERS_MAX: usize = 100;
/// The fewest digits that are looked for inside telephone numbers.
const PHONE_DIGITS_MIN: usize = 3;
/// The most digits of a customer number.
const NUMBER_DIGITS_MAX: usize = 15;

/// What to look for. A customer is found when any of it fits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Term {
    /// Patterns that a name must all match, for `LIKE … ESCAPE '\'`; none: no name fits.
    pub name: Vec<String>,
    /// A pattern for telephone numbers that hold nothing but digits.
    pub phone: Option<String>,
    /// A pattern for addresses in small letters.
    pub email: Option<String>,
    /// A customer number.
    pub customer_no: Option<i64>,
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
        Some(Self {
            name: search::patterns(&spaced(&typed)),
            phone: phone_digits(&typed).map(|digits| format!("%{digits}%")),
            email: email_pattern(&typed),
            customer_no: customer_no(&typed),
        })
    }
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

/// The digits of a telephone number without the zeros that stand for "abroad" or "far", so that
/// `0033 6 12…` and `06 12…` both find `+33 6 12…`.
fn phone_digits(typed: &str) -> Option<String> {
    let is_number = typed
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, ' ' | '+' | '-' | '.' | '/' | '(' | ')'));
    let digits: String = typed.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0');
    (is_number && digits.len() >= PHONE_DIGITS_MIN).then(|| digits.to_owned())
}

fn email_pattern(typed: &str) -> Option<String> {
    let is_part_of_address = !typed.contains(char::is_whitespace) && typed.is_ascii();
    let text = typed
        .to_lowercase()
        .replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_");
    is_part_of_address.then(|| format!("%{text}%"))
}

fn customer_no(typed: &str) -> Option<i64> {
    let is_number =
        typed.len() <= NUMBER_DIGITS_MAX && typed.bytes().all(|byte| byte.is_ascii_digit());
    typed.parse().ok().filter(|_| is_number)
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

    #[test]
    fn a_term_is_read_as_all_that_it_may_be() {
        let term = Term::parse(" Inès  MOREAU ").unwrap();
        assert_eq!(term.name, ["%ines%", "%moreau%"]);
        assert_eq!(
            (&term.phone, &term.email, term.customer_no),
            (&None, &None, None)
        );
        assert_eq!(Term::parse("Inès\u{0}MOREAU").unwrap().name, term.name);
        let term = Term::parse("1042").unwrap();
        assert_eq!(term.customer_no, Some(1042));
        assert_eq!(term.phone.as_deref(), Some("%1042%"));
        let term = Term::parse("I_Moreau@orange.fr").unwrap();
        assert_eq!(term.email.as_deref(), Some("%i\\_moreau@orange.fr%"));
        assert_eq!(term.phone, None);
    }

    #[test]
    fn a_number_is_found_however_it_is_dialled() {
        for typed in ["+33 6 12 34", "0033 61234", "(33) 6.12-34", "33/61234"] {
            let phone = Term::parse(typed).unwrap().phone;
            assert_eq!(phone.as_deref(), Some("%3361234%"), "{typed}");
        }
        let national = Term::parse("06 12 34").unwrap().phone;
        assert_eq!(national.as_deref(), Some("%61234%"));
        assert_eq!(Term::parse("00").unwrap().phone, None);
        assert_eq!(Term::parse("06 12 a").unwrap().phone, None);
    }

    #[test]
    fn each_cjk_character_is_a_word() {
        let term = Term::parse("王小明").unwrap();
        assert_eq!(term.name, ["%王%", "%小%", "%明%"]);
        let mixed = Term::parse("Wang小明").unwrap();
        assert_eq!(mixed.name, ["%wang%", "%小%", "%明%"]);
    }
}
