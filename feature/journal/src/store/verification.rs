//! What a verification reads, page by page. Each page is one consistent state of the store; entries
//! and tables that are compared are read in the same one, so that sales may go on meanwhile.

use std::collections::{BTreeMap, BTreeSet};

use kernel::id::OrderId;
use serde::Deserialize;
use shell::db::{DbError, Row};
use shell::{Outcome, Tx, params};
use uuid::Uuid;

use crate::purge::is_purged;
use crate::record::ReceiptCopy;
use crate::rule::StoredEntry;
use crate::rule::chain::ChainStart;
use crate::rule::finding::{Code, Finding};
use crate::rule::kind::Kind;
use crate::rule::tail::Tail;
use crate::rule::tally::Tally;
use crate::store::counter_scope;

/// How many entries one read brings. A start looks back over many pages, and what the largest took
/// stays with a shop that is at rest afterwards.
pub(crate) const ENTRIES_MAX: i64 = 500;
/// How many orders, prints or stock figures one read brings.
pub(crate) const ROWS_MAX: i64 = 500;

/// The names of all chains that anything in the store knows of.
pub(crate) async fn list_chains(tx: &mut Tx) -> Outcome<BTreeSet<String>> {
    let mut chains = BTreeSet::new();
    // From name to name along the primary key: chains are few and entries are many.
    let mut sql = "SELECT MIN(chain_id) FROM journal_entry WHERE chain_id >= $1";
    let mut last = String::new();
    while let Some(chain) = tx
        .query_one(sql, params![&last])
        .await?
        .read::<Option<String>>()?
    {
        last.clone_from(&chain);
        chains.insert(chain);
        sql = "SELECT MIN(chain_id) FROM journal_entry WHERE chain_id > $1";
    }
    for mut row in tx
        .query("SELECT chain_id FROM journal_head", params![])
        .await?
    {
        chains.insert(row.read()?);
    }
    let prefix = counter_scope("");
    for mut row in tx
        .query("SELECT DISTINCT scope FROM counter", params![])
        .await?
    {
        let scope: String = row.read()?;
        chains.extend(scope.strip_prefix(&prefix).map(str::to_owned));
    }
    Ok(chains)
}

/// Entries of a chain.
pub(crate) struct EntryPage {
    /// The entries; for one that cannot be read its place and why.
    pub(crate) rows: Vec<Result<StoredEntry, (i64, String)>>,
    /// What the tables say of the chain, when this is its last page.
    pub(crate) tail: Option<Tail>,
    /// Entries whose order or print the tables do not hold.
    pub(crate) orphans: Vec<Finding>,
}

/// Where the last entries of a chain begin; none when it has no more than so many. When the entry before
/// them is missing, it is where that should be.
pub(crate) async fn read_start(
    tx: &mut Tx,
    chain: &str,
    entries: i64,
) -> Outcome<Option<ChainStart>> {
    let last: Option<i64> = tx
        .query_one(
            "SELECT MAX(seq) FROM journal_entry WHERE chain_id = $1",
            params![chain],
        )
        .await?
        .read()?;
    let before = last.unwrap_or(0) - entries;
    if before < 1 {
        return Ok(None);
    }
    let found = tx
        .query_opt(
            "SELECT hash FROM journal_entry WHERE chain_id = $1 AND seq = $2",
            params![chain, before],
        )
        .await?;
    let (first, prev_hash) = match found {
        Some(mut row) => (before + 1, row.read()?),
        None => (before, Vec::new()),
    };
    let mut kinds = BTreeMap::new();
    for (kind, _) in read_counters(tx, chain).await? {
        // From the last of its kind back, past no more than the entries that are checked. Without the sign SQLite
        // would read the whole chain by its numbers.
        let found = tx
            .query_opt(
                "SELECT kind_seq FROM journal_entry WHERE chain_id = $1 AND kind = $2 AND +seq < $3 \
                 ORDER BY kind_seq DESC LIMIT 1",
                params![chain, &kind, first],
            )
            .await?;
        if let Some(mut row) = found {
            kinds.insert(kind, row.read()?);
        }
    }
    Ok(Some(ChainStart {
        first,
        prev_hash,
        key: None,
        kinds,
    }))
}

/// The entries of a chain after a place. `begun` is the place after which its check began.
pub(crate) async fn read_entries(
    tx: &mut Tx,
    chain: &str,
    (begun, after): (i64, i64),
) -> Outcome<EntryPage> {
    let found = tx
        .query(
            "SELECT seq, chain_id, kind, kind_seq, format, at_utc, at_local, time_zone, \
             business_date, payload, payload_hash, prev_hash, hash, key_id, signature \
             FROM journal_entry WHERE chain_id = $1 AND seq > $2 ORDER BY seq LIMIT $3",
            params![chain, after, ENTRIES_MAX],
        )
        .await?;
    let is_last = (found.len() as u64) < ENTRIES_MAX.unsigned_abs();
    let mut page = EntryPage {
        rows: Vec::with_capacity(found.len()),
        tail: None,
        orphans: Vec::new(),
    };
    for mut row in found {
        let seq = row.read()?;
        let entry = read_entry(seq, &mut row).map_err(|error| (seq, error.to_string()));
        if let Ok(entry) = &entry {
            page.orphans.extend(find_orphan(tx, entry).await?);
        }
        page.rows.push(entry);
    }
    if is_last {
        page.tail = Some(read_tail(tx, chain, begun).await?);
    }
    Ok(page)
}

/// The entries of a chain between two places.
pub(crate) async fn list_entries(
    tx: &mut Tx,
    chain: &str,
    (first, last): (i64, i64),
) -> Outcome<Vec<StoredEntry>> {
    let rows = tx
        .query(
            "SELECT seq, chain_id, kind, kind_seq, format, at_utc, at_local, time_zone, \
             business_date, payload, payload_hash, prev_hash, hash, key_id, signature \
             FROM journal_entry WHERE chain_id = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq",
            params![chain, first, last],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let seq = row.read()?;
            Ok(read_entry(seq, &mut row)?)
        })
        .collect()
}

fn read_entry(seq: i64, row: &mut Row) -> Result<StoredEntry, DbError> {
    Ok(StoredEntry {
        seq,
        chain_id: row.read()?,
        kind: row.read()?,
        kind_seq: row.read()?,
        format: row.read()?,
        at_utc: row.read()?,
        at_local: row.read()?,
        time_zone: row.read()?,
        business_date: row.read()?,
        payload: row.read()?,
        payload_hash: row.read()?,
        prev_hash: row.read()?,
        hash: row.read()?,
        key_id: row.read()?,
        signature: row.read()?,
    })
}

async fn read_counters(tx: &mut Tx, chain: &str) -> Outcome<Vec<(String, i64)>> {
    let rows = tx
        .query(
            "SELECT name, value FROM counter WHERE scope = $1",
            params![counter_scope(chain)],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| Ok((row.read()?, row.read()?)))
        .collect()
}

async fn read_tail(tx: &mut Tx, chain: &str, begun: i64) -> Outcome<Tail> {
    let mut tail = Tail::default();
    let head = tx
        .query_opt(
            "SELECT seq, hash FROM journal_head WHERE chain_id = $1",
            params![chain],
        )
        .await?;
    if let Some(mut row) = head {
        tail.head = Some((row.read()?, row.read()?));
    }
    tail.counters = read_counters(tx, chain).await?;
    tail.entries = tx
        .query_one(
            "SELECT COUNT(*) FROM journal_entry WHERE chain_id = $1 AND seq > $2",
            params![chain, begun],
        )
        .await?
        .read()?;
    Ok(tail)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TicketOrder {
    order_id: OrderId,
}

/// A finding when the table does not hold what a ticket or copy entry is about.
async fn find_orphan(tx: &mut Tx, entry: &StoredEntry) -> Outcome<Option<Finding>> {
    let (what, expected, found) = match Kind::parse(&entry.kind) {
        Some(Kind::Copy) if is_purged(&entry.payload) => return Ok(None),
        Some(Kind::Ticket) if is_purged(&entry.payload) => {
            let has_order = has_order_at(tx, (&entry.chain_id, entry.seq)).await?;
            return Ok((!has_order).then(|| orphan(entry, "sales_order", "an order", "no row")));
        }
        Some(Kind::Ticket) => {
            let Ok(ticket) = serde_json::from_slice::<TicketOrder>(&entry.payload) else {
                return Ok(Some(orphan(entry, "payload", "a ticket", "none")));
            };
            let here = format!("the ticket of {} at {}", entry.chain_id, entry.seq);
            let row = tx
                .query_opt(
                    "SELECT journal_chain, journal_seq FROM sales_order WHERE order_id = $1",
                    params![ticket.order_id],
                )
                .await?;
            let found = match row {
                None => "no row".to_owned(),
                Some(mut row) => {
                    let (chain, seq): (String, i64) = (row.read()?, row.read()?);
                    format!("the ticket of {chain} at {seq}")
                }
            };
            (format!("sales_order {}", ticket.order_id), here, found)
        }
        Some(Kind::Copy) => {
            let Ok(copy) = serde_json::from_slice::<ReceiptCopy>(&entry.payload) else {
                return Ok(Some(orphan(entry, "payload", "a copy", "none")));
            };
            let row = tx
                .query_opt(
                    "SELECT order_id, print_no FROM receipt_print WHERE print_id = $1",
                    params![copy.print_id],
                )
                .await?;
            let found = match row {
                None => "no row".to_owned(),
                Some(mut row) => print_text(row.read()?, row.read()?),
            };
            let expected = print_text(copy.order_id, copy.print_no);
            (format!("receipt_print {}", copy.print_id), expected, found)
        }
        _ => return Ok(None),
    };
    Ok((expected != found).then(|| orphan(entry, &what, &expected, &found)))
}

/// Whether an order names a place of the journal.
async fn has_order_at(tx: &mut Tx, (chain, seq): (&str, i64)) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM sales_order WHERE journal_chain = $1 AND journal_seq = $2",
            params![chain, seq],
        )
        .await?;
    Ok(row.is_some())
}

fn print_text(order_id: OrderId, print_no: i64) -> String {
    format!("print {print_no} of order {order_id}")
}

fn orphan(entry: &StoredEntry, what: &str, expected: &str, found: &str) -> Finding {
    Finding {
        code: Code::TableDiffers,
        chain: entry.chain_id.clone(),
        seq: Some(entry.seq),
        what: what.to_owned(),
        expected: expected.to_owned(),
        found: found.to_owned(),
    }
}

/// The prints from the second of each receipt on, after one.
pub(crate) async fn read_copies(tx: &mut Tx, after: Uuid) -> Outcome<Vec<Uuid>> {
    let rows = tx
        .query(
            "SELECT print_id FROM receipt_print WHERE print_no >= 2 AND print_id > $1 \
             ORDER BY print_id LIMIT $2",
            params![after, ROWS_MAX],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// What the copies are that need an entry, and where each chain ends at this moment.
pub(crate) async fn tally_copies(tx: &mut Tx) -> Outcome<(Tally, BTreeMap<String, i64>)> {
    let mut prints = Tally::default();
    let mut after = Uuid::nil();
    loop {
        let page = read_copies(tx, after).await?;
        let Some(last) = page.last() else {
            break;
        };
        after = *last;
        page.into_iter().for_each(|print_id| prints.add(print_id));
    }
    let mut ends = BTreeMap::new();
    for chain in list_chains(tx).await? {
        let end: Option<i64> = tx
            .query_one(
                "SELECT MAX(seq) FROM journal_entry WHERE chain_id = $1",
                params![&chain],
            )
            .await?
            .read()?;
        ends.extend(end.map(|end| (chain, end)));
    }
    Ok((prints, ends))
}

/// The place and payload of entries of copies after a place.
pub(crate) async fn read_copy_entries(
    tx: &mut Tx,
    chain: &str,
    after: i64,
) -> Outcome<Vec<(i64, Vec<u8>)>> {
    let rows = tx
        .query(
            "SELECT seq, payload FROM journal_entry WHERE chain_id = $1 AND seq > $2 \
             AND kind = $3 ORDER BY seq LIMIT $4",
            params![chain, after, Kind::Copy.name(), ENTRIES_MAX],
        )
        .await?;
    // An entry that cannot be read is a finding of its own.
    let mut entries = Vec::with_capacity(rows.len());
    for mut row in rows {
        entries.push((row.read()?, row.read().unwrap_or_default()));
    }
    Ok(entries)
}
