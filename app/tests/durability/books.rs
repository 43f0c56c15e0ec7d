//! What the books must say after anything.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use shell::db::{FromRow, Tx, TxFuture};
use shell::{Db, Outcome};
use uuid::Uuid;

use crate::till::Sale;

/// Queries that must count nothing: halves of sales and of posted statements, and engines that lost
/// something.
const NOTHING: [(&str, &str); 15] = [
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
    (
        "a posted statement without its Z, or a Z of a statement that is not posted",
        "SELECT (SELECT COUNT(*) FROM statement t WHERE t.state = 'POSTED' AND NOT EXISTS \
         (SELECT 1 FROM statement_z z WHERE z.statement_no = t.statement_no)) \
         + (SELECT COUNT(*) FROM statement_z z JOIN statement t \
         ON t.statement_no = z.statement_no WHERE t.state <> 'POSTED')",
    ),
    (
        "a Z without its journal entry",
        "SELECT COUNT(*) FROM statement_z z WHERE NOT EXISTS (SELECT 1 FROM journal_entry j \
         WHERE j.chain_id = z.journal_chain AND j.seq = z.journal_seq AND j.kind = 'event')",
    ),
    (
        "a Z number left out",
        "SELECT ABS((SELECT COALESCE(MAX(z_no), 0) FROM statement_z) \
         - (SELECT COUNT(*) FROM statement_z)) + ABS((SELECT COALESCE(MAX(value), 0) FROM counter \
         WHERE scope = 'PAR' AND name = 'z') - (SELECT COUNT(*) FROM statement_z))",
    ),
    (
        "a statement that is posted by nobody, or that was asked for and is not being posted",
        "SELECT COUNT(*) FROM statement t WHERE (SELECT COUNT(*) FROM statement_posting p \
         WHERE p.statement_no = t.statement_no) \
         <> CASE WHEN t.state IN ('POSTING', 'POSTED') THEN 1 ELSE 0 END",
    ),
    (
        "a drawer that was counted and is not carried, or is before its statement is posted",
        "SELECT (SELECT COUNT(*) FROM statement_count c JOIN statement t \
         ON t.statement_no = c.statement_no WHERE t.state = 'POSTED' AND NOT EXISTS \
         (SELECT 1 FROM statement_float f WHERE f.statement_no = c.statement_no \
         AND f.terminal_no = c.terminal_no)) \
         + (SELECT COUNT(*) FROM statement_float f JOIN statement t \
         ON t.statement_no = f.statement_no WHERE t.state <> 'POSTED') \
         + (SELECT COUNT(*) FROM statement_drawer_entry e JOIN statement t \
         ON t.statement_no = e.statement_no WHERE t.state <> 'POSTED')",
    ),
    (
        "a posted date without its closing, or a closing without a posted statement",
        "SELECT (SELECT COUNT(*) FROM statement t WHERE t.state = 'POSTED' AND NOT EXISTS \
         (SELECT 1 FROM journal_entry j WHERE j.chain_id = t.store_no AND j.kind = 'closing.day' \
         AND j.business_date = t.transaction_date)) \
         + (SELECT COUNT(*) FROM journal_entry j WHERE j.kind = 'closing.day' AND NOT EXISTS \
         (SELECT 1 FROM statement t WHERE t.state = 'POSTED' \
         AND t.transaction_date = j.business_date))",
    ),
];

/// What is in the books.
pub(crate) struct Books {
    /// All sales.
    pub(crate) sales: BTreeSet<Sale>,
    /// The states of all statements, in the order of their numbers.
    pub(crate) statements: Vec<String>,
    /// Card terminals that were asked for their totals, and answers of theirs that were kept.
    pub(crate) periods: (i64, i64),
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
        let statements = read_statements(tx, &mut halves).await?;
        let sql = "SELECT COUNT(*), COUNT(answered_at) FROM terminal_period";
        let periods = FromRow::from_row(tx.query_one(sql, &[]).await?)?;
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
        let books = Books {
            sales,
            statements,
            periods,
            heads,
        };
        Ok((halves, books))
    })
}

/// The states of statements. The journal says of each that is posted, and of no other, that it is, once.
async fn read_statements(tx: &mut Tx, halves: &mut Halves) -> Outcome<Vec<String>> {
    let mut states = Vec::new();
    let mut posted = Vec::new();
    let sql = "SELECT statement_no, state FROM statement ORDER BY statement_no";
    for mut row in tx.query(sql, &[]).await? {
        let (statement_no, state): (String, String) = (row.read()?, row.read()?);
        if state == "POSTED" {
            posted.push(statement_no);
        }
        states.push(state);
    }
    let mut told = Vec::new();
    let sql = "SELECT payload FROM journal_entry WHERE chain_id = 'PAR' AND kind = 'event' \
               ORDER BY seq";
    for mut row in tx.query(sql, &[]).await? {
        let payload: Value = serde_json::from_slice(&row.read::<Vec<u8>>()?).unwrap();
        if payload["event"] == "statementPosted" {
            told.push(payload["statementNo"].as_str().unwrap().to_owned());
        }
    }
    if told != posted {
        let differing = told.len().abs_diff(posted.len()).max(1);
        halves.push((
            "statements that are posted are not those of which the journal tells",
            i64::try_from(differing).unwrap(),
        ));
    }
    Ok(states)
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
