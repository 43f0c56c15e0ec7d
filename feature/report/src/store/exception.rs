//! Entries of the journal that tell of exceptions.

use jiff::civil::Date;
use kernel::id::StoreNo;
use shell::Outcome;
use shell::db::{Tx, params};

use crate::rule::period::Period;

/// Where a page starts: behind an entry, the newest being first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub at: String,
    pub chain_id: String,
    pub seq: i64,
}

impl Cursor {
    pub(crate) fn text(&self) -> String {
        format!("{}~{}~{}", self.at, self.chain_id, self.seq)
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (at, rest) = text.split_once('~')?;
        let (chain_id, seq) = rest.rsplit_once('~')?;
        Some(Self {
            at: at.to_owned(),
            chain_id: chain_id.to_owned(),
            seq: seq.parse().ok()?,
        })
    }
}

/// An entry of the journal, with who is named in it as far as that is known.
pub(crate) struct Entry {
    pub cursor: Cursor,
    pub business_date: Date,
    pub kind: String,
    pub payload: Vec<u8>,
}

/// Events, copies and invoices in the chains of a store and its tills, and cash that moved in or out of a drawer
/// above the amount above which a colleague signs in the store, the newest first.
pub(crate) async fn list(
    tx: &mut Tx,
    (store_no, period): (&StoreNo, Period),
    after: Option<&Cursor>,
    limit: i64,
) -> Outcome<Vec<Entry>> {
    let mut values = params![store_no, period.from, period.to, limit].to_vec();
    let behind = match after {
        None => "",
        Some(cursor) => {
            values.extend_from_slice(params![&cursor.at, &cursor.chain_id, cursor.seq]);
            "AND (j.at_utc < $5 OR (j.at_utc = $5 AND (j.chain_id < $6 \
             OR (j.chain_id = $6 AND j.seq < $7))))"
        }
    };
    let sql = format!(
        "SELECT j.at_utc, j.chain_id, j.seq, j.business_date, j.kind, j.payload FROM \
         (SELECT e.at_utc, e.chain_id, e.seq, e.business_date, e.kind, e.payload \
         FROM journal_entry e WHERE e.kind IN ('event', 'copy', 'invoice') \
         AND e.business_date >= $2 AND e.business_date <= $3 AND (e.chain_id = $1 OR e.chain_id IN \
         (SELECT t.terminal_no FROM terminal t WHERE t.store_no = $1)) \
         UNION ALL SELECT e.at_utc, e.chain_id, e.seq, e.business_date, e.kind, e.payload \
         FROM drawer_entry d JOIN store s ON s.store_no = d.store_no \
         JOIN drawer_setting x ON x.store_no = d.store_no \
         JOIN journal_entry e ON e.chain_id = d.journal_chain AND e.seq = d.journal_seq \
         WHERE d.store_no = $1 AND d.business_date >= $2 AND d.business_date <= $3 \
         AND d.entry_type IN ('CASH_IN', 'CASH_OUT') AND x.cash_out_approval_above IS NOT NULL \
         AND (d.currency_code <> s.currency_code \
          OR ABS(d.amount) > x.cash_out_approval_above)) j WHERE 1 = 1 {behind} \
         ORDER BY j.at_utc DESC, j.chain_id DESC, j.seq DESC LIMIT $4"
    );
    let rows = tx.query(&sql, &values).await?;
    rows.into_iter()
        .map(|mut row| {
            Ok(Entry {
                cursor: Cursor {
                    at: row.read()?,
                    chain_id: row.read()?,
                    seq: row.read()?,
                },
                business_date: row.read()?,
                kind: row.read()?,
                payload: row.read()?,
            })
        })
        .collect()
}

/// The name of somebody; none of who has gone.
pub(crate) async fn name(tx: &mut Tx, staff_id: &str) -> Outcome<Option<String>> {
    let row = tx
        .query_opt(
            "SELECT first_name || ' ' || last_name FROM salesperson WHERE staff_id = $1",
            params![staff_id],
        )
        .await?;
    Ok(row.map(|mut row| row.read()).transpose()?)
}
