//! What head office may type: codes, texts and numbers within their bounds.

use std::ops::RangeInclusive;

use kernel::Refusal;

use crate::{CODE_MALFORMED, OUT_OF_RANGE, REQUIRED, TEXT_TOO_LONG};

/// The longest code.
pub const CODE_MAX: usize = 20;

/// A text that must be there, without blanks around it.
///
/// # Errors
/// When it is blank, or longer than `maximum` characters.
pub fn filled(text: &str, maximum: usize, field: &'static str) -> Result<String, Refusal> {
    let text = within_length(text, maximum, field)?;
    if text.is_empty() {
        return Err(Refusal::new(&REQUIRED).at(field));
    }
    Ok(text)
}

/// A text that may be blank.
///
/// # Errors
/// When it is longer than `maximum` characters.
pub fn within_length(text: &str, maximum: usize, field: &'static str) -> Result<String, Refusal> {
    let text = text.trim();
    if text.chars().count() > maximum {
        let maximum = i64::try_from(maximum).unwrap_or(i64::MAX);
        return Err(Refusal::new(&TEXT_TOO_LONG)
            .with("maximum", maximum)
            .at(field));
    }
    Ok(text.to_owned())
}

/// A code: capitals, digits and `-`, `_`, `.`, `/`, as it stands on tags and in addresses.
///
/// # Errors
/// When it is none.
pub fn code(text: &str, field: &'static str) -> Result<String, Refusal> {
    let text = text.trim();
    let is_code = (1..=CODE_MAX).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b"-_.".contains(&b));
    if text.is_empty() {
        Err(Refusal::new(&REQUIRED).at(field))
    } else if is_code {
        Ok(text.to_owned())
    } else {
        Err(Refusal::new(&CODE_MALFORMED).at(field))
    }
}

/// A number within bounds.
///
/// # Errors
/// When it is not.
pub fn within(
    number: i64,
    bounds: &RangeInclusive<i64>,
    field: &'static str,
) -> Result<i64, Refusal> {
    if bounds.contains(&number) {
        return Ok(number);
    }
    Err(Refusal::new(&OUT_OF_RANGE)
        .with("minimum", *bounds.start())
        .with("maximum", *bounds.end())
        .at(field))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_short_and_can_stand_in_an_address() {
        for good in ["A", "GOLD-999", "EUR_IT.2", " RING "] {
            assert_eq!(code(good, "code").unwrap(), good.trim());
        }
        for bad in ["", "  ", "ring", "A B", "A/B", "É", &"A".repeat(21)] {
            assert_eq!(code(bad, "code").unwrap_err().field, Some("code"), "{bad}");
        }
    }

    #[test]
    fn texts_and_numbers_keep_their_bounds() {
        assert_eq!(filled("  Lagune ", 6, "name").unwrap(), "Lagune");
        assert_eq!(filled(" ", 6, "name").unwrap_err().kind, &REQUIRED);
        assert_eq!(
            filled("Lagunes", 6, "name").unwrap_err().kind,
            &TEXT_TOO_LONG
        );
        assert_eq!(within_length("", 6, "story").unwrap(), "");
        assert_eq!(within(7, &(1..=7), "position").unwrap(), 7);
        let refusal = within(8, &(1..=7), "position").unwrap_err();
        assert_eq!(refusal.message(), "This must be between 1 and 7");
    }
}
