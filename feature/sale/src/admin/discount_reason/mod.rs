//! Reasons of discounts and of typed prices.

pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;

use serde::{Deserialize, Serialize};
use setting::REQUIRED;
use setting::entry::{Entry, Few, refused};
use setting::rule::{code, filled, within};
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::store;

/// What is kept of a reason.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DiscountReasonValue {
    /// Its name.
    #[schema(example = "Loyal customer")]
    pub(crate) name: String,
    /// Its place in lists.
    #[schema(example = 1)]
    pub(crate) position: i64,
    /// Whether nobody gives it any more; what was given with it keeps it.
    #[schema(example = false)]
    pub(crate) blocked: bool,
    /// Whether it may be given for a line: for a discount or a typed price.
    #[schema(example = true)]
    pub(crate) for_line: bool,
    /// Whether it may be given for a whole basket.
    #[schema(example = true)]
    pub(crate) for_basket: bool,
}

impl Few for DiscountReasonValue {
    const SETTING: &'static str = "discountReason";
    const OPERATION: &'static str = "discountReason.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::reason::read(tx, key))
    }

    fn check<'a>(
        _: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            code(key, "key")?;
            if !value.for_line && !value.for_basket {
                return Err(refused(&REQUIRED, "forLine"));
            }
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
        Box::pin(store::reason::keep(tx, key, value, before.is_some()))
    }

    fn text(&self) -> String {
        self.name.clone()
    }
}
