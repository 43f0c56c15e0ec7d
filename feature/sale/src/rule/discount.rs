//! Discounts that staff give: what may be asked, and what it comes to (domain §1.6).

use kernel::id::StaffId;
use kernel::{Rate, code};
use promotion::rule::package::PackageId;
use promotion::rule::piece::{Exclusion, PriceRounding};
use promotion::rule::value::percent;
use serde::{Deserialize, Serialize};

code! {
    /// Why a discount is given, from head office's list, for example `DAMAGED`.
    ReasonCode,
    "DAMAGED"
}

/// A discount as it is entered, on a line or on the basket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Asked {
    /// A part of what is left to discount.
    Percent(Rate),
    /// An amount, in minor units.
    Amount(i64),
    /// What the line or the basket shall cost, in minor units.
    Target(i64),
}

/// A discount that somebody gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manual {
    /// What was entered.
    pub asked: Asked,
    /// What it was given on: what the line or basket left to discount then, in minor units. An
    /// amount or target does not outlive what would make it a larger part than was granted.
    pub basis: i64,
    /// Why.
    pub reason: ReasonCode,
    /// Who gave it.
    pub given_by: StaffId,
    /// Who approved it; none when it was within the giver's own limits.
    pub approved_by: Option<StaffId>,
    /// The most of a line that all discounts may take together on the word of whoever stands for it. It does not
    /// outlive what makes them take more.
    #[serde(default = "unlimited")]
    pub granted: Rate,
}

/// Of discounts in prices that were fixed before it was kept nobody knows what was granted: they stand.
const fn unlimited() -> Rate {
    Rate::HUNDRED
}

/// What keeps manual discounts away from pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Barrier {
    /// What the line is: a return, gift, gift card, service, deposit or item without discounts.
    Line(Exclusion),
    /// The package that the pieces belong to.
    Package(PackageId),
}

/// What keeps any manual discount away from a line. Another price does not: it only leaves packages.
#[must_use]
pub fn barrier(exclusion: Option<Exclusion>) -> Option<Barrier> {
    exclusion
        .filter(|exclusion| *exclusion != Exclusion::PriceOverridden)
        .map(Barrier::Line)
}

/// What a manual discount is taken from, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// What the whole line or basket costs before the discount.
    pub total: i64,
    /// What of it may be discounted.
    pub open: i64,
}

/// Why a discount cannot be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiscountRefusal {
    /// No reason was chosen.
    ReasonMissing,
    /// The line takes none.
    Barred(Barrier),
    /// Nothing is left that could be discounted.
    NothingToDiscount,
    /// The percentage is not above 0 and at most 100.
    PercentOutOfBounds,
    /// The amount is not above zero.
    AmountNotPositive,
    /// The amount is more than what may be discounted.
    AmountAboveRest {
        /// The most, in minor units.
        most: i64,
    },
    /// The target is below zero.
    TargetBelowZero,
    /// The target is no discount.
    TargetNotBelowTotal {
        /// What it costs, in minor units.
        total: i64,
    },
    /// The target is below what cannot be discounted.
    TargetTooLow {
        /// The lowest target, in minor units.
        least: i64,
    },
    /// The store's rounding leaves nothing of it.
    RoundsToNothing,
}

/// What a new discount comes to, in minor units.
///
/// # Errors
/// When it cannot be given.
pub fn ask(
    asked: Asked,
    reason: &ReasonCode,
    rest: Rest,
    rounding: PriceRounding,
) -> Result<i64, DiscountRefusal> {
    if reason.as_str().trim().is_empty() {
        return Err(DiscountRefusal::ReasonMissing);
    }
    if rest.open <= 0 {
        return Err(DiscountRefusal::NothingToDiscount);
    }
    match asked {
        Asked::Percent(rate) if rate <= Rate::ZERO || rate > Rate::HUNDRED => {
            Err(DiscountRefusal::PercentOutOfBounds)
        }
        Asked::Amount(amount) if amount <= 0 => Err(DiscountRefusal::AmountNotPositive),
        Asked::Amount(amount) if amount > rest.open => {
            Err(DiscountRefusal::AmountAboveRest { most: rest.open })
        }
        Asked::Target(target) if target < 0 => Err(DiscountRefusal::TargetBelowZero),
        Asked::Target(target) if target >= rest.total => {
            Err(DiscountRefusal::TargetNotBelowTotal { total: rest.total })
        }
        Asked::Target(target) if rest.total - target > rest.open => {
            Err(DiscountRefusal::TargetTooLow {
                least: rest.total - rest.open,
            })
        }
        _ => match value(asked, rest, rounding) {
            0 => Err(DiscountRefusal::RoundsToNothing),
            amount => Ok(amount),
        },
    }
}

/// What a discount comes to: never below zero, never more than what may be discounted.
#[must_use]
pub fn value(asked: Asked, rest: Rest, rounding: PriceRounding) -> i64 {
    let amount = match asked {
        Asked::Percent(rate) => percent(rest.open, rest.open, rate, rounding),
        Asked::Amount(amount) => amount,
        Asked::Target(target) => rest.total - target,
    };
    amount.clamp(0, rest.open.max(0))
}

/// Whether a discount that was given still stands. A percentage does; an amount does while what it
/// is taken from did not shrink, so that its part never grows beyond what was granted; a target does
/// while nothing changed.
#[must_use]
pub const fn stands(manual: &Manual, rest: Rest) -> bool {
    match manual.asked {
        Asked::Percent(_) => true,
        Asked::Amount(_) => rest.open >= manual.basis,
        Asked::Target(_) => rest.open == manual.basis,
    }
}

#[cfg(test)]
mod tests {
    use kernel::rounding::Direction;
    use proptest::prelude::*;

    use super::*;

    const WHOLE: Rest = Rest {
        total: 14_900,
        open: 14_900,
    };

    fn asked(asked: Asked, rest: Rest) -> Result<i64, DiscountRefusal> {
        ask(
            asked,
            &ReasonCode::from("DAMAGED"),
            rest,
            PriceRounding::MINOR_UNIT,
        )
    }

    #[test]
    fn a_discount_is_a_percentage_an_amount_or_a_target() {
        let part = Rest {
            total: 14_900,
            open: 5_000,
        };
        use DiscountRefusal as R;
        let percent = |percent| Asked::Percent(Rate::percent(percent));
        let table = [
            (percent(10), WHOLE, Ok(1_490)),
            (percent(100), WHOLE, Ok(14_900)),
            (percent(10), part, Ok(500)),
            (Asked::Percent(Rate(55_000)), WHOLE, Ok(820)),
            (percent(0), WHOLE, Err(R::PercentOutOfBounds)),
            (percent(101), WHOLE, Err(R::PercentOutOfBounds)),
            (Asked::Percent(Rate(1)), part, Err(R::RoundsToNothing)),
            (Asked::Amount(1_490), WHOLE, Ok(1_490)),
            (Asked::Amount(14_900), WHOLE, Ok(14_900)),
            (Asked::Amount(0), WHOLE, Err(R::AmountNotPositive)),
            (Asked::Amount(-1), WHOLE, Err(R::AmountNotPositive)),
            (
                Asked::Amount(5_001),
                part,
                Err(R::AmountAboveRest { most: 5_000 }),
            ),
            (Asked::Target(14_000), WHOLE, Ok(900)),
            (Asked::Target(9_900), part, Ok(5_000)),
            (
                Asked::Target(9_899),
                part,
                Err(R::TargetTooLow { least: 9_900 }),
            ),
            (
                Asked::Target(14_900),
                WHOLE,
                Err(R::TargetNotBelowTotal { total: 14_900 }),
            ),
            (Asked::Target(-1), WHOLE, Err(R::TargetBelowZero)),
            (
                percent(10),
                Rest {
                    total: 14_900,
                    open: 0,
                },
                Err(R::NothingToDiscount),
            ),
        ];
        for (entered, rest, expected) in table {
            assert_eq!(asked(entered, rest), expected, "{entered:?} of {rest:?}");
        }
        let blank = ask(
            percent(10),
            &ReasonCode::from(" "),
            WHOLE,
            PriceRounding::MINOR_UNIT,
        );
        assert_eq!(blank, Err(R::ReasonMissing));
    }

    #[test]
    fn a_percentage_leaves_a_multiple_of_the_stores_step() {
        // HKD 1,235 less 10 % is 1,111.50, and 1,112.00 is to pay (domain §1.6).
        let rest = Rest {
            total: 123_500,
            open: 123_500,
        };
        let dollars = PriceRounding {
            step: 100,
            direction: Direction::Nearest,
        };
        let ten = Asked::Percent(Rate::percent(10));
        assert_eq!(value(ten, rest, dollars), 12_300);
        // What is entered as money is money.
        assert_eq!(value(Asked::Amount(12_350), rest, dollars), 12_350);
        assert_eq!(value(Asked::Target(111_150), rest, dollars), 12_350);
    }

    #[test]
    fn an_amount_does_not_outlive_what_makes_it_a_larger_part() {
        let manual = |asked| Manual {
            asked,
            basis: 10_000,
            reason: ReasonCode::from("DAMAGED"),
            given_by: StaffId::from("seller"),
            approved_by: None,
            granted: Rate::HUNDRED,
        };
        // open, percentage, amount, target
        let table = [
            (9_999, true, false, false),
            (10_000, true, true, true),
            (10_001, true, true, false),
        ];
        for (open, percentage, amount, target) in table {
            let rest = Rest { total: open, open };
            let stands = |asked| stands(&manual(asked), rest);
            assert_eq!(stands(Asked::Percent(Rate::percent(10))), percentage);
            assert_eq!(stands(Asked::Amount(1_000)), amount);
            assert_eq!(stands(Asked::Target(9_000)), target);
        }
    }

    #[test]
    fn what_was_fixed_before_it_was_kept_what_is_granted_stands() {
        let mut given = super::super::testing::manual(Asked::Amount(1_000), 10_000);
        given.granted = Rate::percent(5);
        let mut kept = serde_json::to_value(&given).unwrap();
        let read =
            |kept: &serde_json::Value| serde_json::from_value::<Manual>(kept.clone()).unwrap();
        assert_eq!(read(&kept), given);
        kept.as_object_mut().unwrap().remove("granted");
        assert_eq!(read(&kept).granted, Rate::HUNDRED);
    }

    #[test]
    fn another_price_is_no_barrier() {
        assert_eq!(barrier(None), None);
        assert_eq!(barrier(Some(Exclusion::PriceOverridden)), None);
        for exclusion in [
            Exclusion::Returned,
            Exclusion::GiftCard,
            Exclusion::GiftWithPurchase,
            Exclusion::NoStock,
            Exclusion::DepositSettlement,
            Exclusion::NotDiscountable,
        ] {
            assert_eq!(barrier(Some(exclusion)), Some(Barrier::Line(exclusion)));
        }
    }

    proptest! {
        #[test]
        fn what_is_granted_is_what_is_taken_and_never_more_than_there_is(
            open in 0_i64..1_000_000, fixed in 0_i64..1_000_000,
            kind in 0..3, number in -10_i64..2_000_000,
            step in prop_oneof![Just(1_i64), Just(5), Just(100)],
        ) {
            let rounding = PriceRounding { step, direction: Direction::Nearest };
            let rest = Rest { total: open + fixed, open };
            let asked = match kind {
                0 => Asked::Percent(Rate(number)),
                1 => Asked::Amount(number),
                _ => Asked::Target(number),
            };
            let taken = value(asked, rest, rounding);
            prop_assert!((0..=open).contains(&taken));
            if let Ok(granted) = ask(asked, &ReasonCode::from("DAMAGED"), rest, rounding) {
                prop_assert_eq!(granted, taken);
                prop_assert!(granted > 0);
                if let Asked::Target(target) = asked {
                    prop_assert_eq!(rest.total - granted, target);
                }
            }
        }
    }
}
