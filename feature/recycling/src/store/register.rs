//! The register: adding to it, and reading it for the police and for the proof.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use kernel::id::StoreNo;
use shell::db::{Row, Tx, params};
use shell::{Failure, Outcome};
use uuid::Uuid;

use crate::rule::register::{BEGINNING, Entry, EntryType, KeptSeller};

const COLUMNS: &str = "store_no, seq, entry_type, recycling_id, content, previous_hash, hash";

/// Adds an entry behind the last one and answers it.
pub(crate) async fn add(
    tx: &mut Tx,
    store_no: &StoreNo,
    (entry_type, recycling_id): (EntryType, Uuid),
    content: String,
    now: Timestamp,
) -> Outcome<Entry> {
    let last = tx
        .query_opt(
            "SELECT seq, hash FROM recycling_register WHERE store_no = $1 \
             ORDER BY seq DESC LIMIT 1",
            params![store_no],
        )
        .await?;
    let (seq, previous_hash) = match last {
        Some(mut row) => (row.read::<i64>()? + 1, row.read()?),
        None => (1, BEGINNING.to_vec()),
    };
    let mut entry = Entry {
        store_no: store_no.0.clone(),
        seq,
        entry_type,
        recycling_id,
        content,
        previous_hash,
        hash: Vec::new(),
    };
    entry.hash = entry.right_hash().to_vec();
    tx.execute_one(
        "INSERT INTO recycling_register (store_no, seq, entry_type, recycling_id, content, \
         previous_hash, hash, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            store_no,
            entry.seq,
            entry.entry_type.name(),
            entry.recycling_id,
            &entry.content,
            entry.previous_hash.as_slice(),
            entry.hash.as_slice(),
            now
        ],
    )
    .await?;
    Ok(entry)
}

fn entry(mut row: Row) -> Outcome<Entry> {
    let (store_no, seq) = (row.read()?, row.read()?);
    let entry_type: String = row.read()?;
    Ok(Entry {
        store_no,
        seq,
        entry_type: EntryType::parse(&entry_type)
            .ok_or_else(|| Failure::internal(format!("no entry is {entry_type}")))?,
        recycling_id: row.read()?,
        content: row.read()?,
        previous_hash: row.read()?,
        hash: row.read()?,
    })
}

/// The register of a store in its order, behind a number.
pub(crate) async fn read(
    tx: &mut Tx,
    store_no: &StoreNo,
    after: i64,
    limit: i64,
) -> Outcome<Vec<Entry>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM recycling_register WHERE store_no = $1 AND seq > $2 \
         ORDER BY seq LIMIT $3"
    );
    let rows = tx.query(&sql, params![store_no, after, limit]).await?;
    rows.into_iter().map(entry).collect()
}

/// The hashes of a store's register that the signed journal knows, by number, read `page` events at a
/// time. The last said counts; no number is said twice.
pub(crate) async fn journal_hashes(
    tx: &mut Tx,
    store_no: &StoreNo,
    page: i64,
) -> Outcome<BTreeMap<i64, String>> {
    let mut hashes = BTreeMap::new();
    for chain_id in chains(tx, store_no).await? {
        let mut seen = 0;
        loop {
            let rows = tx
                .query(
                    "SELECT seq, payload FROM journal_entry \
                     WHERE chain_id = $1 AND seq > $2 AND kind = 'event' ORDER BY seq LIMIT $3",
                    params![&chain_id, seen, page],
                )
                .await?;
            if rows.is_empty() {
                break;
            }
            for mut row in rows {
                seen = row.read()?;
                let payload: Vec<u8> = row.read()?;
                let said: Option<Said> = serde_json::from_slice(&payload).ok();
                if let Some(said) = said.filter(|said| said.event == "recyclingRegistered") {
                    hashes.insert(said.register_seq, said.hash);
                }
            }
        }
    }
    Ok(hashes)
}

/// The chains of a store itself and of its tills.
async fn chains(tx: &mut Tx, store_no: &StoreNo) -> Outcome<Vec<String>> {
    let rows = tx
        .query(
            "SELECT terminal_no FROM terminal WHERE store_no = $1 ORDER BY terminal_no",
            params![store_no],
        )
        .await?;
    let mut chains = vec![store_no.0.clone()];
    for mut row in rows {
        chains.push(row.read()?);
    }
    Ok(chains)
}

/// What an event of the journal says of an entry.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Said {
    event: String,
    register_seq: i64,
    hash: String,
}

/// The documents whose sellers the register of a store says were erased.
pub(crate) async fn erased(tx: &mut Tx, store_no: &StoreNo) -> Outcome<BTreeSet<Uuid>> {
    let rows = tx
        .query(
            "SELECT recycling_id FROM recycling_register \
             WHERE store_no = $1 AND entry_type = 'ERASED'",
            params![store_no],
        )
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}

/// What is kept of the sellers of the entries behind a number up to another.
pub(crate) async fn sellers(
    tx: &mut Tx,
    store_no: &StoreNo,
    (after, last): (i64, i64),
) -> Outcome<BTreeMap<Uuid, KeptSeller>> {
    let rows = tx
        .query(
            "SELECT s.recycling_id, s.salt, s.identity, s.signature FROM recycling_register g \
             JOIN recycling_seller s ON s.recycling_id = g.recycling_id \
             WHERE g.store_no = $1 AND g.seq > $2 AND g.seq <= $3",
            params![store_no, after, last],
        )
        .await?;
    rows.into_iter()
        .map(|mut row| {
            let recycling_id = row.read()?;
            let kept = KeptSeller {
                salt: row.read()?,
                identity: row.read()?,
                signature: row.read()?,
            };
            Ok((recycling_id, kept))
        })
        .collect()
}

/// The stores that have a register.
pub(crate) async fn stores(tx: &mut Tx) -> Outcome<Vec<StoreNo>> {
    let rows = tx
        .query("SELECT store_no FROM store ORDER BY store_no", params![])
        .await?;
    rows.into_iter().map(|mut row| Ok(row.read()?)).collect()
}
