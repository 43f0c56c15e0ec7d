//! The journal's tables: entries are added here, in the transaction of what they record.

pub(crate) mod closing;
pub(crate) mod listing;
pub(crate) mod purge;
pub(crate) mod sale;
pub(crate) mod stock;
pub(crate) mod verification;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Serialize;
use serde_json::{Map, Value};
use shell::db::DbError;
use shell::{Failure, Outcome, Tx, params};

use crate::record::{ChainOpening, KeyChange, OPENING_CODE, OpeningEvent};
use crate::rule::canonical::canonical;
use crate::rule::entry::{FORMAT, Hash, Header, NO_PREDECESSOR, local_text, sha256, utc_text};
use crate::rule::key::takeover_hash;
use crate::rule::kind::Kind;
use crate::signer::Signer;

/// What an entry states, as members of a JSON object.
#[derive(Clone, Debug, PartialEq)]
pub struct Payload(Map<String, Value>);

/// Takes a typed struct for a payload. Absent values (`None`) are left out of the journal.
///
/// # Errors
/// When the value is not a struct or map, or holds something that the journal does not: fractions
/// or numbers beyond 2^53 - 1.
pub fn payload(value: &impl Serialize) -> Outcome<Payload> {
    let value = serde_json::to_value(value).map_err(Failure::internal)?;
    canonical(&value).map_err(Failure::internal)?;
    match value {
        Value::Object(members) => Ok(Payload(members)),
        other => Err(Failure::internal(format!(
            "a payload of the journal is an object, not {other}"
        ))),
    }
}

/// An entry to add.
#[derive(Clone, Debug)]
pub struct NewEntry {
    /// The chain: one per till, one per store for what concerns all its tills.
    pub chain_id: String,
    /// What the entry is about.
    pub kind: Kind,
    /// When it happened.
    pub at: Timestamp,
    /// The shop's time zone, an IANA name such as `Europe/Paris`.
    pub time_zone: String,
    /// The business date that it is booked on.
    pub business_date: Date,
    /// What it states.
    pub payload: Payload,
    /// Who keeps the chain: written once, when this entry is the first of it.
    pub opening: ChainOpening,
}

/// An entry that was added, when its transaction commits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The chain.
    pub chain_id: String,
    /// Its place in the chain.
    pub seq: i64,
    /// Its number among the entries of its kind in this chain.
    pub kind_seq: i64,
    /// Its hash.
    pub hash: Hash,
}

impl Appended {
    /// What receipts print: the first 10 hexadecimal digits of the hash.
    #[must_use]
    pub fn short_hash(&self) -> String {
        hex::encode(&self.hash[..5])
    }
}

/// Adds an entry to its chain. The first one of a chain comes after an opening entry that this
/// function writes from [`NewEntry::opening`].
///
/// Two transactions that append to one chain exclude each other: on SQLite there is one writer, on
/// PostgreSQL the loser is run again.
///
/// # Errors
/// When the payload or the zone is not one that the journal holds, or the database fails. The
/// transaction must then be rolled back.
pub async fn append(tx: &mut Tx, signer: &Signer, entry: NewEntry) -> Outcome<Appended> {
    let head = match find_head(tx, &entry.chain_id).await? {
        Some(head) => head,
        None => open_chain(tx, signer, &entry).await?,
    };
    write_entry(tx, signer, &entry, &head).await
}

/// Opens the chain of an entry, unless it is open. The kind and payload of `entry` are not looked at.
pub(crate) async fn ensure_chain(tx: &mut Tx, signer: &Signer, entry: &NewEntry) -> Outcome<()> {
    if find_head(tx, &entry.chain_id).await?.is_none() {
        open_chain(tx, signer, entry).await?;
    }
    Ok(())
}

/// Hands a chain from the key `old` to the key `new`: an entry that both sign. Entries that follow
/// are signed by `new` alone. The kind and payload of `entry` are not looked at.
///
/// # Errors
/// As [`append`].
pub async fn change_key(
    tx: &mut Tx,
    old: &Signer,
    new: &Signer,
    mut entry: NewEntry,
) -> Outcome<Appended> {
    let head = match find_head(tx, &entry.chain_id).await? {
        Some(head) => head,
        None => open_chain(tx, old, &entry).await?,
    };
    let public = new.public_key();
    let statement = takeover_hash(&entry.chain_id, &head.hash, old.key_id(), &public);
    entry.kind = Kind::Key;
    entry.payload = payload(&KeyChange {
        old_key_id: old.key_id().to_owned(),
        new_key_id: new.key_id().to_owned(),
        new_public_key: public.text(),
        new_key_signature: hex::encode(new.sign(&statement)),
    })?;
    write_entry(tx, old, &entry, &head).await
}

/// Assures at start that every chain can be continued with this key: a key that was lost and made
/// anew would write entries that nobody can check.
///
/// # Errors
/// When a chain ends with another key.
pub async fn check_signer(tx: &mut Tx, signer: &Signer) -> Outcome<()> {
    let rows = tx
        .query(
            "SELECT e.chain_id, e.kind, e.key_id, e.payload FROM journal_head h \
             JOIN journal_entry e ON e.chain_id = h.chain_id AND e.seq = h.seq \
             ORDER BY h.chain_id",
            params![],
        )
        .await?;
    for mut row in rows {
        let (chain_id, kind, mut key_id): (String, String, String) =
            (row.read()?, row.read()?, row.read()?);
        if kind == Kind::Key.name() {
            let change: KeyChange = serde_json::from_slice(&row.read::<Vec<u8>>()?)
                .map_err(|error| Failure::internal(format!("key entry of {chain_id}: {error}")))?;
            key_id = change.new_key_id;
        }
        if key_id != signer.key_id() {
            return Err(DbError::Schema(format!(
                "The journal of {chain_id} is signed with the key {key_id}, but the key file holds \
                 {}. Put back the file {} that belongs to this database",
                signer.key_id(),
                crate::signer::KEY_FILE
            ))
            .into());
        }
    }
    Ok(())
}

/// Where a chain stands.
struct Head {
    seq: i64,
    hash: Hash,
}

const EMPTY: Head = Head {
    seq: 0,
    hash: NO_PREDECESSOR,
};

async fn find_head(tx: &mut Tx, chain_id: &str) -> Outcome<Option<Head>> {
    let row = tx
        .query_opt(
            "SELECT seq, hash FROM journal_head WHERE chain_id = $1",
            params![chain_id],
        )
        .await?;
    let Some(mut row) = row else {
        return Ok(None);
    };
    let seq = row.read()?;
    let hash: Vec<u8> = row.read()?;
    let hash = hash
        .try_into()
        .map_err(|_| Failure::internal(format!("the head of chain {chain_id} is no hash")))?;
    Ok(Some(Head { seq, hash }))
}

async fn open_chain(tx: &mut Tx, signer: &Signer, first: &NewEntry) -> Outcome<Head> {
    let opening = NewEntry {
        kind: Kind::Event,
        payload: payload(&OpeningEvent {
            code: OPENING_CODE,
            opening: first.opening.clone(),
            key_id: signer.key_id().to_owned(),
            public_key: signer.public_key().text(),
        })?,
        ..first.clone()
    };
    let opened = write_entry(tx, signer, &opening, &EMPTY).await?;
    Ok(Head {
        seq: opened.seq,
        hash: opened.hash,
    })
}

/// The exact bytes that are stored and hashed. Local time and zone are stated in them, so that the
/// columns of the same names cannot be changed unseen.
fn payload_bytes(entry: &NewEntry, at_local: &str) -> Outcome<Vec<u8>> {
    let mut members = entry.payload.0.clone();
    for (name, text) in [("atLocal", at_local), ("timeZone", &entry.time_zone)] {
        if members.insert(name.to_owned(), text.into()).is_some() {
            return Err(Failure::internal(format!(
                "{name} is the journal's own word; a payload cannot use it"
            )));
        }
    }
    canonical(&Value::Object(members)).map_err(Failure::internal)
}

async fn write_entry(
    tx: &mut Tx,
    signer: &Signer,
    entry: &NewEntry,
    head: &Head,
) -> Outcome<Appended> {
    let zone = TimeZone::get(&entry.time_zone).map_err(Failure::internal)?;
    let (at_utc, at_local) = (utc_text(entry.at), local_text(entry.at, &zone));
    let payload = payload_bytes(entry, &at_local)?;
    let payload_hash = sha256(&payload);
    let business_date = entry.business_date.to_string();
    let seq = head.seq + 1;
    let kind = entry.kind.name();
    let hash = Header {
        format: FORMAT,
        chain_id: &entry.chain_id,
        seq,
        kind,
        at_utc: &at_utc,
        business_date: &business_date,
        payload_hash: &payload_hash,
        prev_hash: &head.hash,
    }
    .hash();
    advance_head(tx, &entry.chain_id, seq, &hash, &at_utc).await?;
    let kind_seq = tx
        .next_number(&counter_scope(&entry.chain_id), kind)
        .await?;
    tx.execute_one(
        "INSERT INTO journal_entry (chain_id, seq, kind, kind_seq, format, at_utc, at_local, \
         time_zone, business_date, payload, payload_hash, prev_hash, hash, key_id, signature) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        params![
            &entry.chain_id,
            seq,
            kind,
            kind_seq,
            FORMAT,
            at_utc,
            at_local,
            &entry.time_zone,
            business_date,
            payload,
            payload_hash.to_vec(),
            head.hash.to_vec(),
            hash.to_vec(),
            signer.key_id(),
            signer.sign(&hash).to_vec(),
        ],
    )
    .await?;
    Ok(Appended {
        chain_id: entry.chain_id.clone(),
        seq,
        kind_seq,
        hash,
    })
}

/// Moves the head by one. It refuses to move when somebody else has moved it since it was read.
async fn advance_head(
    tx: &mut Tx,
    chain_id: &str,
    seq: i64,
    hash: &Hash,
    at_utc: &str,
) -> Result<(), DbError> {
    tx.execute_one(
        "INSERT INTO journal_head (chain_id, seq, hash, at_utc) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (chain_id) DO UPDATE \
         SET seq = excluded.seq, hash = excluded.hash, at_utc = excluded.at_utc \
         WHERE journal_head.seq = excluded.seq - 1",
        params![chain_id, seq, hash.to_vec(), at_utc],
    )
    .await
}

/// Where the numbers per kind of a chain are counted.
pub(crate) fn counter_scope(chain_id: &str) -> String {
    format!("journal:{chain_id}")
}
