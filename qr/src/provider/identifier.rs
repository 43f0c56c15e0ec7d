use std::fmt;

use device::Secret;
use thiserror::Error;

/// Why a text cannot be used as an identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{kind} must have {length_min} to {length_max} characters that the provider takes")]
pub struct IdentifierRefused {
    kind: &'static str,
    length_min: usize,
    length_max: usize,
}

fn check(
    kind: &'static str,
    text: &str,
    length: (usize, usize),
    is_allowed: fn(&u8) -> bool,
) -> Result<(), IdentifierRefused> {
    let (length_min, length_max) = length;
    if (length_min..=length_max).contains(&text.len()) && text.as_bytes().iter().all(is_allowed) {
        return Ok(());
    }
    Err(IdentifierRefused {
        kind,
        length_min,
        length_max,
    })
}

/// Letters, digits and the underscore are what both providers take.
fn is_word(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

macro_rules! number {
    ($(#[$meta:meta])* $name:ident, $length:expr) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $name(String);

        impl $name {
            /// Checks length and characters.
            ///
            /// # Errors
            /// [`IdentifierRefused`].
            pub fn parse(text: impl Into<String>) -> Result<Self, IdentifierRefused> {
                let text = text.into();
                check(stringify!($name), &text, $length, is_word)?;
                Ok(Self(text))
            }

            /// The text as it goes over the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    };
}

number!(
    /// Our number of an order: `out_trade_no`, 6 to 32 characters (WeChat's limits; Alipay takes
    /// up to 64). It is never used again, whatever became of the order.
    OrderNo, (6, 32)
);
number!(
    /// Our number of a refund: `out_request_no` with Alipay, `out_refund_no` with WeChat. The same
    /// number is the same refund, however often it is sent.
    RefundNo, (6, 64)
);

/// The code on the client's telephone, good for one payment within a minute or two.
///
/// Whoever has it can take money, so it prints as stars and belongs in no log and no table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentCode(Secret);

impl PaymentCode {
    /// Takes what a scanner reads: 16 to 24 digits (Alipay 16 to 24, WeChat 18).
    ///
    /// # Errors
    /// [`IdentifierRefused`].
    pub fn parse(text: &str) -> Result<Self, IdentifierRefused> {
        let text = text.trim();
        check("PaymentCode", text, (16, 24), u8::is_ascii_digit)?;
        Ok(Self(Secret::new(text)))
    }

    /// The digits, for the one request that needs them.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_to_what_both_providers_take() {
        for (text, fits) in [
            ("VT0001", true),
            ("0190a5dac96774bbcceb302099a80571", true),
            ("a_b_c_d", true),
            ("short", false),
            ("0190a5da-c967-74bb-cceb-302099a80571", false),
            ("0190a5dac96774bbcceb302099a805711", false),
            ("Málaga1", false),
            ("a b c d", false),
        ] {
            assert_eq!(OrderNo::parse(text).is_ok(), fits, "{text}");
        }
        assert!(RefundNo::parse("r".repeat(64)).is_ok());
        assert!(RefundNo::parse("r".repeat(65)).is_err());
    }

    #[test]
    fn a_payment_code_is_digits_and_prints_as_stars() {
        let code = PaymentCode::parse(" 134567890123456789\n").expect("a code");
        assert_eq!(code.expose(), "134567890123456789");
        assert!(!format!("{code:?}").contains("1345"));
        assert!(PaymentCode::parse("13456789012345678x").is_err());
        assert!(PaymentCode::parse("1234").is_err());
    }
}
