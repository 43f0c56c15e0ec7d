//! What an archive takes of the journal.

use std::collections::{BTreeMap, BTreeSet};

use shell::{Failure, Outcome, Tx, params};

use super::{ArchivedChain, ArchivedKey};
use crate::record::{ArchiveMade, KeyChange, OpeningEvent};
use crate::rule::key::PublicKey;
use crate::rule::kind::Kind;
use crate::store::verification::list_chains;

/// Chains, keys, and the hash of the archive before.
type Plan = (Vec<ArchivedChain>, Vec<ArchivedKey>, Option<String>);

/// Which part of each chain an archive takes, the keys, and the archive before it.
pub(super) async fn plan(tx: &mut Tx, (from, to): &(String, String)) -> Outcome<Plan> {
    let (mut chains, mut keys) = (Vec::new(), BTreeMap::new());
    for chain in list_chains(tx).await? {
        let mut row = tx
            .query_one(
                "SELECT MIN(seq), MAX(seq) FROM journal_entry WHERE chain_id = $1 \
                 AND business_date BETWEEN $2 AND $3",
                params![&chain, from, to],
            )
            .await?;
        let (first, last): (Option<i64>, Option<i64>) = (row.read()?, row.read()?);
        if let (Some(first), Some(last)) = (first, last) {
            let (archived, key) = plan_chain(tx, &chain, chains.len() + 1, (first, last)).await?;
            keys.insert(key.id(), key.text());
            chains.push(archived);
        }
    }
    let keys = keys
        .into_iter()
        .map(|(key_id, public_key)| ArchivedKey { key_id, public_key })
        .collect();
    Ok((chains, keys, last_archive(tx).await?))
}

async fn plan_chain(
    tx: &mut Tx,
    chain: &str,
    number: usize,
    (first, last): (i64, i64),
) -> Outcome<(ArchivedChain, PublicKey)> {
    let mut kinds_before = BTreeMap::new();
    for mut row in tx
        .query(
            "SELECT kind, COUNT(*) FROM journal_entry WHERE chain_id = $1 AND seq < $2 \
             GROUP BY kind",
            params![chain, first],
        )
        .await?
    {
        kinds_before.insert(row.read()?, row.read()?);
    }
    let key = key_before(tx, chain, first).await?;
    let mut ends = Vec::with_capacity(2);
    for (column, seq) in [("prev_hash", first), ("hash", last)] {
        let sql = format!("SELECT {column} FROM journal_entry WHERE chain_id = $1 AND seq = $2");
        let hash: Vec<u8> = tx.query_one(&sql, params![chain, seq]).await?.read()?;
        ends.push(hex::encode(hash));
    }
    // The names of chains are the shop's own: a file's name has no use for what they hold.
    let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let name: String = chain.chars().filter(|letter| plain(*letter)).collect();
    let archived = ArchivedChain {
        chain: chain.to_owned(),
        file: format!("chain/{number:04}-{name}.ndjson"),
        first_seq: first,
        last_seq: last,
        head: ends.pop().unwrap_or_default(),
        prev_hash: ends.pop().unwrap_or_default(),
        key_id: key.id(),
        kinds_before,
    };
    Ok((archived, key))
}

/// The key that is valid at a place of a chain.
async fn key_before(tx: &mut Tx, chain: &str, first: i64) -> Outcome<PublicKey> {
    let damaged = || Failure::internal(format!("{chain} is damaged: run `vitrine verify`"));
    let opening: Vec<u8> = tx
        .query_one(
            "SELECT payload FROM journal_entry WHERE chain_id = $1 AND seq = 1",
            params![chain],
        )
        .await?
        .read()?;
    let opening: OpeningEvent = serde_json::from_slice(&opening).map_err(|_| damaged())?;
    let mut key = opening.public_key;
    let change = tx
        .query_opt(
            "SELECT payload FROM journal_entry WHERE chain_id = $1 AND kind = $2 AND seq < $3 \
             ORDER BY kind_seq DESC LIMIT 1",
            params![chain, Kind::Key.name(), first],
        )
        .await?;
    if let Some(mut row) = change {
        let change: KeyChange =
            serde_json::from_slice(&row.read::<Vec<u8>>()?).map_err(|_| damaged())?;
        key = change.new_public_key;
    }
    PublicKey::parse(&key).ok_or_else(damaged)
}

/// The hash of the manifest of the last archive.
async fn last_archive(tx: &mut Tx) -> Outcome<Option<String>> {
    let stores = tx
        .query("SELECT store_no FROM store ORDER BY store_no", params![])
        .await?;
    let mut last: BTreeSet<(String, String)> = BTreeSet::new();
    for mut row in stores {
        let store_no: String = row.read()?;
        let row = tx
            .query_opt(
                "SELECT at_utc, payload FROM journal_entry WHERE chain_id = $1 AND kind = $2 \
                 ORDER BY kind_seq DESC LIMIT 1",
                params![store_no, Kind::Archive.name()],
            )
            .await?;
        if let Some(mut row) = row {
            let at: String = row.read()?;
            let made: ArchiveMade =
                serde_json::from_slice(&row.read::<Vec<u8>>()?).map_err(Failure::internal)?;
            last.insert((at, made.manifest_hash));
        }
    }
    Ok(last.pop_last().map(|(_, hash)| hash))
}
