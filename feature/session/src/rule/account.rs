//! Who may be a salesperson: user name and password.

use kernel::Refusal;

use crate::{PASSWORD_OBVIOUS, PASSWORD_SHORT, USER_NAME};

/// The fewest characters of a password that is somebody's only factor (reliability (d) 6.2.1).
pub const PASSWORD_CHARACTERS_MIN: i64 = 15;
/// The most characters that a password may have.
pub const PASSWORD_CHARACTERS_MAX: i64 = 128;
/// The most characters of a user name.
pub const USER_NAME_CHARACTERS_MAX: usize = 20;

/// A user name as it is stored, in small letters.
///
/// # Errors
/// [`USER_NAME`] when it is empty, too long, or holds something else than letters, digits, dots
/// and dashes.
pub fn user_name(text: &str) -> Result<String, Refusal> {
    let name = text.trim().to_lowercase();
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    if name.is_empty() || name.len() > USER_NAME_CHARACTERS_MAX || !name.chars().all(fits) {
        return Err(Refusal::new(&USER_NAME).at("username"));
    }
    Ok(name)
}

/// How many characters a text has.
#[must_use]
pub fn characters(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
}

/// Whether a password may be used: long enough, not one letter again and again, and not made of
/// words that everybody around would try. What it is composed of does not matter.
///
/// # Errors
/// [`PASSWORD_SHORT`] or [`PASSWORD_OBVIOUS`].
pub fn check_password(password: &str, words: &[&str]) -> Result<(), Refusal> {
    let characters = characters(password);
    if !(PASSWORD_CHARACTERS_MIN..=PASSWORD_CHARACTERS_MAX).contains(&characters) {
        return Err(Refusal::new(&PASSWORD_SHORT)
            .with("minimum", PASSWORD_CHARACTERS_MIN)
            .with("maximum", PASSWORD_CHARACTERS_MAX)
            .at("password"));
    }
    // What is left when the obvious words are taken out must itself be something to guess.
    let mut rest = password.to_lowercase();
    let own = words.iter().map(|word| word.trim().to_lowercase());
    let known = ["password", "vitrine", "administrator", "admin", "jewellery"];
    for word in own.chain(known.map(str::to_owned)) {
        if word.chars().count() >= 3 {
            rest = rest.replace(&word, "");
        }
    }
    let mut letters: Vec<char> = rest.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    let is_run = "0123456789012345678901234567890".contains(&rest);
    if letters.len() < 5 || is_run {
        return Err(Refusal::new(&PASSWORD_OBVIOUS).at("password"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_names_are_small_letters_digits_dots_and_dashes() {
        for (text, expected) in [
            (" Camille.A ", Some("camille.a")),
            ("", None),
            ("a b", None),
            ("é", None),
            ("abcdefghijklmnopqrstu", None),
        ] {
            assert_eq!(user_name(text).ok().as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_password_is_long_and_not_what_everybody_would_try() {
        let words = ["camille", "Maison Orée"];
        for (password, fits) in [
            ("four plain words here", true),
            ("пароль из многих слов", true),
            ("too short", false),
            ("aaaaaaaaaaaaaaaaaaaa", false),
            ("maison oréeadmincamille", false),
            ("123456789012345678", false),
            ("passwordpasswordpassword1", false),
        ] {
            assert_eq!(check_password(password, &words).is_ok(), fits, "{password}");
        }
        assert!(check_password(&"long words ".repeat(20), &words).is_err());
    }
}
