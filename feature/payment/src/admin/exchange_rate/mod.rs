//! What foreign cash is worth from a day on. A rate is a number of hundred-millionths, never a float.

pub(crate) mod export;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;

use jiff::civil::Date;
use kernel::Currency;
use serde::{Deserialize, Serialize};
use setting::entry::{Dated, Entry, Few, refused};
use setting::export::Tabled;
use setting::rule::within;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::WRONG_CURRENCY;
use crate::rule::exchange::{RATE_SCALE, Rate};
use crate::store;

/// No unit of a currency is worth more of another: a million.
const RATE_MAX: i64 = 1_000_000 * RATE_SCALE;

/// What is kept of a rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ExchangeRateValue {
    /// The currency of the stores.
    pub(crate) currency_code: Currency,
    /// The currency of the foreign cash.
    pub(crate) foreign_code: Currency,
    /// The first day.
    #[schema(value_type = String, format = Date, example = "2026-11-21")]
    pub(crate) valid_from: Date,
    /// What one unit of the foreign currency is worth in the stores', in hundred-millionths.
    #[schema(example = 92_130_000)]
    pub(crate) rate: i64,
}

impl ExchangeRateValue {
    pub(crate) const fn of(rate: Rate) -> Self {
        Self {
            currency_code: rate.currency,
            foreign_code: rate.foreign,
            valid_from: rate.valid_from,
            rate: rate.rate,
        }
    }

    const fn rate(&self) -> Rate {
        Rate {
            currency: self.currency_code,
            foreign: self.foreign_code,
            valid_from: self.valid_from,
            rate: self.rate,
        }
    }

    fn checked(&self, key: &str) -> Outcome<Self> {
        if self.currency_code == self.foreign_code {
            return Err(refused(&WRONG_CURRENCY, "foreignCode"));
        }
        within(self.rate, &(1..=RATE_MAX), "rate")?;
        self.clone().still_of(key)
    }
}

impl Dated for ExchangeRateValue {
    fn key(&self) -> String {
        let (currency, foreign) = (self.currency_code, self.foreign_code);
        format!("{currency}~{foreign}~{}", self.valid_from)
    }
}

impl Few for ExchangeRateValue {
    const SETTING: &'static str = "exchangeRate";
    const OPERATION: &'static str = "exchange_rate.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::exchange::list(tx, key))
    }

    fn check<'a>(
        _: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move { value.checked(key) })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        _: &'a str,
        value: &'a Self,
        _: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::exchange::keep(tx, value))
    }
}

impl Tabled for ExchangeRateValue {
    const TABLE: &'static str = "exchange-rates";
    const COLUMNS: &'static [&'static str] = &["validFrom", "foreignCode", "currencyCode", "rate"];

    fn cells(&self, _: &str) -> Vec<String> {
        vec![
            self.valid_from.to_string(),
            self.foreign_code.to_string(),
            self.currency_code.to_string(),
            self.rate().text(),
        ]
    }
}
