//! The register of purchases (livre de police): each entry carries the hash of the one before, and
//! whoever reads it finds what was changed, taken out or put in.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use super::seller::Seller;

/// The hash before the first entry.
pub const BEGINNING: [u8; 32] = [0; 32];
/// What is hashed first, so that the way to hash may change without guessing.
const FORMAT: &[u8] = b"vitrine-recycling-register/1";
/// The same for who sold.
const IDENTITY_FORMAT: &[u8] = b"vitrine-recycling-seller/1";

/// What an entry is about.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "UPPERCASE")]
#[schema(as = RecyclingEntryType)]
pub enum EntryType {
    /// Pieces came in.
    Purchase,
    /// They went out: back to the seller or to the refiner.
    Exit,
    /// What was kept of the seller was taken away, as the law wants.
    Erased,
}

impl EntryType {
    /// The name, as it is stored and hashed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Purchase => "PURCHASE",
            Self::Exit => "EXIT",
            Self::Erased => "ERASED",
        }
    }

    /// Finds a type by its name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Purchase, Self::Exit, Self::Erased]
            .into_iter()
            .find(|it| it.name() == name)
    }
}

/// An entry as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The store whose register it is in.
    pub store_no: String,
    /// Its number there, from 1.
    pub seq: i64,
    /// What it is about.
    pub entry_type: EntryType,
    /// The document.
    pub recycling_id: Uuid,
    /// The text that was hashed.
    pub content: String,
    /// The hash of the entry before.
    pub previous_hash: Vec<u8>,
    /// Its own.
    pub hash: Vec<u8>,
}

impl Entry {
    /// What its hash must be.
    #[must_use]
    pub fn right_hash(&self) -> [u8; 32] {
        let seq = self.seq.to_be_bytes();
        let parts: [&[u8]; 7] = [
            FORMAT,
            self.store_no.as_bytes(),
            &seq,
            self.entry_type.name().as_bytes(),
            self.recycling_id.as_bytes(),
            self.content.as_bytes(),
            &self.previous_hash,
        ];
        digest(&parts)
    }
}

/// A salted hash of who sold, which stands in the register in place of them: nobody can guess names
/// from it, and once the salt is gone nobody can compare either.
#[must_use]
pub fn commitment(salt: &[u8], identity: &str, signature: &str) -> String {
    let parts = [
        IDENTITY_FORMAT,
        salt,
        identity.as_bytes(),
        signature.as_bytes(),
    ];
    hex::encode(digest(&parts))
}

/// The text of a seller that is kept and hashed.
///
/// # Errors
/// Never for these fields; serialisation has an error type all the same.
pub fn identity_text(seller: &Seller) -> Result<String, serde_json::Error> {
    serde_json::to_string(seller)
}

fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// What is kept of a seller beside the register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSeller {
    /// The salt.
    pub salt: Vec<u8>,
    /// The text.
    pub identity: String,
    /// The signature.
    pub signature: String,
}

/// What the register holds of a purchase, as far as it is compared.
#[derive(Debug, Deserialize)]
struct Purchase {
    seller: String,
}

/// What is wrong with a register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecyclingFinding)]
pub struct Finding {
    /// The store.
    #[schema(example = "PAR01")]
    pub store_no: String,
    /// The number of the entry.
    #[schema(example = 12)]
    pub seq: i64,
    /// What.
    pub fault: Fault,
}

/// What can be wrong with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = RecyclingFault)]
pub enum Fault {
    /// A number is missing before it, or stands twice.
    Gap,
    /// It does not name the hash of the entry before.
    Chain,
    /// It says something else than was hashed.
    Content,
    /// The journal knows another hash of it, or none.
    Journal,
    /// The journal knows entries after it that are gone.
    End,
    /// What is kept of the seller is not what was signed.
    Seller,
    /// What was kept of the seller is gone, and nothing says why.
    SellerMissing,
    /// What was kept of the seller should be gone.
    SellerKept,
}

/// A look through the register of a store, page by page in the order of its numbers.
#[derive(Debug)]
pub struct Look<'a> {
    store_no: &'a str,
    /// The hashes that the signed journal knows by number, in hexadecimal.
    journal: &'a BTreeMap<i64, String>,
    /// The documents whose sellers the register says were erased.
    erased: &'a BTreeSet<Uuid>,
    seq: i64,
    hash: Vec<u8>,
    findings: Vec<Finding>,
}

impl<'a> Look<'a> {
    /// A look at a store's register, before its first page.
    #[must_use]
    pub fn new(
        store_no: &'a str,
        journal: &'a BTreeMap<i64, String>,
        erased: &'a BTreeSet<Uuid>,
    ) -> Self {
        Self {
            store_no,
            journal,
            erased,
            seq: 0,
            hash: BEGINNING.to_vec(),
            findings: Vec::new(),
        }
    }

    fn find(&mut self, seq: i64, fault: Fault) {
        self.findings.push(Finding {
            store_no: self.store_no.to_owned(),
            seq,
            fault,
        });
    }

    /// Looks at the next entries. `sellers` is what is kept of theirs, by document.
    pub fn page(&mut self, entries: &[Entry], sellers: &BTreeMap<Uuid, KeptSeller>) {
        for entry in entries {
            if entry.seq != self.seq + 1 || entry.store_no != self.store_no {
                self.find(entry.seq, Fault::Gap);
            }
            if entry.previous_hash != self.hash {
                self.find(entry.seq, Fault::Chain);
            }
            if entry.right_hash().as_slice() != entry.hash {
                self.find(entry.seq, Fault::Content);
            }
            if self.journal.get(&entry.seq) != Some(&hex::encode(&entry.hash)) {
                self.find(entry.seq, Fault::Journal);
            }
            if let Some(fault) = fault_of_seller(entry, sellers, self.erased) {
                self.find(entry.seq, fault);
            }
            (self.seq, self.hash) = (entry.seq, entry.hash.clone());
        }
    }

    /// What was found, when there are no more entries.
    #[must_use]
    pub fn end(mut self) -> Vec<Finding> {
        let last = self.journal.keys().next_back();
        if last.is_some_and(|last| *last > self.seq) {
            self.find(self.seq, Fault::End);
        }
        self.findings
    }
}

fn fault_of_seller(
    entry: &Entry,
    sellers: &BTreeMap<Uuid, KeptSeller>,
    erased: &BTreeSet<Uuid>,
) -> Option<Fault> {
    if entry.entry_type != EntryType::Purchase {
        return None;
    }
    let is_erased = erased.contains(&entry.recycling_id);
    match sellers.get(&entry.recycling_id) {
        None if is_erased => None,
        None => Some(Fault::SellerMissing),
        Some(_) if is_erased => Some(Fault::SellerKept),
        Some(kept) => {
            let right = commitment(&kept.salt, &kept.identity, &kept.signature);
            let named = serde_json::from_str::<Purchase>(&entry.content);
            (named.ok()?.seller != right).then_some(Fault::Seller)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Register = (
        Vec<Entry>,
        BTreeMap<i64, String>,
        BTreeMap<Uuid, KeptSeller>,
    );

    fn register(purchases: u128) -> Register {
        let (mut entries, mut journal, mut sellers) =
            (Vec::new(), BTreeMap::new(), BTreeMap::new());
        let mut hash = BEGINNING.to_vec();
        for number in 1..=purchases {
            let recycling_id = Uuid::from_u128(number);
            let kept = KeptSeller {
                salt: vec![7, u8::try_from(number).unwrap()],
                identity: format!("{{\"name\":\"{number}\"}}"),
                signature: "1,2 3,4".to_owned(),
            };
            let seller = commitment(&kept.salt, &kept.identity, &kept.signature);
            let mut entry = Entry {
                store_no: "PAR".to_owned(),
                seq: i64::try_from(number).unwrap(),
                entry_type: EntryType::Purchase,
                recycling_id,
                content: format!("{{\"seller\":\"{seller}\"}}"),
                previous_hash: hash,
                hash: Vec::new(),
            };
            entry.hash = entry.right_hash().to_vec();
            hash = entry.hash.clone();
            journal.insert(entry.seq, hex::encode(&entry.hash));
            sellers.insert(recycling_id, kept);
            entries.push(entry);
        }
        (entries, journal, sellers)
    }

    fn faults((entries, journal, sellers): &Register) -> Vec<(i64, Fault)> {
        let erased = entries
            .iter()
            .filter(|entry| entry.entry_type == EntryType::Erased)
            .map(|entry| entry.recycling_id)
            .collect();
        // Pages of two: nothing may depend on where one ends.
        let mut look = Look::new("PAR", journal, &erased);
        for page in entries.chunks(2) {
            look.page(page, sellers);
        }
        look.end()
            .into_iter()
            .map(|finding| (finding.seq, finding.fault))
            .collect()
    }

    #[test]
    fn a_register_that_nobody_touched_is_whole() {
        assert_eq!(faults(&register(5)), []);
        assert_eq!(faults(&register(0)), []);
    }

    #[test]
    fn a_register_that_was_written_anew_differs_from_the_journal() {
        let mut all = register(3);
        all.0[1].content = all.0[1].content.replace("seller", "sellor");
        let mut hash = all.0[0].hash.clone();
        for entry in &mut all.0[1..] {
            entry.previous_hash = hash;
            entry.hash = entry.right_hash().to_vec();
            hash = entry.hash.clone();
        }
        assert_eq!(faults(&all), [(2, Fault::Journal), (3, Fault::Journal)]);
    }

    #[test]
    fn sellers_are_compared_and_may_only_go_with_an_entry() {
        let mut all = register(2);
        let id = Uuid::from_u128(1);
        all.2.get_mut(&id).unwrap().identity.push(' ');
        assert_eq!(faults(&all), [(1, Fault::Seller)]);
        all.2.remove(&id);
        assert_eq!(faults(&all), [(1, Fault::SellerMissing)]);
        let mut erased = Entry {
            seq: 3,
            entry_type: EntryType::Erased,
            recycling_id: id,
            content: "{}".to_owned(),
            previous_hash: all.0[1].hash.clone(),
            ..all.0[1].clone()
        };
        erased.hash = erased.right_hash().to_vec();
        all.1.insert(3, hex::encode(&erased.hash));
        all.0.push(erased);
        assert_eq!(faults(&all), []);
        all.2.insert(id, register(1).2[&id].clone());
        assert_eq!(faults(&all), [(1, Fault::SellerKept)]);
    }

    proptest! {
        #[test]
        fn any_change_is_found(at in 0_usize..8, what in 0_usize..7, byte in 0_usize..32) {
            let mut all = register(8);
            let entry = &mut all.0[at];
            match what {
                0 => entry.content.push(' '),
                1 => entry.hash[byte] ^= 1,
                2 => entry.previous_hash[byte] ^= 1,
                3 => entry.seq += 1,
                4 => entry.recycling_id = Uuid::from_u128(99),
                5 => entry.entry_type = EntryType::Exit,
                _ => { all.0.remove(at); }
            }
            prop_assert!(!faults(&all).is_empty());
        }
    }
}
