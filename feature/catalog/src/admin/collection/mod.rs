//! Collections: families of design.

pub(super) mod get;
pub(crate) mod list;
pub(super) mod save;

use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Few};
use setting::rule::{code, filled, within, within_length};
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::store;

/// What is kept of a collection.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct CollectionValue {
    /// Its name.
    #[schema(example = "Lagune")]
    pub(crate) name: String,
    /// Its place in lists.
    #[schema(example = 3)]
    pub(crate) position: i64,
    /// What there is to tell about it.
    #[schema(example = "Soft waves of a lagoon.")]
    pub(crate) story: String,
}

impl Few for CollectionValue {
    const SETTING: &'static str = "collection";
    const OPERATION: &'static str = "collection.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::collection::read(tx, key))
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
                story: within_length(&value.story, 2_000, "story")?,
            })
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(async move {
            store::collection::keep(tx, key, value, before).await?;
            if before.is_some_and(|before| before.value.name != value.name) {
                // The name is among the words by which its pieces are found.
                store::item::rewrite_search_text(tx, Some(key)).await?;
            }
            Ok(())
        })
    }

    fn text(&self) -> String {
        self.name.clone()
    }
}
