//! The closings of a chain, by their numbers.

use kernel::id::StoreNo;
use shell::{Outcome, Tx, params};

use crate::listing::ClosingWish;
use crate::rule::kind::Kind;

/// A closing as it is stored.
pub(crate) struct StoredClosing {
    pub seq: i64,
    pub kind_seq: i64,
    pub format: String,
    pub at_utc: String,
    pub business_date: String,
    pub payload: Vec<u8>,
    pub payload_hash: Vec<u8>,
    pub prev_hash: Vec<u8>,
    pub hash: Vec<u8>,
    pub key_id: String,
    pub signature: Vec<u8>,
    /// Place and hash of the closing of its kind before it.
    pub before: Option<(i64, Vec<u8>)>,
}

/// Closings before a number, the newest first.
pub(crate) async fn page(
    tx: &mut Tx,
    wish: &ClosingWish,
    before: Option<i64>,
    rows: i64,
) -> Outcome<Vec<StoredClosing>> {
    let (from, to) = match wish.year {
        Some(year) => (format!("{year:04}-01-01"), format!("{year:04}-12-31")),
        None => (String::new(), "9999-12-31".to_owned()),
    };
    let rows = tx
        .query(
            "SELECT e.seq, e.kind_seq, e.format, e.at_utc, e.business_date, e.payload, \
             e.payload_hash, e.prev_hash, e.hash, e.key_id, e.signature, b.seq, b.hash \
             FROM journal_entry e LEFT JOIN journal_entry b ON b.chain_id = e.chain_id \
             AND b.kind = e.kind AND b.kind_seq = e.kind_seq - 1 \
             WHERE e.chain_id = $1 AND e.kind = $2 AND e.kind_seq < $3 \
             AND e.business_date >= $4 AND e.business_date <= $5 \
             ORDER BY e.kind_seq DESC LIMIT $6",
            params![
                &wish.store_no,
                wish.kind.name(),
                before.unwrap_or(i64::MAX),
                from.as_str(),
                to.as_str(),
                rows
            ],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let mut closing = StoredClosing {
                seq: row.read()?,
                kind_seq: row.read()?,
                format: row.read()?,
                at_utc: row.read()?,
                business_date: row.read()?,
                payload: row.read()?,
                payload_hash: row.read()?,
                prev_hash: row.read()?,
                hash: row.read()?,
                key_id: row.read()?,
                signature: row.read()?,
                before: None,
            };
            let (seq, hash): (Option<i64>, Option<Vec<u8>>) = (row.read()?, row.read()?);
            closing.before = seq.zip(hash);
            Ok(closing)
        })
        .collect()
}

/// The business dates of the first and the last closing of a kind.
pub(crate) async fn first_and_last(
    tx: &mut Tx,
    store_no: &StoreNo,
    kind: Kind,
) -> Outcome<Option<(String, String)>> {
    let row = tx
        .query_opt(
            "SELECT MIN(business_date), MAX(business_date) FROM journal_entry \
             WHERE chain_id = $1 AND kind = $2",
            params![store_no, kind.name()],
        )
        .await?;
    let Some(mut row) = row else { return Ok(None) };
    let (first, last): (Option<String>, Option<String>) = (row.read()?, row.read()?);
    Ok(first.zip(last))
}
