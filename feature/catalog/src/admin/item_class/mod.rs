//! Item classes: kinds of items, and what their pieces carry.

pub(super) mod get;
pub(crate) mod list;
pub(super) mod save;

use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Few};
use setting::rule::{code, filled, within};
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::store;

/// What is kept of an item class.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ItemClassValue {
    /// Its name.
    #[schema(example = "Rings")]
    pub(crate) name: String,
    /// Its place in lists.
    #[schema(example = 1)]
    pub(crate) position: i64,
    /// Whether a certificate number is asked for with each piece sold.
    #[schema(example = false)]
    pub(crate) carries_certificate: bool,
    /// Whether its pieces have a number and a weight of their own.
    #[schema(example = false)]
    pub(crate) carries_stock_no: bool,
    /// How many months its pieces are under warranty; 0: they have none. It holds for sales from
    /// now on.
    #[schema(example = 24)]
    pub(crate) warranty_months: i64,
}

/// The longest warranty, in months.
const WARRANTY_MONTHS_MAX: i64 = 1_200;

impl Few for ItemClassValue {
    const SETTING: &'static str = "itemClass";
    const OPERATION: &'static str = "itemClass.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::item_class::read(tx, key))
    }

    fn check<'a>(
        _: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            code(key, "key")?;
            Ok(Self {
                name: filled(&value.name, 60, "name")?,
                position: within(value.position, &(0..=9_999), "position")?,
                warranty_months: within(
                    value.warranty_months,
                    &(0..=WARRANTY_MONTHS_MAX),
                    "warrantyMonths",
                )?,
                ..value.clone()
            })
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::item_class::keep(tx, key, value, before))
    }

    fn text(&self) -> String {
        self.name.clone()
    }
}
