//! Price groups: price lists with their rounding, of stores or of customers.

pub(super) mod get;
pub(crate) mod list;
pub(super) mod save;

use kernel::Currency;
use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Few, refused};
use setting::rule::{code, filled, within};
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::{IN_USE, store};

/// Whose prices a group holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum GroupKind {
    /// Those of stores.
    Store,
    /// Those of some customers, where they are lower.
    Customer,
}

/// Where computed prices are rounded to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum RoundingDirection {
    /// To the nearest step, half away from zero.
    Nearest,
    /// Away from zero.
    Up,
    /// Toward zero.
    Down,
}

/// What is kept of a price group.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PriceGroupValue {
    /// What it is for.
    #[schema(example = "France, retail")]
    pub(crate) description: String,
    /// The currency of its prices.
    pub(crate) currency_code: Currency,
    /// Whose prices it holds.
    pub(crate) kind: GroupKind,
    /// The step of computed prices, in minor units.
    #[schema(example = 100)]
    pub(crate) rounding_precision: i64,
    /// Where computed prices are rounded to.
    pub(crate) rounding_direction: RoundingDirection,
}

impl Few for PriceGroupValue {
    const SETTING: &'static str = "priceGroup";
    const OPERATION: &'static str = "priceGroup.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::price_group::read(tx, key))
    }

    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            code(key, "key")?;
            let new = Self {
                description: filled(&value.description, 60, "description")?,
                rounding_precision: within(
                    value.rounding_precision,
                    &(1..=1_000_000),
                    "roundingPrecision",
                )?,
                ..value.clone()
            };
            if let Some(before) = before
                && store::price_group::is_used(tx, key).await?
            {
                if before.currency_code != new.currency_code {
                    return Err(refused(&IN_USE, "currencyCode"));
                }
                if before.kind != new.kind {
                    return Err(refused(&IN_USE, "kind"));
                }
            }
            Ok(new)
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::price_group::keep(tx, key, value, before))
    }

    fn text(&self) -> String {
        format!("{} {}", self.description, self.currency_code.code())
    }
}
