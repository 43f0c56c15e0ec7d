//! What an entry of the journal is about.

use std::fmt;

/// The kind of an entry. The list is closed: a name that is not in it is no entry of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A completed sale.
    Ticket,
    /// A void, a refund or an exchange, which points at its origin.
    Correction,
    /// Money that moved outside of a ticket, or that somebody decided about.
    Payment,
    /// An invoice made out to a buyer.
    Invoice,
    /// A deposit taken, completed or given back.
    Deposit,
    /// A gift card issued, charged or redeemed.
    GiftCard,
    /// Credit from recycling or loyalty.
    Credit,
    /// A tax-free form started or voided.
    TaxFree,
    /// A receipt printed again.
    Copy,
    /// A ticket in training mode.
    Training,
    /// The end of a business day.
    ClosingDay,
    /// The end of a month.
    ClosingMonth,
    /// The end of a fiscal year.
    ClosingYear,
    /// An archive that was made.
    Archive,
    /// Something that happened to the till or to its settings.
    Event,
    /// A change of the signing key.
    Key,
    /// Heads of chains that left this machine.
    Anchor,
    /// Sales that were taken while the till had no server.
    OfflineBatch,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 18] = [
        Self::Ticket,
        Self::Correction,
        Self::Payment,
        Self::Invoice,
        Self::Deposit,
        Self::GiftCard,
        Self::Credit,
        Self::TaxFree,
        Self::Copy,
        Self::Training,
        Self::ClosingDay,
        Self::ClosingMonth,
        Self::ClosingYear,
        Self::Archive,
        Self::Event,
        Self::Key,
        Self::Anchor,
        Self::OfflineBatch,
    ];

    /// The name as it is stored and hashed. It never changes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ticket => "ticket",
            Self::Correction => "correction",
            Self::Payment => "payment",
            Self::Invoice => "invoice",
            Self::Deposit => "deposit",
            Self::GiftCard => "giftcard",
            Self::Credit => "credit",
            Self::TaxFree => "taxfree",
            Self::Copy => "copy",
            Self::Training => "training",
            Self::ClosingDay => "closing.day",
            Self::ClosingMonth => "closing.month",
            Self::ClosingYear => "closing.year",
            Self::Archive => "archive",
            Self::Event => "event",
            Self::Key => "key",
            Self::Anchor => "anchor",
            Self::OfflineBatch => "offline.batch",
        }
    }

    /// Finds a kind by its stored name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_kind_again() {
        for kind in Kind::ALL {
            assert_eq!(Kind::parse(kind.name()), Some(kind));
        }
        assert_eq!(Kind::parse("Ticket"), None);
    }
}
