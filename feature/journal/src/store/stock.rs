//! Whether the stock figures are the sums of their ledger, leases and arrivals.

use shell::{Outcome, Tx, params};

use super::verification::ROWS_MAX;

/// The bucket of pieces that are there to be sold.
const ON_HAND: &str = "ON_HAND";
/// The bucket of pieces that are there and are not to be sold.
const QUARANTINE: &str = "QUARANTINE";

/// A store, an item and a size.
pub(crate) type StockKey = (String, String, String);

/// A stock figure and what it should be.
pub(crate) struct StockRow {
    pub(crate) key: StockKey,
    /// The name of the figure, what ledger, leases or arrivals give, what the row holds.
    pub(crate) figures: [(&'static str, i64, i64); 4],
}

/// Stock rows after one. Sums are cast, because PostgreSQL widens the sum of integers.
pub(crate) async fn read_stock(tx: &mut Tx, after: &StockKey) -> Outcome<Vec<StockRow>> {
    let (store_no, item_no, size_code) = after;
    let rows = tx
        .query(
            "SELECT s.store_no, s.item_no, s.size_code, s.on_hand, s.quarantine, s.reserved, \
             s.in_transit_in, \
             (SELECT CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT) FROM stock_ledger l \
              WHERE l.store_no = s.store_no AND l.item_no = s.item_no \
              AND l.size_code = s.size_code AND l.bucket = $4), \
             (SELECT CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT) FROM stock_ledger l \
              WHERE l.store_no = s.store_no AND l.item_no = s.item_no \
              AND l.size_code = s.size_code AND l.bucket = $5), \
             (SELECT CAST(COALESCE(SUM(l.quantity), 0) AS BIGINT) FROM stock_lease l \
              WHERE l.store_no = s.store_no AND l.item_no = s.item_no \
              AND l.size_code = s.size_code), \
             (SELECT CAST(COALESCE(SUM(t.quantity), 0) AS BIGINT) FROM stock_in_transit t \
              WHERE t.store_no = s.store_no AND t.item_no = s.item_no \
              AND t.size_code = s.size_code) \
             FROM stock s WHERE (s.store_no, s.item_no, s.size_code) > ($1, $2, $3) \
             ORDER BY s.store_no, s.item_no, s.size_code LIMIT $6",
            params![store_no, item_no, size_code, ON_HAND, QUARANTINE, ROWS_MAX],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let key = (row.read()?, row.read()?, row.read()?);
            let held: [i64; 4] = [row.read()?, row.read()?, row.read()?, row.read()?];
            let summed: [i64; 4] = [row.read()?, row.read()?, row.read()?, row.read()?];
            Ok(StockRow {
                key,
                figures: [
                    ("on_hand", summed[0], held[0]),
                    ("quarantine", summed[1], held[1]),
                    ("reserved", summed[2], held[2]),
                    ("in_transit_in", summed[3], held[3]),
                ],
            })
        })
        .collect()
}

/// Ledger sums and leases of items that have no stock row, at most a page of each.
pub(crate) async fn read_stray_stock(tx: &mut Tx) -> Outcome<Vec<(StockKey, String, i64)>> {
    let ledger = tx
        .query(
            "SELECT l.store_no, l.item_no, l.size_code, l.bucket, \
             CAST(SUM(l.quantity) AS BIGINT) FROM stock_ledger l \
             LEFT JOIN stock s ON s.store_no = l.store_no \
             AND s.item_no = l.item_no AND s.size_code = l.size_code \
             WHERE s.store_no IS NULL AND l.bucket IN ($1, $2) \
             GROUP BY l.store_no, l.item_no, l.size_code, l.bucket \
             HAVING SUM(l.quantity) <> 0 ORDER BY 1, 2, 3, 4 LIMIT $3",
            params![ON_HAND, QUARANTINE, ROWS_MAX],
        )
        .await?;
    let leases = tx
        .query(
            "SELECT l.store_no, l.item_no, l.size_code, CAST(SUM(l.quantity) AS BIGINT) \
             FROM stock_lease l LEFT JOIN stock s ON s.store_no = l.store_no \
             AND s.item_no = l.item_no AND s.size_code = l.size_code \
             WHERE s.store_no IS NULL \
             GROUP BY l.store_no, l.item_no, l.size_code ORDER BY 1, 2, 3 LIMIT $1",
            params![ROWS_MAX],
        )
        .await?;
    let mut strays = Vec::with_capacity(ledger.len() + leases.len());
    for mut row in ledger {
        let key = (row.read()?, row.read()?, row.read()?);
        strays.push((key, row.read()?, row.read()?));
    }
    for mut row in leases {
        let key = (row.read()?, row.read()?, row.read()?);
        strays.push((key, "reserved".to_owned(), row.read()?));
    }
    Ok(strays)
}
