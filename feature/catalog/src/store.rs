//! The tables of this feature.

mod board;
pub(crate) mod collection;
pub(crate) mod item;
pub(crate) mod item_class;
pub(crate) mod metal;
pub(crate) mod price_group;
pub(crate) mod sales_price;
pub(crate) mod vat;
pub(crate) mod warning_list;

pub use board::{Boards, boards_of};
pub use metal::{first_board_change, is_metal_price_set, metal_fineness, metal_rows};
pub use price_group::price_group_name;
pub use warning_list::warning_words;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use jiff::civil::Date;
use kernel::id::StoreNo;
use kernel::rounding::Direction;
use kernel::{Currency, Rate};
use shell::db::{Row, Slow, Tx, Value, params};
use shell::{Failure, Outcome};

use crate::rule::item_index::{Found, IndexedItem, ItemFilter, ItemIndex};
use crate::rule::price::{GroupRounding, PriceRow, StorePricing};
use crate::{CODE_NOT_FOUND, ITEM_NOT_FOUND};

/// A rate is kept in ten-thousandths of a per cent and told in hundredths.
const HUNDREDTH_OF_PERCENT: i64 = 100;
/// Fewer digits than these are no barcode, but the beginning of something.
const BARCODE_DIGITS_MIN: usize = 8;

/// How many rows are read at a time for the index of all items.
const INDEX_ROWS: usize = 2_000;

/// The most items of a class that somebody chooses from.
const CLASS_ITEMS_MAX: i64 = 200;

/// An item, as selling needs it.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its number.
    pub item_no: String,
    /// Its name.
    pub name: String,
    /// The code of its collection.
    pub collection_code: Option<String>,
    /// The name of its collection.
    pub collection_name: Option<String>,
    /// The code of its class.
    pub item_class: String,
    /// The name of its class.
    pub item_class_name: String,
    /// What kind of product.
    pub product_type: String,
    /// The unit in which it is sold.
    pub unit: String,
    /// The weight of one piece, in milligrams.
    pub unit_weight: i64,
    /// Whether it is sold without touching stock.
    pub no_stock_posting: bool,
    /// Whether its price is typed at the till.
    pub keying_in_price: bool,
    /// Whether it is no longer made.
    pub stopped: bool,
    /// Whether it takes part in discounts.
    pub discountable: bool,
    /// The metal whose board prices it by weight; none for a listed price.
    pub metal_item_no: Option<String>,
    /// The item whose rows price the labour per gram.
    pub labour_item_no: Option<String>,
    /// Its fineness in thousandths; of a metal that of its board.
    pub fineness: Option<i64>,
    /// The lowest price that may be typed, in minor units.
    pub keyed_min: Option<i64>,
    /// The highest price that may be typed, in minor units.
    pub keyed_max: Option<i64>,
    /// Whether pieces of its class have a certificate.
    pub carries_certificate: bool,
    /// Whether pieces of its class have a number and a weight of their own.
    pub carries_stock_no: bool,
    /// Its VAT group.
    pub vat_group: String,
    /// The file of its picture.
    pub picture: String,
    /// What there is to tell about it.
    pub story: String,
    /// Its place in the list.
    pub ranking: i64,
}

const ITEM_COLUMNS: &str = "i.item_no, i.name, i.collection_code, c.name, i.item_class_code, \
     k.name, i.product_type, i.unit, i.unit_weight, i.no_stock_posting, i.keying_in_price, \
     i.stopped, i.discountable, CASE WHEN i.pricing_method = 'WEIGHT' THEN i.metal_item_no END, \
     i.labour_item_no, i.fineness, i.keyed_min, i.keyed_max, k.carries_certificate, \
     k.carries_stock_no, i.vat_posting_group, i.picture, i.story, i.ranking";
const ITEM_TABLES: &str = "item i JOIN item_class k ON k.item_class_code = i.item_class_code \
     LEFT JOIN collection c ON c.collection_code = i.collection_code";

fn read_item(mut row: Row) -> Outcome<Item> {
    Ok(Item {
        item_no: row.read()?,
        name: row.read()?,
        collection_code: row.read()?,
        collection_name: row.read()?,
        item_class: row.read()?,
        item_class_name: row.read()?,
        product_type: row.read()?,
        unit: row.read()?,
        unit_weight: row.read()?,
        no_stock_posting: row.read()?,
        keying_in_price: row.read()?,
        stopped: row.read()?,
        discountable: row.read()?,
        metal_item_no: row.read()?,
        labour_item_no: row.read()?,
        fineness: row.read()?,
        keyed_min: row.read()?,
        keyed_max: row.read()?,
        carries_certificate: row.read()?,
        carries_stock_no: row.read()?,
        vat_group: row.read()?,
        picture: row.read()?,
        story: row.read()?,
        ranking: row.read()?,
    })
}

/// All items in memory, made anew when one changes.
///
/// # Errors
/// The database's failure.
pub async fn item_index(tx: &mut Tx) -> Outcome<Arc<ItemIndex>> {
    let _task = match tx.slow_reference("").await? {
        Slow::Ready(index) => return Ok(index),
        Slow::Missing(task) => task,
    };
    let mut index = ItemIndex::default();
    let mut last: Option<(i64, String)> = None;
    loop {
        let page = index_rows(tx, last.as_ref()).await?;
        let is_last = page.len() < INDEX_ROWS;
        last = page.last().map(|item| (item.ranking, item.item_no.clone()));
        index.extend(page);
        if is_last {
            break;
        }
    }
    index.finish();
    Ok(tx.keep_reference("", index).await?)
}

/// The next items for the index, so many at a time that they need little memory on their way.
async fn index_rows(tx: &mut Tx, after: Option<&(i64, String)>) -> Outcome<Vec<IndexedItem>> {
    let (ranking, item_no) = after.map_or((i64::MIN, ""), |(ranking, no)| (*ranking, no.as_str()));
    let rows = tx
        .query(
            "SELECT ranking, item_no, item_class_code, collection_code, search_text FROM item \
             WHERE sold_in_shops AND (ranking, item_no) > ($1, $2) ORDER BY ranking, item_no \
             LIMIT $3",
            params![
                ranking,
                item_no,
                i64::try_from(INDEX_ROWS).unwrap_or(i64::MAX)
            ],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(IndexedItem {
                ranking: row.read()?,
                item_no: row.read()?,
                item_class: row.read()?,
                collection: row.read()?,
                search_text: row.read()?,
            })
        })
        .collect()
}

/// A page of the items that a filter leaves, by ranking, after the place `after`. A whole barcode
/// finds its item alone.
///
/// # Errors
/// The database's failure.
pub async fn list_items(
    tx: &mut Tx,
    filter: &ItemFilter,
    after: Option<(i64, String)>,
    limit: usize,
) -> Outcome<(Vec<Item>, Found)> {
    let found = match item_of_barcode(tx, filter).await? {
        Some(item_no) => Found {
            item_nos: vec![item_no],
            next: None,
            total: 1,
        },
        None => item_index(tx).await?.find(filter, after.as_ref(), limit),
    };
    let mut items = find_items(tx, &found.item_nos).await?;
    let items = found
        .item_nos
        .iter()
        .filter_map(|item_no| items.remove(item_no))
        .collect();
    Ok((items, found))
}

/// The item of a barcode that somebody looks for, without further wishes.
async fn item_of_barcode(tx: &mut Tx, filter: &ItemFilter) -> Outcome<Option<String>> {
    let code = filter.search.trim();
    let is_code = code.len() >= BARCODE_DIGITS_MIN && code.bytes().all(|b| b.is_ascii_digit());
    if !is_code || filter.collection.is_some() || filter.item_class.is_some() {
        return Ok(None);
    }
    match find_code(tx, code).await {
        Ok(Code::Piece { item_no, .. } | Code::Item(item_no)) => Ok(Some(item_no)),
        Err(Failure::Refused(_)) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// A class or collection with the number of its items.
#[derive(Clone, Debug)]
pub struct Facet {
    /// The code.
    pub code: String,
    /// The name.
    pub name: String,
    /// How many items.
    pub count: i64,
}

/// The item classes that have items, in their order, with the number of items of each.
///
/// # Errors
/// The database's failure.
pub async fn count_by_class(tx: &mut Tx) -> Outcome<Vec<Facet>> {
    let index = item_index(tx).await?;
    let sql = "SELECT item_class_code, name FROM item_class ORDER BY position";
    facets(tx, sql, &index.count_by_class()).await
}

/// The collections that have items, in their order, with the number of items of each.
///
/// # Errors
/// The database's failure.
pub async fn count_by_collection(tx: &mut Tx) -> Outcome<Vec<Facet>> {
    let index = item_index(tx).await?;
    let sql = "SELECT collection_code, name FROM collection ORDER BY position";
    facets(tx, sql, &index.count_by_collection()).await
}

async fn facets(tx: &mut Tx, sql: &str, counts: &HashMap<&str, usize>) -> Outcome<Vec<Facet>> {
    let mut facets = Vec::new();
    for mut row in tx.query(sql, params![]).await? {
        let (code, name): (String, String) = (row.read()?, row.read()?);
        if let Some(count) = counts.get(code.as_str()) {
            facets.push(Facet {
                count: i64::try_from(*count).unwrap_or(i64::MAX),
                code,
                name,
            });
        }
    }
    Ok(facets)
}

/// The items of these numbers, in no order; numbers that name nothing are left out.
///
/// # Errors
/// The database's failure.
pub async fn find_items(tx: &mut Tx, item_nos: &[String]) -> Outcome<HashMap<String, Item>> {
    if item_nos.is_empty() {
        return Ok(HashMap::new());
    }
    let (places, values) = in_list(item_nos);
    let sql = format!("SELECT {ITEM_COLUMNS} FROM {ITEM_TABLES} WHERE i.item_no IN ({places})");
    let mut items = HashMap::new();
    for row in tx.query(&sql, &values).await? {
        let item = read_item(row)?;
        items.insert(item.item_no.clone(), item);
    }
    Ok(items)
}

/// The items of a class that are still made, by name.
///
/// # Errors
/// The database's failure.
pub async fn items_of_class(tx: &mut Tx, item_class: &str) -> Outcome<Vec<Item>> {
    let sql = format!(
        "SELECT {ITEM_COLUMNS} FROM {ITEM_TABLES} \
         WHERE i.item_class_code = $1 AND NOT i.stopped ORDER BY i.name, i.item_no LIMIT $2"
    );
    let rows = tx.query(&sql, params![item_class, CLASS_ITEMS_MAX]).await?;
    rows.into_iter().map(read_item).collect()
}

/// The item of a number.
///
/// # Errors
/// [`ITEM_NOT_FOUND`].
pub async fn get_item(tx: &mut Tx, item_no: &str) -> Outcome<Item> {
    find_items(tx, &[item_no.to_owned()])
        .await?
        .remove(item_no)
        .ok_or_else(|| Failure::from(&ITEM_NOT_FOUND))
}

/// A size with its barcode.
#[derive(Clone, Debug)]
pub struct Size {
    /// The size; blank when the item has none.
    pub size_code: String,
    /// Its barcode.
    pub barcode: Option<String>,
}

/// The sizes of items, in their order.
///
/// # Errors
/// The database's failure.
pub async fn sizes_of(tx: &mut Tx, item_nos: &[String]) -> Outcome<HashMap<String, Vec<Size>>> {
    let mut sizes: HashMap<String, Vec<Size>> = HashMap::new();
    if item_nos.is_empty() {
        return Ok(sizes);
    }
    let (places, values) = in_list(item_nos);
    let sql = format!(
        "SELECT s.item_no, s.size_code, (SELECT MIN(b.barcode) FROM barcode b \
         WHERE b.item_no = s.item_no AND b.size_code = s.size_code) \
         FROM item_size s WHERE s.item_no IN ({places}) ORDER BY s.item_no, s.position"
    );
    for mut row in tx.query(&sql, &values).await? {
        let item_no: String = row.read()?;
        let size = Size {
            size_code: row.read()?,
            barcode: row.read()?,
        };
        sizes.entry(item_no).or_default().push(size);
    }
    Ok(sizes)
}

/// What a scanned or typed code names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Code {
    /// A piece of one size.
    Piece {
        /// The item.
        item_no: String,
        /// The size; blank when the item has none.
        size_code: String,
    },
    /// An item of which the size must still be chosen.
    Item(String),
}

/// What a scanned or typed code names: a barcode, or an item number in any case.
///
/// # Errors
/// [`CODE_NOT_FOUND`].
pub async fn find_code(tx: &mut Tx, code: &str) -> Outcome<Code> {
    let row = tx
        .query_opt(
            "SELECT b.item_no, b.size_code FROM barcode b \
             JOIN item i ON i.item_no = b.item_no \
             WHERE b.barcode = $1 AND i.sold_in_shops",
            params![code],
        )
        .await?;
    if let Some(mut row) = row {
        return Ok(Code::Piece {
            item_no: row.read()?,
            size_code: row.read()?,
        });
    }
    let sizes = tx
        .query(
            "SELECT s.item_no, s.size_code FROM item_size s \
             JOIN item i ON i.item_no = s.item_no \
             WHERE s.item_no = $1 AND i.sold_in_shops ORDER BY s.position LIMIT 2",
            params![code.to_uppercase()],
        )
        .await?;
    let only_one = sizes.len() == 1;
    let mut first = sizes
        .into_iter()
        .next()
        .ok_or_else(|| Failure::from(kernel::Refusal::new(&CODE_NOT_FOUND).with("code", code)))?;
    let item_no = first.read()?;
    Ok(if only_one {
        Code::Piece {
            item_no,
            size_code: first.read()?,
        }
    } else {
        Code::Item(item_no)
    })
}

/// The price rows of items in the price groups of a store and of a customer.
///
/// # Errors
/// The database's failure.
pub async fn price_rows(
    tx: &mut Tx,
    item_nos: &[String],
    store: &StorePricing,
    customer_groups: &[String],
) -> Outcome<HashMap<String, Vec<PriceRow>>> {
    let mut rows: HashMap<String, Vec<PriceRow>> = HashMap::new();
    if item_nos.is_empty() {
        return Ok(rows);
    }
    let (places, mut values) = in_list(item_nos);
    let groups: Vec<String> = store
        .price_groups
        .iter()
        .chain(customer_groups)
        .map(|code| {
            values.push(Value::Text(code.clone()));
            format!("${}", values.len())
        })
        .collect();
    let sql = format!(
        "SELECT item_no, row_id, sales_code, size_code, starting_date, ending_date, \
         minimum_quantity, unit, unit_price, price_includes_vat, deductible_vat, vat \
         FROM sales_price WHERE item_no IN ({places}) AND sales_code IN ({})",
        groups.join(", ")
    );
    for mut row in tx.query(&sql, &values).await? {
        let item_no: String = row.read()?;
        rows.entry(item_no)
            .or_default()
            .push(read_price_row(&mut row)?);
    }
    Ok(rows)
}

fn read_price_row(row: &mut Row) -> Outcome<PriceRow> {
    Ok(PriceRow {
        row_id: row.read()?,
        sales_code: row.read()?,
        size_code: row.read()?,
        starting_date: row.read()?,
        ending_date: row.read()?,
        minimum_quantity: row.read()?,
        unit: row.read()?,
        unit_price: row.read()?,
        price_includes_vat: row.read()?,
        deductible_vat: row.read::<Option<i64>>()?.map(Rate),
        vat: row.read::<Option<i64>>()?.map(Rate),
    })
}

/// What a store adds to prices on a date.
///
/// # Errors
/// The database's failure.
pub async fn store_pricing(
    tx: &mut Tx,
    store_no: &StoreNo,
    currency: Currency,
    date: Date,
) -> Outcome<Arc<StorePricing>> {
    let key = format!("{store_no} {date}");
    if let Some(pricing) = tx.kept_reference(&key).await? {
        return Ok(pricing);
    }
    let pricing = read_store_pricing(tx, store_no, currency, date).await?;
    Ok(tx.keep_reference(&key, pricing).await?)
}

async fn read_store_pricing(
    tx: &mut Tx,
    store_no: &StoreNo,
    currency: Currency,
    date: Date,
) -> Outcome<StorePricing> {
    let mut row = tx
        .query_one(
            "SELECT duty_free, vat_posting_group, deductible_vat_posting_group \
             FROM store WHERE store_no = $1",
            params![store_no],
        )
        .await?;
    let duty_free = row.read()?;
    let (sale_group, contained_group): (String, String) = (row.read()?, row.read()?);
    let groups = tx
        .query(
            "SELECT g.price_group_code, g.rounding_precision, g.rounding_direction, s.position \
             FROM price_group g LEFT JOIN store_price_group s \
             ON s.price_group_code = g.price_group_code AND s.store_no = $1 \
             WHERE g.currency_code = $2 OR s.position IS NOT NULL ORDER BY s.position",
            params![store_no, currency.code()],
        )
        .await?;
    let (mut price_groups, mut rounding) = (Vec::new(), BTreeMap::new());
    for mut group in groups {
        let code: String = group.read()?;
        let precision = group.read()?;
        let direction: String = group.read()?;
        let direction = Direction::parse(&direction)
            .ok_or_else(|| Failure::internal(format!("price group {code} rounds {direction}")))?;
        rounding.insert(
            code.clone(),
            GroupRounding {
                precision,
                direction,
            },
        );
        if group.read::<Option<i64>>()?.is_some() {
            price_groups.push(code);
        }
    }
    Ok(StorePricing {
        currency,
        price_groups,
        duty_free,
        vat: vat_percents(tx, &sale_group, date).await?,
        deductible_vat: vat_percents(tx, &contained_group, date).await?,
        rounding,
    })
}

/// The VAT rates of a store group by item group: of each the one in force on the date.
async fn vat_percents(
    tx: &mut Tx,
    store_group: &str,
    date: Date,
) -> Outcome<BTreeMap<String, Rate>> {
    let rows = tx
        .query(
            "SELECT item_group, percent FROM vat_posting_setup \
             WHERE store_group = $1 AND valid_from <= $2 ORDER BY item_group, valid_from",
            params![store_group, date],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| Ok((row.read()?, Rate(row.read()?))))
        .collect()
}

/// The places `$1, $2, …` of a list and its values.
fn in_list(texts: &[String]) -> (String, Vec<Value>) {
    let places: Vec<String> = (1..=texts.len()).map(|place| format!("${place}")).collect();
    (
        places.join(", "),
        texts.iter().map(|text| Value::Text(text.clone())).collect(),
    )
}
