//! Items that are sold without stock, and what each asks for (domain §1.8).

/// An item without stock, by what the sale does with it. None of them counts in key figures, takes
/// a discount or asks for stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoStock {
    /// A bag that the law wants to be paid.
    PlasticBag,
    /// Work of our own bench.
    Repair,
    /// A credit voucher, which the sale issues.
    ExchangeVoucher,
    /// A gift card, sold at its value.
    GiftCard,
    /// Shipping.
    Shipping,
    /// A fee between our own companies.
    ItLicense,
    /// Work after the sale, in its variants.
    AfterSales,
    /// The bag of the house.
    PaperBag,
    /// A bag of recycled cotton.
    EcoFriendly,
    /// A surcharge for the price of the metal.
    SilverPrice,
    /// Another item that the catalogue keeps without stock.
    Other,
}

/// What must be entered before an item goes into the basket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// A price.
    Price,
    /// A reference: what is repaired, and for whom.
    Reference,
    /// The number of the card.
    CardNumber,
}

impl NoStock {
    /// What an item without stock is, by its number.
    #[must_use]
    pub fn of(item_no: &str) -> Self {
        match item_no {
            "PLASTICBAG" => Self::PlasticBag,
            "REPAIR" => Self::Repair,
            "EX-VOUCHER" => Self::ExchangeVoucher,
            "GIFTCARD" => Self::GiftCard,
            "SHIPPING" => Self::Shipping,
            "ITLICENSE" => Self::ItLicense,
            "PAPERBAG" => Self::PaperBag,
            "ECO-FRIENDLY" => Self::EcoFriendly,
            "SILVERPRICE" => Self::SilverPrice,
            _ if item_no == "SAV" || item_no.starts_with("SAV-") => Self::AfterSales,
            _ => Self::Other,
        }
    }

    /// What must be entered for it, besides the price of an item with `keyingInPrice`.
    #[must_use]
    pub const fn entries(self) -> &'static [Entry] {
        match self {
            Self::Repair | Self::AfterSales => &[Entry::Price, Entry::Reference],
            Self::GiftCard => &[Entry::CardNumber],
            _ => &[],
        }
    }

    /// Whether the sale issues a credit voucher for it.
    #[must_use]
    pub const fn issues_voucher(self) -> bool {
        matches!(self, Self::ExchangeVoucher)
    }

    /// Whether it is a surcharge for metal.
    #[must_use]
    pub const fn is_surcharge(self) -> bool {
        matches!(self, Self::SilverPrice)
    }

    /// Whether shops do not find it.
    #[must_use]
    pub const fn is_hidden_from_shops(self) -> bool {
        matches!(self, Self::ItLicense)
    }

    /// Whether it may cost nothing (domain §1.3 step 7).
    #[must_use]
    pub const fn may_be_free(self) -> bool {
        matches!(self, Self::Repair | Self::PaperBag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_of_the_specification_has_its_behaviour() {
        use Entry::{CardNumber, Price, Reference};
        let work = [Price, Reference].as_slice();
        // number, entries, and of voucher, surcharge, hidden and may be free what is true
        let table: [(&str, &[Entry], [bool; 4]); 14] = [
            ("PLASTICBAG", &[], [false, false, false, false]),
            ("REPAIR", work, [false, false, false, true]),
            ("EX-VOUCHER", &[], [true, false, false, false]),
            ("GIFTCARD", &[CardNumber], [false, false, false, false]),
            ("SHIPPING", &[], [false, false, false, false]),
            ("ITLICENSE", &[], [false, false, true, false]),
            ("SAV", work, [false, false, false, false]),
            ("SAV-CLEAN", work, [false, false, false, false]),
            ("SAV-RESIZE", work, [false, false, false, false]),
            ("PAPERBAG", &[], [false, false, false, true]),
            ("ECO-FRIENDLY", &[], [false, false, false, false]),
            ("SILVERPRICE", &[], [false, true, false, false]),
            ("SAVANNAH", &[], [false, false, false, false]),
            ("repair", &[], [false, false, false, false]),
        ];
        for (number, entries, expected) in table {
            let it = NoStock::of(number);
            assert_eq!(it.entries(), entries, "{number}");
            let found = [
                it.issues_voucher(),
                it.is_surcharge(),
                it.is_hidden_from_shops(),
                it.may_be_free(),
            ];
            assert_eq!(found, expected, "{number}");
        }
        assert_eq!(NoStock::of("SAVANNAH"), NoStock::Other);
    }
}
