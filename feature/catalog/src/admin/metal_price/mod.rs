//! The board: what a gram of a metal costs, by price group.

pub(super) mod get;
mod import;
pub(crate) mod list;
pub(super) mod set;

use jiff::Timestamp;
use kernel::Currency;
use serde::{Deserialize, Serialize};
use setting::Change;
use shell::Outcome;
use shell::db::Tx;
use utoipa::ToSchema;

pub use import::{ImportedPrice, import_metal_price};

use crate::store;

/// What the board is called where settings are written down.
const SETTING: &str = "metalPrice";

/// A price of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MetalPriceView {
    /// From when it holds.
    #[schema(value_type = String, format = DateTime, example = "2026-11-21T08:00:00Z")]
    pub(crate) starts_at: Timestamp,
    /// What a gram costs, in hundredths of a minor unit.
    #[schema(example = 7_980_000)]
    pub(crate) gram_price_hundredths: i64,
    /// Whether VAT is contained in it.
    #[schema(example = true)]
    #[serde(rename = "priceIncludeVAT")]
    pub(crate) price_include_vat: bool,
    /// The contained VAT in hundredths of a per cent; null for the store's.
    #[schema(example = 1_300)]
    pub(crate) deductible_vat_percent: Option<i64>,
    /// The VAT of the sale in hundredths of a per cent; null for the store's.
    #[schema(example = 1_300)]
    pub(crate) vat_percent: Option<i64>,
    /// Who set it.
    #[schema(example = "admin")]
    pub(crate) set_by: String,
    /// When it was set.
    #[schema(value_type = String, format = DateTime, example = "2026-11-21T07:55:00Z")]
    pub(crate) set_at: Timestamp,
}

/// A metal in a price group.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BoardView {
    /// What it is known by.
    #[schema(example = "GOLD-999~CNY-GOLD")]
    pub(crate) key: String,
    /// The metal.
    #[schema(example = "GOLD-999")]
    pub(crate) item_no: String,
    /// Its name.
    #[schema(example = "Gold 999")]
    pub(crate) item_name: String,
    /// The price group.
    #[schema(example = "CNY-GOLD")]
    pub(crate) sales_code: String,
    /// The currency of the price group.
    pub(crate) currency_code: Currency,
    /// The price in force; null before the first.
    pub(crate) current: Option<MetalPriceView>,
    /// The newest 200 prices, the newest start first, also those that will hold. A list tells the current
    /// alone.
    pub(crate) history: Vec<MetalPriceView>,
}

/// What a metal in a price group is known by.
pub(crate) fn key_of(item_no: &str, sales_code: &str) -> String {
    format!("{item_no}~{sales_code}")
}

/// The metal and the price group of a key.
fn parts_of(key: &str) -> Option<(&str, &str)> {
    key.split_once('~')
}

/// Adds a price and says what that changed.
async fn add<'a>(
    tx: &mut Tx,
    key: &'a str,
    (item_no, sales_code): (&str, &str),
    (current, new): (Option<&MetalPriceView>, &MetalPriceView),
) -> Outcome<Change<'a>> {
    store::metal::insert(tx, (item_no, sales_code), new).await?;
    let version = store::metal::count(tx, item_no, sales_code).await?;
    Change::new(SETTING, (key, version), current, Some(new))
}
