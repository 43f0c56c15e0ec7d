//! VAT by groups of stores and items, from a day on.

pub(super) mod get;
pub(crate) mod list;
pub(super) mod save;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use setting::entry::{Dated, Entry, Few};
use setting::rule::{code, within};
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::store;

/// A hundred per cent, in hundredths of a per cent.
pub(super) const PERCENT_MAX: i64 = 10_000;

/// What is kept of a VAT rate.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct VatValue {
    /// The group of the store.
    #[schema(example = "FR")]
    pub(crate) store_group: String,
    /// The group of the item.
    #[schema(example = "GOODS")]
    pub(crate) item_group: String,
    /// The first day.
    #[schema(value_type = String, format = Date, example = "2014-01-01")]
    pub(crate) valid_from: Date,
    /// The rate in hundredths of a per cent: 2000 is 20 %.
    #[schema(example = 2000)]
    pub(crate) percent: i64,
}

impl Dated for VatValue {
    fn key(&self) -> String {
        format!(
            "{}~{}~{}",
            self.store_group, self.item_group, self.valid_from
        )
    }
}

impl Few for VatValue {
    const SETTING: &'static str = "vat";
    const OPERATION: &'static str = "vat.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(async move {
            let mut rates = store::vat::read(tx).await?;
            rates.retain(|rate| key.is_none_or(|key| rate.key == key));
            Ok(rates)
        })
    }

    fn check<'a>(
        _: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            let new = Self {
                store_group: code(&value.store_group, "storeGroup")?,
                item_group: code(&value.item_group, "itemGroup")?,
                valid_from: value.valid_from,
                percent: within(value.percent, &(0..=PERCENT_MAX), "percent")?,
            };
            new.still_of(key)
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        _: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::vat::keep(tx, value, before.is_some()))
    }
}
