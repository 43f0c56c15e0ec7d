//! The cards that a customer of the simulator carries.

use serde::{Deserialize, Serialize};

/// A test card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Card {
    /// Visa.
    Visa,
    /// Mastercard.
    Mastercard,
    /// American Express.
    Amex,
    /// China UnionPay.
    UnionPay,
}

/// How a card meets the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Entry {
    /// Held against the reader.
    #[default]
    Contactless,
    /// Inserted, with PIN.
    Chip,
    /// Magnetic stripe.
    Swipe,
}

impl Card {
    /// Every card, in the order of the page.
    pub(crate) const ALL: [Self; 4] = [Self::Visa, Self::Mastercard, Self::Amex, Self::UnionPay];

    /// The name for people.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Visa => "Visa",
            Self::Mastercard => "Mastercard",
            Self::Amex => "American Express",
            Self::UnionPay => "UnionPay",
        }
    }

    /// The value in forms and scripts.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Visa => "visa",
            Self::Mastercard => "mastercard",
            Self::Amex => "amex",
            Self::UnionPay => "unionpay",
        }
    }

    /// `PaymentBrand` on the wire.
    pub(crate) fn brand(self) -> &'static str {
        match self {
            Self::Visa => "visa",
            Self::Mastercard => "mc",
            Self::Amex => "amex",
            Self::UnionPay => "cup",
        }
    }

    /// First six digits, which stay readable in a masked number.
    pub(crate) fn first6(self) -> &'static str {
        match self {
            Self::Visa => "476173",
            Self::Mastercard => "541333",
            Self::Amex => "374245",
            Self::UnionPay => "621094",
        }
    }

    /// Last four digits.
    pub(crate) fn last4(self) -> &'static str {
        match self {
            Self::Visa => "0119",
            Self::Mastercard => "9999",
            Self::Amex => "1006",
            Self::UnionPay => "3147",
        }
    }
}

impl Entry {
    /// `EntryMode` on the wire.
    pub(crate) fn mode(self) -> &'static str {
        match self {
            Self::Contactless => "Contactless",
            Self::Chip => "ICC",
            Self::Swipe => "MagStripe",
        }
    }

    /// The display event when the card arrives.
    pub(crate) fn event(self) -> &'static str {
        match self {
            Self::Contactless => "CARD_PRESENTED",
            Self::Chip => "CARD_INSERTED",
            Self::Swipe => "CARD_SWIPED",
        }
    }
}
