//! The tables of this feature.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::id::{BasketId, ItemNo, SizeCode, StoreNo, TerminalNo};
use shell::Outcome;
use shell::db::{Tx, Value, params};
use uuid::Uuid;

use crate::lease::entry_id;
use crate::view::{OtherStoreStock, ReservedBy};

/// The most holders of one piece that are looked at.
const HOLDERS_MAX: i64 = 50;

/// An entry of the stock ledger, in pieces on hand.
#[derive(Clone, Debug)]
pub struct LedgerEntry<'a> {
    /// The store.
    pub store_no: &'a str,
    /// The item.
    pub item_no: &'a str,
    /// Its size.
    pub size_code: &'a str,
    /// Pieces, negative when they leave.
    pub quantity: i64,
    /// What happened: `SALE`, `RECEIVE`, …
    pub entry_type: &'a str,
    /// The number of the document that people see.
    pub document_no: &'a str,
    /// The id of the document.
    pub document_id: Option<Uuid>,
    /// Who did it.
    pub staff_id: &'a str,
    /// The date on which it is booked.
    pub business_date: Date,
    /// When.
    pub now: Timestamp,
}

pub(crate) async fn insert_ledger_entry(tx: &mut Tx, entry: &LedgerEntry<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO stock_ledger (entry_id, store_no, item_no, size_code, bucket, quantity, \
         entry_type, document_no, document_id, staff_id, business_date, created_at) \
         VALUES ($1, $2, $3, $4, 'ON_HAND', $5, $6, $7, $8, $9, $10, $11)",
        params![
            entry_id(),
            entry.store_no,
            entry.item_no,
            entry.size_code,
            entry.quantity,
            entry.entry_type,
            entry.document_no,
            entry.document_id,
            entry.staff_id,
            entry.business_date,
            entry.now
        ],
    )
    .await?;
    Ok(())
}

/// How many pieces are free to sell.
///
/// # Errors
/// The database's failure.
pub async fn available(
    tx: &mut Tx,
    store_no: &StoreNo,
    item_no: &ItemNo,
    size_code: &SizeCode,
) -> Outcome<i64> {
    let row = tx
        .query_opt(
            "SELECT on_hand - reserved FROM stock \
             WHERE store_no = $1 AND item_no = $2 AND size_code = $3",
            params![store_no, item_no, size_code],
        )
        .await?;
    Ok(match row {
        Some(mut row) => row.read()?,
        None => 0,
    })
}

/// Who holds pieces of an item in a basket.
#[derive(Clone, Debug)]
pub struct Holder {
    /// The size.
    pub size_code: String,
    /// The basket.
    pub basket_id: BasketId,
    /// The till.
    pub terminal_no: TerminalNo,
    /// Its name.
    pub terminal_name: String,
    /// Who works there.
    pub staff_name: String,
    /// How many pieces.
    pub quantity: i64,
}

const HOLDER_QUERY: &str = "SELECT l.size_code, l.basket_id, l.terminal_no, t.name, p.first_name, p.last_name, \
     l.quantity FROM stock_lease l JOIN terminal t ON t.terminal_no = l.terminal_no \
     JOIN salesperson p ON p.staff_id = l.staff_id WHERE l.store_no = $1 AND l.item_no = $2";

fn read_holder(mut row: shell::db::Row) -> Outcome<Holder> {
    Ok(Holder {
        size_code: row.read()?,
        basket_id: row.read()?,
        terminal_no: row.read()?,
        terminal_name: row.read()?,
        staff_name: {
            let (first, last): (String, String) = (row.read()?, row.read()?);
            format!("{first} {last}")
        },
        quantity: row.read()?,
    })
}

/// Who holds pieces of one size.
///
/// # Errors
/// The database's failure.
pub async fn holders(
    tx: &mut Tx,
    store_no: &StoreNo,
    item_no: &ItemNo,
    size_code: &SizeCode,
) -> Outcome<Vec<Holder>> {
    let sql = format!("{HOLDER_QUERY} AND l.size_code = $3 ORDER BY l.created_at LIMIT $4");
    let values = params![store_no, item_no, size_code, HOLDERS_MAX];
    tx.query(&sql, values)
        .await?
        .into_iter()
        .map(read_holder)
        .collect()
}

/// Who holds pieces of an item, by size.
pub(crate) async fn reserved_by(
    tx: &mut Tx,
    store_no: &StoreNo,
    item_no: &str,
) -> Outcome<HashMap<String, Vec<ReservedBy>>> {
    let sql = format!("{HOLDER_QUERY} ORDER BY l.created_at LIMIT $3");
    let mut by_size: HashMap<String, Vec<ReservedBy>> = HashMap::new();
    for row in tx
        .query(&sql, params![store_no, item_no, HOLDERS_MAX])
        .await?
    {
        let holder = read_holder(row)?;
        by_size
            .entry(holder.size_code)
            .or_default()
            .push(ReservedBy {
                staff_name: holder.staff_name,
                terminal_no: holder.terminal_no,
                terminal_name: holder.terminal_name,
                quantity: holder.quantity,
            });
    }
    Ok(by_size)
}

/// Stock of one size in one store.
#[derive(Clone, Copy, Debug, Default)]
pub struct SizeStock {
    /// Pieces in the store.
    pub on_hand: i64,
    /// Pieces in baskets.
    pub reserved: i64,
}

/// The stock of items: of this store by item and size, and how many other stores have each item.
#[derive(Clone, Debug, Default)]
pub struct ItemStock {
    /// This store's stock by item and size.
    pub own: HashMap<(String, String), SizeStock>,
    /// How many other open stores have a free piece, by item.
    pub other_stores: HashMap<String, i64>,
}

/// The stock of items as a store sees it.
///
/// # Errors
/// The database's failure.
pub async fn stock_of(tx: &mut Tx, store_no: &StoreNo, item_nos: &[String]) -> Outcome<ItemStock> {
    let mut stock = ItemStock::default();
    if item_nos.is_empty() {
        return Ok(stock);
    }
    let mut values: Vec<Value> = vec![Value::Text(store_no.0.clone())];
    let places: Vec<String> = item_nos
        .iter()
        .map(|item_no| {
            values.push(Value::Text(item_no.clone()));
            format!("${}", values.len())
        })
        .collect();
    let places = places.join(", ");
    let sql = format!(
        "SELECT item_no, size_code, on_hand, reserved FROM stock \
         WHERE store_no = $1 AND item_no IN ({places})"
    );
    for mut row in tx.query(&sql, &values).await? {
        let key = (row.read()?, row.read()?);
        stock.own.insert(
            key,
            SizeStock {
                on_hand: row.read()?,
                reserved: row.read()?,
            },
        );
    }
    let sql = format!(
        "SELECT k.item_no, COUNT(DISTINCT k.store_no) FROM stock k \
         JOIN store s ON s.store_no = k.store_no AND s.status = 'OPEN' \
         WHERE k.item_no IN ({places}) AND k.store_no <> $1 AND k.on_hand > k.reserved \
         GROUP BY k.item_no"
    );
    for mut row in tx.query(&sql, &values).await? {
        stock.other_stores.insert(row.read()?, row.read()?);
    }
    Ok(stock)
}

/// Where else an item can be had, the nearest stores first; those of which nobody said how far they
/// are come last.
pub(crate) async fn other_store_stock(
    tx: &mut Tx,
    store_no: &StoreNo,
    item_no: &str,
) -> Outcome<Vec<OtherStoreStock>> {
    let rows = tx
        .query(
            "SELECT s.store_no, s.name, s.city, k.size_code, k.on_hand - k.reserved, d.travel_days \
             FROM stock k JOIN store s ON s.store_no = k.store_no AND s.status = 'OPEN' \
             LEFT JOIN store_distance d \
             ON d.store_no = $1 AND d.other_store_no = k.store_no \
             WHERE k.item_no = $2 AND k.store_no <> $1 AND k.on_hand > k.reserved \
             ORDER BY CASE WHEN d.travel_days IS NULL THEN 1 ELSE 0 END, d.travel_days, s.city, \
             s.name, k.size_code LIMIT 200",
            params![store_no, item_no],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(OtherStoreStock {
                store_no: row.read()?,
                store_name: row.read()?,
                city: row.read()?,
                size_code: row.read()?,
                available: row.read()?,
                travel_days: row.read()?,
            })
        })
        .collect()
}
