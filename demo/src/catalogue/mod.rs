//! The 300 items of the boutique, their collections, classes, barcodes and prices.

mod barcode;
mod build;
mod class;
mod collection;
mod model;
mod price;
mod special;
mod story;

pub use barcode::check_digit;
pub use build::items;
pub use class::{ITEM_CLASSES, Named, PRODUCT_TYPES, hong_kong_ring_size};
pub use collection::{COLLECTIONS, Collection, collection_of};
pub use price::{
    CUSTOMER_PRICE_GROUP, PRICE_GROUPS, PriceGroup, PriceRow, RoundingDirection, price_rows,
};

use crate::picture::Drawing;

/// How the price of an item comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PricingMethod {
    /// A listed price per piece.
    Fixed,
    /// Weight times the price of gold, plus labour.
    Weight,
}

/// How well an item sells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rating {
    /// The best fifth.
    A,
    /// The next three tenths.
    B,
    /// The rest.
    C,
}

/// A size of an item with its barcode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemSize {
    /// Size as engraved on the tag; blank when there is only one.
    pub code: String,
    /// EAN-13 in the range for use inside a shop (20 to 29).
    pub barcode: String,
}

/// One item of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Number on the tag, such as `BR-1042`.
    pub item_no: String,
    /// Name in English, such as "Lagune ring, wave, white".
    pub name: String,
    /// Code of the collection; blank for gifts, bags and services.
    pub collection_code: &'static str,
    /// Code of the item class: what it is.
    pub item_class: &'static str,
    /// Code of the product type: what it is made of.
    pub product_type: &'static str,
    /// Unit it is priced in: `PCS`, or `G` for gold by weight.
    pub unit: &'static str,
    /// Weight of one piece in milligrams, 0 for services.
    pub unit_weight_mg: i64,
    /// Fine parts per thousand, where the metal is hallmarked.
    pub fineness: Option<u32>,
    /// Sold without a look at the stock.
    pub no_stock_posting: bool,
    /// The till asks for the price.
    pub keying_in_price: bool,
    /// Lowest and highest keyed price in euro cents.
    pub keyed_limits_eur_minor: Option<(i64, i64)>,
    /// No longer made; may be sold from stock.
    pub stopped: bool,
    /// Takes part in discounts.
    pub discountable: bool,
    /// Carries a certificate whose number is kept with the sale.
    pub certificate: bool,
    /// VAT group of the item: `STANDARD`, or `OUTSIDE` for vouchers and gift cards.
    pub vat_group: &'static str,
    /// Fixed or by weight.
    pub pricing_method: PricingMethod,
    /// Its picture.
    pub drawing: Drawing,
    /// Sizes in order, at least one.
    pub sizes: Vec<ItemSize>,
    /// How well it sells.
    pub rating: Rating,
    /// Place by sales, from 1.
    pub ranking: u32,
    /// What to tell a customer about it.
    pub story: String,
    /// Regular price of today in euro cents, VAT included. For gifts the list value, for gold by
    /// weight the labour, 0 when the price is keyed in.
    pub price_eur_minor: i64,
    /// Prices in minor units of EUR, HKD, CNY, JPY and KWD where they do not follow from the euro.
    pub local_prices: Option<[i64; 5]>,
    /// Place in the catalogue, from 1; decides on price changes, sales and tiers.
    pub position: u32,
}

impl Item {
    /// Whether the item is given, not sold.
    #[must_use]
    pub fn is_gift(&self) -> bool {
        self.product_type == "GIFT"
    }

    /// Whether the item is sold in the stores of a country.
    #[must_use]
    pub fn is_sold_in(&self, country: &str) -> bool {
        match self.pricing_method {
            PricingMethod::Fixed => true,
            PricingMethod::Weight => country == "CN" || country == "HK",
        }
    }
}
