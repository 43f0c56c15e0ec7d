//! Items: what is sold, in which sizes, under which barcodes.

pub(super) mod export;
pub(super) mod get;
pub(crate) mod list;
pub(super) mod picture;
pub(super) mod save;

use std::collections::BTreeSet;

use kernel::Refusal;
use serde::{Deserialize, Serialize};
use setting::entry::{Entry, Kept, refused};
use setting::rule::{code, filled, within, within_length};
use shell::Outcome;
use shell::db::{Tx, TxFuture};
use utoipa::ToSchema;

use crate::{
    BARCODE_MALFORMED, BARCODE_TAKEN, BOUNDS_REVERSED, REFERENCE_UNKNOWN, REQUIRED, SIZE_IN_USE,
    SIZES_MALFORMED, store,
};

/// The highest price that may be typed, in minor units.
const KEYED_MAX: i64 = 10_000_000_000;
/// The heaviest piece, in milligrams: ten kilograms.
const WEIGHT_MAX: i64 = 10_000_000;

/// In what an item is sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) enum Unit {
    /// By the piece.
    #[serde(rename = "PCS")]
    Piece,
    /// By the gram.
    #[serde(rename = "G")]
    Gram,
}

impl Unit {
    /// As it is kept.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Piece => "PCS",
            Self::Gram => "G",
        }
    }

    /// The unit of a text.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        [Self::Piece, Self::Gram]
            .into_iter()
            .find(|unit| unit.text() == text)
    }
}

/// How the price of an item comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum PricingMethod {
    /// It is listed.
    Fixed,
    /// By its weight from the board of its metal, with labour.
    Weight,
}

/// A size and its barcodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SizeValue {
    /// Its name; blank when the item has but one.
    #[schema(example = "54")]
    pub(crate) size_code: String,
    /// Its barcodes.
    #[schema(example = json!(["2000000010427"]))]
    pub(crate) barcodes: Vec<String>,
}

/// What is kept of an item.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ItemValue {
    /// Its name.
    #[schema(example = "Lagune ring, wave, white")]
    pub(crate) name: String,
    /// Its collection.
    #[schema(example = "LAGUNE")]
    pub(crate) collection_code: Option<String>,
    /// Its class.
    #[schema(example = "RING")]
    pub(crate) item_class: String,
    /// What it is made of.
    #[schema(example = "SILVER925")]
    pub(crate) product_type: String,
    /// In what it is sold.
    pub(crate) unit: Unit,
    /// The weight of one piece, in milligrams.
    #[schema(example = 3200)]
    pub(crate) unit_weight: i64,
    /// Whether it is sold without touching stock.
    #[schema(example = false)]
    pub(crate) no_stock_posting: bool,
    /// Whether its price is typed at the till.
    #[schema(example = false)]
    #[serde(rename = "keyingInPrice")]
    pub(crate) keying_in_price: bool,
    /// Whether it is no longer made.
    #[schema(example = false)]
    pub(crate) stopped: bool,
    /// Whether it takes part in discounts.
    #[schema(example = true)]
    pub(crate) discountable: bool,
    /// Whether shops find it.
    #[schema(example = true)]
    pub(crate) sold_in_shops: bool,
    /// Its VAT group.
    #[schema(example = "STANDARD")]
    pub(crate) vat_group: String,
    /// How its price comes about.
    pub(crate) pricing_method: PricingMethod,
    /// By weight: the metal whose board prices it.
    #[schema(example = "GOLD-999")]
    pub(crate) metal_item_no: Option<String>,
    /// By weight: the item whose rows price the labour per gram.
    #[schema(example = "LABOUR-999")]
    pub(crate) labour_item_no: Option<String>,
    /// Its fineness in thousandths; of a metal that of its board.
    #[schema(example = 999)]
    pub(crate) fineness: Option<i64>,
    /// The lowest price that may be typed, in minor units.
    #[schema(example = 500)]
    pub(crate) keyed_min: Option<i64>,
    /// The highest price that may be typed, in minor units.
    #[schema(example = 100_000)]
    pub(crate) keyed_max: Option<i64>,
    /// Its place in lists.
    #[schema(example = 12)]
    pub(crate) ranking: i64,
    /// What there is to tell about it.
    #[schema(example = "Cast in one piece.")]
    pub(crate) story: String,
    /// Its sizes in their order, one without a name when it has none.
    pub(crate) sizes: Vec<SizeValue>,
}

impl Kept for ItemValue {
    const SETTING: &'static str = "item";
    const OPERATION: &'static str = "item.save";

    fn find<'a>(tx: &'a mut Tx, key: &'a str) -> TxFuture<'a, Option<Entry<Self>>> {
        Box::pin(store::item::find(tx, key))
    }

    fn check<'a>(
        tx: &'a mut Tx,
        key: &'a str,
        value: &'a Self,
        before: Option<&'a Self>,
    ) -> TxFuture<'a, Self> {
        Box::pin(async move {
            code(key, "key")?;
            let new = accept(value)?;
            check_references(tx, key, &new).await?;
            check_barcodes(tx, key, &new.sizes).await?;
            if let Some(before) = before {
                check_removed_sizes(tx, key, before, &new).await?;
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
        Box::pin(store::item::keep(tx, key, value, before))
    }
}

/// The value as far as it can be judged by itself.
fn accept(value: &ItemValue) -> Result<ItemValue, Refusal> {
    let by_weight = value.pricing_method == PricingMethod::Weight;
    let missing = |field| Err(Refusal::new(&REQUIRED).at(field));
    if by_weight && value.metal_item_no.is_none() {
        return missing("metalItemNo");
    }
    if by_weight && value.fineness.is_none() {
        return missing("fineness");
    }
    if let Some(fineness) = value.fineness {
        within(fineness, &(1..=1_000), "fineness")?;
    }
    for (bound, field) in [(value.keyed_min, "keyedMin"), (value.keyed_max, "keyedMax")] {
        within(bound.unwrap_or(0), &(0..=KEYED_MAX), field)?;
    }
    if let (Some(lowest), Some(highest)) = (value.keyed_min, value.keyed_max)
        && lowest > highest
    {
        return Err(Refusal::new(&BOUNDS_REVERSED).at("keyedMax"));
    }
    Ok(ItemValue {
        name: filled(&value.name, 80, "name")?,
        product_type: code(&value.product_type, "productType")?,
        vat_group: code(&value.vat_group, "vatGroup")?,
        unit_weight: within(value.unit_weight, &(0..=WEIGHT_MAX), "unitWeight")?,
        ranking: within(value.ranking, &(0..=999_999), "ranking")?,
        story: within_length(&value.story, 2_000, "story")?,
        sizes: accept_sizes(&value.sizes)?,
        ..value.clone()
    })
}

fn accept_sizes(sizes: &[SizeValue]) -> Result<Vec<SizeValue>, Refusal> {
    let sizes: Vec<SizeValue> = sizes
        .iter()
        .map(|size| SizeValue {
            size_code: size.size_code.trim().to_owned(),
            barcodes: size.barcodes.iter().map(|b| b.trim().to_owned()).collect(),
        })
        .collect();
    let names: BTreeSet<&str> = sizes.iter().map(|size| size.size_code.as_str()).collect();
    let is_right = match sizes.as_slice() {
        [] => false,
        [only] => only.size_code.chars().count() <= 10,
        several => several
            .iter()
            .all(|size| (1..=10).contains(&size.size_code.chars().count())),
    };
    if !is_right || names.len() != sizes.len() {
        return Err(Refusal::new(&SIZES_MALFORMED).at("sizes"));
    }
    let mut seen = BTreeSet::new();
    for barcode in sizes.iter().flat_map(|size| &size.barcodes) {
        let digits = barcode.bytes().all(|b| b.is_ascii_digit());
        let refusal = |kind| {
            let refusal = Refusal::new(kind).with("barcode", barcode.as_str());
            refusal.at("sizes")
        };
        if !digits || !(8..=14).contains(&barcode.len()) {
            return Err(refusal(&BARCODE_MALFORMED));
        }
        if !seen.insert(barcode) {
            return Err(refusal(&BARCODE_TAKEN).with("itemNo", "…"));
        }
    }
    Ok(sizes)
}

async fn check_references(tx: &mut Tx, key: &str, new: &ItemValue) -> Outcome<()> {
    if store::item_class::read(tx, Some(&new.item_class))
        .await?
        .is_empty()
    {
        return Err(refused(&REFERENCE_UNKNOWN, "itemClass"));
    }
    if let Some(collection) = &new.collection_code
        && store::collection::read(tx, Some(collection))
            .await?
            .is_empty()
    {
        return Err(refused(&REFERENCE_UNKNOWN, "collectionCode"));
    }
    if !store::vat::is_item_group(tx, &new.vat_group).await? {
        return Err(refused(&REFERENCE_UNKNOWN, "vatGroup"));
    }
    if let Some(metal) = &new.metal_item_no {
        let metals = store::metal::metals(tx).await?;
        if metal == key || !metals.iter().any(|(item_no, _)| item_no == metal) {
            return Err(refused(&REFERENCE_UNKNOWN, "metalItemNo"));
        }
    }
    if let Some(labour) = &new.labour_item_no
        && (labour == key || store::item::find(tx, labour).await?.is_none())
    {
        return Err(refused(&REFERENCE_UNKNOWN, "labourItemNo"));
    }
    Ok(())
}

async fn check_barcodes(tx: &mut Tx, key: &str, sizes: &[SizeValue]) -> Outcome<()> {
    for barcode in sizes.iter().flat_map(|size| &size.barcodes) {
        if let Some(owner) = store::item::owner_of_barcode(tx, barcode).await?
            && owner != key
        {
            return Err(Refusal::new(&BARCODE_TAKEN)
                .with("barcode", barcode.as_str())
                .with("itemNo", owner)
                .at("sizes")
                .into());
        }
    }
    Ok(())
}

/// A size that stock, baskets or orders know stays.
async fn check_removed_sizes(
    tx: &mut Tx,
    key: &str,
    before: &ItemValue,
    new: &ItemValue,
) -> Outcome<()> {
    for size in &before.sizes {
        let stays = new
            .sizes
            .iter()
            .any(|kept| kept.size_code == size.size_code);
        if !stays && store::item::is_size_used(tx, key, &size.size_code).await? {
            return Err(Refusal::new(&SIZE_IN_USE)
                .with("sizeCode", size.size_code.as_str())
                .at("sizes")
                .into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(codes: &[(&str, &[&str])]) -> Vec<SizeValue> {
        codes
            .iter()
            .map(|(size_code, barcodes)| SizeValue {
                size_code: (*size_code).to_owned(),
                barcodes: barcodes.iter().map(|b| (*b).to_owned()).collect(),
            })
            .collect()
    }

    #[test]
    fn sizes_are_one_without_a_name_or_several_with_names() {
        assert!(accept_sizes(&sizes(&[("", &["20000001"])])).is_ok());
        assert!(accept_sizes(&sizes(&[("52", &[]), (" 54 ", &["20000001"])])).is_ok());
        let wrong: [&[(&str, &[&str])]; 4] = [
            &[],
            &[("", &[]), ("52", &[])],
            &[("52", &[]), ("52 ", &[])],
            &[("52", &[]), ("a size too long", &[])],
        ];
        for codes in wrong {
            assert_eq!(
                accept_sizes(&sizes(codes)).unwrap_err().kind,
                &SIZES_MALFORMED
            );
        }
    }

    #[test]
    fn barcodes_have_digits_and_one_piece() {
        for bad in ["1234567", "123456789012345", "12345678a"] {
            let refusal = accept_sizes(&sizes(&[("", &[bad])])).unwrap_err();
            assert_eq!(refusal.kind, &BARCODE_MALFORMED, "{bad}");
        }
        let twice = sizes(&[("52", &["20000001"]), ("54", &["20000001"])]);
        assert_eq!(accept_sizes(&twice).unwrap_err().kind, &BARCODE_TAKEN);
    }
}
