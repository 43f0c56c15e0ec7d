//! Purges in the tables: which parts of chains they concern, what the journal tells of them, and taking
//! payloads away.

use shell::db::FromRow;
use shell::{Outcome, Tx, params};

use crate::record::{ArchiveMade, KeyChange, OpeningEvent};
use crate::rule::StoredEntry;
use crate::rule::finding::{Code, Finding};
use crate::rule::key::PublicKey;
use crate::rule::kind::Kind;
use crate::rule::purge::{Purge, PurgeTold, PurgedPart, is_taken};
use crate::store::verification::list_entries;

/// What the tables say of all purges, the first one first, as far as the journal tells the same; and where
/// it does not. That what the journal tells is sound is for the check of its chain to say.
pub(crate) async fn list_purges(tx: &mut Tx) -> Outcome<(Vec<Purge>, Vec<Finding>)> {
    let rows = tx
        .query(
            "SELECT p.chain_id, p.first_seq, p.last_seq, p.to_date, p.archive_hash, p.told_chain, \
             p.told_seq, e.payload FROM journal_purge p LEFT JOIN journal_entry e \
             ON e.chain_id = p.told_chain AND e.seq = p.told_seq \
             ORDER BY p.told_chain, p.told_seq, p.chain_id",
            params![],
        )
        .await?;
    let (mut purges, mut findings) = (Vec::new(), Vec::new());
    for mut row in rows {
        let (chain, place): (String, (i64, i64)) = (row.read()?, (row.read()?, row.read()?));
        let (to_date, archive_hash): (String, String) = (row.read()?, row.read()?);
        let told: (String, i64) = (row.read()?, row.read()?);
        let event: Option<Vec<u8>> = row.read()?;
        let is_same =
            |part: &PurgedPart| part.chain == chain && (part.first_seq, part.last_seq) == place;
        let part = event
            .and_then(|event| serde_json::from_slice::<PurgeTold>(&event).ok())
            .filter(|it| it.to_date == to_date && it.archive_hash == archive_hash)
            .and_then(|it| it.chains.into_iter().find(is_same));
        match part {
            Some(part) => purges.push(Purge {
                part,
                to_date,
                archive_hash,
                told,
            }),
            None => findings.push(Finding {
                code: Code::TableDiffers,
                chain: told.0,
                seq: Some(told.1),
                what: "journal_purge".to_owned(),
                expected: format!("an event that tells of {chain} {} to {}", place.0, place.1),
                found: "none".to_owned(),
            }),
        }
    }
    Ok((purges, findings))
}

/// Notes that an event tells of a part of a chain; from then on its payloads may be taken.
pub(crate) async fn add_purge(tx: &mut Tx, purge: &Purge) -> Outcome<()> {
    tx.execute_one(
        "INSERT INTO journal_purge (chain_id, first_seq, last_seq, to_date, archive_hash, \
         told_chain, told_seq) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            &purge.part.chain,
            purge.part.first_seq,
            purge.part.last_seq,
            &purge.to_date,
            &purge.archive_hash,
            &purge.told.0,
            purge.told.1,
        ],
    )
    .await?;
    Ok(())
}

/// Takes the payloads of the entries between two places as far as a purge concerns them, and says how many
/// there were.
pub(crate) async fn take_payloads(tx: &mut Tx, purge: &Purge, place: (i64, i64)) -> Outcome<i64> {
    let mut taken = 0;
    for entry in list_entries(tx, &purge.part.chain, place).await? {
        let StoredEntry {
            chain_id,
            seq,
            business_date,
            payload,
            ..
        } = &entry;
        if payload.is_empty() || !purge.covers(chain_id, *seq, business_date) || !is_taken(&entry) {
            continue;
        }
        tx.execute_one(
            "UPDATE journal_entry SET payload = $3 WHERE chain_id = $1 AND seq = $2",
            params![chain_id, *seq, Vec::<u8>::new()],
        )
        .await?;
        taken += 1;
    }
    Ok(taken)
}

/// Whether a payload between two places is gone.
pub(crate) async fn has_purged(
    tx: &mut Tx,
    chain: &str,
    (first, last): (i64, i64),
) -> Outcome<bool> {
    let row = tx
        .query_opt(
            "SELECT 1 FROM journal_entry WHERE chain_id = $1 AND seq BETWEEN $2 AND $3 \
             AND length(payload) = 0 LIMIT 1",
            params![chain, first, last],
        )
        .await?;
    Ok(row.is_some())
}

/// Whether a chain tells that an archive was made, by what its signature covers.
pub(crate) async fn tells_of_archive(tx: &mut Tx, chain: &str, hash: &str) -> Outcome<bool> {
    // Archives are a few in a year.
    let rows = tx
        .query(
            "SELECT payload FROM journal_entry WHERE chain_id = $1 AND kind = $2 ORDER BY kind_seq",
            params![chain, Kind::Archive.name()],
        )
        .await?;
    for mut row in rows {
        let payload: Vec<u8> = row.read()?;
        if serde_json::from_slice::<ArchiveMade>(&payload).is_ok_and(|it| it.manifest_hash == hash)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The keys that signed the chains: those that opened them, and those that took over.
pub(crate) async fn list_keys(tx: &mut Tx) -> Outcome<Vec<PublicKey>> {
    let rows = tx
        .query(
            "SELECT e.kind, e.payload FROM journal_head h JOIN journal_entry e \
             ON e.chain_id = h.chain_id WHERE e.seq = 1 OR e.kind = $1",
            params![Kind::Key.name()],
        )
        .await?;
    let mut keys = Vec::new();
    for mut row in rows {
        let (kind, payload): (String, Vec<u8>) = (row.read()?, row.read()?);
        let text = match kind == Kind::Key.name() {
            true => serde_json::from_slice::<KeyChange>(&payload).map(|it| it.new_public_key),
            false => serde_json::from_slice::<OpeningEvent>(&payload).map(|it| it.public_key),
        };
        let key = text.ok().and_then(|text| PublicKey::parse(&text));
        keys.extend(key.filter(|key| !keys.contains(key)));
    }
    Ok(keys)
}

/// The country of each store, by its number.
pub(crate) async fn list_countries(tx: &mut Tx) -> Outcome<Vec<(String, String)>> {
    let rows = tx
        .query(
            "SELECT store_no, country_code FROM store ORDER BY store_no",
            params![],
        )
        .await?;
    rows.into_iter().map(FromRow::from_row).collect()
}
