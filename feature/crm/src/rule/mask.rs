//! Telephone numbers and addresses for those who may not see them whole: enough to recognise, too
//! little to use (domain §16.4, `crm.viewFull`).

/// Stands for what is hidden.
const DOT: char = '•';
/// Digits that stay at the start and at the end of a long number: the country, and what people
/// compare.
const LONG: (usize, usize) = (3, 4);
/// From how many digits on a number is long.
const LONG_DIGITS_MIN: usize = 11;
/// The same for a number that would otherwise lose too little.
const SHORT: (usize, usize) = (0, 2);
/// From how many digits on a number shows any.
const SHORT_DIGITS_MIN: usize = 6;
/// How many dots stand for the name in an address, whatever its length.
const NAME_DOTS: usize = 6;

/// A telephone number with its middle hidden: `+33 6 •• •• 41 08`.
#[must_use]
pub fn phone(number: &str) -> String {
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let (first, last) = match digits {
        LONG_DIGITS_MIN.. => LONG,
        SHORT_DIGITS_MIN.. => SHORT,
        _ => (0, 0),
    };
    let mut seen = 0;
    number
        .chars()
        .map(|character| {
            if matches!(character, ' ' | '+' | '-' | '.' | '/' | '(' | ')') {
                return character;
            }
            // A letter or a foreign digit may say as much as a digit: it is never shown.
            if !character.is_ascii_digit() {
                return DOT;
            }
            seen += 1;
            if seen <= first || seen > digits - last {
                character
            } else {
                DOT
            }
        })
        .collect()
}

/// An address with its name hidden: `i••••••@orange.fr`.
#[must_use]
pub fn email(address: &str) -> String {
    let dots: String = std::iter::repeat_n(DOT, NAME_DOTS).collect();
    match address.rsplit_once('@') {
        Some((name, domain)) => {
            let first: String = name.chars().take(1).collect();
            format!("{first}{dots}@{domain}")
        }
        None => dots,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_keeps_its_country_and_its_end() {
        let table = [
            ("+33 6 12 34 41 08", "+33 6 •• •• 41 08"),
            ("+33612344108", "+336••••4108"),
            ("+852 9123 4567", "+852 •••• 4567"),
            ("01 42 00 11 22", "•• •• •• •• 22"),
            ("91234567", "••••••67"),
            ("12345", "•••••"),
            ("call Anna", "•••• ••••"),
            ("", ""),
        ];
        for (number, expected) in table {
            assert_eq!(phone(number), expected, "{number}");
        }
    }

    #[test]
    fn at_least_four_digits_are_hidden() {
        for digits in 1..20 {
            let number: String = std::iter::repeat_n('7', digits).collect();
            let hidden = phone(&number).chars().filter(|c| *c == DOT).count();
            assert!(hidden >= digits.min(4), "{digits}: {hidden}");
        }
    }

    #[test]
    fn an_address_keeps_one_letter_and_its_domain() {
        let table = [
            ("ines.moreau@orange.fr", "i••••••@orange.fr"),
            ("a@b.example", "a••••••@b.example"),
            ("\"odd@name\"@b.example", "\"••••••@b.example"),
            ("王@例子.example", "王••••••@例子.example"),
            ("nonsense", "••••••"),
        ];
        for (address, expected) in table {
            assert_eq!(email(address), expected, "{address}");
        }
    }
}
