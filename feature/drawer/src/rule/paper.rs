//! Which papers an entry of a drawer has.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::entry::EntryType;

/// A paper of an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DrawerPaper)]
pub enum Paper {
    /// Stays in the shop: what was moved, with two lines to sign.
    #[default]
    Slip,
    /// Goes with a bank bag.
    Bag,
}

impl Paper {
    /// The paper as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Slip => "slip",
            Self::Bag => "bag",
        }
    }

    /// Whether an entry has this paper: cash must have been moved, and only a bank bag travels. What takes a
    /// float back moves nothing.
    #[must_use]
    pub const fn is_of(self, entry_type: EntryType, is_correction: bool) -> bool {
        match (self, entry_type) {
            (_, EntryType::NoSale) => false,
            (Self::Bag, _) => matches!(entry_type, EntryType::BankBag),
            (Self::Slip, _) => !is_correction,
        }
    }
}

#[cfg(test)]
mod tests {
    use EntryType::{BankBag, CashIn, CashOut, Float, NoSale, SafeDrop};
    use Paper::{Bag, Slip};

    use super::*;

    #[test]
    fn what_moves_cash_has_a_slip_and_a_bag_has_its_own_paper() {
        for (entry_type, is_correction, slip, bag) in [
            (Float, false, true, false),
            (Float, true, false, false),
            (CashIn, false, true, false),
            (CashOut, false, true, false),
            (SafeDrop, false, true, false),
            (BankBag, false, true, true),
            (NoSale, false, false, false),
        ] {
            let papers = [Slip, Bag].map(|it| it.is_of(entry_type, is_correction));
            assert_eq!(papers, [slip, bag], "{entry_type:?} {is_correction}");
        }
    }
}
