//! What a gram of a metal costs by the prices that are published (domain §8.2, decision 0040).

use std::collections::BTreeMap;

use catalog::rule::weight::ROW_PRICE_MAX;
use jiff::{SignedDuration, Timestamp};
use kernel::Currency;
use kernel::rounding::{Direction, Ratio};
use payment::rule::exchange::{RATE_DIGITS, RATE_SCALE, Rate};
use serde::Deserialize;
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::metal::Metal;

/// The grams of a troy ounce, 31.1034768, in ten-millionths.
const OUNCE: i128 = 311_034_768;
const OUNCE_DIGITS: i32 = 7;
/// The board prices thousandths of fineness, in hundredths of a minor unit.
const FINENESS_DIGITS: i32 = 3;
const BOARD_DIGITS: i32 = 2;
/// A price that moves further than so many percent in one step is entered by a person, or is wrong.
const JUMP_PERCENT_MAX: i128 = 10;
/// How old prices may be.
const AGE_MAX: SignedDuration = SignedDuration::from_hours(24);
/// How far two clocks may be apart.
const AHEAD_MAX: SignedDuration = SignedDuration::from_mins(5);
/// More digits than any publisher writes.
const DIGITS_MAX: usize = 24;
const SCALE_MAX: i32 = 60;
/// The longest piece of somebody else's words that is told.
const TOLD_MAX: usize = 200;

/// A decimal above zero: its digits without the point, and how many of them stand behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Decimal {
    digits: i128,
    scale: i32,
}

/// Prices of metals as they were published at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    /// When.
    pub at: Timestamp,
    /// In what they are.
    pub base: Currency,
    /// How many troy ounces a unit of that currency buys.
    ounces: BTreeMap<Metal, Decimal>,
}

/// The document, as far as it is read.
#[derive(Deserialize)]
struct Document<'a> {
    success: Option<bool>,
    error: Option<Said>,
    timestamp: Option<i64>,
    base: Option<String>,
    unit: Option<String>,
    #[serde(borrow)]
    rates: Option<Ounces<'a>>,
}

/// Why a publisher gives none.
#[derive(Default, Deserialize)]
struct Said {
    info: Option<String>,
    message: Option<String>,
}

#[derive(Deserialize)]
struct Ounces<'a> {
    #[serde(borrow, rename = "XAU")]
    gold: Option<&'a RawValue>,
    #[serde(borrow, rename = "XAG")]
    silver: Option<&'a RawValue>,
    #[serde(borrow, rename = "XPT")]
    platinum: Option<&'a RawValue>,
}

/// The code of a metal among currencies (ISO 4217); none for what has no price.
#[must_use]
pub const fn code(metal: Metal) -> Option<&'static str> {
    match metal {
        Metal::Gold => Some("XAU"),
        Metal::Silver => Some("XAG"),
        Metal::Platinum => Some("XPT"),
        Metal::Alloy => None,
    }
}

impl Publication {
    /// Reads the document that is published.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let document: Document<'_> =
            serde_json::from_str(text).map_err(|error| match error.classify() {
                Category::Data => format!("it is another document: {}", told(&error.to_string())),
                Category::Io | Category::Syntax | Category::Eof => "it is no JSON".to_owned(),
            })?;
        if document.success == Some(false) {
            let said = document.error.unwrap_or_default();
            let reason = said.info.or(said.message).unwrap_or_default();
            return Err(format!("the publisher refuses: {}", told(&reason)));
        }
        if let Some(unit) = document.unit
            && !unit.ends_with("ounce")
        {
            return Err(format!("it is not by the troy ounce, but {}", told(&unit)));
        }
        let base = document.base.ok_or("it does not say in which currency")?;
        let base = Currency::parse(&base)
            .ok_or_else(|| format!("nothing here is counted in {}", told(&base)))?;
        let at = document
            .timestamp
            .and_then(|second| Timestamp::from_second(second).ok())
            .ok_or("it does not say of when it is")?;
        let ounces = document.rates.map(Ounces::read).transpose()?;
        let ounces = ounces
            .filter(|it| !it.is_empty())
            .ok_or("it has no metals")?;
        Ok(Self { at, base, ounces })
    }

    /// Why nothing of it is used now; none when it is.
    #[must_use]
    pub fn doubt(&self, now: Timestamp) -> Option<String> {
        let (at, age) = (self.at, now.duration_since(self.at));
        if age > AGE_MAX {
            Some(format!("What came is of {at}, more than a day ago"))
        } else if age < -AHEAD_MAX {
            Some(format!("What came is of {at}, which is yet to come"))
        } else {
            None
        }
    }

    /// What a gram of a metal of a fineness (in thousandths) costs, in hundredths of a minor unit of a
    /// currency. `rate` is what a unit of [`Self::base`] is worth in it; none when they are the same.
    ///
    /// # Errors
    /// Why there is no price, in words.
    pub fn gram_price(
        &self,
        metal: Metal,
        fineness: i64,
        (currency, rate): (Currency, Option<Rate>),
    ) -> Result<i64, String> {
        let name = code(metal).unwrap_or_default();
        let ounces = self.ounces.get(&metal);
        let ounces = ounces.ok_or_else(|| format!("{name} is not published"))?;
        let worth = rate.map_or(RATE_SCALE, |rate| rate.rate);
        // worth / ounces / 31.1034768 x fineness / 1000, in hundredths of a minor unit.
        let power = ounces.scale
            + OUNCE_DIGITS
            + BOARD_DIGITS
            + i32::try_from(currency.exponent()).unwrap_or(0)
            - FINENESS_DIGITS
            - i32::try_from(RATE_DIGITS).unwrap_or(0);
        let exact = || {
            let worth = i128::from(worth).checked_mul(i128::from(fineness))?;
            let ounces = ounces.digits.checked_mul(OUNCE)?;
            let ten = 10_i128.checked_pow(power.unsigned_abs())?;
            let (above, below) = match power >= 0 {
                true => (worth.checked_mul(ten)?, ounces),
                false => (worth, ounces.checked_mul(ten)?),
            };
            let price = Ratio::integer(above).times(1, below);
            // Rounding takes both twice.
            (above.max(below) <= i128::MAX / 4).then(|| price.round(1, Direction::Nearest))
        };
        exact()
            .filter(|price| (1..=ROW_PRICE_MAX).contains(price))
            .ok_or_else(|| format!("{name} has a price that no board can show"))
    }
}

impl Ounces<'_> {
    fn read(self) -> Result<BTreeMap<Metal, Decimal>, String> {
        let mut ounces = BTreeMap::new();
        for (metal, published) in [
            (Metal::Gold, self.gold),
            (Metal::Silver, self.silver),
            (Metal::Platinum, self.platinum),
        ] {
            let Some(text) = published.map(RawValue::get) else {
                continue;
            };
            let name = code(metal).unwrap_or_default();
            let read =
                decimal(text).ok_or_else(|| format!("{} is no rate of {name}", told(text)))?;
            ounces.insert(metal, read);
        }
        Ok(ounces)
    }
}

/// Whether a price is too far from the last one to be believed.
#[must_use]
pub fn jumps(last: i64, published: i64) -> bool {
    let (last, published) = (i128::from(last), i128::from(published));
    (published - last).abs() * 100 > last * JUMP_PERCENT_MAX
}

/// A price of the board in words: `98.5012 EUR`.
#[must_use]
pub fn price_text(price: i64, currency: Currency) -> String {
    let decimals = usize::try_from(currency.exponent()).unwrap_or(0) + 2;
    let digits = format!("{price:0width$}", width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    format!("{whole}.{fraction} {currency}")
}

fn told(text: &str) -> String {
    text.chars().take(TOLD_MAX).collect()
}

/// A number of JSON above zero, digit by digit: `0.000282`, `2.82e-4`.
fn decimal(text: &str) -> Option<Decimal> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    let significant = digits.trim_end_matches('0');
    let is_read = !significant.is_empty()
        && significant.len() <= DIGITS_MAX
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    let behind = i32::try_from(fraction.len()).ok()?;
    let zeros = i32::try_from(digits.len() - significant.len()).ok()?;
    let scale = behind.checked_sub(zeros)?.checked_sub(exponent)?;
    let is_read = is_read && (-SCALE_MAX..=SCALE_MAX).contains(&scale);
    let digits = is_read.then(|| significant.parse().ok()).flatten()?;
    Some(Decimal { digits, scale })
}

#[cfg(test)]
mod tests;
