//! Pieces that are on their way, and how far stores are apart in days.

use std::collections::HashMap;

use jiff::civil::Date;
use kernel::id::StoreNo;
use setting::entry::Entry;
use shell::Outcome;
use shell::db::{Tx, params};

use crate::admin::distance::{StoreDistanceValue, pair};
use crate::view::InTransit;

/// The most arrivals of an item that are told.
const ARRIVALS_MAX: i64 = 50;

/// Pieces that a document sent to a store.
#[derive(Clone, Copy, Debug)]
pub struct Arrival<'a> {
    /// The document that sent them.
    pub document_no: &'a str,
    /// Its line.
    pub line_no: i64,
    /// The store that they go to.
    pub store_no: &'a str,
    /// The store that they come from; none for head office.
    pub from_store_no: Option<&'a str>,
    /// The item.
    pub item_no: &'a str,
    /// Its size.
    pub size_code: &'a str,
    /// How many pieces, above 0.
    pub quantity: i64,
    /// On which day of the receiving store they are due.
    pub due_on: Date,
}

/// Writes down that pieces are on their way, and counts them in the stock of the store that they go to.
///
/// # Errors
/// When the document has such a line already, or the item no such size.
pub async fn expect(tx: &mut Tx, arrival: &Arrival<'_>) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO stock_in_transit (document_no, line_no, store_no, from_store_no, item_no, \
         size_code, quantity, due_on) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            arrival.document_no,
            arrival.line_no,
            arrival.store_no,
            arrival.from_store_no,
            arrival.item_no,
            arrival.size_code,
            arrival.quantity,
            arrival.due_on
        ],
    )
    .await?;
    tx.execute_one(
        "INSERT INTO stock (store_no, item_no, size_code, on_hand, reserved, quarantine, \
         in_transit_in) VALUES ($1, $2, $3, 0, 0, 0, $4) \
         ON CONFLICT (store_no, item_no, size_code) \
         DO UPDATE SET in_transit_in = stock.in_transit_in + excluded.in_transit_in",
        params![
            arrival.store_no,
            arrival.item_no,
            arrival.size_code,
            arrival.quantity
        ],
    )
    .await?;
    Ok(())
}

/// What of an item is on its way to a store, by size, the earliest first. `today` is the store's
/// business date.
pub(crate) async fn arrivals(
    tx: &mut Tx,
    store_no: &StoreNo,
    item_no: &str,
    today: Date,
) -> Outcome<HashMap<String, Vec<InTransit>>> {
    let rows = tx
        .query(
            "SELECT t.size_code, t.due_on, s.name, CAST(SUM(t.quantity) AS BIGINT) \
             FROM stock_in_transit t LEFT JOIN store s ON s.store_no = t.from_store_no \
             WHERE t.store_no = $1 AND t.item_no = $2 \
             GROUP BY t.size_code, t.due_on, s.name ORDER BY t.due_on, s.name LIMIT $3",
            params![store_no, item_no, ARRIVALS_MAX],
        )
        .await?;
    let mut by_size: HashMap<String, Vec<InTransit>> = HashMap::new();
    for mut row in rows {
        let size_code: String = row.read()?;
        let due_on: Date = row.read()?;
        by_size.entry(size_code).or_default().push(InTransit {
            due_on,
            days_until: days_between(today, due_on),
            from_store_name: row.read()?,
            quantity: row.read()?,
        });
    }
    Ok(by_size)
}

/// How many days lie between two dates; negative when the second is the earlier one.
fn days_between(from: Date, to: Date) -> i64 {
    from.until(to).map_or(0, |span| i64::from(span.get_days()))
}

/// Says how many days a piece travels between two stores, either way.
///
/// # Errors
/// When the days are below zero, or one of the stores does not exist.
pub async fn set_distance(tx: &mut Tx, stores: (&str, &str), travel_days: i64) -> Outcome<()> {
    for (one, other) in [stores, (stores.1, stores.0)] {
        tx.execute_one(
            "INSERT INTO store_distance (store_no, other_store_no, travel_days) \
             VALUES ($1, $2, $3) ON CONFLICT (store_no, other_store_no) \
             DO UPDATE SET travel_days = excluded.travel_days, \
             version = store_distance.version + 1",
            params![one, other, travel_days],
        )
        .await?;
    }
    Ok(())
}

/// How far stores are apart, each pair once and in the order of their numbers: all, or one pair that
/// is asked for in that order.
pub(crate) async fn distances(
    tx: &mut Tx,
    pair_of: Option<(&str, &str)>,
) -> Outcome<Vec<Entry<StoreDistanceValue>>> {
    let columns = "SELECT d.version, d.store_no, s.name, d.other_store_no, o.name, d.travel_days \
                   FROM store_distance d JOIN store s ON s.store_no = d.store_no \
                   JOIN store o ON o.store_no = d.other_store_no";
    let rows = match pair_of {
        Some((one, other)) => {
            let sql = format!("{columns} WHERE d.store_no = $1 AND d.other_store_no = $2");
            tx.query(&sql, params![one, other]).await?
        }
        None => tx.query(columns, params![]).await?,
    };
    let mut entries = Vec::new();
    for mut row in rows {
        let version = row.read()?;
        let value = StoreDistanceValue {
            from_store_no: row.read()?,
            from_store_name: row.read()?,
            to_store_no: row.read()?,
            to_store_name: row.read()?,
            travel_days: row.read()?,
        };
        // Both ways are rows. Databases differ in how they order texts: this is the order of a pair.
        if value.from_store_no < value.to_store_no {
            let key = pair(&value.from_store_no, &value.to_store_no);
            entries.push(Entry {
                key,
                version,
                value,
            });
        }
    }
    entries.sort_by(|one, other| one.key.cmp(&other.key));
    Ok(entries)
}

/// The name of a store; none when there is no such store.
pub(crate) async fn store_name(tx: &mut Tx, store_no: &str) -> Outcome<Option<String>> {
    let sql = "SELECT name FROM store WHERE store_no = $1";
    match tx.query_opt(sql, params![store_no]).await? {
        Some(mut row) => Ok(Some(row.read()?)),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_over_months_and_backwards() {
        let days = |from: &str, to: &str| {
            days_between(from.parse::<Date>().unwrap(), to.parse::<Date>().unwrap())
        };
        assert_eq!(days("2026-11-21", "2026-11-21"), 0);
        assert_eq!(days("2026-11-21", "2026-12-04"), 13);
        assert_eq!(days("2026-11-21", "2027-01-21"), 61);
        assert_eq!(days("2026-11-21", "2026-11-19"), -2);
    }
}
