//! VAT, refund and fee (domain §7.4): exact until each of them is rounded once.

use kernel::rounding::Direction;
use kernel::{Money, Rate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A hundred per cent, in hundredths of a per cent.
pub const PERCENT_MAX: i64 = 10_000;

/// From an amount on the operator refunds a share of it and takes a share of it as its fee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TaxFreeBracket)]
pub struct Bracket {
    /// From which amount with VAT on, in minor units of the country's currency.
    #[schema(example = 50_000)]
    pub from: i64,
    /// The share of the amount with VAT that is refunded, in hundredths of a per cent.
    #[schema(example = 1_200)]
    pub percent: i64,
    /// The share of the amount with VAT that is taken off as a fee, in hundredths of a per cent.
    #[schema(example = 0)]
    pub fee: i64,
}

/// What a form comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amounts {
    /// What was paid for the goods, with VAT.
    pub gross: Money,
    /// The VAT in it.
    pub vat: Money,
    /// What the traveller gets back.
    pub refund: Money,
    /// What the operator keeps of the VAT.
    pub fee: Money,
}

/// The VAT contained in an amount: gross − gross / (1 + v).
#[must_use]
pub fn vat_in(gross: Money, rate: Rate) -> Money {
    let share = i128::from(rate.0);
    let vat = gross
        .ratio()
        .times(share, i128::from(Rate::HUNDRED.0) + share)
        .round(1, Direction::Nearest);
    Money::new(vat, gross.currency)
}

/// What is refunded of an amount that holds `vat`: never more than the VAT.
#[must_use]
pub fn refund_of(gross: Money, vat: Money, brackets: &[Bracket]) -> Money {
    let bracket = brackets
        .iter()
        .filter(|bracket| bracket.from <= gross.minor)
        .max_by_key(|bracket| bracket.from);
    let share = |percent: i64| {
        gross
            .ratio()
            .times(i128::from(percent), i128::from(PERCENT_MAX))
            .round(1, Direction::Nearest)
    };
    let refund = bracket.map_or(0, |bracket| share(bracket.percent) - share(bracket.fee));
    Money::new(refund.clamp(0, vat.minor.max(0)), gross.currency)
}

/// What goods of several rates come to: the VAT is rounded once for each rate.
///
/// # Errors
/// When currencies differ or a sum does not fit.
pub fn amounts(
    currency: kernel::Currency,
    goods: &[(Rate, Money)],
    brackets: &[Bracket],
) -> Result<Amounts, kernel::money::MoneyError> {
    let mut rates: Vec<Rate> = goods.iter().map(|(rate, _)| *rate).collect();
    rates.sort_unstable();
    rates.dedup();
    let mut gross = Money::zero(currency);
    let mut vat = Money::zero(currency);
    for rate in rates {
        let of_rate = goods.iter().filter(|(own, _)| *own == rate);
        let sum = Money::sum(currency, of_rate.map(|(_, money)| *money))?;
        gross = gross.plus(sum)?;
        vat = vat.plus(vat_in(sum, rate))?;
    }
    let refund = refund_of(gross, vat, brackets);
    Ok(Amounts {
        gross,
        vat,
        refund,
        fee: vat.minus(refund)?,
    })
}

/// Whether brackets rise and no share is beyond reason; the number of the first that is wrong.
#[must_use]
pub fn wrong_bracket(brackets: &[Bracket]) -> Option<usize> {
    let is_wrong = |index: usize| {
        let bracket = brackets[index];
        let rises = index == 0 || brackets[index - 1].from < bracket.from;
        bracket.from < 0
            || !rises
            || !(0..=PERCENT_MAX).contains(&bracket.percent)
            || !(0..=bracket.percent).contains(&bracket.fee)
    };
    (0..brackets.len()).find(|index| is_wrong(*index))
}

#[cfg(test)]
mod tests {
    use kernel::Currency;
    use proptest::prelude::*;

    use super::*;

    const FR: [Bracket; 3] = [
        Bracket {
            from: 0,
            percent: 1_000,
            fee: 0,
        },
        Bracket {
            from: 50_000,
            percent: 1_200,
            fee: 0,
        },
        Bracket {
            from: 500_000,
            percent: 1_300,
            fee: 0,
        },
    ];
    const CN: [Bracket; 1] = [Bracket {
        from: 0,
        percent: 1_100,
        fee: 200,
    }];

    fn eur(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    #[test]
    fn the_examples_of_the_domain() {
        let france = amounts(Currency::Eur, &[(Rate::percent(20), eur(149_000))], &FR).unwrap();
        assert_eq!(france.vat, eur(24_833));
        assert_eq!(france.refund, eur(17_880));
        assert_eq!(france.fee, eur(6_953));
        let cny = |minor| Money::new(minor, Currency::Cny);
        let china = amounts(Currency::Cny, &[(Rate::percent(13), cny(268_000))], &CN).unwrap();
        assert_eq!(china.refund, cny(24_120));
    }

    #[test]
    fn the_bracket_is_the_highest_that_the_amount_reaches() {
        for (gross, refund) in [
            (10_001, 1_000),
            (49_999, 5_000),
            (50_000, 6_000),
            (500_000, 65_000),
        ] {
            let vat = vat_in(eur(gross), Rate::percent(20));
            assert_eq!(refund_of(eur(gross), vat, &FR), eur(refund), "{gross}");
        }
        assert_eq!(refund_of(eur(100), eur(17), &[]), eur(0));
    }

    #[test]
    fn rates_are_rounded_one_by_one() {
        let goods = [
            (Rate::percent(20), eur(101)),
            (Rate(55_000), eur(101)),
            (Rate::percent(20), eur(101)),
        ];
        let found = amounts(Currency::Eur, &goods, &[]).unwrap();
        assert_eq!((found.gross, found.vat), (eur(303), eur(34 + 5)));
        assert_eq!((found.refund, found.fee), (eur(0), eur(39)));
    }

    #[test]
    fn brackets_that_fall_or_exceed_are_named() {
        assert_eq!(wrong_bracket(&FR), None);
        assert_eq!(wrong_bracket(&[FR[1], FR[0]]), Some(1));
        let much = Bracket {
            from: 0,
            percent: 10_001,
            fee: 0,
        };
        assert_eq!(wrong_bracket(&[much]), Some(0));
        let fee = Bracket {
            from: 0,
            percent: 100,
            fee: 101,
        };
        assert_eq!(wrong_bracket(&[fee]), Some(0));
    }

    proptest! {
        #[test]
        fn refund_and_fee_are_the_vat(
            gross in 0_i64..100_000_000, rate in 0_i64..400_000, percent in 0_i64..=10_000,
        ) {
            let brackets = [Bracket { from: 0, percent, fee: percent / 3 }];
            let found = amounts(Currency::Eur, &[(Rate(rate), eur(gross))], &brackets).unwrap();
            prop_assert_eq!(found.refund.plus(found.fee).unwrap(), found.vat);
            prop_assert!(found.refund.minor >= 0 && found.fee.minor >= 0);
            prop_assert!(found.vat.minor <= gross);
        }
    }
}
