//! Where the pieces of a deposit come from (domain §5.2).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where the pieces of a line come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = DepositSource)]
pub enum Source {
    /// They lie reserved in the store, or are no goods of stock.
    OwnStock,
    /// Another store has them, or they are on their way from one.
    OtherStore,
    /// Nobody has them: they are made.
    ToBeProduced,
}

/// What is known of a line when its deposit is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supply {
    /// Whether it is made or engraved for the client.
    pub is_customised: bool,
    /// How many of its pieces this store has not reserved.
    pub missing: i64,
    /// How many pieces other stores have free, or are on their way to this one.
    pub elsewhere: i64,
}

impl Source {
    /// All of them, the usual first.
    pub const ALL: [Self; 3] = [Self::OwnStock, Self::OtherStore, Self::ToBeProduced];

    /// As it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OwnStock => "OWN_STOCK",
            Self::OtherStore => "OTHER_STORE",
            Self::ToBeProduced => "TO_BE_PRODUCED",
        }
    }

    /// Finds one by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.name() == name)
    }

    /// Where the pieces of a line come from. What is made for the client is produced, whatever lies in stock; what
    /// the store has is its own; what others have is sent; for the rest somebody has to make it.
    #[must_use]
    pub const fn of(supply: Supply) -> Self {
        if supply.is_customised {
            Self::ToBeProduced
        } else if supply.missing <= 0 {
            Self::OwnStock
        } else if supply.elsewhere >= supply.missing {
            Self::OtherStore
        } else {
            Self::ToBeProduced
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_store_has_is_its_own_what_others_have_is_sent_and_the_rest_is_made() {
        let table = [
            (false, 0, 0, Source::OwnStock),
            (false, -1, 5, Source::OwnStock),
            (false, 1, 1, Source::OtherStore),
            (false, 2, 5, Source::OtherStore),
            (false, 2, 1, Source::ToBeProduced),
            (false, 1, 0, Source::ToBeProduced),
            (true, 0, 5, Source::ToBeProduced),
            (true, 1, 0, Source::ToBeProduced),
        ];
        for (is_customised, missing, elsewhere, expected) in table {
            let supply = Supply {
                is_customised,
                missing,
                elsewhere,
            };
            assert_eq!(Source::of(supply), expected, "{supply:?}");
        }
        for source in Source::ALL {
            assert_eq!(Source::parse(source.name()), Some(source));
        }
    }
}
