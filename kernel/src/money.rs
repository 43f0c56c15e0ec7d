//! Money: an integer of minor units together with its currency (ISO 4217), never a float.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::rounding::Ratio;

/// The currencies that Vitrine sells in, with the exponents of ISO 4217.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "UPPERCASE")]
#[expect(missing_docs, reason = "the variants are ISO 4217 codes")]
pub enum Currency {
    Eur,
    Gbp,
    Chf,
    Usd,
    Cny,
    Hkd,
    Mop,
    Twd,
    Sgd,
    Aed,
    Jpy,
    Krw,
    Kwd,
}

impl Currency {
    /// Every currency known.
    pub const ALL: [Self; 13] = [
        Self::Eur,
        Self::Gbp,
        Self::Chf,
        Self::Usd,
        Self::Cny,
        Self::Hkd,
        Self::Mop,
        Self::Twd,
        Self::Sgd,
        Self::Aed,
        Self::Jpy,
        Self::Krw,
        Self::Kwd,
    ];

    /// The number of decimals of the minor unit: 2 for euro, 0 for yen, 3 for Kuwaiti dinar.
    #[must_use]
    pub const fn exponent(self) -> u32 {
        match self {
            Self::Jpy | Self::Krw => 0,
            Self::Kwd => 3,
            Self::Eur
            | Self::Gbp
            | Self::Chf
            | Self::Usd
            | Self::Cny
            | Self::Hkd
            | Self::Mop
            | Self::Twd
            | Self::Sgd
            | Self::Aed => 2,
        }
    }

    /// The three letters of ISO 4217.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Eur => "EUR",
            Self::Gbp => "GBP",
            Self::Chf => "CHF",
            Self::Usd => "USD",
            Self::Cny => "CNY",
            Self::Hkd => "HKD",
            Self::Mop => "MOP",
            Self::Twd => "TWD",
            Self::Sgd => "SGD",
            Self::Aed => "AED",
            Self::Jpy => "JPY",
            Self::Krw => "KRW",
            Self::Kwd => "KWD",
        }
    }

    /// The sign that leads an amount on paper, for example `€` or `HK$`.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Eur => "€",
            Self::Gbp => "£",
            Self::Chf => "CHF ",
            Self::Usd => "$",
            Self::Cny | Self::Jpy => "¥",
            Self::Hkd => "HK$",
            Self::Mop => "MOP$",
            Self::Twd => "NT$",
            Self::Sgd => "S$",
            Self::Aed => "AED ",
            Self::Krw => "₩",
            Self::Kwd => "KWD ",
        }
    }

    /// Finds a currency by its ISO 4217 code.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|currency| currency.code() == code)
    }

    /// The currencies of codes with blanks between them, each once and in their order; none when one of
    /// them is no currency.
    #[must_use]
    pub fn parse_list(codes: &str) -> Option<Vec<Self>> {
        let mut currencies = Vec::new();
        for code in codes.split_whitespace() {
            let currency = Self::parse(code)?;
            if !currencies.contains(&currency) {
                currencies.push(currency);
            }
        }
        Some(currencies)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// What can go wrong in arithmetic with money. Both are programming errors, not refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Two amounts of different currencies met.
    #[error("amounts of {0} and {1} do not add")]
    CurrencyMismatch(Currency, Currency),
    /// The result does not fit 64 bits of minor units.
    #[error("the amount is too large")]
    Overflow,
}

/// An amount of one currency in minor units (cents, yen, fils).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"minor": 14900, "currency": "EUR"}))]
pub struct Money {
    /// Minor units, negative for money given back.
    pub minor: i64,
    /// The currency of the amount.
    pub currency: Currency,
}

impl Money {
    /// An amount of minor units.
    #[must_use]
    pub const fn new(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// Nothing, in a currency.
    #[must_use]
    pub const fn zero(currency: Currency) -> Self {
        Self::new(0, currency)
    }

    /// Adds two amounts of one currency.
    ///
    /// # Errors
    /// When the currencies differ or the sum does not fit.
    pub fn plus(self, other: Self) -> Result<Self, MoneyError> {
        self.same_currency(other)?;
        let minor = self
            .minor
            .checked_add(other.minor)
            .ok_or(MoneyError::Overflow)?;
        Ok(Self::new(minor, self.currency))
    }

    /// Subtracts an amount of the same currency.
    ///
    /// # Errors
    /// When the currencies differ or the difference does not fit.
    pub fn minus(self, other: Self) -> Result<Self, MoneyError> {
        self.same_currency(other)?;
        let minor = self
            .minor
            .checked_sub(other.minor)
            .ok_or(MoneyError::Overflow)?;
        Ok(Self::new(minor, self.currency))
    }

    /// The amount of `count` pieces at this price.
    ///
    /// # Errors
    /// When the product does not fit.
    pub fn times(self, count: i64) -> Result<Self, MoneyError> {
        let minor = self.minor.checked_mul(count).ok_or(MoneyError::Overflow)?;
        Ok(Self::new(minor, self.currency))
    }

    /// Adds up amounts of one currency; nothing gives zero.
    ///
    /// # Errors
    /// When a currency differs or the sum does not fit.
    pub fn sum(
        currency: Currency,
        amounts: impl IntoIterator<Item = Self>,
    ) -> Result<Self, MoneyError> {
        amounts
            .into_iter()
            .try_fold(Self::zero(currency), Self::plus)
    }

    /// Whether the amount is above nothing.
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.minor > 0
    }

    /// The amount as an exact fraction of minor units, for rules that round once at their end.
    #[must_use]
    pub fn ratio(self) -> Ratio {
        Ratio::integer(i128::from(self.minor))
    }

    /// Splits the amount over `weights` without losing a minor unit: largest remainder, ties to the
    /// larger weight, then to the earlier position (domain C5). The shares are multiples of `step`,
    /// except that what `step` does not divide goes to the first share of the order above. Only the
    /// size of a weight counts, so that the weights of a refund may be negative; weights that are
    /// all zero give everything to the first.
    #[must_use]
    pub fn allocate(self, weights: &[i64], step: i64) -> Vec<Self> {
        allocate(self.minor, weights, step)
            .into_iter()
            .map(|minor| Self::new(minor, self.currency))
            .collect()
    }

    /// The figures of the amount as the specification prints them: thousands comma, dot decimal,
    /// decimals by currency, minus as U+2212 before the sign.
    #[must_use]
    pub fn text(self) -> String {
        let minus = if self.minor < 0 { "\u{2212}" } else { "" };
        format!("{minus}{}{}", self.currency.sign(), self.figures())
    }

    /// As [`Money::text`], without sign and minus.
    #[must_use]
    pub fn figures(self) -> String {
        let exponent = self.currency.exponent();
        let unit = 10_u64.pow(exponent);
        let minor = self.minor.unsigned_abs();
        let whole = (minor / unit).to_string();
        let mut grouped = String::with_capacity(whole.len() + whole.len() / 3);
        for (position, digit) in whole.chars().enumerate() {
            if position > 0 && (whole.len() - position).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        match exponent {
            0 => grouped,
            decimals => {
                format!(
                    "{grouped}.{:0width$}",
                    minor % unit,
                    width = decimals as usize
                )
            }
        }
    }

    fn same_currency(self, other: Self) -> Result<(), MoneyError> {
        if self.currency == other.currency {
            Ok(())
        } else {
            Err(MoneyError::CurrencyMismatch(self.currency, other.currency))
        }
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// [`Money::allocate`] on bare minor units.
fn allocate(total: i64, weights: &[i64], step: i64) -> Vec<i64> {
    let sign = total.signum();
    let magnitude = i128::from(total.unsigned_abs());
    let step = i128::from(step.max(1));
    let size = |weight: &i64| i128::from(weight.unsigned_abs());
    let sum: i128 = weights.iter().map(size).sum();
    let mut shares = vec![0_i128; weights.len()];
    if sum == 0 {
        if let Some(first) = shares.first_mut() {
            *first = magnitude;
        }
        return signed(&shares, sign);
    }
    let mut order: Vec<(i128, i128, usize)> = Vec::with_capacity(weights.len());
    for (position, weight) in weights.iter().enumerate() {
        let exact = magnitude * size(weight);
        shares[position] = exact / (sum * step) * step;
        order.push((exact % (sum * step), size(weight), position));
    }
    order.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.cmp(&b.2)));
    let mut missing = magnitude - shares.iter().sum::<i128>();
    // Fewer steps are missing than there are weights, so that one round is enough.
    for (_, _, position) in &order {
        if missing < step {
            break;
        }
        shares[*position] += step;
        missing -= step;
    }
    shares[order[0].2] += missing;
    signed(&shares, sign)
}

fn signed(shares: &[i128], sign: i64) -> Vec<i64> {
    shares
        .iter()
        .map(|share| sign * i64::try_from(*share).unwrap_or(i64::MAX))
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn shares_follow_the_worked_examples() {
        let shares = |total, weights: &[i64], step| allocate(total, weights, step);
        assert_eq!(shares(1860, &[13410, 17800, 5990], 1), [671, 890, 299]);
        assert_eq!(
            shares(10000, &[99000, 68000, 45000], 100),
            [4700, 3200, 2100]
        );
        assert_eq!(shares(-1860, &[13410, 17800, 5990], 1), [-671, -890, -299]);
    }

    #[test]
    fn amounts_print_with_comma_dot_and_true_minus() {
        assert_eq!(Money::new(129_000, Currency::Eur).text(), "€1,290.00");
        assert_eq!(Money::new(-1_950, Currency::Eur).text(), "\u{2212}€19.50");
        assert_eq!(Money::new(16_500, Currency::Jpy).text(), "¥16,500");
        assert_eq!(Money::new(25_500, Currency::Kwd).text(), "KWD 25.500");
        assert_eq!(Money::new(5, Currency::Eur).text(), "€0.05");
    }

    #[test]
    fn amounts_of_two_currencies_do_not_add() {
        let euro = Money::new(1, Currency::Eur);
        assert!(euro.plus(Money::new(1, Currency::Hkd)).is_err());
        assert_eq!(
            Money::new(i64::MAX, Currency::Eur).plus(euro),
            Err(MoneyError::Overflow)
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn a_split_loses_no_minor_unit(
            total in -1_000_000_000_i64..1_000_000_000,
            weights in proptest::collection::vec(0_i64..10_000_000, 1..20),
            step in prop_oneof![Just(1_i64), Just(5), Just(100)],
        ) {
            let shares = allocate(total, &weights, step);
            prop_assert_eq!(shares.iter().sum::<i64>(), total);
            prop_assert!(shares.iter().all(|share| share.signum() * total.signum() >= 0));
        }

        #[test]
        fn the_split_of_a_refund_mirrors_the_split_of_its_sale(
            total in 0_i64..1_000_000_000,
            weights in proptest::collection::vec(0_i64..10_000_000, 1..20),
        ) {
            let sale = allocate(total, &weights, 1);
            let back: Vec<i64> = weights.iter().map(|weight| -weight).collect();
            let refund = allocate(-total, &back, 1);
            prop_assert!(sale.iter().zip(&refund).all(|(sold, back)| sold == &-back));
        }
    }
}
