//! The closings of a store, page by page, each proven as far as one page can: what it states is what was hashed and
//! signed, and it names the closing of its kind before it.

use kernel::id::StoreNo;
use shell::{Failure, Outcome, Tx};

use crate::purge::is_purged;
use crate::rule::closing::{Closing, Link};
use crate::rule::entry::{Header, sha256};
use crate::rule::kind::Kind;
use crate::signer::Signer;
use crate::store::listing::{self, StoredClosing};

/// Which closings of a store are wanted.
#[derive(Clone, Debug)]
pub struct ClosingWish {
    /// The store, whose closings cover its tills.
    pub store_no: StoreNo,
    /// Those of days, months or years.
    pub kind: Kind,
    /// Of one year only.
    pub year: Option<i16>,
}

/// How far a closing is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosingProof {
    /// What it states was hashed and signed, and it names the one before it.
    Proven,
    /// It is not what was hashed or signed, or it names another than the one before it.
    Broken,
    /// What it stated is in an archive and was taken out of the journal; its hash stands.
    Purged,
}

/// A closing in a list.
#[derive(Clone, Debug)]
pub struct ListedClosing {
    /// Its number among those of its kind, from 1.
    pub number: i64,
    /// The business date that it is booked on: its last one.
    pub to_date: String,
    /// When it was written (UTC, as the journal states it).
    pub at: String,
    /// Where it stands.
    pub link: Link,
    /// How far it is proven.
    pub proof: ClosingProof,
    /// What it states; none of what was purged or cannot be read.
    pub closing: Option<Closing>,
}

/// Closings of a store before a number, the newest first. Signatures of an earlier key are proven by `vitrine verify`;
/// here the hash that it signed is.
///
/// # Errors
/// The database's failure.
pub async fn page_of_closings(
    tx: &mut Tx,
    signer: &Signer,
    wish: &ClosingWish,
    (before, rows): (Option<i64>, i64),
) -> Outcome<Vec<ListedClosing>> {
    let stored = listing::page(tx, wish, before, rows).await?;
    Ok(stored
        .into_iter()
        .map(|stored| listed(&wish.store_no, wish.kind, signer, stored))
        .collect())
}

/// The years of which a store has closings of a kind: the first and the last.
///
/// # Errors
/// The database's failure.
pub async fn closing_years(
    tx: &mut Tx,
    store_no: &StoreNo,
    kind: Kind,
) -> Outcome<Option<(i16, i16)>> {
    let year = |date: &str| {
        let digits = date.get(..4).unwrap_or_default();
        digits.parse::<i16>().map_err(Failure::internal)
    };
    match listing::first_and_last(tx, store_no, kind).await? {
        Some((first, last)) => Ok(Some((year(&first)?, year(&last)?))),
        None => Ok(None),
    }
}

fn listed(store_no: &StoreNo, kind: Kind, signer: &Signer, stored: StoredClosing) -> ListedClosing {
    let header = Header {
        format: &stored.format,
        chain_id: store_no.as_str(),
        seq: stored.seq,
        kind: kind.name(),
        at_utc: &stored.at_utc,
        business_date: &stored.business_date,
        payload_hash: &stored.payload_hash,
        prev_hash: &stored.prev_hash,
    };
    let is_hashed = header.hash().as_slice() == stored.hash;
    let is_own_key = stored.key_id == signer.key_id();
    let is_signed = !is_own_key
        || signer
            .public_key()
            .has_signed(&stored.hash, &stored.signature);
    let is_taken_out = is_purged(&stored.payload);
    let is_stated = sha256(&stored.payload).as_slice() == stored.payload_hash;
    let closing: Option<Closing> = serde_json::from_slice(&stored.payload).ok();
    let is_linked = closing.as_ref().is_some_and(|closing| {
        let named = closing.previous.as_ref();
        let before = stored.before.as_ref();
        named.map(|it| (it.seq, it.hash.clone()))
            == before.map(|(seq, hash)| (*seq, hex::encode(hash)))
    });
    let proof = match (is_hashed && is_signed, is_taken_out) {
        (true, true) => ClosingProof::Purged,
        (true, false) if is_stated && is_linked => ClosingProof::Proven,
        _ => ClosingProof::Broken,
    };
    ListedClosing {
        number: stored.kind_seq,
        to_date: stored.business_date,
        at: stored.at_utc,
        link: Link {
            chain: store_no.0.clone(),
            seq: stored.seq,
            hash: hex::encode(&stored.hash),
        },
        proof,
        closing,
    }
}
