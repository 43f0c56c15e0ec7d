//! The VAT contained in what a customer pays: once per rate, then spread over the lines (domain
//! §1.4 step 4).

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use kernel::rounding::{Direction, Ratio};
use kernel::{Currency, Money, Rate};

/// VAT of one rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VatAmount {
    /// The rate.
    pub rate: Rate,
    /// What was paid at this rate, VAT included.
    pub gross: Money,
    /// The VAT contained in it.
    pub amount: Money,
}

/// VAT per rate, and the share of each line in the order of `lines`.
#[must_use]
pub fn vat_of(currency: Currency, lines: &[(Money, Rate)]) -> (Vec<VatAmount>, Vec<Money>) {
    let mut by_rate: BTreeMap<Rate, Vec<usize>> = BTreeMap::new();
    for (position, (_, rate)) in lines.iter().enumerate() {
        by_rate.entry(*rate).or_default().push(position);
    }
    let mut shares = vec![Money::zero(currency); lines.len()];
    let mut amounts = Vec::with_capacity(by_rate.len());
    for (rate, positions) in by_rate {
        let weights: Vec<i64> = positions.iter().map(|at| lines[*at].0.minor).collect();
        let gross = weights.iter().sum();
        let contained = Ratio::integer(i128::from(gross))
            .times(i128::from(rate.0), i128::from(Rate::HUNDRED.0 + rate.0))
            .round(1, Direction::Nearest);
        let amount = Money::new(contained, currency);
        for (position, share) in positions.iter().zip(amount.allocate(&weights, 1)) {
            shares[*position] = share;
        }
        amounts.push(VatAmount {
            rate,
            gross: Money::new(gross, currency),
            amount,
        });
    }
    (amounts, shares)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn euro(minor: i64) -> Money {
        Money::new(minor, Currency::Eur)
    }

    #[test]
    fn the_worked_basket_contains_58_90() {
        let lines = [12739, 16910, 5691].map(|net| (euro(net), Rate::percent(20)));
        let (amounts, shares) = vat_of(Currency::Eur, &lines);
        assert_eq!(amounts[0].amount, euro(5890));
        assert_eq!(shares, [2123, 2818, 949].map(euro));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn no_cent_of_vat_is_lost(
            lines in proptest::collection::vec((0_i64..10_000_000, 0_usize..4), 1..12),
            currency in prop_oneof![
                Just(Currency::Jpy), Just(Currency::Eur), Just(Currency::Kwd)
            ],
        ) {
            let rates = [0, 55_000, 200_000, 220_000].map(Rate);
            let lines: Vec<_> = lines
                .iter()
                .map(|(net, rate)| (Money::new(*net, currency), rates[*rate]))
                .collect();
            let (amounts, shares) = vat_of(currency, &lines);
            let by_rate: i64 = amounts.iter().map(|vat| vat.amount.minor).sum();
            prop_assert_eq!(shares.iter().map(|share| share.minor).sum::<i64>(), by_rate);
            let gross: i64 = amounts.iter().map(|vat| vat.gross.minor).sum();
            prop_assert_eq!(gross, lines.iter().map(|(net, _)| net.minor).sum::<i64>());
            prop_assert!(amounts.iter().all(|vat| vat.amount.minor <= vat.gross.minor));
            // The refund of everything contains the same VAT with the other sign.
            let back: Vec<_> = lines
                .iter()
                .map(|(net, rate)| (Money::new(-net.minor, currency), *rate))
                .collect();
            let (refund, refund_shares) = vat_of(currency, &back);
            prop_assert!(
                shares.iter().zip(&refund_shares).all(|(a, b)| a.minor == -b.minor)
            );
            prop_assert!(
                amounts.iter().zip(&refund).all(|(a, b)| a.amount.minor == -b.amount.minor)
            );
        }
    }
}
