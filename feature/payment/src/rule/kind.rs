//! The kinds of tenders with what is usual for each (domain 4.2).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a tender is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TenderType {
    /// Notes and coins of the store's currency.
    Cash,
    /// Notes of another currency, by the day's rate.
    FxCash,
    /// A card at the terminal.
    Card,
    /// A code that the client's telephone scans or shows.
    Qr,
    /// A gift card of ours.
    #[serde(rename = "GIFTCARD")]
    GiftCard,
    /// A voucher of ours, such as for an exchange.
    Voucher,
    /// What the shop gave a loyal customer.
    LoyaltyCredit,
    /// What the shop gave for old jewellery.
    RecyclingCredit,
    /// What a deposit holds; only its settlement books it.
    Deposit,
    /// A cheque.
    Cheque,
    /// A transfer to the shop's account.
    Transfer,
    /// What was paid in the web shop; the till takes none of it.
    Web,
    /// What the mall takes for a concession.
    Mall,
}

/// What the till asks for besides the amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TenderField {
    /// The bank on a cheque.
    Bank,
    /// The number of a cheque, a voucher, a transfer, a slip.
    Reference,
    /// The document by which its owner was identified.
    Identity,
}

/// The terms that are usual for a kind of tender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsualTerms {
    /// Whether more than the balance may be given.
    pub over_tender_allowed: bool,
    /// Whether less may be given.
    pub under_tender_allowed: bool,
    /// Whether the drawer opens.
    pub opens_drawer: bool,
    /// Whether it is counted at the end of the day.
    pub counting_required: bool,
}

impl TenderType {
    /// All of them, in the order of domain 4.2.
    pub const ALL: [Self; 13] = [
        Self::Cash,
        Self::FxCash,
        Self::Card,
        Self::Qr,
        Self::GiftCard,
        Self::Voucher,
        Self::LoyaltyCredit,
        Self::RecyclingCredit,
        Self::Deposit,
        Self::Cheque,
        Self::Transfer,
        Self::Web,
        Self::Mall,
    ];

    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cash => "CASH",
            Self::FxCash => "FX_CASH",
            Self::Card => "CARD",
            Self::Qr => "QR",
            Self::GiftCard => "GIFTCARD",
            Self::Voucher => "VOUCHER",
            Self::LoyaltyCredit => "LOYALTY_CREDIT",
            Self::RecyclingCredit => "RECYCLING_CREDIT",
            Self::Deposit => "DEPOSIT",
            Self::Cheque => "CHEQUE",
            Self::Transfer => "TRANSFER",
            Self::Web => "WEB",
            Self::Mall => "MALL",
        }
    }

    /// Finds a type by its name, as it is stored.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether the payment page offers it. The others are booked by what they belong to.
    #[must_use]
    pub const fn is_taken_at_till(self) -> bool {
        !matches!(self, Self::Deposit | Self::Web)
    }

    /// Whether it is notes and coins, which cash rounding and the law are about.
    #[must_use]
    pub const fn is_cash(self) -> bool {
        matches!(self, Self::Cash | Self::FxCash)
    }

    /// Whether what it is worth can be more than what is due, so that something is given back.
    #[must_use]
    pub const fn gives_change(self) -> bool {
        matches!(self, Self::Cash | Self::FxCash | Self::Voucher)
    }

    /// Whether a slip in the drawer stands for the money, so that the till books it at once and the
    /// same slip pays only once.
    #[must_use]
    pub const fn is_slip(self) -> bool {
        matches!(self, Self::Cheque | Self::Transfer | Self::Mall)
    }

    /// What the till asks for besides the amount.
    #[must_use]
    pub const fn fields(self) -> &'static [TenderField] {
        match self {
            Self::Cheque => &[
                TenderField::Bank,
                TenderField::Reference,
                TenderField::Identity,
            ],
            Self::Voucher | Self::Transfer | Self::Mall => &[TenderField::Reference],
            _ => &[],
        }
    }

    /// The terms that a store takes it on until it has its own (domain 4.2).
    #[must_use]
    pub const fn usual_terms(self) -> UsualTerms {
        UsualTerms {
            over_tender_allowed: self.gives_change(),
            under_tender_allowed: true,
            opens_drawer: matches!(self, Self::Cash | Self::FxCash | Self::Cheque),
            counting_required: matches!(
                self,
                Self::Cash
                    | Self::FxCash
                    | Self::Card
                    | Self::Qr
                    | Self::Voucher
                    | Self::Cheque
                    | Self::Mall
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_the_terms_of_the_table() {
        // Domain 4.2: type, over, counted, drawer, what is asked for.
        let table = [
            ("CASH", true, true, true, 0),
            ("FX_CASH", true, true, true, 0),
            ("CARD", false, true, false, 0),
            ("QR", false, true, false, 0),
            ("GIFTCARD", false, false, false, 0),
            ("VOUCHER", true, true, false, 1),
            ("LOYALTY_CREDIT", false, false, false, 0),
            ("RECYCLING_CREDIT", false, false, false, 0),
            ("DEPOSIT", false, false, false, 0),
            ("CHEQUE", false, true, true, 3),
            ("TRANSFER", false, false, false, 1),
            ("WEB", false, false, false, 0),
            ("MALL", false, true, false, 1),
        ];
        assert_eq!(table.len(), TenderType::ALL.len());
        for (name, over, counted, drawer, fields) in table {
            let kind = TenderType::parse(name).unwrap();
            let usual = kind.usual_terms();
            assert_eq!(kind.name(), name);
            assert_eq!(usual.over_tender_allowed, over, "{name}");
            assert_eq!(usual.counting_required, counted, "{name}");
            assert_eq!(usual.opens_drawer, drawer, "{name}");
            assert!(usual.under_tender_allowed, "{name}");
            assert_eq!(kind.fields().len(), fields, "{name}");
            let wire = serde_json::to_value(kind).unwrap();
            assert_eq!(wire, serde_json::json!(name), "stored and sent alike");
        }
        assert_eq!(TenderType::parse("COUPON"), None);
    }
}
