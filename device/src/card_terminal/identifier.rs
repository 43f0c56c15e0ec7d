use std::fmt;

use thiserror::Error;

/// Why a text cannot be used as an identifier towards a terminal.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum IdentifierRefused {
    /// Empty, or longer than the protocol allows.
    #[error("{kind} has {length} characters, allowed are 1 to {length_max}")]
    Length {
        /// Which identifier it was meant to be.
        kind: &'static str,
        /// Characters found.
        length: usize,
        /// Characters allowed.
        length_max: usize,
    },
    /// Holds a character that a terminal or an acquirer may refuse.
    #[error("{kind} holds a character that is not allowed")]
    Character {
        /// Which identifier it was meant to be.
        kind: &'static str,
    },
    /// The counter has no more numbers that fit into ten characters.
    #[error("counter {counter} does not fit into ten base-36 characters")]
    CounterExhausted {
        /// The counter that was given.
        counter: u64,
    },
}

fn check(
    kind: &'static str,
    text: &str,
    length_max: usize,
    is_allowed: fn(&u8) -> bool,
) -> Result<(), IdentifierRefused> {
    if !text.bytes().all(|byte| is_allowed(&byte)) {
        return Err(IdentifierRefused::Character { kind });
    }
    let length = text.len();
    if length == 0 || length > length_max {
        return Err(IdentifierRefused::Length {
            kind,
            length,
            length_max,
        });
    }
    Ok(())
}

macro_rules! identifier {
    ($(#[$documentation:meta])* $name:ident, $kind:literal, $length_max:literal, $is_allowed:expr) => {
        $(#[$documentation])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(String);

        impl $name {
            /// Longest allowed text, in characters.
            pub const LENGTH_MAX: usize = $length_max;

            /// Checks length and characters.
            ///
            /// # Errors
            /// [`IdentifierRefused`] if the text is empty, too long or holds a refused character.
            pub fn parse(text: impl Into<String>) -> Result<Self, IdentifierRefused> {
                let text = text.into();
                check($kind, &text, Self::LENGTH_MAX, $is_allowed)?;
                Ok(Self(text))
            }

            /// The text as it goes over the wire.
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

identifier!(
    /// The till as the terminal knows it: `SaleID`.
    SaleId, "SaleID", 36, u8::is_ascii_graphic
);
identifier!(
    /// The terminal: `POIID`, written as model and serial number.
    PoiId, "POIID", 36, u8::is_ascii_graphic
);
identifier!(
    /// One exchange with a terminal: `ServiceID`, 1 to 10 characters.
    ///
    /// Ours come from [`service_id`]; [`ServiceId::parse`] also takes those of other tills, which a
    /// busy terminal names. A terminal refuses a `SaleID` and `ServiceID` that it saw in the last
    /// 48 hours, which is a second guard against charging twice.
    ServiceId, "ServiceID", 10, u8::is_ascii_alphanumeric
);
identifier!(
    /// Our name of the payment or reversal towards the acquirer: `SaleTransactionID`.
    ///
    /// At most 35 characters: some acquirers refuse a hyphenated UUID, which has 36.
    TransactionId, "TransactionID", 35, u8::is_ascii_graphic
);
identifier!(
    /// Who stands at the till: `OperatorID`.
    OperatorId, "OperatorID", 36, u8::is_ascii_graphic
);
identifier!(
    /// What the cashier calls the sale, shown in the acquirer's reports: `SaleReferenceID`.
    SaleReference, "SaleReferenceID", 50, u8::is_ascii_graphic
);

/// The `ServiceID` made from the terminal's persisted counter: base 36, ten characters.
///
/// # Errors
/// [`IdentifierRefused::CounterExhausted`] from 36¹⁰ on; wrapping around could repeat a message.
pub fn service_id(counter: u64) -> Result<ServiceId, IdentifierRefused> {
    const DIGITS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut text = [b'0'; ServiceId::LENGTH_MAX];
    let mut rest = counter;
    for place in text.iter_mut().rev() {
        let digit = usize::try_from(rest % 36).unwrap_or_default();
        *place = DIGITS[digit];
        rest /= 36;
    }
    if rest > 0 {
        return Err(IdentifierRefused::CounterExhausted { counter });
    }
    ServiceId::parse(text.map(char::from).iter().collect::<String>())
}

/// The terminal's own name of a transaction, the key for its reversal and for reconciliation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PoiTransaction {
    /// `POITransactionID.TransactionID`, for example tender reference and PSP reference.
    pub id: String,
    /// `POITransactionID.TimeStamp` as the terminal wrote it: it must be sent back unchanged.
    pub time_stamp: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn service_ids_count_in_base_36() {
        let cases = [
            (0, "0000000000"),
            (35, "000000000Z"),
            (36, "0000000010"),
            (1_000_000_000_000, "00CRE66I9S"),
            (3_656_158_440_062_975, "ZZZZZZZZZZ"),
        ];
        for (counter, expected) in cases {
            assert_eq!(service_id(counter).expect("fits").as_str(), expected);
        }
        for counter in [3_656_158_440_062_976, u64::MAX] {
            assert_eq!(
                service_id(counter),
                Err(IdentifierRefused::CounterExhausted { counter })
            );
        }
    }

    #[test]
    fn identifiers_keep_to_the_length_of_the_protocol() {
        assert!(TransactionId::parse("0".repeat(35)).is_ok());
        let uuid = "01890a5d-ac96-774b-bcce-b302099a8057";
        assert_eq!(
            TransactionId::parse(uuid),
            Err(IdentifierRefused::Length {
                kind: "TransactionID",
                length: 36,
                length_max: 35
            })
        );
        assert!(TransactionId::parse("").is_err());
        assert!(ServiceId::parse("12345678901").is_err());
        assert!(ServiceId::parse("a b").is_err());
        assert!(SaleId::parse("STORE12-T05").is_ok());
        assert!(SaleId::parse("Málaga").is_err());
    }
}
