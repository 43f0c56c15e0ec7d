//! Which tenders there are, and which stores take them.

pub(crate) mod export;
pub(crate) mod get;
pub(crate) mod list;
pub(crate) mod save;

use std::collections::BTreeMap;

use kernel::{Currency, Refusal};
use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Few, refused};
use setting::export::Tabled;
use setting::rule::{code, filled, within_length};
use setting::{IN_USE, REFERENCE_UNKNOWN, REQUIRED};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::rule::tender::TenderType;
use crate::{BRAND_TAKEN_IN_STORE, WRONG_CURRENCY, store};

/// The longest name.
const NAME_MAX: usize = 40;
/// The languages of the till.
const LANGUAGES: [&str; 10] = [
    "en", "en-US", "fr", "de", "es", "it", "ja", "zh-Hans", "zh-Hant", "ar",
];

/// What is kept of a tender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TenderValue {
    /// Its name.
    #[schema(example = "Cash")]
    pub(crate) name: String,
    /// Its names by language; the name stands for those that are missing.
    pub(crate) names: BTreeMap<String, String>,
    /// What it is.
    #[serde(rename = "type")]
    pub(crate) tender_type: TenderType,
    /// Of foreign cash: its currency.
    pub(crate) currency_code: Option<Currency>,
    /// The stores that take it.
    #[schema(example = json!(["PAR01"]))]
    pub(crate) available_for_store: Vec<String>,
}

impl TenderValue {
    async fn checked(&self, tx: &mut Tx, key: &str, before: Option<&Self>) -> Outcome<Self> {
        code(key, "key")?;
        if before.is_some_and(|before| before.tender_type != self.tender_type) {
            return Err(refused(&IN_USE, "type"));
        }
        let currency_code = self.currency(before)?;
        let new = Self {
            name: filled(&self.name, NAME_MAX, "name")?,
            names: self.names()?,
            tender_type: self.tender_type,
            currency_code,
            available_for_store: self.stores(tx, currency_code).await?,
        };
        new.check_brands(tx, key, before).await?;
        Ok(new)
    }

    /// A store that gave the tender up kept its terms: none of its brands may be another tender's when it is
    /// taken there again, because a brand is booked to one tender.
    async fn check_brands(&self, tx: &mut Tx, key: &str, before: Option<&Self>) -> Outcome<()> {
        let known = before.map_or(&[][..], |before| &before.available_for_store);
        let others = store::setup::read_tender_stores(tx, None).await?;
        for store_no in &self.available_for_store {
            if known.contains(store_no) {
                continue;
            }
            let name = format!("{store_no}~{key}");
            let kept = store::setup::read_tender_stores(tx, Some(&name)).await?;
            let Some(kept) = kept.first() else { continue };
            let others: Vec<_> = others
                .iter()
                .map(|entry| &entry.value)
                .filter(|other| other.store_no == *store_no)
                .collect();
            if let Some((brand, other)) = kept.value.taken_brand(&others) {
                return Err(Refusal::new(&BRAND_TAKEN_IN_STORE)
                    .with("brand", brand)
                    .with("tender", other.name.as_str())
                    .with("store", store_no.as_str())
                    .at("availableForStore")
                    .into());
            }
        }
        Ok(())
    }

    fn currency(&self, before: Option<&Self>) -> Outcome<Option<Currency>> {
        if self.tender_type != TenderType::FxCash {
            return Ok(None);
        }
        let currency = self
            .currency_code
            .ok_or_else(|| refused(&REQUIRED, "currencyCode"))?;
        match before.and_then(|before| before.currency_code) {
            Some(known) if known != currency => Err(refused(&IN_USE, "currencyCode")),
            _ => Ok(Some(currency)),
        }
    }

    fn names(&self) -> Outcome<BTreeMap<String, String>> {
        let mut names = BTreeMap::new();
        for (language, name) in &self.names {
            if !LANGUAGES.contains(&language.as_str()) {
                return Err(refused(&REFERENCE_UNKNOWN, "names"));
            }
            let name = within_length(name, NAME_MAX, "names")?;
            if !name.is_empty() {
                names.insert(language.clone(), name);
            }
        }
        Ok(names)
    }

    async fn stores(&self, tx: &mut Tx, foreign: Option<Currency>) -> Outcome<Vec<String>> {
        if !self.tender_type.is_taken_at_till() && !self.available_for_store.is_empty() {
            return Err(refused(&REFERENCE_UNKNOWN, "availableForStore"));
        }
        let known = store::setup::stores(tx).await?;
        let mut stores = self.available_for_store.clone();
        stores.sort_unstable();
        stores.dedup();
        for store_no in &stores {
            match known.iter().find(|(known, _)| known == store_no) {
                None => return Err(refused(&REFERENCE_UNKNOWN, "availableForStore")),
                Some((_, currency)) if foreign == Some(*currency) => {
                    return Err(refused(&WRONG_CURRENCY, "availableForStore"));
                }
                Some(_) => {}
            }
        }
        Ok(stores)
    }
}

impl Few for TenderValue {
    const SETTING: &'static str = "tender";
    const OPERATION: &'static str = "tender.save";

    fn read<'a>(tx: &'a mut Tx, key: Option<&'a str>) -> TxFuture<'a, Vec<Entry<Self>>> {
        Box::pin(store::setup::read_tenders(tx, key))
    }

    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(value.checked(tx, key, before))
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        _: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(store::setup::keep_tender(tx, key, value))
    }

    fn text(&self) -> String {
        let names: Vec<&str> = self.names.values().map(String::as_str).collect();
        format!("{} {}", self.name, names.join(" "))
    }
}

impl Tabled for TenderValue {
    const TABLE: &'static str = "tenders";
    const COLUMNS: &'static [&'static str] =
        &["code", "name", "type", "currencyCode", "availableForStore"];

    fn cells(&self, key: &str) -> Vec<String> {
        vec![
            key.to_owned(),
            self.name.clone(),
            self.tender_type.name().to_owned(),
            self.currency_code
                .map(|currency| currency.code().to_owned())
                .unwrap_or_default(),
            self.available_for_store.join(" "),
        ]
    }
}
