//! Items, as head office keeps them.

use kernel::page::Page;
use setting::entry::{Entry, Window};
use shell::db::{FromRow, Row, Tx, Value, params};
use shell::picture::picture_url;
use shell::{Failure, Outcome};

use crate::admin::item::list::{ItemRowView, ItemSettingQuery};
use crate::admin::item::{ItemValue, PricingMethod, SizeValue, Unit};
use crate::rule::search::{fold, patterns};

/// The condition of a list and its values.
pub(crate) struct Conditions {
    clauses: Vec<String>,
    values: Vec<Value>,
}

impl Conditions {
    /// Rows of which `column` contains all words of a search.
    pub(crate) fn found_by(search: Option<&str>, column: &str) -> Self {
        let mut conditions = Self {
            clauses: vec!["1 = 1".to_owned()],
            values: Vec::new(),
        };
        for pattern in patterns(search.unwrap_or_default()) {
            let clause = format!("{column} LIKE ? ESCAPE '\\'");
            conditions.add(&clause, Value::Text(pattern));
        }
        conditions
    }

    /// Adds a condition; `?` stands for its value, once or several times.
    pub(crate) fn add(&mut self, clause: &str, value: Value) {
        self.values.push(value);
        let place = format!("${}", self.values.len());
        self.clauses.push(clause.replace('?', &place));
    }

    /// Adds a condition when there is a value.
    pub(crate) fn add_text(&mut self, clause: &str, value: Option<&str>) {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            self.add(clause, Value::Text(value.to_owned()));
        }
    }

    /// The rows of a window, and how many there are in all.
    pub(crate) async fn page<T>(
        &self,
        tx: &mut Tx,
        (columns, tables, order): (&str, &str, &str),
        window: Window,
        read: fn(Row) -> Outcome<T>,
    ) -> Outcome<Page<T>> {
        let filter = self.clauses.join(" AND ");
        let sql = format!("SELECT COUNT(*) FROM {tables} WHERE {filter}");
        let total = tx.query_one(&sql, &self.values).await?.read()?;
        let sql = format!(
            "SELECT {columns} FROM {tables} WHERE {filter} ORDER BY {order} LIMIT {} OFFSET {}",
            window.rows, window.start
        );
        let rows = tx.query(&sql, &self.values).await?;
        let items: Outcome<Vec<T>> = rows.into_iter().map(read).collect();
        Ok(window.page(items?, total))
    }
}

/// A page of items.
pub(crate) async fn list(
    tx: &mut Tx,
    query: &ItemSettingQuery,
    window: Window,
) -> Outcome<Page<ItemRowView>> {
    let mut conditions = Conditions::found_by(query.search.as_deref(), "i.search_text");
    conditions.add_text("i.item_class_code = ?", query.item_class.as_deref());
    conditions.add_text("i.collection_code = ?", query.collection.as_deref());
    match query.state.as_deref() {
        Some("STOPPED") => conditions.add("i.stopped = ?", Value::Boolean(true)),
        Some("SOLD") => conditions.add(
            "(i.sold_in_shops = ? AND i.stopped <> ?)",
            Value::Boolean(true),
        ),
        Some("NOT_SOLD") => conditions.add("i.sold_in_shops <> ?", Value::Boolean(true)),
        Some("WEIGHT") => conditions.add_text("i.pricing_method = ?", Some("WEIGHT")),
        _ => {}
    }
    let order = match query.sort.as_deref() {
        Some("name") => "i.name, i.item_no",
        Some("itemNo") => "i.item_no",
        _ => "i.ranking, i.item_no",
    };
    let columns = "i.item_no, i.name, i.picture, k.name, c.name, i.stopped, i.sold_in_shops, \
                   i.pricing_method";
    let tables = "item i JOIN item_class k ON k.item_class_code = i.item_class_code \
                  LEFT JOIN collection c ON c.collection_code = i.collection_code";
    conditions
        .page(tx, (columns, tables, order), window, item_row)
        .await
}

fn item_row(mut row: Row) -> Outcome<ItemRowView> {
    Ok(ItemRowView {
        item_no: row.read()?,
        name: row.read()?,
        image_url: picture_url(&row.read::<String>()?),
        item_class_name: row.read()?,
        collection_name: row.read()?,
        stopped: row.read()?,
        sold_in_shops: row.read()?,
        pricing_method: method(&row.read::<String>()?)?,
    })
}

fn method(text: &str) -> Outcome<PricingMethod> {
    match text {
        "FIXED" => Ok(PricingMethod::Fixed),
        "WEIGHT" => Ok(PricingMethod::Weight),
        other => Err(Failure::internal(format!("an item is priced {other}"))),
    }
}

/// The item of a number.
pub(crate) async fn find(tx: &mut Tx, item_no: &str) -> Outcome<Option<Entry<ItemValue>>> {
    let row = tx
        .query_opt(
            "SELECT version, name, collection_code, item_class_code, product_type, unit, \
             unit_weight, no_stock_posting, keying_in_price, stopped, discountable, \
             sold_in_shops, vat_posting_group, pricing_method, metal_item_no, labour_item_no, \
             fineness, keyed_min, keyed_max, ranking, story FROM item WHERE item_no = $1",
            params![item_no],
        )
        .await?;
    let Some(mut row) = row else {
        return Ok(None);
    };
    let version = row.read()?;
    let value = ItemValue {
        sizes: sizes(tx, item_no).await?,
        ..item_value(row)?
    };
    Ok(Some(Entry {
        key: item_no.to_owned(),
        version,
        value,
    }))
}

fn item_value(mut row: Row) -> Outcome<ItemValue> {
    Ok(ItemValue {
        name: row.read()?,
        collection_code: row.read()?,
        item_class: row.read()?,
        product_type: row.read()?,
        unit: unit(&row.read::<String>()?)?,
        unit_weight: row.read()?,
        no_stock_posting: row.read()?,
        keying_in_price: row.read()?,
        stopped: row.read()?,
        discountable: row.read()?,
        sold_in_shops: row.read()?,
        vat_group: row.read()?,
        pricing_method: method(&row.read::<String>()?)?,
        metal_item_no: row.read()?,
        labour_item_no: row.read()?,
        fineness: row.read()?,
        keyed_min: row.read()?,
        keyed_max: row.read()?,
        ranking: row.read()?,
        story: row.read()?,
        sizes: Vec::new(),
    })
}

/// The unit of a text in the database.
pub(crate) fn unit(text: &str) -> Outcome<Unit> {
    Unit::parse(text).ok_or_else(|| Failure::internal(format!("no unit {text}")))
}

async fn sizes(tx: &mut Tx, item_no: &str) -> Outcome<Vec<SizeValue>> {
    let rows = tx
        .query(
            "SELECT s.size_code, b.barcode FROM item_size s \
             LEFT JOIN barcode b ON b.item_no = s.item_no AND b.size_code = s.size_code \
             WHERE s.item_no = $1 ORDER BY s.position, s.size_code, b.barcode",
            params![item_no],
        )
        .await?;
    let mut sizes: Vec<SizeValue> = Vec::new();
    for mut row in rows {
        let (size_code, barcode): (String, Option<String>) = (row.read()?, row.read()?);
        if sizes.last().is_none_or(|last| last.size_code != size_code) {
            sizes.push(SizeValue {
                size_code,
                barcodes: Vec::new(),
            });
        }
        if let Some(size) = sizes.last_mut() {
            size.barcodes.extend(barcode);
        }
    }
    Ok(sizes)
}

/// The item that a barcode belongs to.
pub(crate) async fn owner_of_barcode(tx: &mut Tx, barcode: &str) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT item_no FROM barcode WHERE barcode = $1",
            params![barcode],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}

/// Whether stock, a basket or an order knows a size.
pub(crate) async fn is_size_used(tx: &mut Tx, item_no: &str, size_code: &str) -> Outcome<bool> {
    for table in [
        "stock",
        "stock_ledger",
        "stock_lease",
        "basket_line",
        "sales_order_line",
    ] {
        let sql =
            format!("SELECT item_no FROM {table} WHERE item_no = $1 AND size_code = $2 LIMIT 1");
        if tx
            .query_opt(&sql, params![item_no, size_code])
            .await?
            .is_some()
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Keeps an item, new or in place of what was before, with its sizes and barcodes.
pub(crate) async fn keep(
    tx: &mut Tx,
    item_no: &str,
    value: &ItemValue,
    before: Option<&Entry<ItemValue>>,
) -> Outcome<()> {
    let sql = if before.is_some() {
        "UPDATE item SET name = $2, collection_code = $3, item_class_code = $4, \
         product_type = $5, unit = $6, unit_weight = $7, no_stock_posting = $8, \
         keying_in_price = $9, stopped = $10, discountable = $11, sold_in_shops = $12, \
         vat_posting_group = $13, pricing_method = $14, metal_item_no = $15, \
         labour_item_no = $16, fineness = $17, keyed_min = $18, keyed_max = $19, ranking = $20, \
         story = $21, version = version + 1 WHERE item_no = $1"
    } else {
        "INSERT INTO item (item_no, name, collection_code, item_class_code, product_type, unit, \
         unit_weight, no_stock_posting, keying_in_price, stopped, discountable, sold_in_shops, \
         vat_posting_group, pricing_method, metal_item_no, labour_item_no, fineness, keyed_min, \
         keyed_max, ranking, story, search_text, picture) VALUES ($1, $2, $3, $4, $5, $6, $7, \
         $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, '', '')"
    };
    let method = match value.pricing_method {
        PricingMethod::Fixed => "FIXED",
        PricingMethod::Weight => "WEIGHT",
    };
    let values = params![
        item_no,
        &value.name,
        value.collection_code.as_deref(),
        &value.item_class,
        &value.product_type,
        value.unit.text(),
        value.unit_weight,
        value.no_stock_posting,
        value.keying_in_price,
        value.stopped,
        value.discountable,
        value.sold_in_shops,
        &value.vat_group,
        method,
        value.metal_item_no.as_deref(),
        value.labour_item_no.as_deref(),
        value.fineness,
        value.keyed_min,
        value.keyed_max,
        value.ranking,
        &value.story
    ];
    tx.execute_one(sql, values).await?;
    keep_sizes(tx, item_no, value, before).await?;
    rewrite_search_text_of(tx, item_no).await
}

async fn keep_sizes(
    tx: &mut Tx,
    item_no: &str,
    value: &ItemValue,
    before: Option<&Entry<ItemValue>>,
) -> Outcome<()> {
    let known = before.map_or(&[][..], |before| &before.value.sizes);
    tx.execute("DELETE FROM barcode WHERE item_no = $1", params![item_no])
        .await?;
    for size in known {
        if !value
            .sizes
            .iter()
            .any(|kept| kept.size_code == size.size_code)
        {
            tx.execute_one(
                "DELETE FROM item_size WHERE item_no = $1 AND size_code = $2",
                params![item_no, &size.size_code],
            )
            .await?;
        }
    }
    for (position, size) in (1_i64..).zip(&value.sizes) {
        let sql = if known.iter().any(|kept| kept.size_code == size.size_code) {
            "UPDATE item_size SET position = $3 WHERE item_no = $1 AND size_code = $2"
        } else {
            "INSERT INTO item_size (item_no, size_code, position) VALUES ($1, $2, $3)"
        };
        tx.execute_one(sql, params![item_no, &size.size_code, position])
            .await?;
        for barcode in &size.barcodes {
            tx.execute_one(
                "INSERT INTO barcode (barcode, item_no, size_code) VALUES ($1, $2, $3)",
                params![barcode, item_no, &size.size_code],
            )
            .await?;
        }
    }
    Ok(())
}

/// Writes anew by what the items of a collection are found, or all items.
pub(crate) async fn rewrite_search_text(tx: &mut Tx, collection: Option<&str>) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT item_no FROM item WHERE COALESCE(collection_code, '') = COALESCE($1, \
             collection_code, '')",
            params![collection],
        )
        .await?;
    for mut row in rows {
        let item_no: String = row.read()?;
        rewrite_search_text_of(tx, &item_no).await?;
    }
    Ok(())
}

/// Name, number, collection and barcodes: what people type to find an item.
async fn rewrite_search_text_of(tx: &mut Tx, item_no: &str) -> Outcome<()> {
    let mut row = tx
        .query_one(
            "SELECT i.name, COALESCE(c.name, '') FROM item i \
             LEFT JOIN collection c ON c.collection_code = i.collection_code \
             WHERE i.item_no = $1",
            params![item_no],
        )
        .await?;
    let mut words: Vec<String> = vec![row.read()?, item_no.to_owned(), row.read()?];
    for size in sizes(tx, item_no).await? {
        words.extend(size.barcodes);
    }
    words.retain(|word| !word.is_empty());
    tx.execute_one(
        "UPDATE item SET search_text = $2 WHERE item_no = $1",
        params![item_no, fold(&words.join(" "))],
    )
    .await?;
    Ok(())
}

/// The file of an item's picture and the item's version.
pub(crate) async fn picture(tx: &mut Tx, item_no: &str) -> Outcome<Option<(String, i64)>> {
    let row = tx
        .query_opt(
            "SELECT picture, version FROM item WHERE item_no = $1",
            params![item_no],
        )
        .await?;
    row.map(FromRow::from_row).transpose()
}

/// Gives an item another picture.
pub(crate) async fn set_picture(tx: &mut Tx, item_no: &str, file: &str) -> Outcome<()> {
    Ok(tx
        .execute_one(
            "UPDATE item SET picture = $2, version = version + 1 WHERE item_no = $1",
            params![item_no, file],
        )
        .await?)
}
