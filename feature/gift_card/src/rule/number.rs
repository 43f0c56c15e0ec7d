//! Numbers of gift cards: how they are typed, printed and shown.

use rand::RngExt;

/// The digits that our own cards start with.
const PREFIX: &str = "6279";
/// How many digits our own cards have, the check digit included.
const DIGITS: usize = 19;
/// How many letters of a number say who issued it.
const ISSUER_LENGTH: usize = 6;
/// The letters of a code: none that is taken for another.
const CODE_LETTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// How many letters a code of ours has: 49 bits.
const CODE_LENGTH: usize = 10;

/// The shortest and the longest number that is taken.
pub const NUMBER_LENGTHS: std::ops::RangeInclusive<usize> = 8..=32;
/// The shortest and the longest code that is taken.
pub const CODE_LENGTHS: std::ops::RangeInclusive<usize> = 6..=32;

/// A number or code without what people put between its letters; capitals.
#[must_use]
pub fn normal(text: &str) -> String {
    text.chars()
        .filter(|letter| !letter.is_whitespace() && *letter != '-')
        .flat_map(char::to_uppercase)
        .collect()
}

/// Whether a text may be the number of a card.
#[must_use]
pub fn is_number(text: &str) -> bool {
    NUMBER_LENGTHS.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Whether a text may be the code of a card.
#[must_use]
pub fn is_code(text: &str) -> bool {
    CODE_LENGTHS.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// The letters that a number shares with others of the same printer. Of a number, which has more.
#[must_use]
pub fn issuer(card_no: &str) -> &str {
    card_no.get(..ISSUER_LENGTH).unwrap_or(card_no)
}

/// The last four letters of a number.
#[must_use]
pub fn last_four(card_no: &str) -> String {
    let start = card_no.len().saturating_sub(4);
    card_no.get(start..).unwrap_or(card_no).to_owned()
}

/// The number of a new card: digits of chance and a check digit.
#[must_use]
pub fn new_number(random: &mut impl rand::Rng) -> String {
    let mut digits = PREFIX.to_owned();
    while digits.len() < DIGITS - 1 {
        digits.push(char::from(b'0' + random.random_range(0..10_u8)));
    }
    digits.push(check_digit(&digits));
    digits
}

/// The code of a new card.
#[must_use]
pub fn new_code(random: &mut impl rand::Rng) -> String {
    (0..CODE_LENGTH)
        .map(|_| char::from(CODE_LETTERS[random.random_range(0..CODE_LETTERS.len())]))
        .collect()
}

/// The digit that makes the sum of Luhn whole.
fn check_digit(digits: &str) -> char {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, digit)| {
            let digit = u32::from(digit - b'0');
            if at % 2 == 1 {
                digit
            } else if digit > 4 {
                digit * 2 - 9
            } else {
                digit * 2
            }
        })
        .sum();
    char::from_digit((10 - sum % 10) % 10, 10).unwrap_or('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_however_they_are_typed() {
        assert_eq!(normal(" 6279-0000 1111 2222 "), "6279000011112222");
        assert_eq!(normal("ab 12"), "AB12");
        for good in ["62790000", "GC000123", "6279123412341234123"] {
            assert!(is_number(good), "{good}");
        }
        for bad in ["", "1234567", "6279/0000", "ÀBCDEFGH", &"1".repeat(33)] {
            assert!(!is_number(bad), "{bad}");
        }
        assert!(is_code("4F7K2M") && !is_code("12345"));
        assert_eq!(last_four("6279000011114471"), "4471");
        assert_eq!(last_four("12"), "12");
        assert_eq!(issuer("6279000011114471"), "627900");
    }

    #[test]
    fn a_check_digit_is_that_of_luhn() {
        assert_eq!(check_digit("7992739871"), '3');
        assert_eq!(check_digit("411111111111111"), '1');
    }

    #[test]
    fn new_cards_have_numbers_and_codes_of_chance() {
        let mut random = rand::rng();
        let number = new_number(&mut random);
        assert_eq!(number.len(), DIGITS);
        assert!(number.starts_with(PREFIX) && is_number(&number));
        let (body, last) = number.split_at(DIGITS - 1);
        assert_eq!(check_digit(body).to_string(), last);
        let code = new_code(&mut random);
        assert!(is_code(&code) && !code.contains(['0', 'O', '1', 'I', 'L']));
        assert_ne!(code, new_code(&mut random));
    }
}
