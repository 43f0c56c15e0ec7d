//! Taking payloads out of the journal that are archived and need not be kept any more (reliability c.8).
//!
//! Numbers, hashes, signatures, times, closings, keys and archives stay, so that the chain is proven as
//! before, and the archive beside it proves what the payloads said.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use jiff::Timestamp;
use jiff::civil::Date;
use kernel::date::business_date;
use serde::de::DeserializeOwned;
use shell::{Db, Failure, Outcome, Tx};

use crate::archive::{ArchivedChain, Manifest, read_entries, read_manifest};
use crate::event::{ChainPlace, Scene, chain_places, keeper, record};
use crate::rule::StoredEntry;
use crate::rule::event::Event;
use crate::rule::kind::Kind;
use crate::rule::purge::{Purge, PurgeTold, PurgedPart, Taken, is_taken};
use crate::rule::retention::kept_until;
use crate::signer::Signer;
use crate::store::closing::last_closing;
use crate::store::purge::{
    add_purge, list_countries, list_keys, list_purges, take_payloads, tells_of_archive,
};
use crate::store::verification::list_entries;
use crate::store::{check_signer, payload};
use crate::verify::{VerifyOptions, verify};
use crate::verify_archive;

/// How many entries are compared, or lose their payloads, in one transaction.
const BATCH: u16 = 200;

/// Whether the payload of an entry was purged. That the journal tells of it is proven by [`verify`].
#[must_use]
pub const fn is_purged(payload: &[u8]) -> bool {
    payload.is_empty()
}

/// What a row says otherwise than the entry that it points to: `differs` is told what that entry states, or
/// nothing when it is none of this kind, or holds something else. Of a purged entry nothing is left to
/// compare; that it may be purged is proven by [`verify`].
pub fn compare_stated<T: DeserializeOwned, D>(
    entry: Option<&(String, Vec<u8>)>,
    kind: Kind,
    differs: impl FnOnce(Option<T>) -> Option<D>,
) -> Option<D> {
    let payload = entry
        .filter(|(stated, _)| stated == kind.name())
        .map(|(_, payload)| payload.as_slice());
    if payload.is_some_and(is_purged) {
        return None;
    }
    differs(payload.and_then(|payload| serde_json::from_slice(payload).ok()))
}

/// What was purged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Purged {
    /// The first business date of the archive, `YYYY-MM-DD`.
    pub from_date: String,
    /// The last one.
    pub to_date: String,
    /// What the signature of the archive covers, in hexadecimal.
    pub archive_hash: String,
    /// How many entries lost their payloads now. Those of a run that was cut short are not among them.
    pub entries: i64,
}

/// Why nothing is purged.
#[derive(Debug, thiserror::Error)]
pub enum PurgeError {
    /// The journal cannot be read or written.
    #[error(transparent)]
    Journal(#[from] Failure),
    /// The archive cannot be read.
    #[error("The archive cannot be read: {0}")]
    Archive(#[from] Box<dyn std::error::Error + Send + Sync>),
    /// The journal is not what it was.
    #[error(
        "The journal is not intact: `vitrine verify` ends with the code {0}. Nothing is purged"
    )]
    JournalNotIntact(u8),
    /// The archive is not whole, or another key signed it.
    #[error(
        "The archive is not proven: `vitrine verify --archive` ends with the code {0} for the keys of \
         this journal. Nothing is purged"
    )]
    ArchiveNotIntact(u8),
    /// The journal does not tell of the archive.
    #[error(
        "The journal of {0} does not tell that this archive was made of it. Make one with `vitrine \
         archive` first. Nothing is purged"
    )]
    Unknown(String),
    /// The law wants the payloads kept.
    #[error("The books of {store_no} must be kept until {until}. Nothing is purged")]
    MustBeKept {
        /// The store.
        store_no: String,
        /// The last day.
        until: Date,
    },
    /// Totals are in no closing yet.
    #[error(
        "The entry {1} of {0} is in no closing yet, so that its total would be lost. Nothing is purged"
    )]
    NotClosed(String, i64),
    /// The archive holds another entry.
    #[error("The entry {1} of {0} is not the one in the archive. Nothing is purged")]
    Differs(String, i64),
    /// There is nothing left to take.
    #[error("Everything in this archive was purged before, with another archive")]
    Nothing,
}

/// Takes the payloads out of the journal that an archive holds, once the law does not want them kept here
/// any more, and tells of it in the stores' chains first. What was cut short is ended by the next call.
/// Nobody else may write meanwhile.
///
/// # Errors
/// See [`PurgeError`].
pub async fn purge_archive(
    db: &Db,
    signer: &Signer,
    archive: &Path,
    now: Timestamp,
) -> Result<Purged, PurgeError> {
    let (manifest, hash) = prove(db, signer, archive).await?;
    let input = (manifest.clone(), hash.clone(), now);
    let (places, known) = db
        .read(input, |tx, (manifest, hash, now)| {
            Box::pin(async move {
                let places = concerned(tx, manifest).await?;
                let refusal = refusal(tx, (manifest, hash), &places, *now).await?;
                Ok((refusal.map_or(Ok(places), Err), list_purges(tx).await?.0))
            })
        })
        .await?;
    let places = places?;
    let is_told = known.iter().any(|purge| purge.archive_hash == hash);
    let mut parts = BTreeMap::new();
    for chain in &manifest.chains {
        let part = compare(db, archive, chain, (&manifest.to_date, &known)).await?;
        if part.entries > 0 {
            parts.insert(chain.chain.clone(), part);
        }
    }
    if !is_told {
        if parts.is_empty() {
            return Err(PurgeError::Nothing);
        }
        let told = PurgeTold {
            archive_hash: hash.clone(),
            from_date: manifest.from_date.clone(),
            to_date: manifest.to_date.clone(),
            chains: Vec::new(),
        };
        let input = (signer.clone(), told, places, parts, now);
        db.write(input, |tx, (signer, told, places, parts, now)| {
            Box::pin(tell(tx, signer, told, (places, parts), *now))
        })
        .await?;
    }
    let entries = take(db, &hash).await?;
    db.clear_traces("journal_entry").await?;
    Ok(Purged {
        from_date: manifest.from_date,
        to_date: manifest.to_date,
        archive_hash: hash,
        entries,
    })
}

/// Proves the journal and the archive, and says what the archive is.
async fn prove(db: &Db, signer: &Signer, archive: &Path) -> Result<(Manifest, String), PurgeError> {
    db.read(signer.clone(), |tx, signer| {
        Box::pin(check_signer(tx, signer))
    })
    .await?;
    let options = VerifyOptions {
        trusted_keys: vec![signer.public_key()],
        anchors: None,
    };
    let report = verify(db, &options).await;
    if !report.is_intact() {
        return Err(PurgeError::JournalNotIntact(report.exit_code()));
    }
    let keys = db.read((), |tx, ()| Box::pin(list_keys(tx))).await?;
    let path = archive.to_owned();
    let read = tokio::task::spawn_blocking(move || {
        let report = verify_archive(&path, &keys);
        // That a clock was put back once is told of an archive for ever, and takes nothing from it.
        match report.is_intact() {
            true => read_manifest(&path).map_err(PurgeError::Archive),
            false => Err(PurgeError::ArchiveNotIntact(report.exit_code())),
        }
    });
    read.await.map_err(Failure::internal)?
}

/// The chains of an archive, and whose they are.
async fn concerned(tx: &mut Tx, manifest: &Manifest) -> Outcome<Vec<ChainPlace>> {
    let archived: BTreeSet<&str> = manifest.chains.iter().map(|it| it.chain.as_str()).collect();
    let mut places = chain_places(tx).await?;
    places.retain(|place| archived.contains(place.chain.as_str()));
    Ok(places)
}

/// Why an archive is no reason to take payloads away; none when it is one.
async fn refusal(
    tx: &mut Tx,
    (manifest, hash): (&Manifest, &str),
    places: &[ChainPlace],
    now: Timestamp,
) -> Outcome<Option<PurgeError>> {
    let countries: BTreeMap<String, String> = list_countries(tx).await?.into_iter().collect();
    let to_date: Date = manifest.to_date.parse().map_err(Failure::internal)?;
    for chain in &manifest.chains {
        let place = places.iter().find(|place| place.chain == chain.chain);
        let Some(store_no) = place.map(ChainPlace::store_no) else {
            return Ok(Some(PurgeError::Unknown(chain.chain.clone())));
        };
        if !tells_of_archive(tx, &store_no.0, hash).await? {
            return Ok(Some(PurgeError::Unknown(store_no.0.clone())));
        }
        let keeper = keeper(tx, store_no).await?;
        let today = business_date(now, &keeper.time_zone, keeper.end_of_business_day);
        let country = countries.get(&store_no.0).map_or("", String::as_str);
        let until = kept_until(country, to_date, today);
        if today <= until {
            let store_no = store_no.0.clone();
            return Ok(Some(PurgeError::MustBeKept { store_no, until }));
        }
    }
    Ok(None)
}

/// Compares the entries of a chain with those in the archive, one by one, and says what is to go of them.
async fn compare(
    db: &Db,
    archive: &Path,
    chain: &ArchivedChain,
    (to_date, known): (&str, &[Purge]),
) -> Result<PurgedPart, PurgeError> {
    let mut pages = read_entries(archive.to_owned(), chain.clone(), usize::from(BATCH));
    let closed = db
        .read(chain.chain.clone(), |tx, chain| {
            Box::pin(last_closing(tx, chain, Kind::ClosingDay))
        })
        .await?;
    let closed_to = closed.map_or(0, |closed| closed.closing.last_seq);
    let (mut taken, mut next) = (Taken::default(), chain.first_seq);
    while let Some(page) = pages.recv().await {
        let page = page?;
        let place = (
            next,
            next + i64::try_from(page.len()).unwrap_or(i64::MAX) - 1,
        );
        next = place.1 + 1;
        let held = db
            .read((chain.chain.clone(), place), |tx, (chain, place)| {
                Box::pin(list_entries(tx, chain, *place))
            })
            .await?;
        let mut held = held.into_iter();
        for archived in page {
            let purged = known.iter().any(|purge| {
                purge.covers(&archived.chain_id, archived.seq, &archived.business_date)
            });
            if !held
                .next()
                .is_some_and(|held| is_same(&archived, &held, purged))
            {
                return Err(PurgeError::Differs(archived.chain_id, archived.seq));
            }
            if !purged && archived.business_date.as_str() <= to_date && is_taken(&archived) {
                if archived.seq > closed_to {
                    return Err(PurgeError::NotClosed(archived.chain_id, archived.seq));
                }
                taken.add(&archived);
            }
        }
    }
    if next != chain.last_seq + 1 {
        return Err(PurgeError::Differs(chain.chain.clone(), next));
    }
    let (entries, times_hash) = taken.finish();
    Ok(PurgedPart {
        chain: chain.chain.clone(),
        first_seq: chain.first_seq,
        last_seq: chain.last_seq,
        entries,
        times_hash,
    })
}

/// Whether an entry is the archived one, but for a payload that a purge has taken.
fn is_same(archived: &StoredEntry, held: &StoredEntry, purged: bool) -> bool {
    if purged && held.payload.is_empty() && is_taken(archived) {
        let without = StoredEntry {
            payload: Vec::new(),
            ..archived.clone()
        };
        return without == *held;
    }
    archived == held
}

/// Tells of the purge in the chain of each store, what goes of its own chain and of those of its tills.
async fn tell(
    tx: &mut Tx,
    signer: &Signer,
    told: &PurgeTold,
    (places, parts): (&[ChainPlace], &BTreeMap<String, PurgedPart>),
    now: Timestamp,
) -> Outcome<()> {
    let mut by_store: BTreeMap<&str, (&ChainPlace, Vec<PurgedPart>)> = BTreeMap::new();
    for place in places {
        if let Some(part) = parts.get(&place.chain) {
            let of_store = by_store.entry(&place.store_no().0);
            of_store.or_insert((place, Vec::new())).1.push(part.clone());
        }
    }
    for (place, chains) in by_store.into_values() {
        let scene = Scene {
            store_no: place.store_no(),
            terminal_no: None,
            operator: None,
            at: now,
        };
        let event = Event::Purge(PurgeTold {
            chains: chains.clone(),
            ..told.clone()
        });
        let members = payload(&event.members(None).map_err(Failure::internal)?)?;
        let entry = record(tx, signer, &scene, (event.kind(), members)).await?;
        for part in chains {
            let purge = Purge {
                part,
                to_date: told.to_date.clone(),
                archive_hash: told.archive_hash.clone(),
                told: (entry.chain_id.clone(), entry.seq),
            };
            add_purge(tx, &purge).await?;
        }
    }
    Ok(())
}

/// Takes the payloads that are told to go with an archive, some in each transaction.
async fn take(db: &Db, hash: &str) -> Outcome<i64> {
    let (purges, _) = db.read((), |tx, ()| Box::pin(list_purges(tx))).await?;
    let mut taken = 0;
    for purge in purges.into_iter().filter(|it| it.archive_hash == hash) {
        for first in (purge.part.first_seq..=purge.part.last_seq).step_by(usize::from(BATCH)) {
            let last = first + i64::from(BATCH) - 1;
            let place = (first, last.min(purge.part.last_seq));
            taken += db
                .write((purge.clone(), place), |tx, (purge, place)| {
                    Box::pin(take_payloads(tx, purge, *place))
                })
                .await?;
        }
    }
    Ok(taken)
}
