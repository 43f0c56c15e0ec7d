//! What becomes of the money when a deposit is cancelled (domain §5.3.6).

use kernel::Refusal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::view::DepositKind;
use crate::{KEPT_IMPOSSIBLE, KEPT_NOT_CHOSEN};

/// Who withdraws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = DepositParty)]
pub enum Party {
    /// The client does not want the pieces any more.
    Client,
    /// The shop cannot or will not deliver them.
    Shop,
}

impl Party {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Client, Self::Shop];

    /// The name, as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Client => "CLIENT",
            Self::Shop => "SHOP",
        }
    }

    /// Finds one by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// What becomes of the money, in minor units. `held + added = given_back + kept`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What goes back to the client.
    pub given_back: i64,
    /// What the shop keeps: income.
    pub kept: i64,
    /// What the shop adds to what it held.
    pub added: i64,
}

/// Whether a cancellation departs from what was agreed, so that a manager decides: both are bound by
/// an acompte.
#[must_use]
pub(crate) fn is_binding(kind: DepositKind) -> bool {
    kind == DepositKind::Acompte
}

impl Outcome {
    /// Whether the shop pays of its own, so that a manager stands for it, too.
    #[must_use]
    pub(crate) const fn is_doubled(self) -> bool {
        self.added > 0
    }
}

/// What becomes of what is held. `chosen` is what a manager lets the shop keep of an acompte from which
/// the client withdraws; nothing when it is absent.
///
/// # Errors
/// [`KEPT_NOT_CHOSEN`] where the kind says what is kept, [`KEPT_IMPOSSIBLE`] for less than nothing or
/// more than is held.
pub(crate) fn outcome(
    kind: DepositKind,
    party: Party,
    held: i64,
    chosen: Option<i64>,
) -> Result<Outcome, Refusal> {
    let may_choose = is_binding(kind) && party == Party::Client;
    let chosen = chosen.filter(|kept| *kept != 0);
    if chosen.is_some() && !may_choose {
        return Err(Refusal::new(&KEPT_NOT_CHOSEN).at("kept"));
    }
    let kept = match (kind, party) {
        (DepositKind::Arrhes, Party::Client) => held,
        _ => chosen.unwrap_or(0),
    };
    if kept < 0 || kept > held {
        return Err(Refusal::new(&KEPT_IMPOSSIBLE).at("kept"));
    }
    // The trader who withdraws gives back twice as much (Code de la consommation L214-1).
    let added = match (kind, party) {
        (DepositKind::Arrhes, Party::Shop) => held,
        _ => 0,
    };
    Ok(Outcome {
        given_back: held + added - kept,
        kept,
        added,
    })
}

#[cfg(test)]
mod tests {
    use DepositKind::{Acompte, Arrhes, Refundable};
    use Party::{Client, Shop};
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_kind_says_what_becomes_of_the_money() {
        // kind, who withdraws, what a manager chose, then given back, kept, added; of 150.00 held
        let table = [
            (Refundable, Client, None, Ok((15_000, 0, 0))),
            (Refundable, Shop, None, Ok((15_000, 0, 0))),
            (Arrhes, Client, None, Ok((0, 15_000, 0))),
            (Arrhes, Shop, None, Ok((30_000, 0, 15_000))),
            (Acompte, Client, None, Ok((15_000, 0, 0))),
            (Acompte, Client, Some(0), Ok((15_000, 0, 0))),
            (Acompte, Client, Some(5_000), Ok((10_000, 5_000, 0))),
            (Acompte, Client, Some(15_000), Ok((0, 15_000, 0))),
            (
                Acompte,
                Client,
                Some(15_001),
                Err("deposit.kept_impossible"),
            ),
            (Acompte, Client, Some(-1), Err("deposit.kept_impossible")),
            (Acompte, Shop, None, Ok((15_000, 0, 0))),
            (Acompte, Shop, Some(1), Err("deposit.kept_not_chosen")),
            (Refundable, Client, Some(1), Err("deposit.kept_not_chosen")),
            (Arrhes, Client, Some(1), Err("deposit.kept_not_chosen")),
        ];
        for (kind, party, chosen, expected) in table {
            let found = outcome(kind, party, 15_000, chosen)
                .map(|it| (it.given_back, it.kept, it.added))
                .map_err(|refusal| refusal.kind.key);
            assert_eq!(found, expected, "{kind:?} {party:?} {chosen:?}");
        }
        for party in Party::ALL {
            assert_eq!(Party::parse(party.name()), Some(party));
        }
    }

    #[test]
    fn a_manager_stands_for_what_the_shop_adds_and_for_nothing_else() {
        for kind in DepositKind::ALL {
            for party in Party::ALL {
                let becomes = outcome(kind, party, 15_000, None).unwrap();
                let is_doubled = (kind, party) == (Arrhes, Shop);
                assert_eq!(becomes.is_doubled(), is_doubled, "{kind:?} {party:?}");
            }
        }
        // Nothing is doubled where nothing is held.
        assert!(!outcome(Arrhes, Shop, 0, None).unwrap().is_doubled());
    }

    proptest! {
        #[test]
        fn no_money_appears_or_disappears(
            kind in prop::sample::select(DepositKind::ALL.to_vec()),
            party in prop::sample::select(Party::ALL.to_vec()),
            held in 0_i64..10_000_000, chosen in prop::option::of(-5_i64..10_000_000),
        ) {
            if let Ok(it) = outcome(kind, party, held, chosen) {
                prop_assert_eq!(held + it.added, it.given_back + it.kept);
                prop_assert!(it.given_back >= 0 && it.kept >= 0 && it.added >= 0);
                prop_assert!(party == Party::Client || it.kept == 0);
            }
        }
    }
}
