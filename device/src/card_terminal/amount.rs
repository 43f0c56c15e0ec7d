use std::fmt;

use thiserror::Error;

/// Most decimals that a currency has (Chilean unit of account).
const EXPONENT_MAX: u8 = 4;

/// Why a currency or an amount cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AmountRefused {
    /// The code is not three upper-case letters.
    #[error("a currency code has three upper-case letters")]
    Code,
    /// More decimals than any currency has.
    #[error("a currency has 0 to 4 decimals")]
    Exponent,
    /// The text is not a JSON number.
    #[error("the amount is not a decimal number")]
    NotANumber,
    /// The number is finer than the currency's smallest unit.
    #[error("the amount is finer than the smallest unit of the currency")]
    Remainder,
    /// The number does not fit.
    #[error("the amount is too large")]
    TooLarge,
}

/// A currency: its ISO 4217 code and how many decimals its amounts have.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency {
    code: [u8; 3],
    exponent: u8,
}

impl Currency {
    /// A currency with the number of decimals that the caller works with.
    ///
    /// # Errors
    /// [`AmountRefused::Code`] or [`AmountRefused::Exponent`].
    pub fn parse(code: &str, exponent: u8) -> Result<Self, AmountRefused> {
        let bytes: [u8; 3] = code
            .as_bytes()
            .try_into()
            .map_err(|_| AmountRefused::Code)?;
        if !bytes.iter().all(u8::is_ascii_uppercase) {
            return Err(AmountRefused::Code);
        }
        if exponent > EXPONENT_MAX {
            return Err(AmountRefused::Exponent);
        }
        Ok(Self {
            code: bytes,
            exponent,
        })
    }

    /// A currency with the decimals of ISO 4217, for a reply that names another one than asked.
    ///
    /// # Errors
    /// [`AmountRefused::Code`].
    pub fn from_iso(code: &str) -> Result<Self, AmountRefused> {
        let exponent = match code {
            "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF"
            | "UGX" | "UYI" | "VND" | "VUV" | "XAF" | "XOF" | "XPF" => 0,
            "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
            "CLF" | "UYW" => 4,
            _ => 2,
        };
        Self::parse(code, exponent)
    }

    /// The three letters.
    pub fn code(&self) -> &str {
        // Checked by `parse` to be ASCII letters.
        std::str::from_utf8(&self.code).unwrap_or_default()
    }

    /// Decimals of an amount: 0 for yen, 2 for euro, 3 for Kuwaiti dinar.
    pub fn exponent(&self) -> u8 {
        self.exponent
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.code(), self.exponent)
    }
}

/// An amount in the smallest unit of its currency.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Amount {
    /// Smallest units: cents, yen, fils.
    pub minor: i64,
    /// The currency.
    pub currency: Currency,
}

impl Amount {
    /// An amount in the smallest unit of its currency.
    pub fn new(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// The amount as a JSON number with all decimals of the currency, never through a float.
    pub fn to_decimal(&self) -> String {
        let decimals = usize::from(self.currency.exponent);
        let sign = if self.minor < 0 { "-" } else { "" };
        let digits = format!(
            "{:0width$}",
            self.minor.unsigned_abs(),
            width = decimals + 1
        );
        let (whole, fraction) = digits.split_at(digits.len() - decimals);
        let point = if decimals == 0 { "" } else { "." };
        format!("{sign}{whole}{point}{fraction}")
    }

    /// Reads the text of a JSON number. `1250`, `1250.0`, `1250.000` and `12.5e2` are the same.
    ///
    /// # Errors
    /// [`AmountRefused::NotANumber`], [`AmountRefused::Remainder`] or [`AmountRefused::TooLarge`].
    pub fn from_decimal(text: &str, currency: Currency) -> Result<Self, AmountRefused> {
        let (is_negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, power) = split_power(unsigned)?;
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !is_number(whole) || !is_number(fraction) {
            return Err(AmountRefused::NotANumber);
        }
        let digits = format!("{whole}{fraction}");
        let fraction_len = i64::try_from(fraction.len()).map_err(|_| AmountRefused::TooLarge)?;
        let shift = power + i64::from(currency.exponent) - fraction_len;
        let units = shifted(&digits, shift)?;
        let signed = if is_negative { -units } else { units };
        let minor = i64::try_from(signed).map_err(|_| AmountRefused::TooLarge)?;
        Ok(Self { minor, currency })
    }
}

/// Parts `12.5e2` into its digits and its power of ten.
fn split_power(text: &str) -> Result<(&str, i64), AmountRefused> {
    let Some((mantissa, power)) = text.split_once(['e', 'E']) else {
        return Ok((text, 0));
    };
    let power: i16 = power.parse().map_err(|_| AmountRefused::NotANumber)?;
    Ok((mantissa, i64::from(power)))
}

/// The digits times ten to the power of `shift`, which must be whole.
fn shifted(digits: &str, shift: i64) -> Result<i128, AmountRefused> {
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        return Ok(0);
    }
    let places = usize::try_from(shift.unsigned_abs()).map_err(|_| AmountRefused::TooLarge)?;
    let text = if shift >= 0 {
        // 19 digits hold every i64; a longer run of zeros is not worth building.
        if significant.len() + places > 19 {
            return Err(AmountRefused::TooLarge);
        }
        format!("{significant}{}", "0".repeat(places))
    } else {
        if places >= significant.len() {
            return Err(AmountRefused::Remainder);
        }
        let (kept, cut) = significant.split_at(significant.len() - places);
        if cut.bytes().any(|byte| byte != b'0') {
            return Err(AmountRefused::Remainder);
        }
        kept.to_owned()
    };
    text.parse().map_err(|_| AmountRefused::TooLarge)
}

impl fmt::Debug for Amount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.to_decimal(), self.currency.code())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn currency(code: &str, exponent: u8) -> Currency {
        Currency::parse(code, exponent).expect("a currency")
    }

    #[test]
    fn amounts_are_written_with_all_decimals() {
        let cases = [
            (125_000, "EUR", 2, "1250.00"),
            (5, "EUR", 2, "0.05"),
            (0, "EUR", 2, "0.00"),
            (-5, "EUR", 2, "-0.05"),
            (1250, "JPY", 0, "1250"),
            (0, "JPY", 0, "0"),
            (1_250_001, "KWD", 3, "1250.001"),
            (7, "KWD", 3, "0.007"),
            (i64::MAX, "EUR", 2, "92233720368547758.07"),
            (i64::MIN, "EUR", 2, "-92233720368547758.08"),
        ];
        for (minor, code, exponent, expected) in cases {
            assert_eq!(
                Amount::new(minor, currency(code, exponent)).to_decimal(),
                expected
            );
        }
    }

    #[test]
    fn replies_are_read_without_a_float() {
        let cases = [
            ("1250", "EUR", 2, Ok(125_000)),
            ("1250.0", "EUR", 2, Ok(125_000)),
            ("1250.000", "EUR", 2, Ok(125_000)),
            ("12.5e2", "EUR", 2, Ok(125_000)),
            ("1.25E+3", "EUR", 2, Ok(125_000)),
            ("0.29", "EUR", 2, Ok(29)),
            ("1.005", "EUR", 2, Err(AmountRefused::Remainder)),
            ("0.001", "EUR", 2, Err(AmountRefused::Remainder)),
            ("1e-3", "EUR", 2, Err(AmountRefused::Remainder)),
            ("0e-9", "EUR", 2, Ok(0)),
            ("1.5", "JPY", 0, Err(AmountRefused::Remainder)),
            ("0.005", "KWD", 3, Ok(5)),
            ("92233720368547758.07", "EUR", 2, Ok(i64::MAX)),
            (
                "92233720368547758.08",
                "EUR",
                2,
                Err(AmountRefused::TooLarge),
            ),
            ("-92233720368547758.08", "EUR", 2, Ok(i64::MIN)),
            ("1e30000", "EUR", 2, Err(AmountRefused::TooLarge)),
            ("", "EUR", 2, Err(AmountRefused::NotANumber)),
            ("\"12\"", "EUR", 2, Err(AmountRefused::NotANumber)),
            ("null", "EUR", 2, Err(AmountRefused::NotANumber)),
            ("1,5", "EUR", 2, Err(AmountRefused::NotANumber)),
            ("--1", "EUR", 2, Err(AmountRefused::NotANumber)),
            (".5", "EUR", 2, Err(AmountRefused::NotANumber)),
        ];
        for (text, code, exponent, expected) in cases {
            let read = Amount::from_decimal(text, currency(code, exponent));
            assert_eq!(read.map(|amount| amount.minor), expected, "{text} {code}");
        }
    }

    #[test]
    fn currencies_are_three_letters_and_at_most_four_decimals() {
        for code in ["eur", "EU", "EURO", "E1R", "€"] {
            assert_eq!(Currency::parse(code, 2), Err(AmountRefused::Code));
        }
        assert_eq!(Currency::parse("EUR", 5), Err(AmountRefused::Exponent));
        for (code, exponent) in [("JPY", 0), ("EUR", 2), ("KWD", 3), ("CLF", 4)] {
            let currency = Currency::from_iso(code).expect("a currency");
            assert_eq!(currency.exponent(), exponent, "{code}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(minor in any::<i64>(), exponent in 0_u8..=4) {
            let amount = Amount::new(minor, currency("XTS", exponent));
            prop_assert_eq!(Amount::from_decimal(&amount.to_decimal(), amount.currency), Ok(amount));
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,40}", exponent in 0_u8..=4) {
            let _ = Amount::from_decimal(&text, currency("XTS", exponent));
        }
    }
}
