//! How much cash a country allows from one customer on one day, from a day on.

pub(crate) mod export;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;

use jiff::civil::Date;
use kernel::{Currency, Money};
use serde::{Deserialize, Serialize};
use setting::REFERENCE_UNKNOWN;
use setting::entry::{Dated, Entry, Few, refused};
use setting::export::Tabled;
use setting::rule::within;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::rule::cash_limit::{AboveLimit, CashRule};
use crate::store;

/// The largest amount that a field takes, in minor units.
const AMOUNT_MAX: i64 = 100_000_000_000;

/// What is kept of a limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CashLimitValue {
    /// The country (ISO 3166).
    #[schema(example = "FR")]
    pub(crate) country: String,
    /// The first day.
    #[schema(value_type = String, format = Date, example = "2015-09-01")]
    pub(crate) valid_from: Date,
    /// The currency of its amounts; a store in another one has no limit.
    pub(crate) currency: Currency,
    /// The most from somebody who lives there, in minor units; null for any amount.
    #[schema(example = 100_000)]
    pub(crate) resident_maximum: Option<i64>,
    /// The most from somebody who lives elsewhere; null for any amount.
    #[schema(example = 1_500_000)]
    pub(crate) visitor_maximum: Option<i64>,
    /// What becomes of more.
    pub(crate) above: AboveLimit,
}

impl CashLimitValue {
    /// The rule that it is.
    pub(crate) fn rule(&self) -> CashRule {
        let money = |minor| Money::new(minor, self.currency);
        CashRule {
            valid_from: self.valid_from,
            resident_maximum: self.resident_maximum.map(money),
            visitor_maximum: self.visitor_maximum.map(money),
            above: self.above,
        }
    }

    fn checked(&self, key: &str) -> Outcome<Self> {
        let country = self.country.trim();
        if country.len() != 2 || !country.bytes().all(|b| b.is_ascii_uppercase()) {
            return Err(refused(&REFERENCE_UNKNOWN, "country"));
        }
        let most = |minor: Option<i64>, field| {
            let minor = minor.map(|minor| within(minor, &(1..=AMOUNT_MAX), field));
            minor.transpose()
        };
        most(self.resident_maximum, "residentMaximum")?;
        most(self.visitor_maximum, "visitorMaximum")?;
        let new = Self {
            country: country.to_owned(),
            ..self.clone()
        };
        new.still_of(key)
    }
}

impl Dated for CashLimitValue {
    fn key(&self) -> String {
        format!("{}~{}", self.country, self.valid_from)
    }
}

impl Few for CashLimitValue {
    const SETTING: &'static str = "cashLimit";
    const OPERATION: &'static str = "cash_limit.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(async move {
            let mut limits = store::cash::list(tx).await?;
            limits.retain(|limit| key.is_none_or(|key| limit.key == key));
            Ok(limits)
        })
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
        Box::pin(store::cash::keep(tx, value))
    }
}

impl Tabled for CashLimitValue {
    const TABLE: &'static str = "cash-limits";
    const COLUMNS: &'static [&'static str] = &[
        "country",
        "validFrom",
        "currency",
        "residentMaximum",
        "visitorMaximum",
        "above",
    ];

    fn cells(&self, _: &str) -> Vec<String> {
        let money = |minor: Option<i64>| {
            minor
                .map(|minor| Money::new(minor, self.currency).figures())
                .unwrap_or_default()
        };
        vec![
            self.country.clone(),
            self.valid_from.to_string(),
            self.currency.to_string(),
            money(self.resident_maximum),
            money(self.visitor_maximum),
            self.above.name().to_owned(),
        ]
    }
}
