//! What can happen to a drawer outside of a sale, and what must be said of it.

use kernel::{Currency, Money, Refusal};
use serde::{Deserialize, Serialize};
use setting::rule::{code, filled};
use utoipa::ToSchema;

use crate::{AMOUNT_OUT_OF_BOUNDS, CURRENCY_NOT_KEPT};

/// How long a reason may be.
pub const REASON_MAX: usize = 100;
/// The most that one entry moves, in minor units.
pub const AMOUNT_MAX: i64 = 1_000_000_000;

/// What happened to a drawer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = DrawerEntryType)]
pub enum EntryType {
    /// What lies in it when the day begins, or that this is taken back.
    Float,
    /// Cash was put in.
    CashIn,
    /// Cash was taken out and spent.
    CashOut,
    /// Cash was taken to the safe.
    SafeDrop,
    /// Cash was taken to the bank in a bag.
    BankBag,
    /// It was opened, and nothing was moved.
    NoSale,
}

impl EntryType {
    /// Every type.
    pub const ALL: [Self; 6] = [
        Self::Float,
        Self::CashIn,
        Self::CashOut,
        Self::SafeDrop,
        Self::BankBag,
        Self::NoSale,
    ];

    /// The type as it is stored.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Float => "FLOAT",
            Self::CashIn => "CASH_IN",
            Self::CashOut => "CASH_OUT",
            Self::SafeDrop => "SAFE_DROP",
            Self::BankBag => "BANK_BAG",
            Self::NoSale => "NO_SALE",
        }
    }

    /// Finds a type by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// By how much what lies in the drawer changes.
    const fn signed(self, amount: i64) -> i64 {
        match self {
            Self::Float | Self::CashIn => amount,
            Self::CashOut | Self::SafeDrop | Self::BankBag => -amount,
            Self::NoSale => 0,
        }
    }

    /// The least amount. A day may begin with an empty drawer.
    const fn least(self) -> i64 {
        match self {
            Self::Float | Self::NoSale => 0,
            Self::CashIn | Self::CashOut | Self::SafeDrop | Self::BankBag => 1,
        }
    }

    /// Whether it must be said why.
    const fn needs_reason(self) -> bool {
        matches!(self, Self::CashIn | Self::CashOut | Self::NoSale)
    }
}

/// What somebody wants to enter.
#[derive(Clone, Debug)]
pub struct Wish<'a> {
    /// What happens.
    pub entry_type: EntryType,
    /// How much is moved, never below zero.
    pub amount: Money,
    /// Why.
    pub reason: &'a str,
    /// The number on the bank bag.
    pub bag_no: &'a str,
}

/// What is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What happens.
    pub entry_type: EntryType,
    /// By how much what lies in the drawer changes.
    pub amount: Money,
    /// Why; blank where it need not be said.
    pub reason: String,
    /// The number on the bank bag.
    pub bag_no: Option<String>,
}

/// What is entered for a wish, in a drawer that keeps cash in `currencies`.
///
/// # Errors
/// When the amount is beyond reason or of another currency, nobody said why, or the bag has no number.
pub fn check(wish: &Wish<'_>, currencies: &[Currency]) -> Result<Checked, Refusal> {
    let Wish {
        entry_type, amount, ..
    } = *wish;
    let currency = amount.currency;
    if !currencies.contains(&currency) {
        return Err(Refusal::new(&CURRENCY_NOT_KEPT)
            .with("currency", currency.code())
            .at("amount"));
    }
    let least = entry_type.least();
    if !(least..=AMOUNT_MAX).contains(&amount.minor) {
        return Err(Refusal::new(&AMOUNT_OUT_OF_BOUNDS)
            .with("minimum", Money::new(least, currency))
            .with("maximum", Money::new(AMOUNT_MAX, currency))
            .at("amount"));
    }
    Ok(Checked {
        entry_type,
        amount: Money::new(entry_type.signed(amount.minor), currency),
        reason: match entry_type.needs_reason() {
            true => filled(wish.reason, REASON_MAX, "reason")?,
            false => String::new(),
        },
        bag_no: match entry_type {
            EntryType::BankBag => Some(bag_no(wish.bag_no)?),
            _ => None,
        },
    })
}

/// What is entered for cash that was counted and goes to the bank: a statement says that it lies in the drawer,
/// in whatever currency and however much it is.
///
/// # Errors
/// When the bag has no number.
pub fn bagged(amount: Money, typed: &str) -> Result<Checked, Refusal> {
    let entry_type = EntryType::BankBag;
    Ok(Checked {
        entry_type,
        amount: Money::new(entry_type.signed(amount.minor), amount.currency),
        reason: String::new(),
        bag_no: Some(bag_no(typed)?),
    })
}

/// The number on a bank bag, as it is kept.
///
/// # Errors
/// When there is none, or no bag has such a number.
pub fn bag_no(typed: &str) -> Result<String, Refusal> {
    code(&typed.to_uppercase(), "bagNo")
}

#[cfg(test)]
mod tests {
    use EntryType::{BankBag, CashIn, CashOut, Float, NoSale, SafeDrop};
    use kernel::Currency::{Chf, Eur, Usd};
    use setting::{CODE_MALFORMED, REQUIRED, TEXT_TOO_LONG};

    use super::*;

    fn wish(entry_type: EntryType, minor: i64) -> Wish<'static> {
        Wish {
            entry_type,
            amount: Money::new(minor, Eur),
            reason: " Stamps ",
            bag_no: " bb-17 ",
        }
    }

    #[test]
    fn every_name_finds_its_type_again() {
        for it in EntryType::ALL {
            assert_eq!(EntryType::parse(it.name()), Some(it));
        }
        assert_eq!(EntryType::parse("float"), None);
    }

    #[test]
    fn an_amount_has_the_sign_of_what_it_does_to_the_drawer() {
        // type, amount, what changes, reason, bag
        let table = [
            (Float, 20_000, 20_000, "", None),
            (Float, 0, 0, "", None),
            (CashIn, 500, 500, "Stamps", None),
            (CashOut, 500, -500, "Stamps", None),
            (SafeDrop, 90_000, -90_000, "", None),
            (BankBag, 90_000, -90_000, "", Some("BB-17")),
            (NoSale, 0, 0, "Stamps", None),
            (CashOut, AMOUNT_MAX, -AMOUNT_MAX, "Stamps", None),
        ];
        for (entry_type, minor, amount, reason, bag_no) in table {
            let checked = check(&wish(entry_type, minor), &[Eur]);
            let expected = Checked {
                entry_type,
                amount: Money::new(amount, Eur),
                reason: reason.to_owned(),
                bag_no: bag_no.map(str::to_owned),
            };
            assert_eq!(checked, Ok(expected), "{entry_type:?} {minor}");
        }
    }

    #[test]
    fn what_a_statement_counted_goes_into_the_bag_whatever_the_till_takes() {
        for amount in [Money::new(15_000, Usd), Money::new(AMOUNT_MAX + 1, Eur)] {
            let expected = Checked {
                entry_type: BankBag,
                amount: Money::new(-amount.minor, amount.currency),
                reason: String::new(),
                bag_no: Some("BB-17".to_owned()),
            };
            assert_eq!(bagged(amount, " bb-17 "), Ok(expected));
        }
        let refusal = bagged(Money::new(1, Usd), " ").unwrap_err();
        assert_eq!(refusal.kind, &REQUIRED);
    }

    #[test]
    fn amounts_currencies_reasons_and_bags_are_looked_at() {
        let long = "x".repeat(REASON_MAX + 1);
        let with = |entry_type, reason, bag_no| Wish {
            reason,
            bag_no,
            ..wish(entry_type, 100)
        };
        let table = [
            (wish(CashIn, 0), &AMOUNT_OUT_OF_BOUNDS),
            (wish(Float, -1), &AMOUNT_OUT_OF_BOUNDS),
            (wish(SafeDrop, AMOUNT_MAX + 1), &AMOUNT_OUT_OF_BOUNDS),
            (wish(CashOut, i64::MIN), &AMOUNT_OUT_OF_BOUNDS),
            (with(CashIn, " ", ""), &REQUIRED),
            (with(CashOut, "", ""), &REQUIRED),
            (
                Wish {
                    amount: Money::zero(Eur),
                    ..with(NoSale, "", "")
                },
                &REQUIRED,
            ),
            (with(CashOut, &long, ""), &TEXT_TOO_LONG),
            (with(BankBag, "", ""), &REQUIRED),
            (with(BankBag, "", "B 1"), &CODE_MALFORMED),
        ];
        for (wish, expected) in table {
            let refusal = check(&wish, &[Eur]).unwrap_err();
            assert_eq!(refusal.kind, expected, "{wish:?}");
        }
        let francs = Wish {
            amount: Money::new(100, Chf),
            ..wish(SafeDrop, 100)
        };
        let refusal = check(&francs, &[Eur, Usd]).unwrap_err();
        assert_eq!(refusal.kind, &CURRENCY_NOT_KEPT);
        assert!(check(&francs, &[Eur, Chf]).is_ok());
    }
}
