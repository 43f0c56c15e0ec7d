//! Sales prices: what a price group asks for an item, from a day and a number of pieces on.

pub(super) mod change;
pub(super) mod create;
pub(super) mod export;
pub(super) mod get;
pub(super) mod import;
pub(crate) mod list;
mod row;

use jiff::civil::Date;
use kernel::{Currency, Refusal};
use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Kept, refused};
use setting::rule::within;
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use super::item::Unit;
use super::vat::PERCENT_MAX;
use crate::rule::weight::ROW_PRICE_MAX;
use crate::{DATES_REVERSED, ENTRY_NOT_FOUND, IN_USE, PRICE_EXISTS, REFERENCE_UNKNOWN, store};

/// The highest number of pieces from which a price may hold.
const QUANTITY_MAX: i64 = 9_999;
/// The heaviest piece, in milligrams: ten kilograms.
const WEIGHT_MAX: i64 = 10_000_000;

/// What is kept of a sales price. Names are the specification's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SalesPriceValue {
    /// The item.
    #[schema(example = "BR-1042")]
    pub(crate) item_no: String,
    /// The price group.
    #[schema(example = "EUR-RETAIL")]
    pub(crate) sales_code: String,
    /// The size; blank for all of them.
    #[schema(example = "54")]
    pub(crate) size_code: String,
    /// The first day; null for ever since.
    #[schema(value_type = Option<String>, format = Date, example = "2026-11-21")]
    pub(crate) starting_date: Option<Date>,
    /// The last day; null for ever after.
    #[schema(value_type = Option<String>, format = Date, example = "2027-01-31")]
    pub(crate) ending_date: Option<Date>,
    /// From how many pieces it holds.
    #[schema(example = 1)]
    #[serde(rename = "minimunQuantity")]
    pub(crate) minimum_quantity: i64,
    /// Whether it is for a piece or for a gram.
    pub(crate) unit: Unit,
    /// In minor units; of a gram in hundredths of a minor unit.
    #[schema(example = 14_900)]
    pub(crate) unit_price: i64,
    /// The weight of the piece that it is for, in milligrams; 0 when it does not matter.
    #[schema(example = 3_200)]
    pub(crate) unit_weight: i64,
    /// Whether VAT is contained in it.
    #[schema(example = true)]
    #[serde(rename = "priceIncludeVAT")]
    pub(crate) price_include_vat: bool,
    /// The contained VAT in hundredths of a per cent; null for the store's.
    #[schema(example = 2_000)]
    pub(crate) deductible_vat_percent: Option<i64>,
    /// The VAT of the sale in hundredths of a per cent; null for the store's.
    #[schema(example = 2_000)]
    pub(crate) vat_percent: Option<i64>,
}

/// A sales price with what a list shows beside it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SalesPriceView {
    /// What it is known by.
    #[schema(example = "BR-1042~EUR-RETAIL~1")]
    pub(crate) key: String,
    /// Counts its changes.
    #[schema(example = 1)]
    pub(crate) version: i64,
    /// The name of the item.
    #[schema(example = "Lagune ring, wave, white")]
    pub(crate) item_name: String,
    /// The picture of the item.
    #[schema(example = "/pictures/BR-1042.svg")]
    pub(crate) image_url: String,
    /// The currency of the price group.
    pub(crate) currency_code: Currency,
    /// What is kept of it.
    pub(crate) value: SalesPriceValue,
}

/// Item, price group and number of a price, as its key names them.
pub(crate) fn parse_key(key: &str) -> Option<(&str, &str, i64)> {
    let mut parts = key.split('~');
    let (item_no, sales_code, row_id) = (parts.next()?, parts.next()?, parts.next()?);
    let row_id = row_id.parse().ok()?;
    parts
        .next()
        .is_none()
        .then_some((item_no, sales_code, row_id))
}

/// The key of a price.
pub(crate) fn key_of(item_no: &str, sales_code: &str, row_id: i64) -> String {
    format!("{item_no}~{sales_code}~{row_id}")
}

/// The price as far as it can be judged by itself.
pub(crate) fn accept(value: &SalesPriceValue) -> Result<SalesPriceValue, Refusal> {
    if let (Some(first), Some(last)) = (value.starting_date, value.ending_date)
        && last < first
    {
        return Err(Refusal::new(&DATES_REVERSED).at("endingDate"));
    }
    within(
        value.minimum_quantity,
        &(1..=QUANTITY_MAX),
        "minimunQuantity",
    )?;
    within(value.unit_price, &(0..=ROW_PRICE_MAX), "unitPrice")?;
    within(value.unit_weight, &(0..=WEIGHT_MAX), "unitWeight")?;
    for (percent, field) in [
        (value.deductible_vat_percent, "deductibleVatPercent"),
        (value.vat_percent, "vatPercent"),
    ] {
        within(percent.unwrap_or(0), &(0..=PERCENT_MAX), field)?;
    }
    Ok(SalesPriceValue {
        size_code: value.size_code.trim().to_owned(),
        ..value.clone()
    })
}

/// Refuses a price of an item, size or group that is not there.
pub(crate) async fn check_references(tx: &mut Tx, value: &SalesPriceValue) -> Outcome<()> {
    let item = store::item::find(tx, &value.item_no).await?;
    let Some(item) = item else {
        return Err(refused(&REFERENCE_UNKNOWN, "itemNo"));
    };
    let sizes = &item.value.sizes;
    if !value.size_code.is_empty() && !sizes.iter().any(|size| size.size_code == value.size_code) {
        return Err(refused(&REFERENCE_UNKNOWN, "sizeCode"));
    }
    let groups = store::price_group::read(tx, Some(&value.sales_code)).await?;
    if groups.is_empty() {
        return Err(refused(&REFERENCE_UNKNOWN, "salesCode"));
    }
    Ok(())
}

/// Refuses a second price for the same from the same day.
pub(crate) async fn refuse_same(
    tx: &mut Tx,
    value: &SalesPriceValue,
    except: Option<i64>,
) -> Outcome<()> {
    match store::sales_price::find_same(tx, value).await? {
        Some(row_id) if Some(row_id) != except => Err(refused(&PRICE_EXISTS, "startingDate")),
        _ => Ok(()),
    }
}

impl Kept for SalesPriceValue {
    const SETTING: &'static str = "salesPrice";
    const OPERATION: &'static str = "salesPrice.change";

    fn find<'a>(tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Entry<Self>>> {
        Box::pin(async move {
            let view = store::sales_price::find(tx, key).await?;
            Ok(view.map(|view| Entry {
                key: view.key,
                version: view.version,
                value: view.value,
            }))
        })
    }

    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            let (item_no, sales_code, row_id) = parse_key(key).ok_or(&ENTRY_NOT_FOUND)?;
            // Prices are made by another operation, which numbers them.
            before.ok_or(&ENTRY_NOT_FOUND)?;
            if value.item_no != item_no {
                return Err(refused(&IN_USE, "itemNo"));
            }
            if value.sales_code != sales_code {
                return Err(refused(&IN_USE, "salesCode"));
            }
            let new = accept(value)?;
            check_references(tx, &new).await?;
            refuse_same(tx, &new, Some(row_id)).await?;
            Ok(new)
        })
    }

    fn keep<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Entry<Self>>,
    ) -> TxFuture<'a, ()> {
        Box::pin(async move {
            let (_, _, row_id) = parse_key(key).ok_or(&ENTRY_NOT_FOUND)?;
            store::sales_price::keep(tx, row_id, value, before.is_some()).await
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_names_item_group_and_number() {
        let key = key_of("BR-1", "EUR-RETAIL", 7);
        assert_eq!(parse_key(&key), Some(("BR-1", "EUR-RETAIL", 7)));
        for wrong in ["", "BR-1", "BR-1~EUR", "BR-1~EUR~x", "BR-1~EUR~1~2"] {
            assert_eq!(parse_key(wrong), None, "{wrong}");
        }
    }
}
