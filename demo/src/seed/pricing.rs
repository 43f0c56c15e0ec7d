//! The price list of all stores, under the same rules as on the till.

use std::collections::{BTreeMap, HashMap};

use catalog::rule::price::{GroupRounding, PriceQuery, PriceRow, StorePricing, price};
use jiff::Timestamp;
use jiff::civil::Date;
use kernel::rounding::Direction;
use kernel::{Currency, Rate};
use promotion::rule::piece::PriceRounding;
use sale::rule::line::Line;
use sale::rule::price::{Market, PricedBasket, Weighing, price_basket};
use shell::{Failure, Outcome};

use crate::catalogue::{Item, PRICE_GROUPS, PricingMethod, RoundingDirection, price_rows};
use crate::company::{STORES, Store, VAT_SETUP};

/// Between companies, never in a shop (domain §1.8).
const INTERNAL_ITEM: &str = "ITLICENSE";
/// Issued by an exchange, never sold.
const EXCHANGE_VOUCHER: &str = "EX-VOUCHER";

/// What everything costs everywhere.
pub(super) struct PriceList {
    /// The price rows by item.
    pub(super) rows: HashMap<String, Vec<PriceRow>>,
    stores: HashMap<&'static str, StorePricing>,
}

impl PriceList {
    pub(super) fn new(items: &[Item], today: Date) -> Outcome<Self> {
        let rows = items
            .iter()
            .map(|item| (item.item_no.clone(), rows_of(item, today)))
            .collect();
        let stores = STORES
            .iter()
            .map(|store| Ok((store.store_no, store_pricing(store)?)))
            .collect::<Outcome<_>>()?;
        Ok(Self { rows, stores })
    }

    /// Whether shops find an item when they search: it is sold there and has a price in some store,
    /// gets one on the scale, or asks for one at the till.
    ///
    /// Gifts are not sold; they come to a basket with what they are a gift for, as exchange vouchers
    /// come with an exchange.
    pub(super) fn is_sold_in_shops(&self, item: &Item, today: Date) -> bool {
        let query = PriceQuery {
            size_code: "",
            unit: item.unit,
            vat_group: item.vat_group,
            date: today,
            quantity: 1,
            customer_groups: &[],
        };
        let is_made = item.is_gift() || [INTERNAL_ITEM, EXCHANGE_VOUCHER].contains(&&*item.item_no);
        let has_no_list = item.keying_in_price || item.pricing_method == PricingMethod::Weight;
        if is_made || has_no_list {
            return !is_made;
        }
        self.rows.get(&item.item_no).is_some_and(|rows| {
            self.stores
                .values()
                .any(|store| price(rows, store, &query).is_some())
        })
    }

    /// A basket as the store priced it on a date, without the lines that had no price there.
    pub(super) fn basket(
        &self,
        store: &Store,
        mut lines: Vec<Line>,
        date: Date,
    ) -> Outcome<(Vec<Line>, PricedBasket)> {
        let pricing = self
            .stores
            .get(store.store_no)
            .ok_or_else(|| Failure::internal(format!("no prices for {}", store.store_no)))?;
        let market = Market {
            rows: &self.rows,
            boards: &HashMap::new(),
            store: pricing,
            customer_groups: &[],
            packages: &[],
            manual: None,
            rounding: PriceRounding::MINOR_UNIT,
            date,
            now: Timestamp::UNIX_EPOCH,
        };
        let mut priced = price_basket(&lines, &market, Weighing::Now)?;
        if !priced.without_price.is_empty() {
            lines.retain(|line| !priced.without_price.contains(&line.line_id));
            priced = price_basket(&lines, &market, Weighing::Now)?;
        }
        Ok((lines, priced))
    }
}

/// The rows of an item. A piece that is priced by weight gets none: the till would take the price
/// of a gram for that of the piece, and without a row it says that there is no price.
fn rows_of(item: &Item, today: Date) -> Vec<PriceRow> {
    if item.pricing_method == PricingMethod::Weight {
        return Vec::new();
    }
    (1..)
        .zip(price_rows(item, today))
        .map(|(row_id, row)| PriceRow {
            row_id,
            sales_code: row.sales_code.to_owned(),
            size_code: row.size_code.to_owned(),
            starting_date: Some(row.starting_date),
            ending_date: row.ending_date,
            minimum_quantity: i64::from(row.minimum_quantity),
            unit: row.unit.to_owned(),
            unit_price: row.unit_price_minor,
            price_includes_vat: row.price_include_vat,
            deductible_vat: Some(rate(row.deductible_vat)),
            vat: Some(rate(row.vat)),
        })
        .collect()
}

fn store_pricing(store: &Store) -> Outcome<StorePricing> {
    let groups = PRICE_GROUPS
        .iter()
        .filter(|group| store.price_groups.contains(&group.code));
    Ok(StorePricing {
        currency: currency(store)?,
        price_groups: store
            .price_groups
            .iter()
            .map(|code| (*code).to_owned())
            .collect(),
        duty_free: store.duty_free,
        vat: percents(store.vat_group),
        deductible_vat: percents(store.deductible_vat_group),
        rounding: groups
            .map(|group| {
                let rounding = GroupRounding {
                    precision: group.precision_minor,
                    direction: direction(group.direction),
                };
                (group.code.to_owned(), rounding)
            })
            .collect(),
    })
}

/// The currency of a store.
pub(super) fn currency(store: &Store) -> Outcome<Currency> {
    Currency::parse(store.currency)
        .ok_or_else(|| Failure::internal(format!("no currency {}", store.currency)))
}

/// Hundredths of a percent as a rate.
pub(super) fn rate(hundredths: u32) -> Rate {
    Rate(i64::from(hundredths) * 100)
}

/// A direction as the rules know it.
pub(super) const fn direction(direction: RoundingDirection) -> Direction {
    match direction {
        RoundingDirection::Nearest => Direction::Nearest,
        RoundingDirection::Up => Direction::Up,
        RoundingDirection::Down => Direction::Down,
    }
}

fn percents(store_group: &str) -> BTreeMap<String, Rate> {
    VAT_SETUP
        .iter()
        .filter(|setup| setup.store_group == store_group)
        .map(|setup| (setup.item_group.to_owned(), rate(setup.rate)))
        .collect()
}
