//! Where a gift card stands, and what may happen to it (domain §6.4): one function.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where a gift card stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = GiftCardState)]
pub enum CardState {
    /// Printed, and not sold.
    Stock,
    /// In a basket.
    Reserved,
    /// Paid for, and nothing of it is spent.
    Active,
    /// Some of it is spent.
    Partial,
    /// All of it is spent.
    Empty,
    /// Lost, or suspected; nobody can spend it for now.
    Blocked,
    /// Its time is over; what was left is forfeit.
    Expired,
    /// Taken back unused on the day of its sale.
    Voided,
}

impl CardState {
    /// All of them, in the order of a card's life.
    pub const ALL: [Self; 8] = [
        Self::Stock,
        Self::Reserved,
        Self::Active,
        Self::Partial,
        Self::Empty,
        Self::Blocked,
        Self::Expired,
        Self::Voided,
    ];

    /// The state as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stock => "STOCK",
            Self::Reserved => "RESERVED",
            Self::Active => "ACTIVE",
            Self::Partial => "PARTIAL",
            Self::Empty => "EMPTY",
            Self::Blocked => "BLOCKED",
            Self::Expired => "EXPIRED",
            Self::Voided => "VOIDED",
        }
    }

    /// Finds a state by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// What happens to a card. Amounts are minor units of its currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It comes into a basket.
    Reserve,
    /// The line or the basket goes.
    Release,
    /// Its sale is paid, or it carries a refund.
    Activate(i64),
    /// Its top-up is paid.
    TopUp(i64),
    /// It pays.
    Redeem(i64),
    /// The rest on it is given up, with what it pays.
    Clear,
    /// The tender that it paid is removed.
    PutBack(i64),
    /// Nobody may spend it for now.
    Block,
    /// It may be spent again.
    Unblock,
    /// Its time is over.
    Expire,
    /// It is taken back unused; only on the business date on which it was sold, before its statement.
    Void {
        /// Whether that is still so.
        is_voidable_yet: bool,
    },
}

/// What the ledger calls a change of the balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = GiftCardEntryType)]
pub enum EntryType {
    /// Charged, with its sale or as a refund.
    Activate,
    /// Topped up.
    #[serde(rename = "TOPUP")]
    TopUp,
    /// Paid with.
    Redeem,
    /// The rest that its customer gave up: the shop's income.
    Clear,
    /// Put back, because the tender was removed.
    Reverse,
    /// Forfeit.
    Expire,
    /// Taken back unused.
    Void,
}

impl EntryType {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Activate,
        Self::TopUp,
        Self::Redeem,
        Self::Clear,
        Self::Reverse,
        Self::Expire,
        Self::Void,
    ];

    /// The type as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Activate => "ACTIVATE",
            Self::TopUp => "TOPUP",
            Self::Redeem => "REDEEM",
            Self::Clear => "CLEAR",
            Self::Reverse => "REVERSE",
            Self::Expire => "EXPIRE",
            Self::Void => "VOID",
        }
    }

    /// Finds a type by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|entry| entry.name() == name)
    }
}

/// State and amounts of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The state.
    pub state: CardState,
    /// What it was charged with, top-ups included.
    pub initial: i64,
    /// What is left of it.
    pub balance: i64,
}

/// Where a card stands after a step, and what its ledger says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Where it stands.
    pub standing: Standing,
    /// What its balance changed by; none for a step that leaves it alone.
    pub entry: Option<(EntryType, i64)>,
}

/// Why a step cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barred {
    /// Not from this state.
    State,
    /// The amount is not above zero.
    Amount,
    /// Less is left than is wanted.
    Balance,
    /// More would be on it than it was charged with.
    AboveInitial,
    /// It was not sold today.
    NotToday,
}

impl Standing {
    /// A card that nobody bought.
    pub const STOCK: Self = Self {
        state: CardState::Stock,
        initial: 0,
        balance: 0,
    };

    /// Where the card stands after a step.
    ///
    /// # Errors
    /// Why the step cannot be.
    pub fn after(self, step: Step) -> Result<Moved, Barred> {
        use CardState::{Active, Blocked, Empty, Expired, Partial, Reserved, Stock, Voided};
        let is_spendable = matches!(self.state, Active | Partial);
        let silent = |state| self.moved(state, None);
        match step {
            Step::Reserve if self.state == Stock => Ok(silent(Reserved)),
            Step::Release if self.state == Reserved => Ok(silent(Stock)),
            Step::Activate(amount) if self.state == Reserved => {
                positive(amount)?;
                let charged = Self {
                    initial: amount,
                    ..self
                };
                Ok(charged.moved(Active, Some((EntryType::Activate, amount))))
            }
            // Whatever happened to the card while its top-up was being paid, the money is there.
            Step::TopUp(amount) if is_spendable || matches!(self.state, Empty | Blocked) => {
                positive(amount)?;
                let charged = Self {
                    initial: self.initial + amount,
                    ..self
                };
                let state = match self.state {
                    Blocked => Blocked,
                    _ => charged.spendable(self.balance + amount),
                };
                Ok(charged.moved(state, Some((EntryType::TopUp, amount))))
            }
            Step::Clear if is_spendable && self.balance > 0 => {
                Ok(self.moved(Empty, Some((EntryType::Clear, -self.balance))))
            }
            Step::Redeem(amount) if is_spendable => {
                positive(amount)?;
                if amount > self.balance {
                    return Err(Barred::Balance);
                }
                let state = if amount == self.balance {
                    Empty
                } else {
                    Partial
                };
                Ok(self.moved(state, Some((EntryType::Redeem, -amount))))
            }
            Step::PutBack(amount)
                if is_spendable || matches!(self.state, Empty | Blocked | Expired) =>
            {
                positive(amount)?;
                if amount > self.initial - self.balance {
                    return Err(Barred::AboveInitial);
                }
                let state = match self.state {
                    Blocked => Blocked,
                    // The job ends an expired one again.
                    _ => self.spendable(self.balance + amount),
                };
                Ok(self.moved(state, Some((EntryType::Reverse, amount))))
            }
            Step::Block if is_spendable => Ok(silent(Blocked)),
            Step::Unblock if self.state == Blocked => Ok(silent(self.spendable(self.balance))),
            Step::Expire if (is_spendable || self.state == Blocked) && self.balance > 0 => {
                Ok(self.moved(Expired, Some((EntryType::Expire, -self.balance))))
            }
            Step::Void { is_voidable_yet } if self.state == Active => {
                if !is_voidable_yet {
                    return Err(Barred::NotToday);
                }
                Ok(self.moved(Voided, Some((EntryType::Void, -self.balance))))
            }
            _ => Err(Barred::State),
        }
    }

    /// What a card that can be spent is called, by what is left on it.
    const fn spendable(self, balance: i64) -> CardState {
        if balance == 0 {
            CardState::Empty
        } else if balance == self.initial {
            CardState::Active
        } else {
            CardState::Partial
        }
    }

    const fn moved(self, state: CardState, entry: Option<(EntryType, i64)>) -> Moved {
        let change = match entry {
            Some((_, amount)) => amount,
            None => 0,
        };
        Moved {
            standing: Self {
                state,
                initial: self.initial,
                balance: self.balance + change,
            },
            entry,
        }
    }

    /// Whether there is something on it that could be spent, now or once it is free again.
    #[must_use]
    pub const fn holds_value(self) -> bool {
        let is_good = matches!(
            self.state,
            CardState::Active | CardState::Partial | CardState::Blocked
        );
        is_good && self.balance > 0
    }

    /// Whether something can be paid with it.
    #[must_use]
    pub const fn is_spendable(self) -> bool {
        matches!(self.state, CardState::Active | CardState::Partial) && self.balance > 0
    }
}

const fn positive(amount: i64) -> Result<(), Barred> {
    if amount > 0 {
        Ok(())
    } else {
        Err(Barred::Amount)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn at(state: CardState, initial: i64, balance: i64) -> Standing {
        Standing {
            state,
            initial,
            balance,
        }
    }

    #[test]
    fn each_state_allows_what_the_domain_says_and_nothing_else() {
        use CardState::{Active, Blocked, Empty, Expired, Partial, Reserved, Stock, Voided};
        let cards = [
            at(Stock, 0, 0),
            at(Reserved, 0, 0),
            at(Active, 100, 100),
            at(Partial, 100, 40),
            at(Empty, 100, 0),
            at(Blocked, 100, 40),
            at(Expired, 100, 0),
            at(Voided, 100, 0),
        ];
        let today = Step::Void {
            is_voidable_yet: true,
        };
        // One column for each card; what each step makes of it.
        let table: [(Step, [Option<CardState>; 8]); 11] = [
            (
                Step::Reserve,
                [Some(Reserved), None, None, None, None, None, None, None],
            ),
            (
                Step::Release,
                [None, Some(Stock), None, None, None, None, None, None],
            ),
            (
                Step::Activate(100),
                [None, Some(Active), None, None, None, None, None, None],
            ),
            (
                Step::Redeem(40),
                [
                    None,
                    None,
                    Some(Partial),
                    Some(Empty),
                    None,
                    None,
                    None,
                    None,
                ],
            ),
            (
                Step::TopUp(50),
                [
                    None,
                    None,
                    Some(Active),
                    Some(Partial),
                    Some(Partial),
                    Some(Blocked),
                    None,
                    None,
                ],
            ),
            (
                Step::Clear,
                [None, None, Some(Empty), Some(Empty), None, None, None, None],
            ),
            (
                Step::PutBack(60),
                [
                    None,
                    None,
                    None,
                    Some(Active),
                    Some(Partial),
                    Some(Blocked),
                    Some(Partial),
                    None,
                ],
            ),
            (
                Step::Block,
                [
                    None,
                    None,
                    Some(Blocked),
                    Some(Blocked),
                    None,
                    None,
                    None,
                    None,
                ],
            ),
            (
                Step::Unblock,
                [None, None, None, None, None, Some(Partial), None, None],
            ),
            (
                Step::Expire,
                [
                    None,
                    None,
                    Some(Expired),
                    Some(Expired),
                    None,
                    Some(Expired),
                    None,
                    None,
                ],
            ),
            (
                today,
                [None, None, Some(Voided), None, None, None, None, None],
            ),
        ];
        for (step, expected) in table {
            for (card, expected) in cards.into_iter().zip(expected) {
                let found = card.after(step).ok().map(|moved| moved.standing.state);
                assert_eq!(found, expected, "{step:?} of {card:?}");
            }
        }
    }

    #[test]
    fn a_card_of_a_hundred_pays_fifty() {
        // domain §6.3, the example.
        let card = at(CardState::Reserved, 0, 0);
        let sold = card.after(Step::Activate(10_000)).unwrap();
        assert_eq!(sold.entry, Some((EntryType::Activate, 10_000)));
        let paid = sold.standing.after(Step::Redeem(5_000)).unwrap();
        assert_eq!(paid.standing, at(CardState::Partial, 10_000, 5_000));
        assert_eq!(paid.entry, Some((EntryType::Redeem, -5_000)));
        let more = paid.standing.after(Step::Redeem(5_001));
        assert_eq!(more, Err(Barred::Balance));
        let back = paid.standing.after(Step::PutBack(5_001));
        assert_eq!(back, Err(Barred::AboveInitial));
    }

    #[test]
    fn what_is_topped_up_counts_as_charged() {
        let card = at(CardState::Partial, 10_000, 4_000);
        let more = card.after(Step::TopUp(5_000)).unwrap();
        assert_eq!(more.standing, at(CardState::Partial, 15_000, 9_000));
        assert_eq!(more.entry, Some((EntryType::TopUp, 5_000)));
        // What it paid before can still be put back, and not a cent more.
        let back = more.standing.after(Step::PutBack(6_000)).unwrap();
        assert_eq!(back.standing, at(CardState::Active, 15_000, 15_000));
        let back = more.standing.after(Step::PutBack(6_001));
        assert_eq!(back, Err(Barred::AboveInitial));
    }

    #[test]
    fn a_cleared_rest_is_put_back_with_what_was_paid() {
        let card = at(CardState::Active, 10_000, 10_000);
        let paid = card.after(Step::Redeem(9_960)).unwrap();
        let cleared = paid.standing.after(Step::Clear).unwrap();
        assert_eq!(cleared.entry, Some((EntryType::Clear, -40)));
        assert_eq!(cleared.standing, at(CardState::Empty, 10_000, 0));
        let back = cleared.standing.after(Step::PutBack(10_000)).unwrap();
        assert_eq!(back.standing, card);
    }

    #[test]
    fn amounts_are_above_zero_and_a_card_is_voided_on_its_day_only() {
        let active = at(CardState::Active, 100, 100);
        for amount in [0, -1, i64::MIN] {
            for step in [
                Step::TopUp(amount),
                Step::Redeem(amount),
                Step::PutBack(amount),
            ] {
                assert_eq!(active.after(step), Err(Barred::Amount));
            }
        }
        let reserved = at(CardState::Reserved, 0, 0);
        assert_eq!(reserved.after(Step::Activate(0)), Err(Barred::Amount));
        let later = Step::Void {
            is_voidable_yet: false,
        };
        assert_eq!(active.after(later), Err(Barred::NotToday));
    }

    #[test]
    fn every_name_finds_its_state_again() {
        for state in CardState::ALL {
            assert_eq!(CardState::parse(state.name()), Some(state));
        }
        assert_eq!(CardState::parse("Stock"), None);
        for entry in EntryType::ALL {
            assert_eq!(EntryType::parse(entry.name()), Some(entry));
            // As the till reads it.
            assert_eq!(serde_json::to_value(entry).unwrap(), entry.name());
        }
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            Just(Step::Reserve),
            Just(Step::Release),
            (-5_i64..200).prop_map(Step::Activate),
            (-5_i64..200).prop_map(Step::TopUp),
            (-5_i64..200).prop_map(Step::Redeem),
            Just(Step::Clear),
            (-5_i64..200).prop_map(Step::PutBack),
            Just(Step::Block),
            Just(Step::Unblock),
            Just(Step::Expire),
            any::<bool>().prop_map(|is_voidable_yet| Step::Void { is_voidable_yet }),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]

        #[test]
        fn the_balance_is_the_sum_of_the_ledger_after_any_steps(
            steps in proptest::collection::vec(step(), 0..60),
        ) {
            let mut card = Standing::STOCK;
            let (mut charged, mut sum) = (0, 0);
            for step in steps {
                let Ok(moved) = card.after(step) else { continue };
                if let Some((entry, amount)) = moved.entry {
                    sum += amount;
                    if matches!(entry, EntryType::Activate | EntryType::TopUp) {
                        charged += amount;
                    }
                }
                card = moved.standing;
                prop_assert_eq!(card.balance, sum);
                prop_assert_eq!(card.initial, charged);
                prop_assert!((0..=card.initial).contains(&card.balance));
                let may_hold = matches!(
                    card.state,
                    CardState::Active | CardState::Partial | CardState::Blocked
                );
                prop_assert!(card.balance == 0 || may_hold);
                prop_assert_eq!(card.state == CardState::Empty && card.balance > 0, false);
            }
        }
    }
}
