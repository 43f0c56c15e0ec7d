//! What the books must say after anything.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use shell::db::{Tx, TxFuture};
use shell::{Db, Outcome};
use uuid::Uuid;

use crate::till::Sale;

/// Statements that must count nothing: halves of sales, and engines that lost something.
const NOTHING: [(&str, &str); 9] = [
    (
        "an order whose lines do not make its total",
        "SELECT COUNT(*) FROM sales_order o WHERE o.subtotal <> (SELECT COALESCE(SUM(l.net), -1) \
         FROM sales_order_line l WHERE l.order_id = o.order_id)",
    ),
    (
        "an order whose tenders do not pay it",
        "SELECT COUNT(*) FROM sales_order o WHERE o.total <> (SELECT COALESCE(SUM(t.amount), -1) \
         FROM sales_order_tender t WHERE t.order_id = o.order_id)",
    ),
    (
        "an order whose VAT does not make its total",
        "SELECT COUNT(*) FROM sales_order o WHERE o.total <> (SELECT COALESCE(SUM(v.gross), -1) \
         FROM sales_order_vat v WHERE v.order_id = o.order_id)",
    ),
    (
        "an order whose pieces did not leave the stock",
        "SELECT COUNT(*) FROM sales_order o WHERE \
         (SELECT COALESCE(SUM(l.quantity), 0) FROM sales_order_line l \
         WHERE l.order_id = o.order_id) <> (SELECT COALESCE(-SUM(g.quantity), -1) \
         FROM stock_ledger g WHERE g.document_id = o.order_id)",
    ),
    (
        "an order without its journal entry",
        "SELECT COUNT(*) FROM sales_order o WHERE NOT EXISTS (SELECT 1 FROM journal_entry j \
         WHERE j.chain_id = o.journal_chain AND j.seq = o.journal_seq AND j.kind = 'ticket')",
    ),
    (
        "an order whose basket is not completed",
        "SELECT COUNT(*) FROM sales_order o JOIN basket b ON b.basket_id = o.basket_id \
         WHERE b.state <> 'COMPLETED'",
    ),
    (
        "a completed basket or a ticket without its order",
        "SELECT ABS((SELECT COUNT(*) FROM sales_order) - (SELECT COUNT(*) FROM basket \
         WHERE state = 'COMPLETED')) + ABS((SELECT COUNT(*) FROM sales_order) \
         - (SELECT COUNT(*) FROM journal_entry WHERE kind = 'ticket'))",
    ),
    (
        "pieces that left the stock without an order",
        "SELECT COUNT(*) FROM stock_ledger g WHERE g.quantity < 0 AND NOT EXISTS \
         (SELECT 1 FROM sales_order o WHERE o.order_id = g.document_id)",
    ),
    (
        "a receipt number left out",
        "SELECT (SELECT COALESCE(MAX(order_no), 0) FROM sales_order) \
         - (SELECT COUNT(*) FROM sales_order) + (SELECT COALESCE(MAX(value), 0) FROM counter \
         WHERE scope = 'PAR' AND name = 'order') - (SELECT COUNT(*) FROM sales_order)",
    ),
];

/// What is in the books.
pub(crate) struct Books {
    /// All sales.
    pub(crate) sales: BTreeSet<Sale>,
    /// The heads of the journal's chains, as `vitrine verify --anchors` reads them.
    pub(crate) heads: String,
}

/// Reads the books, which must be whole.
pub(crate) async fn read(db: &Db) -> Books {
    let (halves, books) = db.read((), |tx, ()| read_all(tx)).await.unwrap();
    if !halves.is_empty() {
        // Whether it stays, and whether the tables say the same as their indexes.
        let (later, _) = db.read((), |tx, ()| read_all(tx)).await.unwrap();
        let (unindexed, _) = db.read((), |tx, ()| read_unindexed(tx)).await.unwrap();
        panic!("found: {halves:?}; then: {later:?}; without indexes: {unindexed:?}");
    }
    books
}

type Halves = Vec<(&'static str, i64)>;

/// As [`read_all`], on PostgreSQL without looking into an index.
fn read_unindexed(tx: &mut Tx) -> TxFuture<'_, (Halves, Books)> {
    Box::pin(async move {
        if tx.engine() == shell::db::Engine::Postgres {
            for way in ["indexscan", "indexonlyscan", "bitmapscan"] {
                tx.execute(&format!("SET LOCAL enable_{way} = off"), &[])
                    .await?;
            }
        }
        read_all(tx).await
    })
}

fn read_all(tx: &mut Tx) -> TxFuture<'_, (Halves, Books)> {
    Box::pin(async move {
        let mut halves = Vec::new();
        for (what, sql) in NOTHING {
            let count: i64 = tx.query_one(sql, &[]).await?.read()?;
            if count != 0 {
                halves.push((what, count));
            }
        }
        if tx.engine() == shell::db::Engine::Sqlite {
            let said: String = tx.query_one("PRAGMA integrity_check", &[]).await?.read()?;
            assert_eq!(said, "ok", "integrity_check");
            let broken = tx.query("PRAGMA foreign_key_check", &[]).await?;
            assert!(broken.is_empty(), "foreign_key_check");
        }
        let sales = read_sales(tx).await?;
        let mut heads = String::new();
        for mut row in tx
            .query("SELECT chain_id, seq, hash FROM journal_head", &[])
            .await?
        {
            let (chain, seq, hash): (String, i64, Vec<u8>) =
                (row.read()?, row.read()?, row.read()?);
            let head = json!({ "chain": chain, "seq": seq, "hash": hex::encode(hash) });
            heads.push_str(&format!("{head}\n"));
        }
        Ok((halves, Books { sales, heads }))
    })
}

async fn read_sales(tx: &mut Tx) -> Outcome<BTreeSet<Sale>> {
    let mut lines: BTreeMap<Uuid, Vec<(String, i64)>> = BTreeMap::new();
    let sql = "SELECT order_id, item_no, quantity FROM sales_order_line \
               ORDER BY order_id, item_no, quantity";
    for mut row in tx.query(sql, &[]).await? {
        let (order_id, line) = (row.read()?, (row.read()?, row.read()?));
        lines.entry(order_id).or_default().push(line);
    }
    let mut sales = BTreeSet::new();
    let sql = "SELECT receipt_no, order_id, total FROM sales_order";
    for mut row in tx.query(sql, &[]).await? {
        let (receipt_no, order_id, total) = (row.read()?, row.read()?, row.read()?);
        sales.insert(Sale {
            receipt_no,
            order_id,
            total,
            lines: lines.remove(&order_id).unwrap_or_default(),
        });
    }
    Ok(sales)
}
