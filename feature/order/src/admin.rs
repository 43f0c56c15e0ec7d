//! What head office keeps about the papers of stores: for how many days pieces come back, and the
//! store's own words about it.

pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;

use std::collections::BTreeSet;

use ::document::Language;
use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Few, refused};
use setting::rule::{filled, within};
use setting::{ENTRY_NOT_FOUND, REFERENCE_UNKNOWN};
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::store;

/// The longest time to bring a piece back, in days.
const RETURN_DAYS_MAX: i64 = 365;
/// The longest words about it.
const TEXT_MAX: usize = 500;

/// What the papers of a store say.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StoreDocumentValue {
    /// The name of the store; it is not changed here.
    #[schema(example = "Paris · Rue de Sèvres")]
    pub(crate) name: String,
    /// For how many days pieces come back; 0: they do not. It holds for sales from now on.
    #[schema(example = 30)]
    pub(crate) return_days: i64,
    /// The store's own words about it, at most one text for each language of papers. In other
    /// languages the paper says it in its own words.
    pub(crate) return_texts: Vec<ReturnText>,
}

/// A store's own words in a language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ReturnText {
    /// The language tag.
    #[schema(example = "fr")]
    pub(crate) language: String,
    /// The words; `{date}` stands for the last day.
    #[schema(example = "Échange ou retour jusqu’au {date}, dans toutes nos boutiques.")]
    pub(crate) text: String,
}

impl Few for StoreDocumentValue {
    const SETTING: &'static str = "storeDocument";
    const OPERATION: &'static str = "storeDocument.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::store_document::read(tx, key))
    }

    fn check<'a>(
        _: &'a mut Tx,
        _: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            // Stores are not made here.
            let before = before.ok_or(&ENTRY_NOT_FOUND)?;
            let mut seen = BTreeSet::new();
            let mut return_texts = Vec::with_capacity(value.return_texts.len());
            for ReturnText { language, text } in &value.return_texts {
                let is_known = language.parse::<Language>().is_ok();
                if !is_known || !seen.insert(language) {
                    return Err(refused(&REFERENCE_UNKNOWN, "returnTexts"));
                }
                return_texts.push(ReturnText {
                    language: language.clone(),
                    text: filled(text, TEXT_MAX, "returnTexts")?,
                });
            }
            return_texts.sort_by(|one, other| one.language.cmp(&other.language));
            Ok(Self {
                name: before.name.clone(),
                return_days: within(value.return_days, &(0..=RETURN_DAYS_MAX), "returnDays")?,
                return_texts,
            })
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::store_document::keep(tx, key, value))
    }

    fn text(&self) -> String {
        self.name.clone()
    }
}
