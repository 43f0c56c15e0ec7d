//! Permission groups: what their people may do, and up to which limits.

pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Few};
use setting::rule::{code, filled, within};
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::rule::group::{Powers, check_grants, landing};
use crate::rule::permission::Grant;
use crate::store;

/// The whole, in hundredths of a per cent.
const WHOLE: i64 = 10_000;

/// What is kept of a permission group.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PermissionGroupValue {
    /// For whom it is.
    #[schema(example = "Key holder")]
    pub(crate) name: String,
    /// The page after logging in: a path of this till.
    #[schema(example = "/sale")]
    pub(crate) landing: String,
    /// The most that it gives on a line, in hundredths of a per cent.
    #[schema(example = 1_000)]
    pub(crate) line_discount_limit: i64,
    /// The most that it gives on a basket, in hundredths of a per cent.
    #[schema(example = 500)]
    pub(crate) basket_discount_limit: i64,
    /// The most that all discounts together make of a line, in hundredths of a per cent.
    #[schema(example = 1_200)]
    pub(crate) total_discount_limit: i64,
    /// How it holds each permission; one that is not named is denied.
    #[schema(example = json!({ "sale.create": "ALLOWED", "discount.line": "LIMITED" }))]
    pub(crate) grants: BTreeMap<String, Grant>,
}

impl PermissionGroupValue {
    const fn powers(&self) -> Powers<'_> {
        Powers {
            grants: &self.grants,
            limits: [
                self.line_discount_limit,
                self.basket_discount_limit,
                self.total_discount_limit,
            ],
        }
    }
}

impl Few for PermissionGroupValue {
    const SETTING: &'static str = "permissionGroup";
    const OPERATION: &'static str = "permissionGroup.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::group::read(tx, key))
    }

    fn check<'a>(
        _: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            code(key, "key")?;
            let mut grants = value.grants.clone();
            grants.retain(|_, grant| *grant != Grant::Denied);
            check_grants(&grants)?;
            let limit = |limit, field| within(limit, &(0..=WHOLE), field);
            Ok(Self {
                name: filled(&value.name, 60, "name")?,
                landing: landing(&value.landing)?,
                line_discount_limit: limit(value.line_discount_limit, "lineDiscountLimit")?,
                basket_discount_limit: limit(value.basket_discount_limit, "basketDiscountLimit")?,
                total_discount_limit: limit(value.total_discount_limit, "totalDiscountLimit")?,
                grants,
            })
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::group::keep(tx, key, value, before.is_some()))
    }

    fn text(&self) -> String {
        format!("{} {}", self.name, self.landing)
    }
}
