//! Item classes: kinds of items, and what their pieces carry.

pub(super) mod get;
pub(crate) mod list;
pub(super) mod save;

use serde::{Deserialize, Serialize};
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use super::entry::{Entry, Few, Kept};
use crate::rule::entry::{code, filled, within};
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
}

impl Kept for ItemClassValue {
    const SETTING: &'static str = "itemClass";
    const OPERATION: &'static str = "itemClass.save";

    fn find<'a>(tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Entry<Self>>> {
        Box::pin(async move { Ok(store::item_class::read(tx, Some(key)).await?.pop()) })
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
}

impl Few for ItemClassValue {
    fn all(tx: &mut Tx) -> TxFuture<'_, Vec<Entry<Self>>> {
        Box::pin(store::item_class::read(tx, None))
    }

    fn text(&self) -> String {
        self.name.clone()
    }
}
