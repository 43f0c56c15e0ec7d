//! What kind of basket it is, and what may be done with each.

use kernel::Refusal;

use crate::{CRM_NOT_OPERABLE, PICKUP_SALESPERSON};

/// What a basket is for. An order is of the kind of its basket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BasketKind {
    /// Goods are sold.
    #[default]
    Sale,
    /// Goods that the web shop sold are handed over.
    Pickup,
    /// A gift is issued from a customer's record, without money.
    CrmGift,
}

/// What is done with a basket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Name somebody else who sells, alone or with others, on the basket or on a line.
    ChangeSalesperson,
    /// Add pieces, change their number or size, or what they cost.
    ChangePieces,
}

impl BasketKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Sale, Self::Pickup, Self::CrmGift];

    /// The kind as it is stored, and as the type of its order.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sale => "SALE",
            Self::Pickup => "PICKUP",
            Self::CrmGift => "CRM_GIFT",
        }
    }

    /// Finds a kind by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Why something may not be done with a basket of this kind (specification §5, domain §3.5 and
    /// §10.9); nothing when it may.
    #[must_use]
    pub fn refusal(self, operation: Operation) -> Option<Refusal> {
        match (self, operation) {
            (Self::Sale, _) | (Self::Pickup, Operation::ChangePieces) => None,
            (Self::Pickup, Operation::ChangeSalesperson) => Some((&PICKUP_SALESPERSON).into()),
            (Self::CrmGift, _) => Some((&CRM_NOT_OPERABLE).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_allows_what_the_specification_leaves_it() {
        use BasketKind::{CrmGift, Pickup, Sale};
        use Operation::{ChangePieces, ChangeSalesperson};
        let pickup = Some("sale.pickup_salesperson");
        let crm = Some("sale.crm_not_operable");
        let table = [
            (Sale, ChangeSalesperson, None),
            (Sale, ChangePieces, None),
            (Pickup, ChangeSalesperson, pickup),
            (Pickup, ChangePieces, None),
            (CrmGift, ChangeSalesperson, crm),
            (CrmGift, ChangePieces, crm),
        ];
        for (kind, operation, expected) in table {
            let found = kind.refusal(operation).map(|refusal| refusal.kind.key);
            assert_eq!(found, expected, "{kind:?} {operation:?}");
            assert_eq!(BasketKind::parse(kind.name()), Some(kind));
        }
    }
}
