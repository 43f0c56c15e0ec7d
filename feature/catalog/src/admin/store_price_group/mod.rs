//! Which price groups a store sells by: the most particular first.

pub(super) mod get;
pub(crate) mod list;
pub(super) mod save;

use kernel::{Currency, Refusal};
use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Few, refused};
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use super::price_group::GroupKind;
use crate::{
    CURRENCY_DIFFERS, ENTRY_NOT_FOUND, GROUP_REPEATED, REFERENCE_UNKNOWN, REQUIRED, store,
};

/// A store and its price groups.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StorePriceGroupValue {
    /// The name of the store; it is not changed here.
    #[schema(example = "Paris · Rue de Sèvres")]
    pub(crate) name: String,
    /// The currency of the store; it is not changed here.
    pub(crate) currency_code: Currency,
    /// The codes of its price groups. The first that has a price for a piece gives it.
    #[schema(example = json!(["EUR-RETAIL"]))]
    pub(crate) price_groups: Vec<String>,
}

impl Few for StorePriceGroupValue {
    const SETTING: &'static str = "storePriceGroup";
    const OPERATION: &'static str = "storePriceGroup.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::price_group::read_stores(tx, key))
    }

    fn check<'a>(
        tx: &'a mut Tx,
        _: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            // Stores are not made here.
            let before = before.ok_or(&ENTRY_NOT_FOUND)?;
            if value.price_groups.is_empty() {
                return Err(refused(&REQUIRED, "priceGroups"));
            }
            let groups = store::price_group::read(tx, None).await?;
            for (place, code) in value.price_groups.iter().enumerate() {
                let wrong = |kind| {
                    let refusal = Refusal::new(kind).with("code", code.as_str());
                    refusal.at("priceGroups")
                };
                let group = groups.iter().find(|group| group.key == *code);
                match group {
                    None => return Err(refused(&REFERENCE_UNKNOWN, "priceGroups")),
                    Some(group) if group.value.kind != GroupKind::Store => {
                        return Err(refused(&REFERENCE_UNKNOWN, "priceGroups"));
                    }
                    Some(group) if group.value.currency_code != before.currency_code => {
                        return Err(wrong(&CURRENCY_DIFFERS).into());
                    }
                    Some(_) if value.price_groups[..place].contains(code) => {
                        return Err(wrong(&GROUP_REPEATED).into());
                    }
                    Some(_) => {}
                }
            }
            Ok(Self {
                price_groups: value.price_groups.clone(),
                ..before.clone()
            })
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::price_group::keep_store(tx, key, &value.price_groups))
    }

    fn text(&self) -> String {
        format!("{} {}", self.name, self.price_groups.join(" "))
    }
}
