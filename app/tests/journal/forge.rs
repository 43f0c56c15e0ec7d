//! What somebody would write who knows the format and has another key, or none.

use journal::rule::StoredEntry;
use journal::rule::entry::{Header, sha256};
use journal::rule::kind::Kind;
use journal::{ChainOpening, NewEntry, Signer, payload};
use serde_json::{Map, Value};

use crate::specimen::{Specimen, stated};

/// Computes the hashes of entries anew, each following the one before. Signatures stay.
pub(crate) fn rehash(entries: &mut [StoredEntry], mut prev_hash: Vec<u8>) {
    for entry in entries {
        entry.payload_hash = sha256(&entry.payload).to_vec();
        entry.prev_hash = prev_hash;
        entry.hash = Header {
            format: &entry.format,
            chain_id: &entry.chain_id,
            seq: entry.seq,
            kind: &entry.kind,
            at_utc: &entry.at_utc,
            business_date: &entry.business_date,
            payload_hash: &entry.payload_hash,
            prev_hash: &entry.prev_hash,
        }
        .hash()
        .to_vec();
        prev_hash = entry.hash.clone();
    }
}

/// An entry as whoever adds it would hand it to the journal.
pub(crate) fn told(entry: &StoredEntry) -> NewEntry {
    told_otherwise(entry, |_| ())
}

/// The same with something else in it.
pub(crate) fn told_otherwise(entry: &StoredEntry, change: impl FnOnce(&mut Value)) -> NewEntry {
    let mut stated = stated(entry);
    change(&mut stated);
    let mut members: Map<String, Value> = stated.as_object().unwrap().clone();
    members.remove("atLocal");
    members.remove("timeZone");
    NewEntry {
        chain_id: entry.chain_id.clone(),
        kind: Kind::parse(&entry.kind).unwrap(),
        at: entry.at_utc.parse().unwrap(),
        time_zone: entry.time_zone.clone(),
        business_date: entry.business_date.parse().unwrap(),
        payload: payload(&members).unwrap(),
        opening: ChainOpening {
            registration_no: "81234567800011".to_owned(),
            vat_no: "FR81812345678".to_owned(),
            store_no: "PAR".into(),
            terminal_no: None,
            software_version: "3.10.51".to_owned(),
        },
    }
}

/// Adds entries to their chains with a key of the forger's.
pub(crate) async fn append(specimen: &Specimen, signer: Signer, entries: Vec<NewEntry>) {
    specimen
        .run(
            |tx, (signer, entries)| {
                Box::pin(async move {
                    for entry in entries {
                        journal::append(tx, signer, entry.clone()).await?;
                    }
                    Ok(())
                })
            },
            (signer, entries),
        )
        .await;
}

/// Writes a chain anew from its first entry with another key, as if it had always been that one.
/// Only that its key once changed is left out.
pub(crate) async fn write_anew(specimen: &Specimen, chain: &str, signer: &Signer) {
    let entries = specimen.entries(chain).await;
    let told: Vec<NewEntry> = entries[1..]
        .iter()
        .filter(|entry| entry.kind != Kind::Key.name())
        .map(told)
        .collect();
    specimen
        .sql([
            format!("DELETE FROM journal_entry WHERE chain_id = '{chain}'"),
            format!("DELETE FROM journal_head WHERE chain_id = '{chain}'"),
            format!("DELETE FROM counter WHERE scope = 'journal:{chain}'"),
        ])
        .await;
    append(specimen, signer.clone(), told).await;
}
